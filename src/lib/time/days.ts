import { DAY_MS } from './span.ts'
import { wallClockIn, zonedToInstant } from './time-zone.ts'

// Days are written as dates: 2026-11-01. Which instants belong to one depends on the time zone.

const DAY_MINUTES = 24 * 60
/** No zone has ever skipped less than this. */
const STEP_MINUTES = 15

/** The day that calendars of the zone show at this instant. */
export function dayAt(instant: number, zone: string): string {
  // 07/05/2027, 09:30:00
  const [month, day, year] = wallClockIn(zone).format(instant).split(/\D+/) as [string, string, string]
  return `${year.padStart(4, '0')}-${month}-${day}`
}

export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10)
}

/** How many days there are from one to the other, both included; zero or less when they are the wrong way round. */
export function countDays(from: string, to: string): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS + 1
}

export interface Days {
  days: string[]
  /** When each day begins in the zone, and at last when the day after them does. */
  starts: Date[]
}

export function listDays(from: string, count: number, zone: string): Days {
  const days = Array.from({ length: count }, (_, index) => addDays(from, index))
  return { days, starts: [...days, addDays(from, count)].map((day) => startOf(day, zone)) }
}

export const DAY_HOURS = 24

/** When each hour that a clock shows on these days begins. One that daylight saving skips begins when the next does. */
export function listHours(days: readonly string[], zone: string): Date[] {
  return days.flatMap((day) => Array.from({ length: DAY_HOURS }, (_, hour) => startOf(day, zone, hour)))
}

/** Its first instant: midnight, or later where daylight saving skips midnight. The same for an hour of it. */
function startOf(day: string, zone: string, hour = 0): Date {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  for (let minutes = hour * 60; minutes < DAY_MINUTES; minutes += STEP_MINUTES) {
    const local = { year, month, day: date, hour: Math.floor(minutes / 60), minute: minutes % 60, second: 0, ms: 0 }
    const found = zonedToInstant(local, zone)
    if ('date' in found) return found.date
  }
  // Samoa went without the whole 30 December 2011: such a day ends when it begins.
  return startOf(addDays(day, 1), zone)
}
