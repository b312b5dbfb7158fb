import { Trans, useLingui } from '@lingui/react/macro'
import { Group, Loader, Radio, Stack, Text, TextInput, ThemeIcon } from '@mantine/core'
import { api, useMay } from '../api/client.ts'
import type { Post, Resolution } from '../api/schema.ts'
import { useChange } from '../parts/action.ts'
import { Form, SubmitButton, useApiForm } from '../parts/forms.tsx'
import { plainReason } from '../parts/reasons.ts'
import { Heading, Muted, useTimeZone } from '../parts/text.tsx'
import tones from '../parts/tones.module.css'
import { OutsideLink, SecondaryLink, stateLook } from '../parts/ui.tsx'
import { useNetworkName } from './accounts.ts'
import { StateIcon } from './PostParts.tsx'
import { isWebLink } from './post.ts'
import { adviceOfState, awaitsAccount, titleOfState } from './state-words.ts'
import { dayAndTime } from './times.ts'

/** The state of the post in words, and the question or action that waits for the person. */
export function PostState({ post }: { post: Post }) {
  const zone = useTimeZone()
  const may = useMay()
  const { state, permalink } = post.publication
  const reason = plainReason(post.publication)
  const { tone } = stateLook(state)
  const network = useNetworkName(post)
  return (
    <Group align="flex-start" wrap="nowrap" gap="sm" className={tones[tone]}>
      <ThemeIcon size={36} radius="xl" bg="var(--tone-soft)" c="var(--tone-text)">
        {tone === 'work' && !awaitsAccount(post) ? (
          <Loader size={18} color="currentColor" />
        ) : (
          <StateIcon state={state} size={20} />
        )}
      </ThemeIcon>
      <Stack gap="xs" miw={0} flex={1}>
        <div aria-live="polite">
          <Heading>{titleOfState(post, network, (at) => dayAndTime(at, zone))}</Heading>
          {reason && (
            <Text mt={4} size="sm" style={{ overflowWrap: 'anywhere' }}>
              {reason}
            </Text>
          )}
          {/* The reason says what to do. */}
          {!(state === 'missed' && reason) && <Muted mt={4}>{adviceOfState(post, network)}</Muted>}
        </div>
        {state === 'published' && isWebLink(permalink) && (
          <OutsideLink href={permalink} w="fit-content">
            <Trans>See it on {network}</Trans>
          </OutsideLink>
        )}
        {(state === 'held' || awaitsAccount(post)) && (
          <SecondaryLink to="/settings/connections" w="fit-content">
            <Trans>Open the accounts</Trans>
          </SecondaryLink>
        )}
        {(state === 'unconfirmed' || awaitsAccount(post)) && may.write && <Settle post={post} />}
      </Stack>
    </Group>
  )
}

const WEB = 'https://'

interface Findings {
  outcome: Resolution['outcome'] | ''
  permalink: string
}

function Settle({ post }: { post: Post }) {
  const { t } = useLingui()
  const change = useChange('posts')
  const network = useNetworkName(post)
  const form = useApiForm<Findings>({
    initialValues: { outcome: '', permalink: '' },
    validate: {
      outcome: (outcome) => (outcome === '' ? t`Choose what you see on the account.` : null),
      permalink: (link, { outcome }) =>
        outcome === 'published' && link.trim() !== '' && !isWebLink(link)
          ? t`Paste the whole address of the post, beginning with https://, or leave this empty.`
          : null,
    },
    send: async ({ outcome, permalink }) => {
      if (outcome === '') return
      const link = outcome === 'published' && permalink.trim() ? { permalink: permalink.trim() } : {}
      await change(
        api.POST('/v1/posts/{id}/resolve', { params: { path: { id: post.id } }, body: { outcome, ...link } }),
        outcome === 'published' ? t`Settled: it is published.` : t`Settled: it is not out. You can try again.`,
      )
    },
  })
  return (
    <Form of={form} gap="sm">
      <Radio.Group label={t`What do you see on ${network}?`} {...form.getInputProps('outcome')}>
        <Stack gap="xs" mt="xs">
          <Radio value="published" label={t`It is there`} />
          <Radio value="not_published" label={t`It is not there`} />
        </Stack>
      </Radio.Group>
      {form.values.outcome === 'published' && (
        <TextInput
          label={t`Link to the post on ${network}`}
          description={t`If you have it at hand: others then find the post from here.`}
          type="url"
          placeholder={WEB}
          {...form.getInputProps('permalink')}
        />
      )}
      <SubmitButton of={form} w="fit-content">
        <Trans>Settle it</Trans>
      </SubmitButton>
    </Form>
  )
}
