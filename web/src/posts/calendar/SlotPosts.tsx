import { Loader, Modal, Stack } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { api } from '../../api/client.ts'
import { useList } from '../../api/queries.ts'
import type { Post } from '../../api/schema.ts'
import { Loading, Problem } from '../../parts/states.tsx'
import { Muted } from '../../parts/variants.ts'
import { addDays, instantOf, showWall } from '../../parts/wall-clock.ts'
import { type PostsFilter, toQuery } from '../search.ts'
import type { Slot } from './moved.ts'
import { PostLine } from './PostLine.tsx'
import classes from './SlotPosts.module.css'

interface SlotPostsProps {
  slot: Pick<Slot, 'date' | 'hour'>
  zone: string
  filter: PostsFilter
  onOpen: (post: Post) => void
}

/** Every post of a day or an hour. A day may have thousands: they are read and drawn as one scrolls. */
export function SlotPosts({
  slot,
  isOpen,
  onClose,
  ...rest
}: Omit<SlotPostsProps, 'slot'> & { slot: SlotPostsProps['slot'] | null; isOpen: boolean; onClose: () => void }) {
  return (
    <Modal
      opened={isOpen && slot !== null}
      onClose={onClose}
      title={slot ? nameOf(slot) : ''}
      size="lg"
      // The list stays where it was while a post of it is looked at.
      keepMounted
    >
      {slot && <Posts key={nameOf(slot)} slot={slot} {...rest} />}
    </Modal>
  )
}

const ROW_PX = 66

function Posts({ slot, zone, filter, onOpen }: SlotPostsProps) {
  const { order, ...chosen } = toQuery(filter)
  const inSlot = { ...chosen, ...spanOf(slot, zone), order: 'scheduled' as const }
  const posts = useList(['posts', 'slot'], inSlot, (query, signal) =>
    api.GET('/v1/posts', { params: { query }, signal }),
  )
  const { rows, total, more } = posts
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard */}
      <ul ref={frame} className={classes.frame} aria-label={`Posts of ${nameOf(slot)}`} tabIndex={0}>
        <li aria-hidden className={classes.room} style={{ height: virtual.getTotalSize() }} role="presentation" />
        {lines.map(({ index, start, size }) => (
          <li
            key={rows[index]!.id}
            className={classes.line}
            style={{ height: size, transform: `translateY(${start}px)` }}
            aria-setsize={total}
            aria-posinset={index + 1}
          >
            <PostLine post={rows[index]!} zone={zone} onOpen={onOpen} lines={1} />
          </li>
        ))}
      </ul>
      {more.isLoading && <Loader size="sm" mx="auto" />}
    </Stack>
  )
}

function nameOf({ date, hour }: SlotPostsProps['slot']): string {
  const day = showWall(date, { dateStyle: 'full' })
  return hour === null ? day : `${day}, ${timeOf(hour)} to ${timeOf(hour + 1)}`
}

function timeOf(hour: number): string {
  return showWall(`2000-01-01T${String(hour % 24).padStart(2, '0')}:00:00`, { timeStyle: 'short' })
}

/** Where the slot begins, and where the next one does. */
function spanOf({ date, hour }: SlotPostsProps['slot'], zone: string) {
  const wallAt = (at: number) => `${at < 24 ? date : addDays(date, 1)}T${String(at % 24).padStart(2, '0')}:00:00`
  const [from, to] = hour === null ? [wallAt(0), wallAt(24)] : [wallAt(hour), wallAt(hour + 1)]
  return {
    scheduled_after: instantOf(from, zone).toISOString(),
    scheduled_before: instantOf(to, zone).toISOString(),
  }
}
