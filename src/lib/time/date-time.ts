import type { Code, Message } from '../../messages/message.ts'

// Date.parse is not strict: it reads "2026-02-30" as March 2, a missing offset as local time, and much that is not ISO.
const SHAPE =
  /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(?:[Zz]|([+-])(\d{2})(?::?(\d{2}))?)?$/
const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/

const MONTHS = 'January February March April May June July August September October November December'.split(' ')
const YEAR_MIN = 1970
const YEAR_MAX = 9999

type DateTimeResult = { date: Date } | { problem: Message }

/**
 * Reads an ISO 8601 date and time, strictly. Without an offset it is UTC; offsets go up to ±23:59; anything finer than
 * a millisecond is cut off.
 */
export function parseDateTime(text: string): DateTimeResult {
  const parts = SHAPE.exec(text)
  if (!parts) {
    return refuse(DATE_ONLY.test(text) ? 'time.no_time' : 'time.not_iso')
  }
  const [year, month, day, hour, minute, second] = [1, 2, 3, 4, 5, 6].map((i) => Number(parts[i] ?? 0)) as Six
  const milliseconds = Number((parts[7] ?? '').slice(0, 3).padEnd(3, '0'))
  const offsetHour = Number(parts[9] ?? 0)
  const offsetMinute = Number(parts[10] ?? 0)

  if (month < 1 || month > 12) return refuse('time.no_month', { found: parts[2]! })
  // The last day of the month, in an equivalent year: the calendar repeats every 400 years.
  const days = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()
  if (day < 1 || day > days) {
    return refuse('time.no_day', { month: `${MONTHS[month - 1]} ${parts[1]}`, days, found: parts[3]! })
  }
  if (hour > 23) return refuse('time.no_hour', { found: parts[4]! })
  if (minute > 59) return refuse('time.no_minute', { found: parts[5]! })
  if (second > 59) return refuse(second === 60 ? 'time.leap_second' : 'time.no_second', { found: parts[6]! })
  if (offsetHour > 23 || offsetMinute > 59) return refuse('time.no_offset')

  // Date.UTC reads the years 0–99 as 1900–1999; no offset lifts a year below 1969 into the range.
  if (year >= YEAR_MIN - 1) {
    const sign = parts[8] === '-' ? -1 : 1
    const offsetMs = sign * (offsetHour * 60 + offsetMinute) * 60_000
    const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second, milliseconds) - offsetMs)
    if (date.getUTCFullYear() >= YEAR_MIN && date.getUTCFullYear() <= YEAR_MAX) return { date }
  }
  return refuse('time.out_of_range')
}

function refuse(code: Code, values: Record<string, string | number> = {}): { problem: Message } {
  return { problem: { code, values } }
}

type Six = [number, number, number, number, number, number]
