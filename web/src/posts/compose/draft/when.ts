import { parseDateTime } from '../../../../../src/lib/time/date-time.ts'
import { zonedToInstant } from '../../../../../src/lib/time/time-zone.ts'
import { addDays, wallOf } from '../../../parts/time/wall-clock.ts'

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

/** Times that people often want, in the zone of the form. */
export function suggestions(now: Date, zone: string): Array<{ label: string; local: Local }> {
  const { date: today } = localOf(now, zone)
  const atNine = (day: string, offset: number) => {
    return { label: `${day} 9:00`, local: { date: addDays(today, offset), time: '09:00' } }
  }
  const daysToMonday = (8 - new Date(`${today}T00:00:00Z`).getUTCDay()) % 7 || 7
  return [
    { label: 'In an hour', local: localOf(new Date(now.getTime() + 3_600_000), zone) },
    atNine('Tomorrow', 1),
    // On a Sunday that is tomorrow.
    ...(daysToMonday > 1 ? [atNine('Monday', daysToMonday)] : []),
  ]
}
