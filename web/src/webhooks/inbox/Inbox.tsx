import { Badge, Button, Collapse, Group, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconFilter, IconInbox, IconSearch, IconShieldCheck, IconShieldOff } from '@tabler/icons-react'
import { type ChangeEvent, useRef } from 'react'
import type { QueryOf } from '../../api/client.ts'
import { useList } from '../../api/queries.ts'
import type { Delivery, Webhook } from '../../api/schema.ts'
import { countOf } from '../../contacts/names.ts'
import { choices } from '../../parts/forms/choices.ts'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { Empty } from '../../parts/states.tsx'
import { SearchField } from '../../parts/tables/SearchField.tsx'
import { Time, useTimeZone } from '../../parts/time/Time.tsx'
import { addDays, instantOf, isDay } from '../../parts/time/wall-clock.ts'
import { useUrl } from '../../parts/useUrl.ts'
import { Hint, SecondaryButton, Wrapped } from '../../parts/variants.ts'
import { formatBytes, summaryOf } from './body.ts'
import { DeliveryDetail } from './DeliveryDetail.tsx'
import { SelectList } from './SelectList.tsx'

const PENDING_MS = 1_500

/** What came in, newest first; new ones appear by themselves. */
export function Inbox({ webhook }: { webhook: Webhook }) {
  const [search, set] = useUrl()
  const zone = useTimeZone()
  const list = useList(['webhooks', webhook.id, 'deliveries'], '/v1/webhooks/{id}/deliveries', {
    path: { id: webhook.id },
    query: queryOf(search, zone),
    // No event says that a mapping has finished, so the list is polled while one is pending.
    again: (rows) => rows.some(({ mapping }) => mapping.state === 'pending') && PENDING_MS,
  })

  // Ids grow with time: rows above the first one seen are new.
  const newestAtFirst = useRef<string | null>(null)
  if (newestAtFirst.current === null && list.data && !isFiltered(search)) {
    newestAtFirst.current = list.rows[0]?.id ?? '0'
  }
  const isNew = (id: string) => newestAtFirst.current !== null && id > newestAtFirst.current

  const empty = isFiltered(search) ? (
    <Empty
      icon={IconSearch}
      title="No delivery matches"
      action={<SecondaryButton onClick={() => set(NO_FILTERS)}>Clear the filters</SecondaryButton>}
    >
      The search finds text exactly as it stands in a delivery, with capitals and punctuation.
    </Empty>
  ) : (
    <Empty icon={IconInbox} title="Nothing has arrived yet">
      {webhook.active
        ? 'Enter the URL of this webhook at the sender and let it send something. It appears here at once. If you do not have the URL any more, get a new one under Settings.'
        : 'This webhook was revoked before anything arrived, or what it received was erased.'}
    </Empty>
  )
  return (
    <div>
      <DeliveryFilters search={search} set={set} />
      <SelectList
        label="Deliveries"
        of={list}
        param="delivery"
        empty={empty}
        renderRow={(row, isSelected) => <Line delivery={row} isNew={isNew(row.id) && !isSelected} />}
        renderDetail={(id, listed) => <DeliveryDetail key={id} webhook={webhook} id={id} listed={listed} />}
      />
    </div>
  )
}

function Line({ delivery, isNew }: { delivery: Delivery; isNew: boolean }) {
  const Shield = delivery.verified ? IconShieldCheck : IconShieldOff
  return (
    <>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Time at={delivery.received_at} size="sm" fw={600} />
        <Group gap={6} wrap="nowrap">
          {isNew && (
            <Badge size="sm" radius="sm" tt="none">
              New
            </Badge>
          )}
          <MappingState mapping={delivery.mapping} />
        </Group>
      </Group>
      <Wrapped lineClamp={2}>{summaryOf(delivery)}</Wrapped>
      <Group gap={6} mt={2}>
        <Shield size={14} aria-hidden />
        <Hint>
          {delivery.verified ? 'Verified' : 'Not verified'} · {formatBytes(delivery.body_bytes)}
          {delivery.duplicates > 0 && ` · came ${delivery.duplicates + 1} times`}
        </Hint>
      </Group>
    </>
  )
}

const MAPPING_STATES = {
  failed: ['failed', 'Not mapped'],
  pending: ['running', 'Being mapped'],
  skipped: ['draft', 'Skipped'],
} as const

function MappingState({ mapping: { state, contact_ids } }: Pick<Delivery, 'mapping'>) {
  if (state === 'none') return null
  if (state === 'mapped') return <StateBadge state="done" label={countOf(contact_ids.length, 'contact')} />
  const [look, label] = MAPPING_STATES[state]
  return <StateBadge state={look} label={label} />
}

type Search = Record<string, string | undefined>

const FILTERS = ['verified', 'mapping', 'from', 'to'] as const

const VERIFIED = choices({ yes: 'Verified', no: 'Not verified' })

const MAPPINGS = choices({
  mapped: 'Became contacts',
  failed: 'Could not be mapped',
  skipped: 'Skipped',
  pending: 'Being mapped',
  none: 'No mapping',
})

/** The filters of the address as the API takes them. Days are days of the workspace. */
function queryOf(search: Search, zone: string): QueryOf<'/v1/webhooks/{id}/deliveries'> {
  const startOf = (day: string | undefined, add = 0) =>
    isDay(day) ? instantOf(addDays(day, add), zone).toISOString() : undefined
  return {
    q: search.q,
    verified: search.verified === 'yes' ? true : search.verified === 'no' ? false : undefined,
    mapping_state: MAPPINGS.find(({ value }) => value === search.mapping)?.value,
    received_after: startOf(search.from),
    received_before: startOf(search.to, 1),
  }
}

const ALL = ['q', ...FILTERS]

function isFiltered(search: Search): boolean {
  return ALL.some((name) => search[name])
}

const NO_FILTERS: Search = Object.fromEntries(ALL.map((name) => [name, undefined]))

const Choice = Select.withProps({ placeholder: 'All', clearable: true, clearButtonProps: { 'aria-label': 'Clear' } })

function DeliveryFilters({ search, set }: { search: Search; set: (change: Search) => void }) {
  const used = FILTERS.filter((name) => search[name]).length
  const [isOpen, { toggle }] = useDisclosure(used > 0)
  const choice = (name: string) => ({
    value: search[name] ?? null,
    onChange: (value: string | null) => set({ [name]: value ?? undefined }),
  })
  const day = (name: string) => ({
    value: search[name] ?? '',
    onChange: (event: ChangeEvent<HTMLInputElement>) => set({ [name]: event.currentTarget.value || undefined }),
  })
  return (
    <Stack gap="sm" mb="md">
      <Group gap="sm" wrap="nowrap">
        <SearchField
          label="Search in deliveries"
          placeholder="Search, exactly as it stands in the delivery"
          value={search.q ?? ''}
          onChange={(q) => set({ q: q || undefined })}
        />
        <SecondaryButton onClick={toggle} aria-expanded={isOpen} leftSection={<IconFilter size={16} aria-hidden />}>
          {used > 0 ? `Filters (${used})` : 'Filters'}
        </SecondaryButton>
        {isFiltered(search) && (
          <Button variant="subtle" c="var(--mantine-color-text)" onClick={() => set(NO_FILTERS)} visibleFrom="sm">
            Clear
          </Button>
        )}
      </Group>
      <Collapse in={isOpen}>
        <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
          <Choice label="Sender" data={VERIFIED} {...choice('verified')} />
          <Choice label="Contacts" data={MAPPINGS} {...choice('mapping')} />
          <TextInput type="date" label="From" {...day('from')} />
          <TextInput type="date" label="Until" {...day('to')} />
        </SimpleGrid>
      </Collapse>
    </Stack>
  )
}
