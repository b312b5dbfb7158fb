import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Box, Button, Group, Paper, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { api, useList, useMay, useRead } from '../api/client.ts'
import type { Endpoint, EventAttempt, EventDelivery } from '../api/schema.ts'
import { AddFilter, choiceFilter } from '../parts/AddFilter.tsx'
import { useChange } from '../parts/action.ts'
import { choices, useUrl } from '../parts/forms.tsx'
import { IconSend } from '../parts/icons.tsx'
import { type Column, RecordList } from '../parts/tables.tsx'
import { Hint, Muted, Small, Strong, Time } from '../parts/text.tsx'
import { Empty, Problem, Read, SecondaryButton, StateBadge } from '../parts/ui.tsx'
import { labelOf, typeChoices } from './catalogue.ts'
import { LOOK_EVERY_MS } from './endpoints.ts'
import { Answer, DetailDrawer, EventHead, formatMs, Json, SubjectLink } from './event-parts.tsx'
import { nextOf } from './health.ts'

const states = () =>
  choices({ pending: t`Waiting`, delivered: t`Delivered`, failed: t`Failed`, cancelled: t`Cancelled` })

const columnsFor = (endpoint: Endpoint): ReadonlyArray<Column<EventDelivery>> => [
  {
    title: t`Event`,
    render: (delivery) => (
      <Box>
        <Strong>{labelOf(delivery.type)}</Strong>
        <Time at={delivery.created_at} size="xs" c="dimmed" hiddenFrom="sm" />
        {delivery.state === 'pending' && <Hint>{nextOf(delivery, endpoint)}</Hint>}
      </Box>
    ),
  },
  { title: t`State`, render: ({ state }) => <StateBadge state={state} /> },
  { title: t`Attempts`, wideOnly: true, width: 110, count: ({ attempts }) => attempts },
  { title: t`Delivered`, wideOnly: true, render: ({ delivered_at }) => <Time at={delivered_at} size="sm" /> },
  { title: t`Happened`, wideOnly: true, render: ({ created_at }) => <Time at={created_at} size="sm" /> },
]

export function Deliveries({ endpoint }: { endpoint: Endpoint }) {
  const [url, change] = useUrl()
  const state = states().find(({ value }) => value === url.state)?.value
  const type = typeChoices().find(({ value }) => value === url.type)?.value
  const deliveries = useList(['events', 'deliveries', endpoint.id], '/v1/events/endpoints/{id}/deliveries', {
    path: { id: endpoint.id },
    query: { state, type },
    again: LOOK_EVERY_MS,
  })
  const isNarrowed = state !== undefined || type !== undefined
  const showAll = () => change({ state: undefined, type: undefined })
  return (
    <>
      <Group mb="md" gap="sm">
        <AddFilter
          filters={[
            choiceFilter({ name: 'state', label: t`State`, value: state }, states(), (state) => change({ state })),
            choiceFilter({ name: 'type', label: t`Type`, value: type }, typeChoices(), (type) => change({ type })),
          ]}
          onClearAll={showAll}
        />
      </Group>
      <RecordList
        label={t`Deliveries, newest first`}
        columns={columnsFor(endpoint)}
        of={deliveries}
        idOf={({ event_id }) => event_id}
        onOpen={({ event_id }) => change({ delivery: event_id }, 'push')}
        selectedId={url.delivery ?? null}
        empty={
          <Empty
            icon={IconSend}
            title={isNarrowed ? t`No such delivery` : t`Nothing was sent yet`}
            action={
              isNarrowed && (
                <SecondaryButton onClick={showAll}>
                  <Trans>Show all</Trans>
                </SecondaryButton>
              )
            }
          >
            {isNarrowed
              ? t`No delivery to this endpoint has this state and type.`
              : t`The next event that this endpoint wants stands here within a second. Send a test to try it now.`}
          </Empty>
        }
      />
      <DetailDrawer title={t`Delivery`} id={url.delivery} onClose={() => change({ delivery: undefined })}>
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
            <Strong>
              <Trans>Attempts</Trans>
            </Strong>
            {attempts.length === 0 && (
              <Muted>
                {state === 'cancelled'
                  ? t`It was never sent: the endpoint was disabled before.`
                  : endpoint.status === 'paused'
                    ? t`None yet: the endpoint is paused.`
                    : t`None yet.`}
              </Muted>
            )}
            {attempts.map((attempt) => (
              <Attempt key={attempt.number} attempt={attempt} />
            ))}
            {next_at && attempts.length > 0 && (
              <Muted>
                <Trans>{nextOf({ next_at }, endpoint)}. There are up to 8 attempts, over about 28 hours.</Trans>
              </Muted>
            )}
          </Stack>
          <Json title={endpoint.kind === 'webhook' ? t`What was sent` : t`The event it tells`} value={event} />
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
            {number}.{' '}
            {status === null
              ? t`No answer after ${formatMs(duration_ms)}`
              : t`Answered with ${status} after ${formatMs(duration_ms)}`}
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
        endpoint.status === 'paused' ? t`It is sent when you resume.` : t`It is sent again now.`,
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
        title={isOff ? t`The endpoint is disabled. Turn it on again first.` : undefined}
      >
        <Trans>Send again</Trans>
      </Button>
      {isOff && (
        <Muted>
          <Trans>Turn the endpoint on again to send it.</Trans>
        </Muted>
      )}
      {resend.error && <Problem error={resend.error} />}
    </>
  )
}
