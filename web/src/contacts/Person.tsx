import { Alert, Card, Group, Paper, Progress, SimpleGrid, Stack, Table, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { api, dataOf, useMay, useRead, useRefresh } from '../api/client.ts'
import type { Contact, ErasedPerson, PersonDetail, PersonErasure } from '../api/schema.ts'
import { ConfirmButton } from '../parts/dialogs.tsx'
import { IconCheck, icon } from '../parts/icons.tsx'
import { Page, RecordPage } from '../parts/Page.tsx'
import { Heading, Muted, Small, Tag, Time } from '../parts/text.tsx'
import { ButtonLink, Problem } from '../parts/ui.tsx'
import { countOf, fullName, originOf } from './names.ts'
import { PersonTimeline } from './PersonTimeline.tsx'

const IconEraser = icon`M19 20h-10.5l-4.21 -4.3a1 1 0 0 1 0 -1.41l10 -10a1 1 0 0 1 1.41 0l5 5a1 1 0 0 1 0 1.41l-9.2 9.3M18 13.3l-6.3 -6.3`

const MISSING = {
  title: 'There is nobody with this address',
  children: 'No contact has it. The person may have been erased, or a letter of the address is different.',
}

export function PersonPage() {
  const { email } = useParams({ from: '/inside/contacts/people/$email' })
  const params = { path: { email }, query: { limit: 50 } }
  const person = useRead(['people', 'one', email], '/v1/people/{email}', params)
  const [result, setResult] = useState<{ email: string; erased: ErasedPerson | PersonErasure } | null>(null)
  if (result?.email === email) {
    const { erased } = result
    return (
      <Page title={'state' in erased ? 'Erase a person' : 'Person erased'} back="contacts">
        {'state' in erased ? <Erasing email={email} job={erased} /> : <Erased email={email} result={erased} />}
      </Page>
    )
  }
  return (
    <RecordPage of={person} title={email} back="contacts" missing={MISSING}>
      {(person) => <Shown person={person} onErased={(erased) => setResult({ email, erased })} />}
    </RecordPage>
  )
}

interface ShownProps {
  person: PersonDetail
  onErased: (result: ErasedPerson | PersonErasure) => void
}

function Shown({ person, onErased }: ShownProps) {
  const may = useMay()
  const refresh = useRefresh()
  const erase = async () => {
    onErased(await dataOf(api.POST('/v1/people/erase', { body: { email: person.email, confirm: true } })))
    void refresh('contacts', 'people', 'webhooks', 'events', 'reports', 'views')
  }
  const sources = countSources(person.contacts)
  return (
    <Page
      title={fullName(person)}
      back="contacts"
      lead={[person.email, person.company].filter(Boolean).join(' · ')}
      actions={
        may.write && (
          <ConfirmButton
            button={{
              children: 'Erase this person everywhere',
              c: 'var(--mantine-color-error)',
              leftSection: <IconEraser size={16} />,
            }}
            title="Erase this person everywhere?"
            label="Erase the person"
            typed={person.email}
            onConfirm={erase}
          >
            <Stack gap="xs">
              <Small>
                All {countOf(person.records, 'record')} with this address are deleted, with the webhook deliveries that
                brought them, every other delivery that names the address, notes, and what events and stored answers
                said.
              </Small>
              <Small>
                A delivery that is about several people goes as a whole; the contacts of the others stay. This cannot be
                undone.
              </Small>
            </Stack>
          </ConfirmButton>
        )
      }
    >
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="md">
        {TOUCHES.map(([title, name]) => (
          <Stat key={name} title={title}>
            <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
              {person[name] === null ? 'No source told' : originOf(person[name])}
            </Text>
            {person[name] && <Time at={person[name].at} exact size="sm" c="dimmed" />}
          </Stat>
        ))}
        {SEEN.map(([title, name]) => (
          <Stat key={name} title={title}>
            <Time at={person[name]} exact fw={600} size="sm" />
          </Stat>
        ))}
      </SimpleGrid>
      <Card withBorder padding="lg">
        <Group justify="space-between" mb="md" gap="xs">
          <Group gap="xs" align="baseline">
            <Heading>Timeline</Heading>
            <Muted>{countOf(person.records, 'record')}</Muted>
          </Group>
          {sources.length > 0 && (
            <Group gap={6} aria-label="Sources">
              {sources.map(([source, count]) => (
                <Tag key={source}>
                  {source} {count > 1 && `× ${count}`}
                </Tag>
              ))}
            </Group>
          )}
        </Group>
        <PersonTimeline person={person} />
      </Card>
    </Page>
  )
}

const TOUCHES = [
  ['First touch', 'first_touch'],
  ['Last touch', 'last_touch'],
] as const
const SEEN = [
  ['First seen', 'first_seen_at'],
  ['Last seen', 'last_seen_at'],
] as const

function Stat({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card withBorder padding="md">
      <Stack gap={2}>
        <Muted>{title}</Muted>
        {children}
      </Stack>
    </Card>
  )
}

function countSources(records: readonly Contact[]): Array<[string, number]> {
  const counts = Map.groupBy(
    records.flatMap(({ utm_source }) => utm_source ?? []),
    (source) => source,
  )
  return [...counts].map(([source, { length }]): [string, number] => [source, length]).sort((a, b) => b[1] - a[1])
}

/** Kinds of later versions are shown by name. */
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

const LOOK_EVERY_MS = 1_000

function Erasing({ email, job }: { email: string; job: PersonErasure }) {
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
      <Paper withBorder p="md" maw={720}>
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

function Erased({ email, result }: { email: string; result: Pick<ErasedPerson, 'erased'> }) {
  const counts = Object.entries(result.erased)
  const isNothing = counts.every(([, count]) => count === 0)
  const body = counts.map(([kind, count]) => [KINDS[kind] ?? kind.replaceAll('_', ' '), count.toLocaleString()])
  return (
    <Stack align="flex-start">
      <Alert color="teal" icon={<IconCheck />} title={`${email} is erased`} w="100%">
        {isNothing ? 'Nothing was kept about this address any more.' : 'This is what was erased. It cannot be undone.'}
      </Alert>
      <Card withBorder padding="lg" w="100%">
        <Table aria-label="What was erased" data={{ head: ['What', 'How many'], body }} />
      </Card>
      <Muted maw={720}>
        What was sent to your endpoints before is with them: each is told that the contacts are deleted. Files that
        somebody exported are not reached either. What other contacts wrote about the person in their own fields stays.
      </Muted>
      <ButtonLink to="/contacts">Go to the contacts</ButtonLink>
    </Stack>
  )
}
