import { Button, Drawer, Group, Paper, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useRead } from '../../api/queries.ts'
import type { Endpoint, EventAttempt } from '../../api/schema.ts'
import { useMay } from '../../api/session.ts'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { Problem, Read } from '../../parts/states.tsx'
import { Time } from '../../parts/Time.tsx'
import { tell } from '../../parts/tell.ts'
import { Muted, Strong } from '../../parts/variants.ts'
import { EventHead, SubjectLink } from '../EventHead.tsx'
import { LOOK_EVERY_MS } from '../endpoints.ts'
import { Answer, formatMs, Json } from '../Json.tsx'
import { nextOf } from './next.ts'

interface DeliveryDrawerProps {
  endpoint: Endpoint
  /** Null: closed. */
  eventId: string | null
  onClose: () => void
}

export function DeliveryDrawer({ endpoint, eventId, onClose }: DeliveryDrawerProps) {
  return (
    <Drawer opened={eventId !== null} onClose={onClose} position="right" size="lg" title="Delivery">
      {eventId !== null && <Detail endpoint={endpoint} eventId={eventId} />}
    </Drawer>
  )
}

function Detail({ endpoint, eventId }: { endpoint: Endpoint; eventId: string }) {
  const params = { path: { id: endpoint.id, event_id: eventId } }
  const delivery = useRead(
    ['events', 'delivery', endpoint.id, eventId],
    ({ signal }) => api.GET('/v1/events/endpoints/{id}/deliveries/{event_id}', { params, signal }),
    { refetchInterval: ({ state }) => (state.data?.state === 'pending' ? LOOK_EVERY_MS : false) },
  )
  return (
    <Read of={delivery}>
      {({ state, next_at, attempts, event }) => (
        <Stack>
          <EventHead event={event} state={state} />
          <Group gap="xs">
            <Resend endpoint={endpoint} eventId={eventId} />
            <SubjectLink event={event} variant="default" />
          </Group>
          <Stack gap="xs">
            <Strong>Attempts</Strong>
            {attempts.length === 0 && (
              <Muted>
                {state === 'cancelled'
                  ? 'It was never sent: the endpoint was disabled before.'
                  : endpoint.status === 'paused'
                    ? 'None yet: the endpoint is paused.'
                    : 'None yet.'}
              </Muted>
            )}
            {attempts.map((attempt) => (
              <Attempt key={attempt.number} attempt={attempt} />
            ))}
            {next_at && attempts.length > 0 && (
              <Muted>{nextOf({ next_at }, endpoint)}. There are up to 8 attempts, over about 28 hours.</Muted>
            )}
          </Stack>
          <Json title="What was sent" value={event} />
        </Stack>
      )}
    </Read>
  )
}

function Attempt({ attempt }: { attempt: EventAttempt }) {
  const { number, started_at, duration_ms, outcome, status, message, answer } = attempt
  const isGood = outcome === 'delivered'
  return (
    <Paper withBorder p="sm">
      <Stack gap={6}>
        <Group justify="space-between" gap="xs">
          <Strong>
            {number}. {status === null ? 'No answer' : `Answered with ${status}`} after {formatMs(duration_ms)}
          </Strong>
          <StateBadge state={isGood ? 'delivered' : 'failed'} />
        </Group>
        <Time at={started_at} exact size="sm" c="dimmed" />
        {message && <Text size="sm">{message}</Text>}
        {status !== null && <Answer text={answer} />}
      </Stack>
    </Paper>
  )
}

function Resend({ endpoint, eventId }: { endpoint: Endpoint; eventId: string }) {
  const may = useMay()
  const queries = useQueryClient()
  const params = { path: { id: endpoint.id, event_id: eventId } }
  const resend = useMutation({
    mutationFn: () => api.POST('/v1/events/endpoints/{id}/deliveries/{event_id}/resend', { params }),
    onSuccess: () => {
      tell.done(endpoint.status === 'paused' ? 'It is sent when you resume.' : 'It is sent again now.')
      for (const key of ['events', 'endpoints']) void queries.invalidateQueries({ queryKey: [key] })
    },
  })
  if (!may.write) return null
  const isOff = endpoint.status === 'disabled'
  return (
    <>
      <Button
        size="xs"
        loading={resend.isPending}
        disabled={isOff}
        onClick={() => resend.mutate()}
        title={isOff ? 'The endpoint is disabled. Turn it on again first.' : undefined}
      >
        Send again
      </Button>
      {isOff && <Muted>Turn the endpoint on again to send it.</Muted>}
      {resend.error && <Problem error={resend.error} />}
    </>
  )
}
