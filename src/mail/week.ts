import { addDays } from '../lib/time/days.ts'
import { HOUR_MS } from '../lib/time/span.ts'
import { wallClockIn, zonedToInstant } from '../lib/time/time-zone.ts'

/** The start of the working day. */
const MORNING_HOUR = 8

/** A calendar day, as 2026-11-16. */
export type Day = string

function localOf(zone: string, instant: number): { day: Day; hour: number } {
  // 07/05/2027, 09:30:00
  const [month, day, year, hour] = wallClockIn(zone).format(instant).split(/\D+/) as [string, string, string, string]
  return { day: `${year}-${month}-${day}`, hour: Number(hour) }
}

function mondayOf(day: Day): Day {
  const weekday = (new Date(Date.parse(day)).getUTCDay() + 6) % 7
  return addDays(day, -weekday)
}

/**
 * The Monday of the current week; null before that morning and, east of Greenwich, before the last UTC day of the week
 * is over, because results are counted by UTC days.
 */
export function mondayMorning(zone: string, now: number): Day | null {
  const { day, hour } = localOf(zone, now)
  const monday = mondayOf(day)
  const isEarly = day === monday && hour < MORNING_HOUR
  return isEarly || now < Date.parse(monday) ? null : monday
}

export function thisMonday(zone: string, now: number): Day {
  return mondayOf(localOf(zone, now).day)
}

/** Names the Monday for the mail's text: the zone may be another when it is sent. */
export function batchOfWeek(userId: string, monday: Day): string {
  return `week:${userId}:${monday}`
}

export function mondayOfBatch(batch: string | null): Day | null {
  return /^week:[^:]+:(\d{4}-\d\d-\d\d)$/.exec(batch ?? '')?.[1] ?? null
}

/** The instant at which a day, or an hour of it, begins. If clocks skip that hour, the next one counts. */
function instantOf(zone: string, day: Day, hour = 0): number {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  for (let at = hour; at < hour + 4; at++) {
    const found = zonedToInstant({ year, month, day: date, hour: at, minute: 0, second: 0, ms: 0 }, zone)
    if ('date' in found) return found.date.getTime()
  }
  return Date.UTC(year, month - 1, date, hour)
}

export function nextMorning(zone: string, now: number): number {
  const { day } = localOf(zone, now)
  const today = instantOf(zone, day, MORNING_HOUR)
  return today > now ? today : instantOf(zone, addDays(day, 1), MORNING_HOUR)
}

export function nextHour(now: number): number {
  return (Math.floor(now / HOUR_MS) + 1) * HOUR_MS
}
