import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Modal, Stack, Table } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api, useRead } from '../api/client.ts'
import type { PublishingState } from '../api/schema.ts'
import type { DialogProps } from '../parts/dialogs.tsx'
import { NetworkName } from '../parts/platforms.tsx'
import { Muted, Small, Time } from '../parts/text.tsx'
import { Problem, Read, SecondaryButton, tell } from '../parts/ui.tsx'
import { useNetworkOf } from '../posts/accounts.ts'

const OUTCOME: Record<string, MessageDescriptor> = {
  found: msg`It is there`,
  not_found: msg`It is not there`,
  cannot_tell: msg`Cannot be read`,
  failed: msg`Could not be asked`,
}

const ON_RESUME: Record<PublishingState['posts'][number]['on_resume'], MessageDescriptor> = {
  nothing: msg`Nothing: it counts as published`,
  sent: msg`Goes out`,
  missed: msg`Missed: it is too late`,
  unconfirmed: msg`Waits until you say whether it is there`,
}

/** Shows what was found on the accounts after a restore, then resumes publishing. */
export function LookAndResume({ opened, onClose }: DialogProps) {
  const { t } = useLingui()
  const queries = useQueryClient()
  // Meanwhile a worker reads the accounts.
  const state = useRead(['publishing'], '/v1/publishing', { enabled: opened, refetchInterval: 3_000 })
  const run = useMutation({
    mutationFn: async (verb: 'look' | 'resume') => {
      await api.POST(`/v1/publishing/${verb}`)
      await queries.invalidateQueries()
      if (verb === 'look') return
      tell.done(t`Publishing has resumed.`)
      onClose()
    },
  })
  return (
    <Modal opened={opened} onClose={onClose} title={t`Look, then resume publishing`} size="xl">
      <Stack>
        <Read of={state} rows={4}>
          {(data) => <Findings state={data} />}
        </Read>
        {run.error && <Problem error={run.error} />}
        <Group justify="flex-end">
          <SecondaryButton loading={run.isPending} onClick={() => run.mutate('look')}>
            <Trans>Read the accounts again</Trans>
          </SecondaryButton>
          <Button color="teal" loading={run.isPending} onClick={() => run.mutate('resume')}>
            <Trans>I have looked: resume</Trans>
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

function Findings({ state: { looked_at, posts } }: { state: PublishingState }) {
  const { t } = useLingui()
  const networkOf = useNetworkOf()
  return (
    <>
      <Small>
        {looked_at === null ? (
          <Trans>Your accounts are being read, to find posts that are already public.</Trans>
        ) : (
          <Trans>
            Your accounts were read <Time at={looked_at} inherit />. Check what could not be read, then resume.
          </Trans>
        )}
      </Small>
      {posts.length === 0 ? (
        <Muted>
          <Trans>No post is due, so nothing goes out at once.</Trans>
        </Muted>
      ) : (
        <Table.ScrollContainer minWidth={560}>
          <Table aria-label={t`Posts that are due`}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t`Post`}</Table.Th>
                <Table.Th>{t`Date`}</Table.Th>
                <Table.Th>{t`On the account`}</Table.Th>
                <Table.Th>{t`When you resume`}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {posts.map(({ text, due_at, outcome, note, on_resume, ...post }) => (
                <Table.Tr key={post.id}>
                  <Table.Td>
                    <NetworkName of={networkOf(post)} />{' '}
                    <Link to="/posts/$id" params={{ id: post.id }}>
                      {text || t`A post without text`}
                    </Link>
                  </Table.Td>
                  <Table.Td>
                    <Time at={due_at} exact />
                  </Table.Td>
                  <Table.Td title={note ?? undefined}>
                    {outcome === null ? t`Not looked for yet` : OUTCOME[outcome] ? t(OUTCOME[outcome]) : outcome}
                  </Table.Td>
                  <Table.Td>{t(ON_RESUME[on_resume])}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </>
  )
}
