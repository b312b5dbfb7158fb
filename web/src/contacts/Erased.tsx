import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Paper, Progress, Stack, Table } from '@mantine/core'
import { useRead } from '../api/client.ts'
import type { ErasedPerson, PersonErasure } from '../api/schema.ts'
import { IconCheck } from '../parts/icons.tsx'
import { formatNumber, formatShare } from '../parts/locale.ts'
import { Muted, Small } from '../parts/text.tsx'
import { ButtonLink, Problem } from '../parts/ui.tsx'

/** Kinds of later versions are shown by name. */
const KINDS: Record<string, MessageDescriptor> = {
  contacts: msg`Contacts deleted`,
  submissions: msg`What was sent with forms, with consents and files`,
  import_rows: msg`Rows taken out of imports that are under way`,
  deliveries: msg`Deliveries from other services deleted`,
  rejections: msg`Refused deliveries deleted`,
  notes: msg`Notes about others that named the address, now without it`,
  views: msg`Saved views with the address in them deleted`,
  events: msg`Events emptied: that they happened stays, what was in them is gone`,
  endpoint_answers: msg`Answers of other services to those events deleted`,
  stored_answers: msg`Answers kept for repeated requests emptied`,
  mails: msg`Mails to the address deleted`,
}

const LOOK_EVERY_MS = 1_000

export function Erasing({ email, job }: { email: string; job: PersonErasure }) {
  const { t } = useLingui()
  const read = useRead(['people', 'erasure', job.id], '/v1/people/erasures/{id}', {
    path: { id: job.id },
    refetchInterval: ({ state }) => (state.data?.state === 'done' ? false : LOOK_EVERY_MS),
  })
  const { state, progress, erased } = read.data ?? job
  if (state === 'done') return <Erased email={email} result={{ erased }} />
  const { done, total } = progress
  const share = total ? Math.floor((done / total) * 100) / 100 : null
  const percent = formatShare(share ?? 0)
  const [doneText, totalText] = [formatNumber(done), formatNumber(total ?? 0)]
  return (
    <Stack>
      {read.error && <Problem error={read.error} />}
      <Paper withBorder p="md" maw={720}>
        <Stack gap="sm">
          <Small role="status">
            {share === null ? t`Erasing is about to begin` : t`${email} is being erased (${percent})`}
          </Small>
          <Progress
            value={share === null ? 100 : share * 100}
            size="lg"
            animated
            color="teal"
            aria-label={t`How much is erased`}
          />
          <Muted>
            {share === null
              ? t`If this stays so for more than a minute, ask whoever runs Doorpost: no worker is running.`
              : t`${doneText} of ${totalText} rows. It is finished even if you leave this page.`}
          </Muted>
        </Stack>
      </Paper>
    </Stack>
  )
}

export function Erased({ email, result }: { email: string; result: Pick<ErasedPerson, 'erased'> }) {
  const { t } = useLingui()
  const counts = Object.entries(result.erased)
  const isNothing = counts.every(([, count]) => count === 0)
  const body = counts.map(([kind, count]) => [
    KINDS[kind] ? t(KINDS[kind]) : kind.replaceAll('_', ' '),
    formatNumber(count),
  ])
  return (
    <Stack align="flex-start">
      <Alert color="teal" icon={<IconCheck />} title={t`${email} is erased`} w="100%">
        {isNothing
          ? t`Nothing was kept about this address any more.`
          : t`This is what was erased. It cannot be undone.`}
      </Alert>
      <Paper withBorder p="lg" w="100%">
        <Table aria-label={t`What was erased`} data={{ head: [t`What`, t`How many`], body }} />
      </Paper>
      <Muted maw={720}>
        <Trans>
          What was sent to other services before is with them: each is told that the contacts are deleted. Files that
          somebody exported are not reached either. What other contacts wrote about the person in their own fields
          stays.
        </Trans>
      </Muted>
      <ButtonLink to="/contacts">
        <Trans>Go to the contacts</Trans>
      </ButtonLink>
    </Stack>
  )
}
