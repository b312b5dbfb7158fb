import { addDays, dayAt } from '../../lib/time/days.ts'
import { MINUTE_MS } from '../../lib/time/span.ts'
import { wallClockIn, zonedToInstant } from '../../lib/time/time-zone.ts'
import { sentence } from '../../messages/sentence.ts'
import { UsageError } from '../line/command.ts'

// A time as people type it, on the clocks of the workspace. What could mean two times is refused: a post at the wrong
// time cannot be taken back.

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const MONTHS = 'january february march april may june july august september october november december'.split(' ')
const UNITS: Record<string, number> = { m: 1, minute: 1, h: 60, hour: 60, d: 1440, day: 1440, w: 10_080, week: 10_080 }
const HOW = 'Write for example "tue 9:00", "tomorrow 17:30", "24 nov 9:00", "2026-11-24 9:00" or "in 2 hours".'

/** Throws a UsageError that says what is unclear. */
export function readWhen(text: string, now: number, zone: string): Date {
  const words = text.trim().toLowerCase().replace(/\s+/g, ' ').replace(/,/g, '').replace(/ at /, ' ')
  if (words === 'now') return new Date(now)
  const span = /^in (\d{1,4}|an?) ?([a-z]+?)s?$/.exec(words)
  const unit = span && UNITS[span[2]!.replace(/^min$/, 'minute')]
  if (span && unit) return new Date(now + (/^an?$/.test(span[1]!) ? 1 : Number(span[1])) * unit * MINUTE_MS)
  if (/^\d{4}-\d\d-\d\dt[\d:.]{4,12}(?:z|[+-]\d\d:?\d\d)$/.test(words)) return notPast(readExact(text), now, zone)

  const { hour, minute, rest } = readClock(words, text)
  const day = readDay(rest, text, now, zone)
  return notPast(toInstant(day, hour, minute, zone), now, zone)
}

function readExact(text: string): Date {
  const at = new Date(text.trim())
  if (Number.isNaN(at.getTime())) throw unclear(text)
  return at
}

function unclear(text: string): UsageError {
  return new UsageError(`"${text}" is not a time. ${HOW}`)
}

function readClock(words: string, text: string): { hour: number; minute: number; rest: string } {
  const found = /(?:^| |t)(\d{1,2})(?:[:.h](\d\d))? ?(am|pm)?$/.exec(words)
  if (!found) throw new UsageError(`"${text}" has no time of day. ${HOW}`)
  const [whole, hours, minutes, half] = found
  const rest = words.slice(0, found.index).trim()
  if (minutes === undefined && half === undefined) {
    // "24 nov 9" is as unclear as "9".
    throw new UsageError(`"${text}": is ${hours} in the morning or in the evening? Write ${hours}:00, or add am or pm.`)
  }
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half === 'pm' ? 12 : 0)
  const isWrong =
    hour > 23 || Number(minutes ?? 0) > 59 || (half !== undefined && (Number(hours) > 12 || hours === '0'))
  if (isWrong) throw new UsageError(`"${whole.trim()}" is not a time of day. ${HOW}`)
  return { hour, minute: Number(minutes ?? 0), rest }
}

/** YYYY-MM-DD */
function readDay(words: string, text: string, now: number, zone: string): string {
  const today = dayAt(now, zone)
  if (words === '' || words === 'today') return today
  if (words === 'tomorrow') return addDays(today, 1)
  if (/^\d{4}-\d\d-\d\d$/.test(words)) return real(words, text)
  if (/^\d{1,2}[/.]\d{1,2}\.?(?:[/.]?\d{2,4})?$/.test(words)) {
    throw new UsageError(`"${text}": is "${words}" the day or the month first? Write 2026-11-24 or "24 nov".`)
  }
  const next = /^(next|this) (.*)$/.exec(words)
  const weekday = findWord(WEEKDAYS, (next?.[2] ?? words).replace(/^on /, ''))
  if (weekday !== -1) return readWeekday(weekday, next?.[1], { text, today })
  const [, before, name = '', after, year] =
    /^(\d{1,2})?\.? ?([a-z]+) ?(\d{1,2})?(?:st|nd|rd|th)? ?(\d{4})?$/.exec(words) ?? []
  const month = findWord(MONTHS, name)
  const date = before ?? after
  if (month === -1 || date === undefined || (before !== undefined && after !== undefined)) throw unclear(text)
  const inYear = (of: number) => `${of}-${String(month + 1).padStart(2, '0')}-${date.padStart(2, '0')}`
  if (year !== undefined) return real(inYear(Number(year)), text)
  const thisYear = Number(today.slice(0, 4))
  return real(inYear(inYear(thisYear) < today ? thisYear + 1 : thisYear), text)
}

function readWeekday(
  weekday: number,
  which: string | undefined,
  { text, today }: { text: string; today: string },
): string {
  const ahead = (weekday - weekdayOf(today) + 7) % 7
  if (ahead === 0) {
    throw new UsageError(`"${text}": today is ${nameOf(weekday)}. Write "today" or ${addDays(today, 7)}.`)
  }
  // Some mean the coming one, others the one after it.
  if (which === 'next') {
    const [coming, later] = [addDays(today, ahead), addDays(today, ahead + 7)]
    throw new UsageError(
      `"${text}": is that ${coming} or ${later}? Write the date, or "${nameOf(weekday)}" for the coming one.`,
    )
  }
  return addDays(today, ahead)
}

function weekdayOf(day: string): number {
  return new Date(`${day}T12:00:00Z`).getUTCDay()
}

function nameOf(weekday: number): string {
  return WEEKDAYS[weekday]!.replace(/^./, (letter) => letter.toUpperCase())
}

/** Three letters are enough: tue, nov. */
function findWord(names: readonly string[], word: string): number {
  return word.length < 3
    ? -1
    : names.findIndex((name) => name.startsWith(word) || (word === 'sept' && name === 'september'))
}

function real(day: string, text: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  if (!Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)) return day
  throw new UsageError(`"${text}": ${day} is not in the calendar.`)
}

function toInstant(day: string, hour: number, minute: number, zone: string): Date {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const local = { year, month, day: date, hour, minute, second: 0, ms: 0 }
  const found = zonedToInstant(local, zone)
  if ('problem' in found) throw new UsageError(sentence(found.problem))
  // When clocks go back, the same time comes again, at most a few hours later.
  for (const minutes of [30, 60, 120]) {
    const again = new Date(found.date.getTime() + minutes * MINUTE_MS)
    if (wallClockIn(zone).format(again) === wallClockIn(zone).format(found.date)) {
      const choices = `${found.date.toISOString()} or ${again.toISOString()}`
      throw new UsageError(`Clocks in ${zone} go back on ${day}, so this time comes twice: write ${choices}.`)
    }
  }
  return found.date
}

function notPast(at: Date, now: number, zone: string): Date {
  if (at.getTime() > now) return at
  throw new UsageError(`${sayWhen(at, zone)} has passed. It is ${sayWhen(new Date(now), zone)} now.`)
}

/** "Tue 24 Nov 2026, 9:00 in Lisbon" */
export function sayWhen(at: Date, zone: string): string {
  return `${sayClock(at, zone)} in ${zone === 'UTC' ? 'UTC' : zone.split('/').at(-1)!.replaceAll('_', ' ')}`
}

function sayClock(at: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).formatToParts(at)
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  return `${of('weekday')} ${of('day')} ${of('month')} ${of('year')}, ${Number(of('hour'))}:${of('minute')}`
}
