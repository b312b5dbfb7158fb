import { Badge, Group, Text } from '@mantine/core'
import { IconInbox, IconSearch, IconShieldCheck, IconShieldOff } from '@tabler/icons-react'
import { useRef } from 'react'
import { api } from '../../api/client.ts'
import { useList } from '../../api/queries.ts'
import type { Delivery, Webhook } from '../../api/schema.ts'
import { Empty, Read } from '../../parts/states.tsx'
import { Time, useTimeZone } from '../../parts/Time.tsx'
import { useUrl } from '../../parts/useUrl.ts'
import { Hint, SecondaryButton } from '../../parts/variants.ts'
import { formatBytes, summaryOf } from './body.ts'
import { DeliveryDetail } from './DeliveryDetail.tsx'
import { DeliveryFilters, isFiltered, NO_FILTERS, queryOf } from './DeliveryFilters.tsx'
import classes from './inbox.module.css'
import { MappingState } from './MappingState.tsx'
import { SelectList } from './SelectList.tsx'
import { useSelection } from './useSelection.ts'

const PENDING_MS = 1_500

/** What came in, newest first; new ones appear by themselves. */
export function Inbox({ webhook }: { webhook: Webhook }) {
  const [search, set] = useUrl()
  const zone = useTimeZone()
  const list = useList(
    ['webhooks', webhook.id, 'deliveries'],
    queryOf(search, zone),
    (query, signal) => api.GET('/v1/webhooks/{id}/deliveries', { params: { path: { id: webhook.id }, query }, signal }),
    // No event tells that a mapping has ended, so what is being mapped is looked at again.
    (rows) => rows.some(({ mapping }) => mapping.state === 'pending') && PENDING_MS,
  )
  const { rows } = list
  const { selectedId, detail } = useSelection(search.delivery, rows, list.data !== undefined)

  // Ids grow with time: what is above the first one seen has come since.
  const newestAtFirst = useRef<string | null>(null)
  if (newestAtFirst.current === null && list.data && !isFiltered(search)) newestAtFirst.current = rows[0]?.id ?? '0'
  const isNew = (id: string) => newestAtFirst.current !== null && id > newestAtFirst.current && id !== selectedId

  return (
    <div>
      <DeliveryFilters search={search} set={set} />
      <Read of={list}>
        {() =>
          rows.length === 0 ? (
            <Nothing webhook={webhook} isSearch={isFiltered(search)} clear={() => set(NO_FILTERS)} />
          ) : (
            <div className={classes.split}>
              <SelectList
                label="Deliveries"
                rows={rows}
                selectedId={selectedId}
                onSelect={(id) => set({ delivery: id })}
                render={(row) => <Line delivery={row} isNew={isNew(row.id)} />}
                total={list.total}
                more={list.more}
              />
              <div ref={detail} style={{ scrollMarginTop: 70 }}>
                {selectedId && (
                  <DeliveryDetail
                    key={selectedId}
                    webhook={webhook}
                    id={selectedId}
                    listed={rows.find(({ id }) => id === selectedId)}
                    view={search.view ?? 'pretty'}
                    onView={(view) => set({ view: view === 'pretty' ? undefined : view })}
                    onErased={() => set({ delivery: undefined })}
                  />
                )}
              </div>
            </div>
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
      <Text size="sm" className={classes.summary}>
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
