import { Group, Loader, Paper, Radio, Stack, Text, TextInput, ThemeIcon } from '@mantine/core'
import { api } from '../../api/client.ts'
import type { Post, Resolution } from '../../api/schema.ts'
import { useMay } from '../../api/session.ts'
import { Form, SubmitButton, useApiForm } from '../../parts/forms/form.tsx'
import { useChange } from '../../parts/forms/useChange.ts'
import { AnchorLink, OutsideLink } from '../../parts/links.tsx'
import { stateLook } from '../../parts/StateBadge.tsx'
import { useTimeZone } from '../../parts/time/Time.tsx'
import { formatTime } from '../../parts/time/wall-clock.ts'
import tones from '../../parts/tones.module.css'
import { Heading, Muted } from '../../parts/variants.ts'
import { isWebLink, platformName } from '../post.ts'
import { StateIcon } from '../StateIcon.tsx'
import { awaitsAccount, sayState } from './words.ts'

export function StatePanel({ post }: { post: Post }) {
  const zone = useTimeZone()
  const may = useMay()
  const { state, reason, permalink } = post.publication
  const { title, next } = sayState(post, (at) => formatTime(at, zone))
  const { tone } = stateLook(state)
  return (
    <Paper withBorder p="md" className={tones[tone]} style={{ borderLeft: '4px solid var(--tone)' }}>
      <Group align="flex-start" wrap="nowrap" gap="md">
        <ThemeIcon size={40} radius="xl" bg="var(--tone-soft)" c="var(--tone-text)">
          {tone === 'work' && !awaitsAccount(post) ? (
            <Loader size={20} color="currentColor" />
          ) : (
            <StateIcon state={state} size={22} />
          )}
        </ThemeIcon>
        <Stack gap="xs" miw={0} flex={1}>
          <div aria-live="polite">
            <Heading>{title}</Heading>
            {reason && (
              <Text mt={4} style={{ overflowWrap: 'anywhere' }}>
                {reason}
              </Text>
            )}
            <Muted mt={4}>{next}</Muted>
          </div>
          {state === 'published' && isWebLink(permalink) && (
            <OutsideLink href={permalink} w="fit-content">
              See it on {platformName(post)}
            </OutsideLink>
          )}
          {(state === 'held' || awaitsAccount(post)) && (
            <AnchorLink to="/settings/connections" w="fit-content">
              Go to the connections
            </AnchorLink>
          )}
          {(state === 'unconfirmed' || awaitsAccount(post)) && may.write && <Settle post={post} />}
        </Stack>
      </Group>
    </Paper>
  )
}

interface Findings {
  outcome: Resolution['outcome'] | ''
  permalink: string
}

/** Asks what a person sees on the account. */
function Settle({ post }: { post: Post }) {
  const change = useChange('posts')
  const platform = platformName(post)
  const form = useApiForm<Findings>({
    initialValues: { outcome: '', permalink: '' },
    validate: {
      outcome: (outcome) => (outcome === '' ? 'Choose what you see on the account.' : null),
      permalink: (link, { outcome }) =>
        outcome === 'published' && link.trim() !== '' && !isWebLink(link)
          ? 'Paste the whole address of the post, beginning with https://, or leave this empty.'
          : null,
    },
    send: async ({ outcome, permalink }) => {
      if (outcome === '') return
      const link = outcome === 'published' && permalink.trim() ? { permalink: permalink.trim() } : {}
      await change(
        api.POST('/v1/posts/{id}/resolve', { params: { path: { id: post.id } }, body: { outcome, ...link } }),
        outcome === 'published' ? 'Settled: it is published.' : 'Settled: it is not out. You can try again.',
      )
    },
  })
  return (
    <Form of={form} gap="sm">
      <Radio.Group label={`What do you see on ${platform}?`} {...form.getInputProps('outcome')}>
        <Stack gap="xs" mt="xs">
          <Radio value="published" label="It is there" />
          <Radio value="not_published" label="It is not there" />
        </Stack>
      </Radio.Group>
      {form.values.outcome === 'published' && (
        <TextInput
          label={`Link to the post on ${platform}`}
          description="If you have it at hand: others then find the post from here."
          type="url"
          placeholder="https://"
          {...form.getInputProps('permalink')}
        />
      )}
      <SubmitButton of={form} w="fit-content">
        Settle it
      </SubmitButton>
    </Form>
  )
}
