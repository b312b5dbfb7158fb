import { Alert, Card, Paper, Progress, Stack, Table } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useRead } from '../api/queries.ts'
import type { ErasedPerson, PersonErasure } from '../api/schema.ts'
import { ButtonLink } from '../parts/links.tsx'
import { Problem } from '../parts/states.tsx'
import { Muted, Small } from '../parts/variants.ts'

/** What each count of the answer means. A kind that is new to us is shown by its name. */
const KINDS: Record<string, string> = {
  contacts: 'Contacts deleted',
  submissions: 'What was sent with forms, with consents and files',
  import_rows: 'Rows taken out of imports that are under way',
  deliveries: 'Webhook deliveries deleted',
  rejections: 'Refused webhook deliveries deleted',
  notes: 'Notes about others that named the address, now without it',
  views: 'Saved views with the address in them deleted',
  events: 'Events emptied: that they happened stays, what was in them is gone',
  endpoint_answers: 'Answers of your endpoints to those events deleted',
  stored_answers: 'Answers kept for repeated requests emptied',
  mails: 'Mails to the address deleted',
}

function toCells([kind, count]: [string, number]) {
  return [KINDS[kind] ?? kind.replaceAll('_', ' '), count.toLocaleString()]
}

const LOOK_EVERY_MS = 1_000

/** A job does it: how far it is, and at its end the same result. */
export function Erasing({ email, job }: { email: string; job: PersonErasure }) {
  const read = useRead(['people', 'erasure', job.id], '/v1/people/erasures/{id}', {
    path: { id: job.id },
    refetchInterval: ({ state }) => (state.data?.state === 'done' ? false : LOOK_EVERY_MS),
  })
  const { state, progress, erased } = read.data ?? job
  if (state === 'done') return <Erased email={email} result={{ erased }} />
  const { done, total } = progress
  const percent = total ? Math.floor((done / total) * 100) : null
  return (
    <Stack>
      {read.error && <Problem error={read.error} />}
      <Paper withBorder radius="md" p="md" maw={720}>
        <Stack gap="sm">
          <Small role="status">
            {percent === null ? 'Erasing is about to begin' : `${email} is being erased (${percent} %)`}
          </Small>
          <Progress value={percent ?? 100} size="lg" animated color="teal" aria-label="How much is erased" />
          <Muted>
            {percent === null
              ? 'If this stays so for more than a minute, no worker is running: start Doorpost with ROLE all or worker.'
              : `${done.toLocaleString()} of ${total!.toLocaleString()} rows. It is finished even if you leave this page.`}
          </Muted>
        </Stack>
      </Paper>
    </Stack>
  )
}

/** The honest result: what was there, and what we cannot reach. */
export function Erased({ email, result }: { email: string; result: Pick<ErasedPerson, 'erased'> }) {
  const counts = Object.entries(result.erased)
  const isNothing = counts.every(([, count]) => count === 0)
  return (
    <Stack align="flex-start">
      <Alert color="teal" icon={<IconCheck aria-hidden />} title={`${email} is erased`} w="100%">
        {isNothing ? 'Nothing was kept about this address any more.' : 'This is what was erased. It cannot be undone.'}
      </Alert>
      <Card withBorder padding="lg" w="100%">
        <Table aria-label="What was erased" data={{ head: ['What', 'How many'], body: counts.map(toCells) }} />
      </Card>
      <Muted maw={720}>
        What was sent to your endpoints before is with them: each is told that the contacts are deleted. Files that
        somebody exported are not reached either. What other contacts wrote about the person in their own fields stays.
      </Muted>
      <ButtonLink to="/contacts">Go to the contacts</ButtonLink>
    </Stack>
  )
}
