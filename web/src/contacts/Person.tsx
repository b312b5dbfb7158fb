import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { api, dataOf, useMay, useRead, useRefresh } from '../api/client.ts'
import type { Contact, ErasedPerson, PersonDetail, PersonErasure } from '../api/schema.ts'
import { ConfirmButton } from '../parts/dialogs.tsx'
import { Help } from '../parts/Help.tsx'
import { IconDownload, icon } from '../parts/icons.tsx'
import { Page, RecordPage } from '../parts/Page.tsx'
import { Heading, Muted, Small, Tag, Time } from '../parts/text.tsx'
import { AnchorLink, SecondaryButton } from '../parts/ui.tsx'
import { Erased, Erasing } from './Erased.tsx'
import { fullName, originOf } from './names.ts'
import { PersonTimeline } from './PersonTimeline.tsx'

const IconEraser = icon`M19 20h-10.5l-4.21 -4.3a1 1 0 0 1 0 -1.41l10 -10a1 1 0 0 1 1.41 0l5 5a1 1 0 0 1 0 1.41l-9.2 9.3M18 13.3l-6.3 -6.3`

export function PersonPage() {
  const { t } = useLingui()
  const { email } = useParams({ from: '/inside/contacts/people/$email' })
  const params = { path: { email }, query: { limit: 50 } }
  const person = useRead(['people', 'one', email], '/v1/people/{email}', params)
  const [result, setResult] = useState<{ email: string; erased: ErasedPerson | PersonErasure } | null>(null)
  if (result?.email === email) {
    const { erased } = result
    return (
      <Page title={'state' in erased ? t`Erase a person` : t`Person erased`} back="contacts">
        {'state' in erased ? <Erasing email={email} job={erased} /> : <Erased email={email} result={erased} />}
      </Page>
    )
  }
  return (
    <RecordPage
      of={person}
      title={email}
      back="contacts"
      missing={{
        title: t`There is nobody with this address`,
        children: t`No contact has it. The person may have been erased, or a letter of the address is different.`,
      }}
    >
      {(person) => <Shown person={person} onErased={(erased) => setResult({ email, erased })} />}
    </RecordPage>
  )
}

interface ShownProps {
  person: PersonDetail
  onErased: (result: ErasedPerson | PersonErasure) => void
}

function Shown({ person, onErased }: ShownProps) {
  const { t } = useLingui()
  const may = useMay()
  const refresh = useRefresh()
  const erase = async () => {
    onErased(await dataOf(api.POST('/v1/people/erase', { body: { email: person.email, confirm: true } })))
    void refresh('contacts', 'people', 'webhooks', 'events', 'reports', 'views')
  }
  const sources = countSources(person.contacts)
  const touches = [
    [t`First source`, person.first_touch],
    [t`Last source`, person.last_touch],
  ] as const
  const seen = [
    [t`First seen`, person.first_seen_at],
    [t`Last seen`, person.last_seen_at],
  ] as const
  return (
    <Page
      title={fullName(person)}
      help={
        <Help about={t`Person`} page="privacy#answer-a-person">
          <Trans>
            All records with this e-mail address: what the person sent, agreed to and got. The file has all of it, for a
            person who asks.
          </Trans>
        </Help>
      }
      back="contacts"
      lead={[person.email, person.company].filter(Boolean).join(' · ')}
      actions={
        <>
          <SecondaryButton
            component="a"
            href={`/v1/people/${encodeURIComponent(person.email)}/export`}
            download
            leftSection={<IconDownload size={16} />}
          >
            <Trans>Everything we know, as a file</Trans>
          </SecondaryButton>
          {may.write && <EraseButton person={person} onConfirm={erase} />}
        </>
      }
    >
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="md">
        {touches.map(([title, touch]) => (
          <Stat key={title} title={title}>
            <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
              {touch === null ? t`Not known` : originOf(touch)}
            </Text>
            {touch && <Time at={touch.at} exact size="sm" c="dimmed" />}
          </Stat>
        ))}
        {seen.map(([title, at]) => (
          <Stat key={title} title={title}>
            <Time at={at} exact fw={600} />
          </Stat>
        ))}
      </SimpleGrid>
      <section>
        <Group justify="space-between" mb="md" gap="xs">
          <Group gap="xs" align="baseline">
            <Heading>
              <Trans>What happened</Trans>
            </Heading>
            <Muted>
              <Plural value={person.records} one="# record" other="# records" />
            </Muted>
          </Group>
          {sources.length > 0 && (
            <Group gap={6} aria-label={t`Sources`} role="group">
              {sources.map(([source, count]) => (
                <Tag key={source}>
                  {source} {count > 1 && `× ${count}`}
                </Tag>
              ))}
            </Group>
          )}
        </Group>
        <Survivors person={person} />
        <PersonTimeline email={person.email} person={person} />
      </section>
    </Page>
  )
}

const RECORDS_READ = 100

/** Contacts with another address, into which records with this one were merged. */
function Survivors({ person }: { person: PersonDetail }) {
  const query = { email: person.email, limit: RECORDS_READ }
  const { data: all = [] } = useRead(['contacts', 'of address', person.email], '/v1/contacts', { query })
  const own = new Set(person.contacts.map(({ id }) => id))
  const survivors = all.filter(({ id, email }) => !own.has(id) && email?.toLowerCase() !== person.email.toLowerCase())
  return survivors.map((survivor) => {
    const contact = (
      <AnchorLink to="/contacts/$id" params={{ id: survivor.id }}>
        {fullName(survivor)} {survivor.email && `(${survivor.email})`}
      </AnchorLink>
    )
    return (
      <Small key={survivor.id} mb="md">
        <Trans>Another record with this address was merged into {contact}.</Trans>
      </Small>
    )
  })
}

function EraseButton({ person, onConfirm }: { person: PersonDetail; onConfirm: () => Promise<void> }) {
  const { t } = useLingui()
  return (
    <ConfirmButton
      button={{
        children: t`Erase this person everywhere`,
        c: 'var(--mantine-color-error)',
        leftSection: <IconEraser size={16} />,
      }}
      title={t`Erase this person everywhere?`}
      label={t`Erase the person`}
      typed={person.email}
      onConfirm={onConfirm}
    >
      <Stack gap="xs">
        <Small>
          <Plural
            value={person.records}
            one="# record with this address is deleted, with what other services sent about it, every other delivery that names the address, notes, and what events and stored answers said."
            other="All # records with this address are deleted, with what other services sent about them, every other delivery that names the address, notes, and what events and stored answers said."
          />
        </Small>
        <Small>
          <Trans>
            A delivery that is about several people goes as a whole; the contacts of the others stay. This cannot be
            undone.
          </Trans>
        </Small>
      </Stack>
    </ConfirmButton>
  )
}

function Stat({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper withBorder p="md">
      <Stack gap={2}>
        <Muted>{title}</Muted>
        {children}
      </Stack>
    </Paper>
  )
}

function countSources(records: readonly Contact[]): Array<[string, number]> {
  const counts = Map.groupBy(
    records.flatMap(({ utm_source }) => utm_source ?? []),
    (source) => source,
  )
  return [...counts].map(([source, { length }]): [string, number] => [source, length]).sort((a, b) => b[1] - a[1])
}
