import { addDays, monthFrom, showWall, weekStart } from '../../parts/time/wall-clock.ts'

export type SpanKind = 'month' | 'week'

/** Days in the workspace's zone; `to` is the day after the last. */
export interface Range {
  from: string
  to: string
}

/** By the browser's locale; Monday if the browser does not know. */
export function firstDayOfWeek(): number {
  type WeekInfo = { firstDay: number }
  type WithWeek = Intl.Locale & { weekInfo?: WeekInfo; getWeekInfo?: () => WeekInfo }
  const locale = new Intl.Locale(navigator.language) as WithWeek
  return ((locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1) % 7
}

/** The days on the screen: the grid shows whole weeks, the agenda only the month. */
export function rangeOf(kind: SpanKind, day: string, firstDay: number, wholeWeeks: boolean): Range {
  if (kind === 'week') {
    const from = weekStart(day, firstDay)
    return { from, to: addDays(from, 7) }
  }
  const first = monthFrom(day, 0)
  const next = monthFrom(day, 1)
  if (!wholeWeeks) return { from: first, to: next }
  return { from: weekStart(first, firstDay), to: addDays(weekStart(addDays(next, -1), firstDay), 7) }
}

export function turn(kind: SpanKind, day: string, by: number): string {
  return kind === 'week' ? addDays(day, 7 * by) : monthFrom(day, by)
}

export function titleOf(kind: SpanKind, day: string, firstDay: number): string {
  if (kind === 'month') return showWall(day, { month: 'long', year: 'numeric' })
  const { from, to } = rangeOf('week', day, firstDay, true)
  const options = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(undefined, options).formatRange(
    new Date(`${from}T00:00:00Z`),
    new Date(`${addDays(to, -1)}T00:00:00Z`),
  )
}
