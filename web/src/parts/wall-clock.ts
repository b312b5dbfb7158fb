import { addDays } from '../../../src/lib/time/days.ts'
import { DAY_MS, MINUTE_MS } from '../../../src/lib/time/span.ts'
import { wallClockIn } from '../../../src/lib/time/time-zone.ts'
import { formatDate, formatDates, formatRelative } from './locale.ts'

export { addDays }

/** Local date and time in a zone: "2026-11-15T09:30:00". */
export function wallOf(at: string | number | Date, zone: string): string {
  const parts = Object.fromEntries(
    wallClockIn(zone)
      .formatToParts(new Date(at))
      .map(({ type, value }) => [type, value]),
  )
  const year = parts.year!.padStart(4, '0')
  return `${year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}:${parts.second}`
}

/** A time that occurs twice means the first; a skipped one means the moment after the gap. */
export function instantOf(wall: string, zone: string): Date {
  const full = wall.length === 10 ? `${wall}T00:00:00` : wall.length === 16 ? `${wall}:00` : wall.slice(0, 19)
  const asUtc = Date.parse(`${full}Z`)
  // Clocks change at most once within two days, so only the offsets a day before and after are possible.
  const moments = [asUtc - DAY_MS, asUtc + DAY_MS].map((near) => asUtc - offsetAt(near, zone))
  const [first] = moments.filter((moment) => wallOf(moment, zone) === full).sort((a, b) => a - b)
  return new Date(first ?? moments[0]!)
}

function offsetAt(at: number, zone: string): number {
  return Date.parse(`${wallOf(at, zone)}Z`) - Math.floor(at / 1000) * 1000
}

/** Browsers omit UTC from their list. */
export function zoneNames(): string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]
}

/** The browser's time zone. */
export function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

export function todayIn(zone: string): string {
  return wallOf(Date.now(), zone).slice(0, 10)
}

export function isDay(text: string | undefined): text is string {
  if (text === undefined || !/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const at = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

export function monthFrom(day: string, months: number): string {
  const [year, month] = day.split('-').map(Number)
  return new Date(Date.UTC(year!, month! - 1 + months, 1)).toISOString().slice(0, 10)
}

/** `firstDay` 0 is Sunday. */
export function weekStart(day: string, firstDay: number): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return addDays(day, -((weekday - firstDay + 7) % 7))
}

/** "09:30:00", for the minutes since midnight; after 24 hours it begins again. */
export function clockAt(minutes: number): string {
  return new Date(minutes * MINUTE_MS).toISOString().slice(11, 19)
}

/** No conversion between zones. */
export function showWall(wall: string, options: Intl.DateTimeFormatOptions): string {
  const full = wall.length === 10 ? `${wall}T00:00:00` : wall
  return formatDate(`${full}Z`, 'UTC', options)
}

/** Both days included. */
export function showDayRange(from: string, to: string): string {
  return formatDates(from, to, 'UTC', { dateStyle: 'medium' })
}

/** "24 Nov 2026, 9:00" */
export function formatTime(at: string | Date, timeZone: string): string {
  return formatDate(at, timeZone, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  })
}

const STEPS = [
  [60, 'second', 1],
  [3_600, 'minute', 60],
  [86_400, 'hour', 3_600],
  [2_592_000, 'day', 86_400],
  [31_536_000, 'month', 2_592_000],
  [Number.POSITIVE_INFINITY, 'year', 31_536_000],
] as const

/** "3 hours ago", "in 2 days". */
export function formatSince(at: string | Date, now = Date.now()): string {
  const seconds = (new Date(at).getTime() - now) / 1000
  const [, unit, size] = STEPS.find(([limit]) => Math.abs(seconds) < limit)!
  // "now" in the person's language.
  if (unit === 'second' && Math.abs(seconds) < 10) return formatRelative(0, 'second')
  return formatRelative(Math.round(seconds / size), unit)
}
