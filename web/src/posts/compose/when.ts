import { parseDateTime } from '../../../../src/lib/time/date-time.ts'
import { zonedToInstant } from '../../../../src/lib/time/time-zone.ts'
import { wallOf } from '../../parts/wall-clock.ts'

interface Local {
  date: string
  time: string
}

type Instant = { at: Date } | { problem: string } | null

/** Null while nothing is chosen; a problem for a half-filled or non-existing time. */
export function instantOf({ date, time, zone }: Local & { zone: string }): Instant {
  if (date === '' && time === '') return null
  if (date === '') return { problem: 'Choose a date too.' }
  if (time === '') return { problem: 'Choose a time too.' }
  const wall = parseDateTime(`${date}T${time}:00`)
  if ('problem' in wall) return { problem: `The date ${wall.problem}.` }
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const result = zonedToInstant({ year, month, day, hour, minute, second: 0, ms: 0 }, zone)
  return 'problem' in result ? result : { at: result.date }
}

/** Date and time in a zone. */
export function localOf(at: Date, zone: string): Local {
  const [date = '', time = ''] = wallOf(at, zone).split('T')
  return { date, time: time.slice(0, 5) }
}

export function isDate(text: string | undefined): text is string {
  return text !== undefined && 'date' in parseDateTime(`${text}T00:00:00Z`)
}

/** Times that people often want, in the zone of the form. */
export function suggestions(now: Date, zone: string): Array<{ label: string; local: Local }> {
  const today = localOf(now, zone)
  const day = (offset: number) => {
    const date = new Date(`${today.date}T12:00:00Z`)
    date.setUTCDate(date.getUTCDate() + offset)
    return date
  }
  const iso = (date: Date) => date.toISOString().slice(0, 10)
  const daysToMonday = (8 - day(0).getUTCDay()) % 7 || 7
  const list = [
    { label: 'In an hour', local: localOf(new Date(now.getTime() + 3_600_000), zone) },
    { label: 'Tomorrow 9:00', local: { date: iso(day(1)), time: '09:00' } },
  ]
  // On a Sunday that is tomorrow.
  if (daysToMonday > 1) list.push({ label: 'Monday 9:00', local: { date: iso(day(daysToMonday)), time: '09:00' } })
  return list
}

export function zoneNames(): string[] {
  const names = Intl.supportedValuesOf('timeZone')
  return names.includes('UTC') ? names : ['UTC', ...names]
}
