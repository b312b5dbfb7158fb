import { Button, Drawer, Group, Paper, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'
import type { Endpoint, EventAttempt } from '../../api/schema.ts'
import { useMay } from '../../api/session.ts'
import { ButtonLink } from '../../parts/links.tsx'
import { Strong } from '../../parts/more-variants.ts'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { Problem, Read } from '../../parts/states.tsx'
import { Time } from '../../parts/Time.tsx'
import { tell } from '../../parts/tell.ts'
import { Heading, Muted } from '../../parts/variants.ts'
import { labelOf } from '../catalogue.ts'
import { Answer, formatMs } from '../endpoint/Answer.tsx'
import { LOOK_EVERY_MS } from '../endpoints.ts'
import { Json } from '../Json.tsx'
import { linkOf, summaryOf } from '../subject.ts'
import { nextOf } from './next.ts'

interface DeliveryDrawerProps {
  endpoint: Endpoint
  /** Null: closed. */
  eventId: string | null
  onClose: () => void
}

/** One delivery: every attempt with its answer, and what was sent. */
export function DeliveryDrawer({ endpoint, eventId, onClose }: DeliveryDrawerProps) {
  return (
    <Drawer opened={eventId !== null} onClose={onClose} position="right" size="lg" title="Delivery">
      {eventId !== null && <Detail endpoint={endpoint} eventId={eventId} />}
    </Drawer>
  )
}

function Detail({ endpoint, eventId }: { endpoint: Endpoint; eventId: string }) {
  const delivery = useQuery({
    queryKey: ['events', 'delivery', endpoint.id, eventId],
    queryFn: ({ signal }) => {
      const params = { path: { id: endpoint.id, event_id: eventId } }
      return dataOf(api.GET('/v1/events/endpoints/{id}/deliveries/{event_id}', { params, signal }))
    },
    refetchInterval: ({ state }) => (state.data?.state === 'pending' ? LOOK_EVERY_MS : false),
  })
  return (
    <Read of={delivery}>
      {({ state, next_at, attempts, event }) => {
        const link = linkOf(event)
        return (
          <Stack>
            <div>
              <Group gap="xs">
                <Heading>{labelOf(event.type)}</Heading>
                <StateBadge state={state} />
              </Group>
              <Text c="dimmed" lineClamp={3} style={{ overflowWrap: 'anywhere' }}>
                {summaryOf(event)}
              </Text>
              <Time at={event.timestamp} exact size="sm" c="dimmed" />
            </div>
            <Group gap="xs">
              <Resend endpoint={endpoint} eventId={eventId} />
              {link && (
                <ButtonLink to={link.to} params={link.params} search={link.search ?? {}} size="xs" variant="default">
                  {link.label}
                </ButtonLink>
              )}
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
        )
      }}
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
  const resend = useMutation({
    mutationFn: () => {
      const params = { path: { id: endpoint.id, event_id: eventId } }
      return api.POST('/v1/events/endpoints/{id}/deliveries/{event_id}/resend', { params })
    },
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
        {...(isOff ? { title: 'The endpoint is disabled. Turn it on again first.' } : {})}
      >
        Send again
      </Button>
      {isOff && <Muted>Turn the endpoint on again to send it.</Muted>}
      {resend.error && <Problem error={resend.error} />}
    </>
  )
}
