import { msg, plural, t as translate } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Alert, Anchor, Group, Modal, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { answerOf, api, dataOf, useConnections, useMay } from '../api/client.ts'
import { useShown } from '../api/leaving.ts'
import type { PostCalendar } from '../api/schema.ts'
import { ConfirmButton } from '../parts/dialogs.tsx'
import { choices } from '../parts/forms.tsx'
import { IconCalendarPlus, IconChevronLeft, IconChevronRight } from '../parts/icons.tsx'
import { firstDayOfWeek } from '../parts/locale.ts'
import { NetworkName, PROVIDER } from '../parts/platforms.tsx'
import { plainReason } from '../parts/reasons.ts'
import { Heading, Hint, Muted, Time, useTimeZone } from '../parts/text.tsx'
import { ButtonLink, Problem, SecondaryButton, SecondaryLink, StateBadge } from '../parts/ui.tsx'
import { addDays, todayIn } from '../parts/wall-clock.ts'
import { Agenda, SlotPosts } from './Agenda.tsx'
import { useAccount, useNetworkOf } from './accounts.ts'
import {
  coloursOf,
  type Entry,
  entriesOfSlot,
  type Member,
  movable,
  type Range,
  rangeOf,
  type Slot,
  titleOf,
  turn,
} from './entries.ts'
import { Grid } from './Grid.tsx'
import { CALENDARS, MoveForm } from './Move.tsx'
import { Media, MemberList } from './PostParts.tsx'
import { accountName, allows, isWebLink, shorten, textOf } from './post.ts'
import { AT_WORK, useGroup, useGroupActions } from './reading.ts'
import { NO_FILTER, type PostsFilter, type PostsSearch, type SearchProps, toQuery } from './search.ts'
import { cityOf } from './times.ts'

/** Posts drawn per day or hour; a click shows the rest. */
const PER_SLOT = { wide: { day: 4, hour: 4 }, tight: { day: 4, hour: 2 }, agenda: 8 } as const
const TURNS = [
  { by: -1, icon: IconChevronLeft, labels: { month: msg`The month before`, week: msg`The week before` } },
  { by: 1, icon: IconChevronRight, labels: { month: msg`The month after`, week: msg`The week after` } },
]
const NONE: Slot[] = []
const AT_ONCE = { getInitialValueInEffect: false }

export function Calendar({ search, change }: SearchProps) {
  const { t } = useLingui()
  const zone = useTimeZone()
  const city = cityOf(zone)
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, AT_ONCE) ?? false
  const firstDay = useMemo(firstDayOfWeek, [])
  const may = useMay()
  // Posts of the same hour are side by side, and each needs room for its icon.
  const isTight = useMediaQuery('(max-width: 64em)', undefined, AT_ONCE) ?? false
  const [clicked, setClicked] = useState<Entry | null>(null)
  const [slot, setSlot] = useState<Slot | null>(null)
  const { span, platform, account, group, q } = search
  const day = search.day ?? todayIn(zone)
  const rangeAt = (by: number) => rangeOf(span, turn(span, day, by), firstDay, !isNarrow)
  const range = rangeAt(0)
  const isFiltered = platform !== null || account !== null || group !== null || q !== ''
  const filter = { platform, account, group, q }
  const by = span === 'week' && !isNarrow ? ('hour' as const) : ('day' as const)
  const perSlot = isNarrow ? PER_SLOT.agenda : PER_SLOT[isTight ? 'tight' : 'wide'][by]
  const request = { range, zone, by, perSlot, filter }
  const read = useCalendar(request, [rangeAt(-1), rangeAt(1)])
  const all = useCalendar({ ...request, filter: NO_FILTER }, [], isFiltered)
  const hidden = isFiltered && all.data && read.data ? all.data.total - read.data.total : 0
  const slots = read.data?.slots ?? NONE
  const view = { slots, isLoading: read.isPending, onOpen: setClicked, onMore: setSlot }
  // Drawing hundreds of posts lets clicks and keys go first.
  const { isRead, ...sheet } = useDeferredValue(
    useMemo(() => ({ slots, span, day, isRead: !read.isPending }), [slots, span, day, read.isPending]),
  )
  // Drawn with the first posts: rows would grow and move when they come. It stays for days that are still read.
  const isDrawn = useRef(false)
  isDrawn.current ||= isRead
  const open = clicked && (slots.flatMap(entriesOfSlot).find(({ post }) => post.id === clicked.post.id) ?? clicked)
  // Not before the posts, which would push them down.
  const notes = read.data && (
    <>
      <Legend />
      <Muted>
        <Trans>Times are in {city}.</Trans>{' '}
        {may.write && !isNarrow && <Trans>Drag a post to move it, click a day to write one for it.</Trans>}{' '}
        {hidden > 0 && (
          <Plural
            value={hidden}
            one="# more post is hidden by the filters."
            other="# more posts are hidden by the filters."
          />
        )}
      </Muted>
    </>
  )

  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="sm">
        <Group gap="xs" wrap="nowrap">
          {TURNS.map(({ by, labels, icon: Sign }) => (
            <ActionIcon
              key={by}
              variant="default"
              size="lg"
              aria-label={t(labels[span])}
              onClick={() => change({ day: turn(span, day, by) })}
            >
              <Sign size={18} />
            </ActionIcon>
          ))}
          <Heading aria-live="polite">{titleOf(span, day, firstDay)}</Heading>
        </Group>
        <Group gap="xs">
          <SecondaryButton onClick={() => change({ day: null })} disabled={search.day === null}>
            <Trans>Today</Trans>
          </SecondaryButton>
          <SegmentedControl
            aria-label={t`Span of time`}
            data={choices({ month: t`Month`, week: t`Week` })}
            value={span}
            onChange={(next) => change({ span: next as PostsSearch['span'] })}
          />
        </Group>
      </Group>
      {q !== '' && read.data && (
        <Matches filter={search} shown={read.data.total} onList={() => change({ view: 'list' })} />
      )}
      {read.error && <Problem error={read.error} retry={() => void read.refetch()} />}
      {!isNarrow && read.data?.total === 0 && !isFiltered && (
        <Alert
          icon={<IconCalendarPlus />}
          title={span === 'month' ? t`Nothing is planned for this month` : t`Nothing is planned for this week`}
        >
          {may.write ? (
            <Trans>Click a day to write a post for it. A draft shows up here as soon as it has a date.</Trans>
          ) : (
            <Trans>Posts show up here as soon as they have a date.</Trans>
          )}
        </Alert>
      )}
      {isNarrow ? (
        <>
          {(read.data || !read.error) && <Agenda {...view} range={range} />}
          {notes}
        </>
      ) : !isDrawn.current ? (
        <Skeleton height={640} />
      ) : (
        <>
          <Grid {...view} {...sheet} firstDay={firstDay} />
          {notes}
        </>
      )}
      <SlotPosts slot={slot} isOpen={open === null} filter={filter} onOpen={setClicked} onClose={() => setSlot(null)} />
      <PostCard entry={open} onClose={() => setClicked(null)} />
    </Stack>
  )
}

function Matches({ filter, shown, onList }: { filter: PostsFilter; shown: number; onList: () => void }) {
  const query = { ...toQuery(filter), limit: 1 }
  const words = shorten(filter.q)
  const { data: total } = useQuery({
    queryKey: ['posts', 'count', query],
    queryFn: async ({ signal }) =>
      (await answerOf(api.GET('/v1/posts', { params: { query }, signal }))).pagination.total,
  })
  return (
    <Text size="sm" component="div" role="status" style={{ overflowWrap: 'anywhere' }}>
      {shown === 0 ? (
        <Trans>No post on these days has “{words}” in the text or tags.</Trans>
      ) : (
        <Plural
          value={shown}
          one={`# post on these days has “${words}” in the text or tags.`}
          other={`# posts on these days have “${words}” in the text or tags.`}
        />
      )}{' '}
      {total !== undefined && total > shown && (
        <Anchor component="button" type="button" size="sm" onClick={onList}>
          <Plural value={total} one="See # in the list" other="See all # in the list" />
        </Anchor>
      )}
      {total === 0 && <Trans>There is none on other days either.</Trans>}
    </Text>
  )
}

interface CalendarRequest {
  range: Range
  zone: string
  by: PostCalendar['by']
  perSlot: number
  filter: PostsFilter
}

function calendarQuery({ range, zone, by, perSlot, filter }: CalendarRequest) {
  const { order, ...chosen } = toQuery(filter)
  const query = {
    from: range.from,
    to: addDays(range.to, -1),
    time_zone: zone,
    by,
    per_slot: perSlot,
    grouped: true,
    ...chosen,
  }
  return {
    queryKey: [...CALENDARS, query],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      dataOf(api.GET('/v1/posts/calendar', { params: { query }, signal })),
  }
}

/** Prefetches the neighbours, so that paging is instant. */
function useCalendar(request: CalendarRequest, neighbours: readonly Range[], isWanted = true) {
  const queries = useQueryClient()
  const result = useQuery({
    ...calendarQuery(request),
    enabled: isWanted,
    refetchInterval: ({ state }) => (isAtWork(state.data) ? 3_000 : false),
    // After a change of filter, the old posts stay until the response arrives; after a change of days, they do not.
    placeholderData: (before) => (before?.from === request.range.from && before.by === request.by ? before : undefined),
  })
  const { isSuccess } = result
  const around = JSON.stringify(neighbours.map((range) => ({ ...request, range })))
  useEffect(() => {
    if (!isSuccess) return
    for (const each of JSON.parse(around) as CalendarRequest[]) {
      void queries.prefetchQuery({ ...calendarQuery(each), staleTime: 60_000 })
    }
  }, [isSuccess, around, queries])
  const data = useShown(result.data)
  return { ...result, data } as typeof result
}

function isAtWork(calendar: PostCalendar | undefined): boolean {
  return calendar?.slots.some(({ states }) => AT_WORK.some((state) => states[state])) ?? false
}

function Legend() {
  const { t } = useLingui()
  const { data: connections = [] } = useConnections({ staleTime: 60_000 })
  if (connections.length < 2) return null
  const colours = coloursOf(connections)
  return (
    <Group
      component="ul"
      gap="4px 16px"
      m={0}
      p={0}
      style={{ listStyle: 'none' }}
      aria-label={t`Colours of the accounts`}
    >
      {connections.map((account) => {
        const { icon: Sign, label } = PROVIDER[account.provider]
        return (
          <Group component="li" key={account.id} gap={6} wrap="nowrap">
            <span style={{ display: 'inline-flex', borderBottom: `3px solid ${colours.get(account.id)}` }}>
              <Sign size={16} role="img" aria-label={label} />
            </span>
            <Hint span>{accountName(account)}</Hint>
          </Group>
        )
      })}
    </Group>
  )
}

function PostCard({ entry, onClose }: { entry: Entry | null; onClose: () => void }) {
  const count = entry?.members.length ?? 0
  const networkOf = useNetworkOf()
  const network = entry === null ? '' : networkOf(entry.post).label
  const title =
    count > 1
      ? plural(count, { one: '# post', other: '# posts composed together' })
      : entry === null
        ? ''
        : translate`Post on ${network}`
  return (
    <Modal opened={entry !== null} onClose={onClose} title={title} centered>
      {entry && <Card key={entry.post.id} entry={entry} onClose={onClose} />}
    </Modal>
  )
}

function Card({ entry: { post, members }, onClose }: { entry: Entry; onClose: () => void }) {
  const may = useMay()
  const account = useAccount(post)
  const [isMoving, setMoving] = useState(false)
  const { permalink, state } = post.publication
  const reason = plainReason(post.publication)
  const on = useNetworkOf()(post)
  const network = on.label
  const isGroup = members.length > 1
  const together = useGroup(isGroup ? post.group_id : null)
  const mayChange = may.write && movable(members).length > 0
  const text = (
    <Text size="sm" lineClamp={isGroup ? 6 : 8} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {textOf(post)}
    </Text>
  )
  const time = <Time at={post.scheduled_date} exact size="sm" fw={600} />
  const move = mayChange && (
    <SecondaryButton onClick={() => setMoving(true)}>
      <Trans>Move to another time</Trans>
    </SecondaryButton>
  )
  return (
    <Stack gap="sm">
      {isGroup ? (
        <>
          {time}
          {text}
          <MemberList members={members} />
        </>
      ) : (
        <>
          <Group gap="sm">
            <StateBadge state={state} />
            {time}
            <Group gap={4} wrap="nowrap">
              <NetworkName of={on} size={16} />
              {account && (
                <Muted truncate maw={180}>
                  {accountName(account)}
                </Muted>
              )}
            </Group>
          </Group>
          {text}
          <Media urls={post.media_urls ?? []} altTexts={post.alt_texts ?? []} size={72} />
          {reason && <Muted>{reason}</Muted>}
        </>
      )}
      {isMoving && (together || !isGroup) ? (
        <MoveForm post={post} together={together} onDone={onClose} onClose={() => setMoving(false)} />
      ) : isGroup ? (
        <Group gap="xs" mt="xs">
          <ButtonLink to="/posts/groups/$id" params={{ id: post.group_id! }} data-autofocus>
            <Trans comment="A post, or a group of posts">Open</Trans>
          </ButtonLink>
          {mayChange && (
            <SecondaryLink to="/posts/groups/$id/edit" params={{ id: post.group_id! }}>
              <Trans>Edit together</Trans>
            </SecondaryLink>
          )}
          {move}
          {may.write && <CancelAll groupId={post.group_id!} members={members} onDone={onClose} />}
        </Group>
      ) : (
        <Group gap="xs" mt="xs">
          <ButtonLink to="/posts/$id" params={{ id: post.id }} data-autofocus>
            <Trans comment="A post, or a group of posts">Open</Trans>
          </ButtonLink>
          {mayChange && (
            <SecondaryLink to="/posts/$id/edit" params={{ id: post.id }}>
              <Trans>Edit</Trans>
            </SecondaryLink>
          )}
          {move}
          {state === 'published' && isWebLink(permalink) && (
            <SecondaryButton component="a" href={permalink} target="_blank" rel="noreferrer">
              <Trans>See it on {network}</Trans>
            </SecondaryButton>
          )}
        </Group>
      )}
    </Stack>
  )
}

function CancelAll(props: { groupId: string; members: readonly Member[]; onDone: () => void }) {
  const { groupId, members, onDone } = props
  const group = useGroupActions(groupId)
  const count = members.filter(({ state }) => allows('cancel', state)).length
  if (count === 0) return null
  const label = plural(count, { one: 'Cancel the post', other: 'Cancel all # posts' })
  return (
    <ConfirmButton
      button={{ children: label }}
      title={plural(count, { one: 'Cancel the post?', other: 'Cancel all # posts?' })}
      label={label}
      onConfirm={async () => {
        await group.act('cancel', plural(count, { one: 'The post is cancelled.', other: 'The posts are cancelled.' }))
        onDone()
      }}
    >
      <Trans>
        They do not go out. They stay here among the drafts, and you can schedule them again. To cancel one of them,
        open it.
      </Trans>
    </ConfirmButton>
  )
}
