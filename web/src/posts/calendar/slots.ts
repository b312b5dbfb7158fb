import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, dataOf } from '../../api/client.ts'
import type { Post, PostCalendar } from '../../api/schema.ts'
import { addDays, wallOf } from '../../parts/wall-clock.ts'
import { type PostsFilter, toQuery } from '../list/use-posts.ts'
import { AT_WORK } from '../reading.ts'
import type { Range } from './span.ts'

/** A day of a month or an hour of a week: its first posts, and how many it has. */
export type Slot = PostCalendar['slots'][number]

interface CalendarRequest {
  range: Range
  zone: string
  by: PostCalendar['by']
  perSlot: number
  filter: PostsFilter
}

export const CALENDARS = ['posts', 'calendar'] as const

function calendarQuery({ range, zone, by, perSlot, filter }: CalendarRequest) {
  const { order, ...chosen } = toQuery(filter)
  const query = { from: range.from, to: addDays(range.to, -1), time_zone: zone, by, per_slot: perSlot, ...chosen }
  return {
    queryKey: [...CALENDARS, query],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      dataOf(api.GET('/v1/posts/calendar', { params: { query }, signal })),
  }
}

/** The neighbours are read ahead, so that turning the page shows them at once. */
export function useCalendar(request: CalendarRequest, neighbours: readonly Range[], isWanted = true) {
  const queries = useQueryClient()
  const result = useQuery({
    ...calendarQuery(request),
    enabled: isWanted,
    refetchInterval: ({ state }) => (isAtWork(state.data) ? 3_000 : false),
    // Another filter leaves the days as they are until it is answered; other days do not.
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
  return result
}

function isAtWork(calendar: PostCalendar | undefined): boolean {
  return calendar?.slots.some(({ states }) => AT_WORK.some((state) => states[state])) ?? false
}

/** In every calendar that was read: the post leaves its old slot and stands in the new one. */
export function moveInCalendars(queries: QueryClient, before: Post, after: Post): void {
  queries.setQueriesData<PostCalendar>(
    { queryKey: CALENDARS },
    (calendar) => calendar && withMoved(calendar, before, after),
  )
}

function withMoved(calendar: PostCalendar, before: Post, after: Post): PostCalendar {
  const from = placeOf(calendar, before)
  const to = placeOf(calendar, after)
  const left = from === null ? calendar.slots : changeSlot(calendar.slots, from, (slot) => without(slot, before))
  const slots = to === null ? left : changeSlot(left, to, (slot) => withPost(slot, after))
  return { ...calendar, slots, total: slots.reduce((sum, { count }) => sum + count, 0) }
}

type Place = Pick<Slot, 'date' | 'hour'>

/** Null for a post outside of the days of the calendar. */
function placeOf({ from, to, by, time_zone }: PostCalendar, { scheduled_date }: Post): Place | null {
  if (scheduled_date === null) return null
  const wall = wallOf(scheduled_date, time_zone)
  const date = wall.slice(0, 10)
  if (date < from || date > to) return null
  return { date, hour: by === 'hour' ? Number(wall.slice(11, 13)) : null }
}

function changeSlot(slots: readonly Slot[], place: Place, change: (slot: Slot) => Slot): Slot[] {
  const isHere = ({ date, hour }: Place) => date === place.date && hour === place.hour
  const found = slots.find(isHere) ?? { ...place, count: 0, states: {}, posts: [] }
  const order = ({ date, hour }: Place) => `${date} ${String(hour ?? 0).padStart(2, '0')}`
  return [...slots.filter((slot) => !isHere(slot)), change(found)]
    .filter(({ count }) => count > 0)
    .sort((one, other) => (order(one) < order(other) ? -1 : 1))
}

function without(slot: Slot, post: Post): Slot {
  const posts = slot.posts.filter(({ id }) => id !== post.id)
  return { ...slot, count: slot.count - 1, states: counted(slot, post, -1), posts }
}

function withPost(slot: Slot, post: Post): Slot {
  const posts = [...slot.posts, post].sort((one, other) => (one.scheduled_date! < other.scheduled_date! ? -1 : 1))
  return { ...slot, count: slot.count + 1, states: counted(slot, post, 1), posts }
}

function counted({ states }: Slot, { publication: { state } }: Post, by: number): Record<string, number> {
  return { ...states, [state]: (states[state] ?? 0) + by }
}
