import { Card, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconEraser, IconUserOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { api, dataOf, isProblem } from '../api/client.ts'
import type { Contact, ErasedPerson } from '../api/schema.ts'
import { useMay } from '../api/session.ts'
import { ConfirmButton } from '../parts/ConfirmButton.tsx'
import { ButtonLink } from '../parts/links.tsx'
import { Page } from '../parts/Page.tsx'
import { Empty, Loading, Problem } from '../parts/states.tsx'
import { Time } from '../parts/Time.tsx'
import { Heading, Muted, Tag } from '../parts/variants.ts'
import { countOf, fullName } from './names.ts'
import { Erased } from './person/Erased.tsx'
import { Records, type RecordsProps, showTouch, type Touch, usePerson } from './person/Records.tsx'

const BACK = { to: '/contacts', label: 'Contacts' }

export function PersonPage() {
  const { email } = useParams({ from: '/inside/contacts/people/$email' })
  // The key restarts the page for another address.
  return <PersonOf key={email} email={email} />
}

function PersonOf({ email }: { email: string }) {
  const read = usePerson(email)
  const [erased, setErased] = useState<ErasedPerson | null>(null)
  if (erased !== null) {
    return (
      <Page title="Person erased" back={BACK}>
        <Erased result={erased} />
      </Page>
    )
  }
  if (isProblem(read.error, 'not_found')) {
    return (
      <Page title={email} back={BACK}>
        <Empty
          icon={IconUserOff}
          title="There is nobody with this address"
          action={<ButtonLink to="/contacts">Go to the contacts</ButtonLink>}
        >
          No contact has it. The person may have been erased, or a letter of the address is different.
        </Empty>
      </Page>
    )
  }
  const { person, records, more } = read
  if (person) return <Shown person={person} records={records} more={more} onErased={setErased} />
  return (
    <Page title={email} back={BACK}>
      {read.error ? <Problem error={read.error} retry={() => void read.refetch()} /> : <Loading />}
    </Page>
  )
}

function Shown({ onErased, ...read }: RecordsProps & { onErased: (result: ErasedPerson) => void }) {
  const { person, records } = read
  const may = useMay()
  const queries = useQueryClient()
  const erase = async () => {
    onErased(await dataOf(api.POST('/v1/people/erase', { body: { email: person.email, confirm: true } })))
    for (const noun of ['contacts', 'people', 'webhooks', 'events', 'reports']) {
      void queries.invalidateQueries({ queryKey: [noun], refetchType: 'active' })
    }
  }
  const sources = countSources(records)
  return (
    <Page
      title={fullName(person)}
      back={BACK}
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
              <Text size="sm">
                All {countOf(person.records, 'record')} with this address are deleted, with the webhook deliveries that
                brought them, every other delivery that names the address, and what events and stored answers said.
              </Text>
              <Text size="sm">
                A delivery that is about several people goes as a whole; the contacts of the others stay. This cannot be
                undone.
              </Text>
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
          <Heading>{countOf(person.records, 'record')}</Heading>
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
        <Records {...read} />
      </Card>
    </Page>
  )
}

function TouchCard({ title, touch }: { title: string; touch: Touch | null }) {
  return (
    <Stat title={title}>
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {touch === null ? 'No source told' : showTouch(touch)}
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

/** The sources of the loaded records, most frequent first. */
function countSources(records: readonly Contact[]): Array<[string, number]> {
  const counts = new Map<string, number>()
  for (const { utm_source } of records) {
    if (utm_source !== null) counts.set(utm_source, (counts.get(utm_source) ?? 0) + 1)
  }
  return [...counts].sort((a, b) => b[1] - a[1])
}
