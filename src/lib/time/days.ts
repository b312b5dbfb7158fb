import { DAY_MS, HOUR_MS } from './span.ts'
import { wallClockIn, zonedToInstant } from './time-zone.ts'

// Days are written as dates: 2026-11-01. The time zone decides which instants belong to one.

const DAY_MINUTES = 24 * 60
/** No zone has ever skipped less than this. */
const STEP_MINUTES = 15

/** The calendar day in the zone at this instant. */
export function dayAt(instant: number, zone: string): string {
  // 07/05/2027, 09:30:00
  const [month, day, year] = wallClockIn(zone).format(instant).split(/\D+/) as [string, string, string]
  return `${year.padStart(4, '0')}-${month}-${day}`
}

export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10)
}

/** The number of days from one to the other, both included; zero or less if they are in the wrong order. */
export function countDays(from: string, to: string): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS + 1
}

export interface Days {
  days: string[]
  /** When each day begins in the zone, followed by the start of the day after the last. */
  starts: Date[]
}

export function listDays(from: string, count: number, zone: string): Days {
  const days = Array.from({ length: count }, (_, index) => addDays(from, index))
  return { days, starts: [...days, addDays(from, count)].map((day) => startOf(day, zone)) }
}

export const DAY_HOURS = 24

/** When each hour of these days begins. An hour that daylight saving skips begins when the next one does. */
export function listHours({ days, starts }: Days, zone: string): Date[] {
  return days.flatMap((day, at) => {
    const start = starts[at]!.getTime()
    // No zone changes its clocks twice in a day, so these clocks do not change.
    const isWhole = starts[at + 1]!.getTime() - start === DAY_MS
    const startOfHour = (hour: number) => (isWhole ? new Date(start + hour * HOUR_MS) : startOf(day, zone, hour))
    return Array.from({ length: DAY_HOURS }, (_, hour) => startOfHour(hour))
  })
}

/** The first instant of a day: midnight, or later if daylight saving skips midnight. Also works for an hour of it. */
function startOf(day: string, zone: string, hour = 0): Date {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  for (let minutes = hour * 60; minutes < DAY_MINUTES; minutes += STEP_MINUTES) {
    const local = { year, month, day: date, hour: Math.floor(minutes / 60), minute: minutes % 60, second: 0, ms: 0 }
    const found = zonedToInstant(local, zone)
    if ('date' in found) return found.date
  }
  // Samoa skipped the whole of 30 December 2011: such a day ends when it begins.
  return startOf(addDays(day, 1), zone)
}
