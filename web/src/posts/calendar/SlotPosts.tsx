import { Box, Loader, Modal, Paper, Stack } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { useList } from '../../api/queries.ts'
import { Loading, Problem } from '../../parts/states.tsx'
import { useTimeZone } from '../../parts/time/Time.tsx'
import { addDays, instantOf, showWall } from '../../parts/time/wall-clock.ts'
import { Muted } from '../../parts/variants.ts'
import { type Entry, toEntries } from '../groups/entries.ts'
import { type PostsFilter, toQuery } from '../search.ts'
import type { Place } from './moved.ts'
import { PostLine } from './PostLine.tsx'

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

/** Every post of a day or an hour. A day may have thousands: they are read and drawn while scrolling. */
export function SlotPosts({ slot, isOpen, onClose, ...rest }: DialogProps) {
  return (
    // Stays mounted, to keep the scroll position while a post of the list is open.
    <Modal opened={isOpen && slot !== null} onClose={onClose} title={slot ? nameOf(slot) : ''} size="lg" keepMounted>
      {slot && <Posts key={nameOf(slot)} slot={slot} {...rest} />}
    </Modal>
  )
}

const ROW_PX = 66

function Posts({ slot, filter, onOpen }: SlotPostsProps) {
  const zone = useTimeZone()
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
      <Muted role="status">{total === 1 ? '1 post' : `${total.toLocaleString()} posts`}, the soonest first</Muted>
      {/* What scrolls must be reachable with the keyboard. */}
      <Paper
        component="ul"
        ref={frame}
        bd="1px solid var(--mantine-color-default-border)"
        pos="relative"
        h="min(60dvh, 560px)"
        m={0}
        p={0}
        style={{ overflowY: 'auto', listStyle: 'none' }}
        aria-label={`Posts of ${nameOf(slot)}`}
        tabIndex={0}
      >
        {/* As tall as all posts together, for the scroll bar. */}
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

function nameOf({ date, hour }: Place): string {
  const day = showWall(date, { dateStyle: 'full' })
  return hour === null ? day : `${day}, ${timeOf(hour)} to ${timeOf(hour + 1)}`
}

function timeOf(hour: number): string {
  return showWall(`2000-01-01T${String(hour % 24).padStart(2, '0')}:00:00`, { timeStyle: 'short' })
}

/** From the start of the slot to the start of the next. */
function spanOf({ date, hour }: Place, zone: string) {
  const startOf = (at: number) =>
    instantOf(`${at < 24 ? date : addDays(date, 1)}T${String(at % 24).padStart(2, '0')}:00:00`, zone).toISOString()
  return { scheduled_after: startOf(hour ?? 0), scheduled_before: startOf(hour === null ? 24 : hour + 1) }
}
