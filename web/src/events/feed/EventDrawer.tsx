import { Drawer, Group, Paper, Stack } from '@mantine/core'
import { api } from '../../api/client.ts'
import { useRead } from '../../api/queries.ts'
import type { Endpoint, EventDetail } from '../../api/schema.ts'
import { AnchorLink } from '../../parts/links.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { Read } from '../../parts/states.tsx'
import { Muted, SecondaryButton, Strong } from '../../parts/variants.ts'
import { formatSince } from '../../parts/wall-clock.ts'
import { nextOf } from '../deliveries/next.ts'
import { EventHead, SubjectLink } from '../EventHead.tsx'
import { LOOK_EVERY_MS, nameOf, useEndpoints } from '../endpoints.ts'
import { Json } from '../Json.tsx'

interface EventDrawerProps {
  /** Null: closed. */
  id: string | null
  onClose: () => void
  onSubject: (id: string) => void
}

export function EventDrawer({ id, onClose, onSubject }: EventDrawerProps) {
  return (
    <Drawer opened={id !== null} onClose={onClose} position="right" size="lg" title="Event">
      {id !== null && <Detail id={id} onSubject={onSubject} />}
    </Drawer>
  )
}

function Detail({ id, onSubject }: { id: string; onSubject: (id: string) => void }) {
  const event = useRead(
    ['events', id],
    ({ signal }) => api.GET('/v1/events/{id}', { params: { path: { id } }, signal }),
    { refetchInterval: ({ state: { data } }) => (data?.deliveries.some(isPending) ? LOOK_EVERY_MS : false) },
  )
  return (
    <Read of={event}>
      {({ deliveries, ...event }) => {
        const subject = typeof event.data.id === 'string' ? event.data.id : null
        return (
          <Stack>
            <EventHead event={event} />
            <Group gap="xs">
              <SubjectLink event={event} />
              {subject && (
                <SecondaryButton size="xs" onClick={() => onSubject(subject)}>
                  Everything about it
                </SecondaryButton>
              )}
            </Group>
            <Deliveries deliveries={deliveries} eventId={event.id} />
            <Json title="As it is sent" value={event} />
          </Stack>
        )
      }}
    </Read>
  )
}

type Delivery = EventDetail['deliveries'][number]

const isPending = ({ state }: Delivery) => state === 'pending'

function Deliveries({ deliveries, eventId }: { deliveries: Delivery[]; eventId: string }) {
  const { data: endpoints } = useEndpoints()
  const byId = new Map(endpoints?.map((endpoint) => [endpoint.id, endpoint]))
  return (
    <Stack gap="xs">
      <Strong>Deliveries</Strong>
      {deliveries.length === 0 && <Muted>No endpoint wanted it when it happened.</Muted>}
      {deliveries.map((delivery) => (
        <Paper key={delivery.endpoint_id} withBorder p="sm">
          <Group justify="space-between" wrap="nowrap" align="flex-start">
            <div>
              <AnchorLink
                to="/events/endpoints/$id"
                params={{ id: delivery.endpoint_id }}
                search={{ delivery: eventId }}
                size="sm"
                style={{ overflowWrap: 'anywhere' }}
              >
                {nameOf(byId.get(delivery.endpoint_id) ?? { description: 'Endpoint', url: '' })}
              </AnchorLink>
              <Muted>{progressOf(delivery, byId.get(delivery.endpoint_id))}</Muted>
            </div>
            <StateBadge state={delivery.state} />
          </Group>
        </Paper>
      ))}
    </Stack>
  )
}

function progressOf(delivery: Delivery, endpoint: Endpoint | undefined): string {
  const { state, attempts, delivered_at } = delivery
  const tries = attempts === 1 ? '1 attempt' : `${attempts} attempts`
  if (state === 'delivered' && delivered_at) return `${tries}, answered ${formatSince(delivered_at)}`
  if (state === 'pending' && endpoint) return `${tries}. ${nextOf(delivery, endpoint)}`
  return tries
}
