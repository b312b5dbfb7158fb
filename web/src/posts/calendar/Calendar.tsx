import { ActionIcon, Alert, Anchor, Group, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCalendarPlus, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { answerOf, api } from '../../api/client.ts'
import { useMay } from '../../api/session.ts'
import { choices } from '../../parts/forms/choices.ts'
import { Problem } from '../../parts/states.tsx'
import { useTimeZone } from '../../parts/time/Time.tsx'
import { todayIn } from '../../parts/time/wall-clock.ts'
import { Heading, Muted, SecondaryButton } from '../../parts/variants.ts'
import { type Entry, entriesOfSlot } from '../groups/entries.ts'
import { Legend } from '../groups/Legend.tsx'
import { shorten } from '../post.ts'
import { NO_FILTER, type PostsFilter, type PostsSearch, type SearchProps, toQuery } from '../search.ts'
import { Agenda } from './agenda/Agenda.tsx'
import type { Slot } from './moved.ts'
import { PostCard } from './PostCard.tsx'
import { SlotPosts } from './SlotPosts.tsx'
import { useCalendar } from './slots.ts'
import { firstDayOfWeek, rangeOf, titleOf, turn } from './span.ts'

// Phones show the agenda, which needs no FullCalendar.
const Grid = lazy(() => import('./grid/Grid.tsx'))

/** How many posts of a day or an hour are drawn; the rest is a click away. */
const PER_SLOT = { wide: { day: 4, hour: 4 }, tight: { day: 4, hour: 2 }, agenda: 8 } as const
const TURNS = [
  { by: -1, label: 'before', icon: IconChevronLeft },
  { by: 1, label: 'after', icon: IconChevronRight },
]
const SPANS = choices({ month: 'Month', week: 'Week' })
const NONE: Slot[] = []
const AT_ONCE = { getInitialValueInEffect: false }

export function Calendar({ search, change }: SearchProps) {
  const zone = useTimeZone()
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, AT_ONCE) ?? false
  const firstDay = useMemo(firstDayOfWeek, [])
  const may = useMay()
  // Posts of the same hour stand side by side, and each needs the width of its icon.
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
  const open = clicked && (slots.flatMap(entriesOfSlot).find(({ post }) => post.id === clicked.post.id) ?? clicked)

  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="sm">
        <Group gap="xs" wrap="nowrap">
          {TURNS.map(({ by, label, icon: Sign }) => (
            <ActionIcon
              key={by}
              variant="default"
              size="lg"
              aria-label={`The ${span} ${label}`}
              onClick={() => change({ day: turn(span, day, by) })}
            >
              <Sign size={18} />
            </ActionIcon>
          ))}
          <Heading aria-live="polite">{titleOf(span, day, firstDay)}</Heading>
        </Group>
        <Group gap="xs">
          <SecondaryButton onClick={() => change({ day: null })} disabled={search.day === null}>
            Today
          </SecondaryButton>
          <SegmentedControl
            aria-label="Span of time"
            data={SPANS}
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
        <Alert icon={<IconCalendarPlus aria-hidden />} title={`Nothing is planned for this ${span}`}>
          {may.write
            ? 'Click a day to write a post for it. A draft shows up here as soon as it has a date.'
            : 'Posts show up here as soon as they have a date.'}
        </Alert>
      )}
      {isNarrow ? (
        (read.data || !read.error) && <Agenda {...view} range={range} />
      ) : (
        <Suspense fallback={<Skeleton height={640} radius="md" />}>
          <Grid {...view} span={span} day={day} firstDay={firstDay} isTight={isTight} />
        </Suspense>
      )}
      <Legend />
      <Muted>
        Times are those of {zone}.{' '}
        {may.write && !isNarrow && 'Drag a post to move it, click a day to write one for it.'}
        {hidden > 0 &&
          ` ${hidden.toLocaleString()} more ${hidden === 1 ? 'post is' : 'posts are'} hidden by the filters.`}
      </Muted>
      <SlotPosts slot={slot} isOpen={open === null} filter={filter} onOpen={setClicked} onClose={() => setSlot(null)} />
      <PostCard entry={open} onClose={() => setClicked(null)} />
    </Stack>
  )
}

/** The calendar shows the matches on its days; the list has the others. */
function Matches({ filter, shown, onList }: { filter: PostsFilter; shown: number; onList: () => void }) {
  const query = { ...toQuery(filter), limit: 1 }
  const { data: total } = useQuery({
    queryKey: ['posts', 'count', query],
    queryFn: async ({ signal }) =>
      (await answerOf(api.GET('/v1/posts', { params: { query }, signal }))).pagination.total,
  })
  return (
    <Text size="sm" component="div" role="status" style={{ overflowWrap: 'anywhere' }}>
      {shown === 0 ? 'No post' : shown === 1 ? '1 post' : `${shown.toLocaleString()} posts`} on these days{' '}
      {shown > 1 ? 'have' : 'has'} “{shorten(filter.q)}” in the text or tags.{' '}
      {total !== undefined && total > shown && (
        <Anchor component="button" type="button" size="sm" onClick={onList}>
          See all {total.toLocaleString()} in the list
        </Anchor>
      )}
      {total === 0 && 'There is none on other days either.'}
    </Text>
  )
}
