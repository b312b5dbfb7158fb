import { Box, Group, Select } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { api } from '../../api/client.ts'
import { useList } from '../../api/queries.ts'
import type { Endpoint, EventDelivery } from '../../api/schema.ts'
import { type Column, RecordTable } from '../../parts/RecordTable.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { Empty, Read } from '../../parts/states.tsx'
import { Time } from '../../parts/Time.tsx'
import { useUrl } from '../../parts/useUrl.ts'
import { Hint, SecondaryButton, Strong } from '../../parts/variants.ts'
import { labelOf, TYPE_OPTIONS } from '../catalogue.ts'
import { LOOK_EVERY_MS } from '../endpoints.ts'
import { DeliveryDrawer } from './DeliveryDrawer.tsx'
import { nextOf } from './next.ts'

const STATES = [
  { value: 'pending', label: 'Waiting' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'failed', label: 'Failed' },
  { value: 'cancelled', label: 'Cancelled' },
] as const

const columnsFor = (endpoint: Endpoint): ReadonlyArray<Column<EventDelivery>> => [
  {
    title: 'Event',
    render: (delivery) => (
      <Box>
        <Strong>{labelOf(delivery.type)}</Strong>
        <Time at={delivery.created_at} size="xs" c="dimmed" hiddenFrom="sm" />
        {delivery.state === 'pending' && <Hint>{nextOf(delivery, endpoint)}</Hint>}
      </Box>
    ),
  },
  { title: 'State', render: ({ state }) => <StateBadge state={state} /> },
  { title: 'Attempts', wideOnly: true, align: 'right', width: 110, render: ({ attempts }) => attempts },
  { title: 'Delivered', wideOnly: true, render: ({ delivered_at }) => <Time at={delivered_at} size="sm" /> },
  { title: 'Happened', wideOnly: true, render: ({ created_at }) => <Time at={created_at} size="sm" /> },
]

export function Deliveries({ endpoint }: { endpoint: Endpoint }) {
  const [url, change] = useUrl()
  const state = STATES.find(({ value }) => value === url.state)?.value
  const type = TYPE_OPTIONS.flatMap(({ items }) => items).find(({ value }) => value === url.type)?.value
  const deliveries = useList(
    ['events', 'deliveries', endpoint.id],
    { state, type },
    (query, signal) =>
      api.GET('/v1/events/endpoints/{id}/deliveries', { params: { path: { id: endpoint.id }, query }, signal }),
    LOOK_EVERY_MS,
  )
  const isNarrowed = state !== undefined || type !== undefined
  return (
    <>
      <Group mb="md">
        <Select
          label="State"
          placeholder="All"
          data={STATES}
          value={state ?? null}
          onChange={(next) => change({ state: next ?? undefined })}
          clearable
          clearButtonProps={{ 'aria-label': 'All states' }}
          w={{ base: '100%', sm: 240 }}
        />
        <Select
          label="Type"
          placeholder="All"
          data={TYPE_OPTIONS}
          value={type ?? null}
          onChange={(next) => change({ type: next ?? undefined })}
          clearable
          clearButtonProps={{ 'aria-label': 'All types' }}
          searchable
          data-search
          w={{ base: '100%', sm: 280 }}
        />
      </Group>
      <Read of={deliveries}>
        {() =>
          deliveries.rows.length === 0 ? (
            <Empty
              icon={IconSend}
              title={isNarrowed ? 'No such delivery' : 'Nothing was sent yet'}
              action={
                isNarrowed && (
                  <SecondaryButton onClick={() => change({ state: undefined, type: undefined })}>
                    Show all
                  </SecondaryButton>
                )
              }
            >
              {isNarrowed
                ? 'No delivery to this endpoint has this state and type.'
                : 'The next event that this endpoint wants stands here within a second. Send a test to try it now.'}
            </Empty>
          ) : (
            <RecordTable
              label="Deliveries, newest first"
              columns={columnsFor(endpoint)}
              rows={deliveries.rows}
              idOf={({ event_id }) => event_id}
              onOpen={({ event_id }) => change({ delivery: event_id }, 'push')}
              selectedId={url.delivery ?? null}
              total={deliveries.total}
              more={deliveries.more}
            />
          )
        }
      </Read>
      <DeliveryDrawer
        endpoint={endpoint}
        eventId={url.delivery ?? null}
        onClose={() => change({ delivery: undefined })}
      />
    </>
  )
}
