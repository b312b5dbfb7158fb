import { type Message, message } from '../../messages/message.ts'
import { remember } from '../bounds/remember.ts'
import { DAY_MS } from './span.ts'

/** The date and time on a wall clock. */
export interface LocalTime {
  year: number
  /** 1 to 12 */
  month: number
  day: number
  hour: number
  minute: number
  second: number
  ms: number
}

type InstantResult = { date: Date } | { problem: Message }

// Intl also accepts offsets (+01:00) and old three-letter Java ids (BST is Dhaka there). They are not IANA names, and
// people who write them mean something else. The three-letter names here are IANA's own.
const NAME = /^[A-Z][A-Z0-9_+/-]{0,63}$/i
const THREE_LETTERS = /^[A-Z]{3}$/i
const IANA_THREE_LETTERS = new Set('CET EET EST GMT HST MET MST PRC ROC ROK UCT UTC WET'.split(' '))

// Making a formatter takes 50 times as long as using it, and it holds 50 KB. Keyed by the lower-case name, since Intl
// ignores case.
const formatterOf = remember(
  (zone) =>
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    }),
  100,
)

export function wallClockIn(zone: string): Intl.DateTimeFormat {
  return formatterOf(zone.toLowerCase())
}

/** Whether it is an IANA time zone, such as Europe/Lisbon. Offsets and abbreviations such as PST are not. */
export function isTimeZone(name: string): boolean {
  if (!NAME.test(name)) return false
  if (THREE_LETTERS.test(name) && !IANA_THREE_LETTERS.has(name.toUpperCase())) return false
  try {
    wallClockIn(name)
    return true
  } catch {
    return false
  }
}

/**
 * The instant at which clocks in a zone show this local time (a real calendar day, the years 1970 to 9999). A time that
 * daylight saving skips is a problem. For one that occurs twice, when clocks go back, it is the first.
 */
export function zonedToInstant(local: LocalTime, zone: string): InstantResult {
  if (!isTimeZone(zone)) return { problem: message('time.no_zone', { zone }) }
  const { year, month, day, hour, minute, second, ms } = local
  const wall = Date.UTC(year, month - 1, day, hour, minute, second, ms)
  // No zone is a whole day from UTC and none changes twice in two days, so these are the only two candidates.
  const before = offsetAt(zone, wall - DAY_MS)
  const after = offsetAt(zone, wall + DAY_MS)
  if (before === after) return { date: new Date(wall - before) }
  for (const offset of [Math.max(before, after), Math.min(before, after)]) {
    const instant = wall - offset
    if (offsetAt(zone, instant) === offset) return { date: new Date(instant) }
  }
  return { problem: describeGap(wall, zone, before, after) }
}

/** How far the zone's clocks are ahead of UTC, in milliseconds; always whole seconds. */
function offsetAt(zone: string, instant: number): number {
  return knownOffset(`${zone} ${instant}`)
}

/** Takes a zone and an instant as one text. The days of a report or a calendar ask for the same ones again. */
const knownOffset = remember((asked) => {
  const [zone, at] = asked.split(' ') as [string, string]
  const instant = Number(at)
  const text = wallClockIn(zone).format(instant)
  // 07/05/2027, 09:30:00
  const [month, day, year, hour, minute, second] = text.split(/\D+/).map(Number) as Six
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000
}, 1_000)

type Six = [number, number, number, number, number, number]

function describeGap(wall: number, zone: string, before: number, after: number): Message {
  // The clocks change at a second between these two.
  let earlier = wall - DAY_MS
  let later = wall + DAY_MS
  while (later - earlier > 1000) {
    const middle = earlier + Math.floor((later - earlier) / 2000) * 1000
    if (offsetAt(zone, middle) === before) earlier = middle
    else later = middle
  }
  const change = Math.floor(later / 1000) * 1000
  const from = toText(change + before)
  const to = toText(change + after)
  const asked = toText(wall)
  // Samoa skipped the whole of 30 December 2011.
  const sameDay = from.day === asked.day && to.day === asked.day
  const write = (at: typeof from) => (sameDay ? at.time : `${at.day} ${at.time}`)
  return message('time.skipped', { time: asked.time, day: asked.day, zone, from: write(from), to: write(to) })
}

/** Leaves out seconds if they are zero. */
function toText(wall: number): { day: string; time: string } {
  const [day, time] = new Date(wall).toISOString().split('T') as [string, string]
  return { day, time: time.slice(0, time.slice(6, 8) === '00' ? 5 : 8) }
}
