import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { listDays, listHours } from '../../../src/lib/time/days.ts'
import { isTimeZone, type LocalTime, zonedToInstant } from '../../../src/lib/time/time-zone.ts'
import { sentence } from '../../../src/messages/sentence.ts'

const HOUR = 60 * 60 * 1000

/**
 * Every kind of change: whole, half and quarter hours, none, southern, at midnight, by half an hour, by two, in
 * Ramadan.
 */
const ZONES = [
  'UTC',
  'Europe/Lisbon',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'America/Santiago',
  'America/Sao_Paulo',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Africa/Monrovia',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Asia/Tehran',
  'Asia/Beirut',
  'Asia/Tokyo',
  'Australia/Lord_Howe',
  'Australia/Adelaide',
  'Antarctica/Troll',
  'Pacific/Apia',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  'Etc/GMT+12',
]

const formatters = new Map<string, Intl.DateTimeFormat>()

/** What the clocks of the zone show, straight from Intl; as if it were UTC. */
function wallAt(zone: string, instant: number): number {
  const known = formatters.get(zone)
  const formatter =
    known ??
    new Intl.DateTimeFormat('en-GB', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium', hourCycle: 'h23' })
  formatters.set(zone, formatter)
  const parts = Object.fromEntries(formatter.formatToParts(instant).map(({ type, value }) => [type, Number(value)]))
  const { year, month, day, hour, minute, second } = parts as Record<string, number>
  const ms = ((instant % 1000) + 1000) % 1000
  return Date.UTC(year!, month! - 1, day, hour, minute, second, ms)
}

function toLocal(wall: number): LocalTime {
  const date = new Date(wall)
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    ms: date.getUTCMilliseconds(),
  }
}

const read = (text: string, zone: string) => {
  const result = zonedToInstant(toLocal(Date.parse(`${text}Z`)), zone)
  return 'date' in result ? result.date.toISOString() : sentence(result.problem)
}

describe('a local time in a zone', () => {
  const READ: Array<[string, string, string]> = [
    ['2027-01-04T09:00:00.000', 'Europe/Lisbon', '2027-01-04T09:00:00.000Z'],
    ['2027-07-05T09:00:00.123', 'Europe/Lisbon', '2027-07-05T08:00:00.123Z'],
    ['2027-07-05T09:00:00.000', 'europe/lisbon', '2027-07-05T08:00:00.000Z'],
    ['2027-07-05T00:00:00.000', 'Asia/Kolkata', '2027-07-04T18:30:00.000Z'],
    ['2027-07-05T00:00:00.000', 'Asia/Kathmandu', '2027-07-04T18:15:00.000Z'],
    ['2027-07-05T00:00:00.000', 'Pacific/Kiritimati', '2027-07-04T10:00:00.000Z'],
    ['2027-07-05T23:59:59.999', 'Etc/GMT+12', '2027-07-06T11:59:59.999Z'],
    ['2027-07-05T09:00:00.000', 'UTC', '2027-07-05T09:00:00.000Z'],
    ['9999-12-31T23:59:59.999', 'America/New_York', '+010000-01-01T04:59:59.999Z'],
  ]
  for (const [local, zone, instant] of READ) {
    it(`${local} in ${zone} is ${instant}`, () => assert.equal(read(local, zone), instant))
  }

  const TWICE: Array<[string, string, string]> = [
    ['2027-10-31T01:30:00.000', 'Europe/Lisbon', '2027-10-31T00:30:00.000Z'],
    ['2027-11-07T01:00:00.000', 'America/New_York', '2027-11-07T05:00:00.000Z'],
    ['2027-04-04T01:45:00.000', 'Australia/Lord_Howe', '2027-04-03T14:45:00.000Z'],
  ]
  for (const [local, zone, instant] of TWICE) {
    it(`${local} comes twice in ${zone}, and the first one counts: ${instant}`, () => {
      assert.equal(read(local, zone), instant)
    })
  }

  const SKIPPED: Array<[string, string, string]> = [
    [
      '2027-03-28T01:30',
      'Europe/Lisbon',
      '01:30 does not exist on 2027-03-28 in Europe/Lisbon: clocks go from 01:00 to 02:00.',
    ],
    [
      '2027-03-28T02:00:01',
      'Europe/Berlin',
      '02:00:01 does not exist on 2027-03-28 in Europe/Berlin: clocks go from 02:00 to 03:00.',
    ],
    [
      '2027-03-28T01:00',
      'Antarctica/Troll',
      '01:00 does not exist on 2027-03-28 in Antarctica/Troll: clocks go from 01:00 to 03:00.',
    ],
    [
      '2027-10-03T02:15',
      'Australia/Lord_Howe',
      '02:15 does not exist on 2027-10-03 in Australia/Lord_Howe: clocks go from 02:00 to 02:30.',
    ],
    [
      '2027-09-05T00:00',
      'America/Santiago',
      '00:00 does not exist on 2027-09-05 in America/Santiago: clocks go from 00:00 to 01:00.',
    ],
    [
      '1972-01-07T00:20',
      'Africa/Monrovia',
      '00:20 does not exist on 1972-01-07 in Africa/Monrovia: clocks go from 00:00 to 00:44:30.',
    ],
    [
      '2011-12-30T12:00',
      'Pacific/Apia',
      '12:00 does not exist on 2011-12-30 in Pacific/Apia: clocks go from 2011-12-30 00:00 to 2011-12-31 00:00.',
    ],
  ]
  for (const [local, zone, problem] of SKIPPED) {
    it(`${local} is skipped in ${zone}, and the problem says so`, () => {
      assert.equal(read(local, zone), `${problem} Choose another time.`)
    })
  }

  it('in an unknown zone is a problem', () => {
    assert.equal(read('2027-07-05T09:00', 'Mars/Olympus'), '"Mars/Olympus" is not the name of a time zone.')
  })

  it('is an instant at which Intl shows that very time, and no earlier one does', () => {
    const instants = fc.integer({ min: 0, max: Date.UTC(2100, 0, 1) })
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), instants, (zone, instant) => {
        const wall = wallAt(zone, instant)
        const result = zonedToInstant(toLocal(wall), zone)
        assert.ok('date' in result, 'a time that clocks have shown exists')
        const found = result.date.getTime()
        assert.ok(found <= instant)
        assert.equal(wallAt(zone, found), wall)
      }),
      { numRuns: 5_000 },
    )
  })

  it('is a problem exactly when no instant shows it', () => {
    // All instants that can show it are on a grid of quarter hours around it, because every offset of these years is a
    // multiple of one.
    const walls = fc
      .integer({ min: Date.UTC(1990, 0, 1) / HOUR, max: Date.UTC(2040, 0, 1) / HOUR })
      .map((n) => n * HOUR)
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), walls, (zone, wall) => {
        const shows: number[] = []
        for (let offset = 26 * HOUR; offset >= -26 * HOUR; offset -= HOUR / 4) {
          if (wallAt(zone, wall - offset) === wall) shows.push(wall - offset)
        }
        const result = zonedToInstant(toLocal(wall), zone)
        assert.equal('date' in result ? result.date.getTime() : undefined, shows[0])
      }),
      { numRuns: 300 },
    )
  })

  for (const zone of ZONES) {
    it(`${zone}: every clock change from 2005 to 2040 is exact to the millisecond`, () => {
      for (const { at, before, after } of changesOf(zone)) {
        const [low, high] = [Math.min(at + before, at + after), Math.max(at + before, at + after)]
        for (const wall of [low, low + 1, (low + high) / 2, high - 1]) {
          const result = zonedToInstant(toLocal(wall), zone)
          // Forward: skipped. Back: shown twice, first under the old offset.
          if (after > before) assert.ok('problem' in result, new Date(wall).toISOString())
          else assert.deepEqual(result, { date: new Date(wall - before) })
        }
        assert.deepEqual(zonedToInstant(toLocal(low - 1), zone), { date: new Date(low - 1 - before) })
        assert.deepEqual(zonedToInstant(toLocal(high), zone), { date: new Date(high - after) })
      }
    })
  }
})

function changesOf(zone: string): Array<{ at: number; before: number; after: number }> {
  const offsetAt = (instant: number) => wallAt(zone, instant) - instant
  const changes = []
  const step = 7 * 24 * HOUR
  for (let week = Date.UTC(2005, 0, 1); week < Date.UTC(2040, 0, 1); week += step) {
    const [before, after] = [offsetAt(week), offsetAt(week + step)]
    if (before === after) continue
    let [low, high] = [week, week + step]
    while (high - low > 1000) {
      const middle = low + Math.floor((high - low) / 2000) * 1000
      if (offsetAt(middle) === before) low = middle
      else high = middle
    }
    changes.push({ at: high, before, after })
  }
  return changes
}

describe('a name', () => {
  it('of every zone that Intl lists is valid, in any case', () => {
    for (const name of [...Intl.supportedValuesOf('timeZone'), ...ZONES]) {
      assert.ok(isTimeZone(name), name)
      assert.ok(isTimeZone(name.toLowerCase()), name)
    }
  })

  const OTHERS = [
    '',
    ' ',
    'Mars/Olympus',
    'Lisbon',
    '+01:00',
    'UTC+1',
    'Z',
    'local',
    'Europe/Lisbon ',
    'Europe\\Lisbon',
  ]
  const ABBREVIATIONS = ['PST', 'BST', 'IST', 'CST', 'JST', 'AEST', 'CEST', 'pst']
  for (const name of [...OTHERS, ...ABBREVIATIONS, `Europe/${'x'.repeat(100)}`, 'Etc/Unknown', '__proto__']) {
    it(`${JSON.stringify(name.slice(0, 30))} is not valid`, () => assert.equal(isTimeZone(name), false))
  }

  it('of three letters is valid if IANA has it', () => {
    for (const name of ['UTC', 'GMT', 'CET', 'EET', 'WET', 'EST']) assert.ok(isTimeZone(name), name)
  })

  it('may be any text without throwing', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (name) => typeof isTimeZone(name) === 'boolean'))
  })
})

describe('the hours of days in a zone', () => {
  for (const zone of ZONES) {
    it(`begin when the clocks of ${zone} first show them, or at the next time that clocks show`, () => {
      for (const [from, count] of [
        ['2011-12-20', 14],
        ['2027-03-01', 60],
        ['2027-09-01', 75],
      ] as const) {
        const listed = listDays(from, count, zone)
        for (const [at, start] of listHours(listed, zone).entries()) {
          const wanted = Date.parse(`${from}T00:00:00Z`) + at * HOUR
          const shown = new Date(wanted).toISOString()
          assert.ok(wallAt(zone, start.getTime()) >= wanted, `${shown} begins too early`)
          assert.ok(wallAt(zone, start.getTime() - 1) < wanted, `${shown} begins too late`)
        }
      }
    })
  }
})
