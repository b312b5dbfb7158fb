import { Box, Button, Group, Paper, Select, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { api, useList, useMay, useRead } from '../api/client.ts'
import type { Endpoint, EventAttempt, EventDelivery } from '../api/schema.ts'
import { choices, useChange, useUrl } from '../parts/forms.tsx'
import { IconSend } from '../parts/icons.tsx'
import { type Column, RecordList } from '../parts/tables.tsx'
import { Hint, Muted, Small, Strong, Time } from '../parts/text.tsx'
import { Empty, Problem, Read, SecondaryButton, StateBadge } from '../parts/ui.tsx'
import { labelOf, TYPE_OPTIONS } from './catalogue.ts'
import { LOOK_EVERY_MS } from './endpoints.ts'
import { Answer, DetailDrawer, EventHead, formatMs, Json, SubjectLink } from './event-parts.tsx'
import { nextOf } from './health.ts'

const STATES = choices({ pending: 'Waiting', delivered: 'Delivered', failed: 'Failed', cancelled: 'Cancelled' })

const Choice = Select.withProps({ placeholder: 'All', clearable: true })

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
  { title: 'Attempts', wideOnly: true, width: 110, count: ({ attempts }) => attempts },
  { title: 'Delivered', wideOnly: true, render: ({ delivered_at }) => <Time at={delivered_at} size="sm" /> },
  { title: 'Happened', wideOnly: true, render: ({ created_at }) => <Time at={created_at} size="sm" /> },
]

export function Deliveries({ endpoint }: { endpoint: Endpoint }) {
  const [url, change] = useUrl()
  const state = STATES.find(({ value }) => value === url.state)?.value
  const type = TYPE_OPTIONS.flatMap(({ items }) => items).find(({ value }) => value === url.type)?.value
  const deliveries = useList(['events', 'deliveries', endpoint.id], '/v1/events/endpoints/{id}/deliveries', {
    path: { id: endpoint.id },
    query: { state, type },
    again: LOOK_EVERY_MS,
  })
  const isNarrowed = state !== undefined || type !== undefined
  const showAll = () => change({ state: undefined, type: undefined })
  return (
    <>
      <Group mb="md">
        <Choice
          label="State"
          data={STATES}
          value={state ?? null}
          onChange={(next) => change({ state: next ?? undefined })}
          clearButtonProps={{ 'aria-label': 'All states' }}
          w={{ base: '100%', sm: 240 }}
        />
        <Choice
          label="Type"
          data={TYPE_OPTIONS}
          value={type ?? null}
          onChange={(next) => change({ type: next ?? undefined })}
          clearButtonProps={{ 'aria-label': 'All types' }}
          searchable
          data-search
          w={{ base: '100%', sm: 280 }}
        />
      </Group>
      <RecordList
        label="Deliveries, newest first"
        columns={columnsFor(endpoint)}
        of={deliveries}
        idOf={({ event_id }) => event_id}
        onOpen={({ event_id }) => change({ delivery: event_id }, 'push')}
        selectedId={url.delivery ?? null}
        empty={
          <Empty
            icon={IconSend}
            title={isNarrowed ? 'No such delivery' : 'Nothing was sent yet'}
            action={isNarrowed && <SecondaryButton onClick={showAll}>Show all</SecondaryButton>}
          >
            {isNarrowed
              ? 'No delivery to this endpoint has this state and type.'
              : 'The next event that this endpoint wants stands here within a second. Send a test to try it now.'}
          </Empty>
        }
      />
      <DetailDrawer title="Delivery" id={url.delivery} onClose={() => change({ delivery: undefined })}>
        {(id) => <Detail endpoint={endpoint} eventId={id} />}
      </DetailDrawer>
    </>
  )
}

function Detail({ endpoint, eventId }: { endpoint: Endpoint; eventId: string }) {
  const key = ['events', 'delivery', endpoint.id, eventId]
  const delivery = useRead(key, '/v1/events/endpoints/{id}/deliveries/{event_id}', {
    path: { id: endpoint.id, event_id: eventId },
    refetchInterval: ({ state }) => (state.data?.state === 'pending' ? LOOK_EVERY_MS : false),
  })
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
          <Json title={endpoint.kind === 'webhook' ? 'What was sent' : 'The event it tells'} value={event} />
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
        {message && <Small>{message}</Small>}
        {status !== null && <Answer text={answer} />}
      </Stack>
    </Paper>
  )
}

function Resend({ endpoint, eventId }: { endpoint: Endpoint; eventId: string }) {
  const may = useMay()
  const change = useChange('events', 'endpoints')
  const params = { path: { id: endpoint.id, event_id: eventId } }
  const resend = useMutation({
    mutationFn: () =>
      change(
        api.POST('/v1/events/endpoints/{id}/deliveries/{event_id}/resend', { params }),
        endpoint.status === 'paused' ? 'It is sent when you resume.' : 'It is sent again now.',
      ),
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
