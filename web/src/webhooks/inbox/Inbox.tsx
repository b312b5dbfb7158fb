import { Badge, Group, Text } from '@mantine/core'
import { IconInbox, IconSearch, IconShieldCheck, IconShieldOff } from '@tabler/icons-react'
import { useRef } from 'react'
import { api } from '../../api/client.ts'
import { useList } from '../../api/queries.ts'
import type { Delivery, Webhook } from '../../api/schema.ts'
import { countOf } from '../../contacts/names.ts'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { Empty, Read } from '../../parts/states.tsx'
import { Time, useTimeZone } from '../../parts/Time.tsx'
import { useUrl } from '../../parts/useUrl.ts'
import { Hint, SecondaryButton } from '../../parts/variants.ts'
import { formatBytes, summaryOf } from './body.ts'
import { DeliveryDetail } from './DeliveryDetail.tsx'
import { DeliveryFilters, isFiltered, NO_FILTERS, queryOf } from './DeliveryFilters.tsx'
import { SelectList, useSelection } from './SelectList.tsx'

const PENDING_MS = 1_500

/** What came in, newest first; new ones appear by themselves. */
export function Inbox({ webhook }: { webhook: Webhook }) {
  const [search, set] = useUrl()
  const zone = useTimeZone()
  const list = useList(
    ['webhooks', webhook.id, 'deliveries'],
    queryOf(search, zone),
    (query, signal) => api.GET('/v1/webhooks/{id}/deliveries', { params: { path: { id: webhook.id }, query }, signal }),
    // No event says that a mapping has finished, so the list is polled while one is pending.
    (rows) => rows.some(({ mapping }) => mapping.state === 'pending') && PENDING_MS,
  )
  const { rows } = list
  const selection = useSelection(search.delivery, rows, list.data !== undefined)

  // Ids grow with time: rows above the first one seen are new.
  const newestAtFirst = useRef<string | null>(null)
  if (newestAtFirst.current === null && list.data && !isFiltered(search)) newestAtFirst.current = rows[0]?.id ?? '0'
  const isNew = (id: string) =>
    newestAtFirst.current !== null && id > newestAtFirst.current && id !== selection.selectedId

  return (
    <div>
      <DeliveryFilters search={search} set={set} />
      <Read of={list}>
        {() =>
          rows.length === 0 ? (
            <Nothing webhook={webhook} isSearch={isFiltered(search)} clear={() => set(NO_FILTERS)} />
          ) : (
            <SelectList
              label="Deliveries"
              list={list}
              selection={selection}
              onSelect={(id) => set({ delivery: id })}
              renderRow={(row) => <Line delivery={row} isNew={isNew(row.id)} />}
              renderDetail={(id, listed) => <DeliveryDetail key={id} webhook={webhook} id={id} listed={listed} />}
            />
          )
        }
      </Read>
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
          <MappingState delivery={delivery} />
        </Group>
      </Group>
      <Text size="sm" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
        {summaryOf(delivery)}
      </Text>
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

function MappingState({ delivery: { mapping } }: { delivery: Delivery }) {
  const made = mapping.contact_ids.length
  switch (mapping.state) {
    case 'mapped':
      return <StateBadge state="done" label={countOf(made, 'contact')} />
    case 'failed':
      return <StateBadge state="failed" label="Not mapped" />
    case 'pending':
      return <StateBadge state="running" label="Being mapped" />
    case 'skipped':
      return <StateBadge state="draft" label="Skipped" />
    case 'none':
      return null
  }
}

function Nothing({ webhook, isSearch, clear }: { webhook: Webhook; isSearch: boolean; clear: () => void }) {
  if (isSearch) {
    return (
      <Empty
        icon={IconSearch}
        title="No delivery matches"
        action={<SecondaryButton onClick={clear}>Clear the filters</SecondaryButton>}
      >
        The search finds text exactly as it stands in a delivery, with capitals and punctuation.
      </Empty>
    )
  }
  return (
    <Empty icon={IconInbox} title="Nothing has arrived yet">
      {webhook.active
        ? 'Enter the URL of this webhook at the sender and let it send something. It appears here at once. If you do not have the URL any more, get a new one under Settings.'
        : 'This webhook was revoked before anything arrived, or what it received was erased.'}
    </Empty>
  )
}
