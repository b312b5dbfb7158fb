import { Card, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconEraser, IconUserOff } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { api, dataOf } from '../api/client.ts'
import { useRead, useRefresh } from '../api/queries.ts'
import type { Contact, ErasedPerson, PersonDetail, PersonErasure } from '../api/schema.ts'
import { useMay } from '../api/session.ts'
import { ConfirmButton } from '../parts/dialogs/ConfirmButton.tsx'
import { ButtonLink } from '../parts/links.tsx'
import { Page } from '../parts/page/Page.tsx'
import { RecordPage } from '../parts/page/RecordPage.tsx'
import { Time } from '../parts/time/Time.tsx'
import { Heading, Muted, Small, Tag } from '../parts/variants.ts'
import { Erased, Erasing } from './Erasing.tsx'
import { countOf, fullName, originOf } from './names.ts'
import { PersonTimeline } from './PersonTimeline.tsx'

const MISSING = {
  icon: IconUserOff,
  title: 'There is nobody with this address',
  action: <ButtonLink to="/contacts">Go to the contacts</ButtonLink>,
  children: 'No contact has it. The person may have been erased, or a letter of the address is different.',
}

export function PersonPage() {
  const { email } = useParams({ from: '/inside/contacts/people/$email' })
  // The key restarts the page for another address.
  return <PersonOf key={email} email={email} />
}

function PersonOf({ email }: { email: string }) {
  const params = { path: { email }, query: { limit: 50 } }
  const person = useRead(['people', 'one', email], '/v1/people/{email}', params)
  const [erased, setErased] = useState<ErasedPerson | PersonErasure | null>(null)
  if (erased !== null) {
    return (
      <Page title={'state' in erased ? 'Erase a person' : 'Person erased'} back="contacts">
        {'state' in erased ? <Erasing email={email} job={erased} /> : <Erased email={email} result={erased} />}
      </Page>
    )
  }
  return (
    <RecordPage of={person} title={email} back="contacts" missing={MISSING}>
      {(person) => <Shown person={person} onErased={setErased} />}
    </RecordPage>
  )
}

function Shown({
  person,
  onErased,
}: {
  person: PersonDetail
  onErased: (result: ErasedPerson | PersonErasure) => void
}) {
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
              leftSection: <IconEraser size={16} aria-hidden />,
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
        <TouchCard title="First touch" touch={person.first_touch} />
        <TouchCard title="Last touch" touch={person.last_touch} />
        <Stat title="First seen">
          <Time at={person.first_seen_at} exact fw={600} size="sm" />
        </Stat>
        <Stat title="Last seen">
          <Time at={person.last_seen_at} exact fw={600} size="sm" />
        </Stat>
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

function TouchCard({ title, touch }: { title: string; touch: Touch | null }) {
  return (
    <Stat title={title}>
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {touch === null ? 'No source told' : originOf(touch)}
      </Text>
      {touch !== null && <Time at={touch.at} exact size="sm" c="dimmed" />}
    </Stat>
  )
}

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

/** The sources of the newest records, most frequent first. */
function countSources(records: readonly Contact[]): Array<[string, number]> {
  const counts = Map.groupBy(
    records.flatMap(({ utm_source }) => utm_source ?? []),
    (source) => source,
  )
  return [...counts].map(([source, { length }]): [string, number] => [source, length]).sort((a, b) => b[1] - a[1])
}

type Touch = NonNullable<PersonDetail['first_touch']>
