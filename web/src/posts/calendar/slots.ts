import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, dataOf } from '../../api/client.ts'
import type { Post, PostCalendar } from '../../api/schema.ts'
import { addDays } from '../../parts/time/wall-clock.ts'
import { AT_WORK } from '../reading.ts'
import { type PostsFilter, toQuery } from '../search.ts'
import { withMoved } from './moved.ts'
import type { Range } from './span.ts'

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

/** The neighbours are prefetched, so that turning the page shows them at once. */
export function useCalendar(request: CalendarRequest, neighbours: readonly Range[], isWanted = true) {
  const queries = useQueryClient()
  const result = useQuery({
    ...calendarQuery(request),
    enabled: isWanted,
    refetchInterval: ({ state }) => (isAtWork(state.data) ? 3_000 : false),
    // A changed filter keeps the old posts until the answer comes; other days do not.
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

/** In every calendar that was read. */
export function moveInCalendars(queries: QueryClient, before: Post, after: Post): void {
  queries.setQueriesData<PostCalendar>(
    { queryKey: CALENDARS },
    (calendar) => calendar && withMoved(calendar, before, after),
  )
}
