import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Box, Group, Paper, Stack, TextInput } from '@mantine/core'
import { useList, useRead } from '../api/client.ts'
import type { AnyEvent } from '../api/events.ts'
import type { Endpoint, EventDetail } from '../api/schema.ts'
import { AddFilter, type Filter } from '../parts/AddFilter.tsx'
import { useDraftOf, useUrl } from '../parts/forms.tsx'
import { IconBolt, IconSearch } from '../parts/icons.tsx'
import { formatList } from '../parts/locale.ts'
import { type Column, RecordList } from '../parts/tables.tsx'
import { Muted, Small, Strong, Time } from '../parts/text.tsx'
import { AnchorLink, Empty, Read, SecondaryButton, SmallButton, StateBadge } from '../parts/ui.tsx'
import { formatSince } from '../parts/wall-clock.ts'
import { type NetworkOf, useNetworkOf } from '../posts/accounts.ts'
import { ALL_TYPES, labelOf, typeChoices } from './catalogue.ts'
import { LOOK_EVERY_MS, nameOf, useEndpoints } from './endpoints.ts'
import { DetailDrawer, EventHead, Json, SubjectLink } from './event-parts.tsx'
import { nextOf } from './health.ts'
import { summaryOf } from './subject.ts'

const columns = (networkOf: NetworkOf): ReadonlyArray<Column<AnyEvent>> => [
  {
    title: t`What happened`,
    render: (event) => (
      <Box maw={620}>
        <Strong>{labelOf(event.type)}</Strong>
        <Muted lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
          {summaryOf(event, networkOf)}
        </Muted>
      </Box>
    ),
  },
  {
    title: t`Type`,
    wideOnly: true,
    width: 220,
    render: ({ type }) => <Small ff="monospace">{type}</Small>,
  },
  { title: t`When`, width: 120, render: ({ timestamp }) => <Time at={timestamp} size="sm" /> },
]

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i

export function Feed() {
  const [url, change] = useUrl()
  const networkOf = useNetworkOf()
  const types = (url.type ?? '').split(',').filter((type) => (ALL_TYPES as string[]).includes(type))
  const subject = url.subject?.match(UUID)?.[0]
  const feed = useList(['events', 'feed'], '/v1/events', {
    query: { order: 'desc', type: types.join(','), subject_id: subject },
  })
  const isNarrowed = types.length > 0 || subject !== undefined
  const clear = () => change({ type: undefined, subject: undefined })
  const filter: Filter = {
    name: 'type',
    label: t`Types`,
    choices: typeChoices(),
    chosen: types,
    shown: types.length === 0 ? null : formatList(types.map((type) => labelOf(type as AnyEvent['type']))),
    isMultiple: true,
    // A chosen one is taken out again; the empty value removes all.
    onChange: (type) => {
      const others = types.filter((each) => each !== type)
      const next = type === '' ? [] : others.length < types.length ? others : [...types, type]
      change({ type: next.join(',') || undefined })
    },
  }
  return (
    <>
      <Group align="flex-end" gap="sm" mb="md">
        <SubjectField value={url.subject ?? ''} onChange={(text) => change({ subject: text || undefined })} />
        <AddFilter filters={[filter]} onClearAll={clear} />
      </Group>
      <RecordList
        label={t`Events, newest first`}
        columns={columns(networkOf)}
        of={feed}
        onOpen={({ id }) => change({ event: id }, 'push')}
        selectedId={url.event ?? null}
        empty={
          <Empty
            icon={IconBolt}
            title={isNarrowed ? t`Nothing like that happened` : t`Nothing happened yet`}
            action={
              isNarrowed && (
                <SecondaryButton onClick={clear}>
                  <Trans>Show everything</Trans>
                </SecondaryButton>
              )
            }
          >
            {isNarrowed
              ? t`Events are kept for 30 days unless your operator set another time. Choose other types, or another id.`
              : t`As soon as a contact comes in or a post goes out, it stands here, the newest on top.`}
          </Empty>
        }
      />
      <DetailDrawer title={t`Event`} id={url.event} onClose={() => change({ event: undefined })}>
        {(id) => <Detail id={id} onSubject={(subject) => change({ event: undefined, type: undefined, subject })} />}
      </DetailDrawer>
    </>
  )
}

/** Takes an id, or the address of a page that contains one. */
function SubjectField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const [text, setText] = useDraftOf(value)
  const isWrong = text.trim() !== '' && !UUID.test(text)
  const take = (next: string) => {
    const id = next.match(UUID)?.[0]
    setText(id ?? next)
    if (id !== undefined || next.trim() === '') onChange(id ?? '')
  }
  return (
    <TextInput
      label={t`About`}
      placeholder={t`Id of a contact, post, account, …`}
      leftSection={<IconSearch size={16} />}
      value={text}
      onChange={({ currentTarget }) => take(currentTarget.value)}
      error={
        isWrong &&
        t`An id looks like 019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9012. Paste it, or the address of a page about it.`
      }
      data-search
      w={{ base: '100%', sm: 380 }}
    />
  )
}

function Detail({ id, onSubject }: { id: string; onSubject: (id: string) => void }) {
  const event = useRead(['events', id], '/v1/events/{id}', {
    path: { id },
    refetchInterval: ({ state: { data } }) => (data?.deliveries.some(isPending) ? LOOK_EVERY_MS : false),
  })
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
                <SmallButton onClick={() => onSubject(subject)}>
                  <Trans>Everything about it</Trans>
                </SmallButton>
              )}
            </Group>
            <Deliveries deliveries={deliveries} eventId={event.id} />
            <Json title={t`As it is sent`} value={event} />
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
      <Strong>
        <Trans>Deliveries</Trans>
      </Strong>
      {deliveries.length === 0 && (
        <Muted>
          <Trans>No endpoint wanted it when it happened.</Trans>
        </Muted>
      )}
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
                {nameOf(byId.get(delivery.endpoint_id) ?? { description: t`Endpoint`, url: '' })}
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
  if (state === 'delivered' && delivered_at) {
    const since = formatSince(delivered_at)
    return plural(attempts, { one: `# attempt, answered ${since}`, other: `# attempts, answered ${since}` })
  }
  const made = plural(attempts, { one: '# attempt', other: '# attempts' })
  return state === 'pending' && endpoint ? `${made}. ${nextOf(delivery, endpoint)}` : made
}
