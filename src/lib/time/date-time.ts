// No Date.parse: it takes "2026-02-30" for March 2, reads a missing offset as local time and accepts much that is not ISO.
const SHAPE =
  /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(?:[Zz]|([+-])(\d{2})(?::?(\d{2}))?)?$/
const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/

const EXAMPLE = '2026-07-01T09:30:00Z'
const MONTHS = 'January February March April May June July August September October November December'.split(' ')
const YEAR_MIN = 1970
const YEAR_MAX = 9999

type DateTimeResult = { date: Date } | { problem: string }

/**
 * Reads an ISO 8601 date and time, strictly. Without an offset it is UTC; offsets go up to ±23:59; what is finer than
 * a millisecond is cut off. A problem has no full stop and follows a field name: `${field} ${problem}.`
 */
export function parseDateTime(text: string): DateTimeResult {
  const parts = SHAPE.exec(text)
  if (!parts) {
    if (DATE_ONLY.test(text)) return { problem: `must have a time after the date, such as ${EXAMPLE}` }
    return { problem: `must be an ISO 8601 date and time such as ${EXAMPLE}` }
  }
  const [year, month, day, hour, minute, second] = [1, 2, 3, 4, 5, 6].map((i) => Number(parts[i] ?? 0)) as Six
  const milliseconds = Number((parts[7] ?? '').slice(0, 3).padEnd(3, '0'))
  const offsetHour = Number(parts[9] ?? 0)
  const offsetMinute = Number(parts[10] ?? 0)

  if (month < 1 || month > 12) return { problem: `must have a month from 01 to 12, but it has ${parts[2]}` }
  // The last day of the month, in a year of the same kind: the calendar repeats every 400 years.
  const days = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()
  if (day < 1 || day > days) {
    const name = `${MONTHS[month - 1]} ${parts[1]}`
    return { problem: `must be a real calendar day, but ${name} has days 01 to ${days} and not ${parts[3]}` }
  }
  if (hour > 23) return { problem: `must have an hour from 00 to 23, but it has ${parts[4]} (midnight is T00:00)` }
  if (minute > 59) return { problem: `must have minutes from 00 to 59, but it has ${parts[5]}` }
  if (second > 59) {
    const reason = second === 60 ? ' (a leap second cannot be scheduled)' : ''
    return { problem: `must have seconds from 00 to 59, but it has ${parts[6]}${reason}` }
  }
  if (offsetHour > 23 || offsetMinute > 59) {
    return { problem: 'must have an offset from UTC between -23:59 and +23:59, such as +02:00 or Z' }
  }

  // Date.UTC takes the years 0–99 for 1900–1999; no offset lifts a year below 1969 into the range.
  if (year >= YEAR_MIN - 1) {
    const sign = parts[8] === '-' ? -1 : 1
    const offsetMs = sign * (offsetHour * 60 + offsetMinute) * 60_000
    const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second, milliseconds) - offsetMs)
    if (date.getUTCFullYear() >= YEAR_MIN && date.getUTCFullYear() <= YEAR_MAX) return { date }
  }
  return { problem: `must lie in the years ${YEAR_MIN} to ${YEAR_MAX} (in UTC)` }
}

type Six = [number, number, number, number, number, number]
