import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Box, Button, Group, Loader, Modal, Paper, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState } from 'react'
import { useList, useMay } from '../api/client.ts'
import { IconCalendarEvent, IconPlus } from '../parts/icons.tsx'
import { Hint, Muted, useTimeZone, Wrapped } from '../parts/text.tsx'
import { AnchorLink, ButtonLink, Empty, Loading, Problem, SecondaryButton, StateBadge } from '../parts/ui.tsx'
import { addDays, clockAt, instantOf, showWall, todayIn, wallOf } from '../parts/wall-clock.ts'
import classes from './Agenda.module.css'
import { countOf, type Entry, entriesOfSlot, type Place, type Range, type Slot, stateOf, toEntries } from './entries.ts'
import { Signs, Thumb } from './PostParts.tsx'
import { headlineOf } from './post.ts'
import { type PostsFilter, toQuery } from './search.ts'

export interface CalendarView {
  slots: readonly Slot[]
  isLoading: boolean
  onOpen: (entry: Entry) => void
  onMore: (slot: Slot) => void
}

/** The calendar on a phone. */
export function Agenda({ slots, range, isLoading, onOpen, onMore }: CalendarView & { range: Range }) {
  const { t } = useLingui()
  const may = useMay()
  const today = todayIn(useTimeZone())
  const [showsEarlier, setShowsEarlier] = useState(false)
  if (isLoading) return <Loading rows={6} height={56} />
  const earlier = slots.filter(({ date }) => date < today)
  // Past days are folded when there are later ones.
  const isFolded = !showsEarlier && earlier.length > 0 && range.to > today
  const before = earlier.reduce((sum, { count }) => sum + count, 0)
  const days = isFolded ? slots.slice(earlier.length) : slots
  if (slots.length === 0) {
    const start = today > range.from && today < range.to ? today : range.from
    return (
      <Empty
        icon={IconCalendarEvent}
        title={t`Nothing planned in these days`}
        action={
          may.write &&
          range.to > today && (
            <ButtonLink to="/posts/new" search={{ date: start }}>
              <Trans>Write a post</Trans>
            </ButtonLink>
          )
        }
      >
        <Trans>Posts with a date show up here. Drafts without one are in the list.</Trans>
      </Empty>
    )
  }
  return (
    <Stack gap="md">
      {isFolded && (
        <SecondaryButton onClick={() => setShowsEarlier(true)}>
          <Plural value={before} one="Show # post before today" other="Show # posts before today" />
        </SecondaryButton>
      )}
      {days.map((slot) => (
        <Day key={slot.date} slot={slot} today={today} onOpen={onOpen} onMore={onMore} />
      ))}
    </Stack>
  )
}

function Day({ slot, today, onOpen, onMore }: Pick<CalendarView, 'onOpen' | 'onMore'> & { slot: Slot; today: string }) {
  const { t } = useLingui()
  const { date, entries, posts } = slot
  const count = countOf(slot)
  const may = useMay()
  const isToday = date === today
  const name = showWall(date, { dateStyle: 'full' })
  const day = showWall(date, { weekday: 'long', day: 'numeric', month: 'long' })
  return (
    <section aria-label={name}>
      <Group justify="space-between" mb={6} wrap="nowrap">
        <Title order={3} size="h6" c={isToday ? 'var(--mantine-color-anchor)' : undefined}>
          {isToday ? <Trans>{day} · today</Trans> : day}
        </Title>
        {may.write && date >= today && (
          <AnchorLink to="/posts/new" search={{ date }} aria-label={t`Write a post for ${name}`} lh={1} p={4}>
            <IconPlus size={18} />
          </AnchorLink>
        )}
      </Group>
      <Paper withBorder className={classes.day}>
        {entriesOfSlot(slot).map((entry) => (
          <PostLine key={entry.post.id} entry={entry} lines={2} onOpen={onOpen} />
        ))}
        {entries > posts.length && (
          <Button variant="subtle" fullWidth radius={0} onClick={() => onMore(slot)}>
            <Trans>Show all {count} posts of this day</Trans>
          </Button>
        )}
      </Paper>
    </section>
  )
}

const INSIDE = { gap: 12, outlineOffset: -2 }

interface PostLineProps {
  entry: Entry
  lines: number
  onOpen: (entry: Entry) => void
}

function PostLine({ entry, lines, onOpen }: PostLineProps) {
  const zone = useTimeZone()
  const { post } = entry
  return (
    <UnstyledButton display="flex" w="100%" p="10px 12px" style={INSIDE} onClick={() => onOpen(entry)}>
      <Text size="sm" fw={600} miw={70} style={{ fontVariantNumeric: 'tabular-nums' }}>
        {timeOf(wallOf(post.scheduled_date!, zone).slice(11))}
      </Text>
      <Stack gap={4} miw={0} flex={1}>
        <Wrapped lineClamp={lines}>{headlineOf(post)}</Wrapped>
        <Group gap={8}>
          <Signs entry={entry} size={16} />
          <StateBadge state={stateOf(entry)} />
          {entry.members.length > 1 && (
            <Hint span>
              <Plural value={entry.members.length} one="# post" other="# posts" />
            </Hint>
          )}
        </Group>
      </Stack>
      <Thumb post={post} size={48} />
    </UnstyledButton>
  )
}

interface SlotPostsProps {
  slot: Place
  filter: PostsFilter
  onOpen: (entry: Entry) => void
}

interface DialogProps extends Omit<SlotPostsProps, 'slot'> {
  slot: Place | null
  isOpen: boolean
  onClose: () => void
}

/** A day may have thousands of posts: they are read and rendered while scrolling. */
export function SlotPosts({ slot, isOpen, onClose, ...rest }: DialogProps) {
  return (
    // Stays mounted to keep the scroll position while a post is open.
    <Modal
      opened={isOpen && slot !== null}
      onClose={onClose}
      title={slot ? nameOfSlot(slot) : ''}
      size="lg"
      keepMounted
    >
      {slot && <Posts key={nameOfSlot(slot)} slot={slot} {...rest} />}
    </Modal>
  )
}

const ROW_PX = 66

function Posts({ slot, filter, onOpen }: SlotPostsProps) {
  const { t } = useLingui()
  const zone = useTimeZone()
  const name = nameOfSlot(slot)
  const { order, ...chosen } = toQuery(filter)
  const query = { ...chosen, ...spanOf(slot, zone), order: 'scheduled' as const }
  const posts = useList(['posts', 'slot'], '/v1/posts', { query })
  const { total, more } = posts
  const rows = toEntries(posts.rows)
  const frame = useRef<HTMLUListElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_PX,
    overscan: 8,
  })
  const lines = virtual.getVirtualItems()
  const isAtEnd = (lines.at(-1)?.index ?? 0) >= rows.length - 10
  const isWanted = rows.length > 0 && isAtEnd && more.has && !more.isLoading
  useEffect(() => {
    if (isWanted) more.load()
  }, [isWanted, more.load])
  if (posts.error && rows.length === 0) return <Problem error={posts.error} retry={() => void posts.refetch()} />
  if (posts.isPending) return <Loading rows={6} height={56} />
  return (
    <Stack gap="xs">
      <Muted role="status">{plural(total, { one: '# post', other: '# posts, the soonest first' })}</Muted>
      {/* Focusable, because it scrolls. */}
      <Paper
        component="ul"
        ref={frame}
        bd="1px solid var(--mantine-color-default-border)"
        pos="relative"
        h="min(60dvh, 560px)"
        m={0}
        p={0}
        style={{ overflowY: 'auto', listStyle: 'none' }}
        aria-label={t`Posts of ${name}`}
        tabIndex={0}
      >
        {/* Gives the scroll bar its full height. */}
        <li aria-hidden style={{ width: 1, height: virtual.getTotalSize() }} role="presentation" />
        {lines.map(({ index, start, size }) => (
          <Box
            component="li"
            key={rows[index]!.post.id}
            pos="absolute"
            inset={`${start}px 0 auto`}
            h={size}
            style={{ overflow: 'hidden', borderBottom: '1px solid var(--mantine-color-default-border)' }}
            aria-setsize={more.has ? -1 : rows.length}
            aria-posinset={index + 1}
          >
            <PostLine entry={rows[index]!} lines={1} onOpen={onOpen} />
          </Box>
        ))}
      </Paper>
      {more.isLoading && <Loader size="sm" mx="auto" />}
    </Stack>
  )
}

/** "Tuesday, 24 November 2026, 9:00 – 10:00" */
export function nameOfSlot({ date, hour }: Place): string {
  const day = showWall(date, { dateStyle: 'full' })
  return hour === null ? day : `${day}, ${hourOf(hour)} – ${hourOf(hour + 1)}`
}

function hourOf(hour: number): string {
  return timeOf(clockAt(hour * 60))
}

/** "9:30", for 09:30:00. */
export function timeOf(time: string): string {
  return showWall(`2000-01-01T${time}`, { hour: 'numeric', minute: '2-digit' })
}

function spanOf({ date, hour }: Place, zone: string) {
  const startOf = (at: number) =>
    instantOf(`${at < 24 ? date : addDays(date, 1)}T${clockAt(at * 60)}`, zone).toISOString()
  return { scheduled_after: startOf(hour ?? 0), scheduled_before: startOf(hour === null ? 24 : hour + 1) }
}
