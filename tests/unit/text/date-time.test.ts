import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { parseDateTime } from '../../../src/lib/time/date-time.ts'
import { withField } from '../../../src/messages/message.ts'
import { sentence } from '../../../src/messages/sentence.ts'

function parse(text: string): string {
  const result = parseDateTime(text)
  return 'date' in result ? result.date.toISOString() : `problem: ${sentence(result.problem)}`
}

function assertProblem(text: string, pattern: RegExp): void {
  const result = parseDateTime(text)
  assert.ok('problem' in result, `${JSON.stringify(text)} was accepted`)
  const said = sentence(withField(result.problem, 'date'))
  assert.match(said, pattern)
  assert.match(said, /^date must .*\.$/)
}

describe('parseDateTime', () => {
  const accepted: [string, string][] = [
    ['2026-07-01T09:30', '2026-07-01T09:30:00.000Z'],
    ['2026-07-01T09:30:15', '2026-07-01T09:30:15.000Z'],
    ['2026-07-01t09:30:15z', '2026-07-01T09:30:15.000Z'],
    ['2026-07-01T09:30Z', '2026-07-01T09:30:00.000Z'],
    ['2026-07-01T09:30:15.1Z', '2026-07-01T09:30:15.100Z'],
    ['2026-07-01T09:30:15.123Z', '2026-07-01T09:30:15.123Z'],
    ['2026-07-01T09:30:15.123999999Z', '2026-07-01T09:30:15.123Z'],
    ['2026-07-01T09:30:15.0009Z', '2026-07-01T09:30:15.000Z'],
    ['2026-07-01T09:30+02:00', '2026-07-01T07:30:00.000Z'],
    ['2026-07-01T09:30+0200', '2026-07-01T07:30:00.000Z'],
    ['2026-07-01T09:30+02', '2026-07-01T07:30:00.000Z'],
    ['2026-07-01T09:30-03:30', '2026-07-01T13:00:00.000Z'],
    ['2026-07-01T09:30-00:00', '2026-07-01T09:30:00.000Z'],
    ['2026-07-01T00:30+23:59', '2026-06-30T00:31:00.000Z'],
    ['2026-07-01T09:30-23:59', '2026-07-02T09:29:00.000Z'],
    ['2026-12-31T23:59:59.999Z', '2026-12-31T23:59:59.999Z'],
    ['2024-02-29T00:00Z', '2024-02-29T00:00:00.000Z'],
    ['2000-02-29T00:00Z', '2000-02-29T00:00:00.000Z'],
    ['2026-04-30T00:00Z', '2026-04-30T00:00:00.000Z'],
    ['1970-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
    ['1969-12-31T23:00-01:00', '1970-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ]
  for (const [text, iso] of accepted) {
    it(`reads ${text} as ${iso}`, () => assert.equal(parse(text), iso))
  }

  const refused: [string, RegExp][] = [
    ['2026-02-30T09:30', /real calendar day, but February 2026 has days 01 to 28 and not 30/],
    ['2023-02-29T09:30Z', /real calendar day/],
    ['2100-02-29T09:30Z', /real calendar day/],
    ['2024-02-30T09:30Z', /01 to 29/],
    ['2026-04-31T09:30Z', /April 2026 has days 01 to 30/],
    ['2026-07-32T09:30Z', /01 to 31/],
    ['2026-07-00T09:30Z', /real calendar day/],
    ['2026-00-10T09:30Z', /month from 01 to 12/],
    ['2026-13-10T09:30Z', /month from 01 to 12, but it has 13/],
    ['2026-07-01T24:00Z', /hour from 00 to 23/],
    ['2026-07-01T09:60Z', /minutes from 00 to 59/],
    ['2026-07-01T23:59:60Z', /leap second/],
    ['2026-07-01T23:59:61Z', /seconds from 00 to 59, but it has 61\.$/],
    ['2026-07-01T09:30+24:00', /offset/],
    ['2026-07-01T09:30+02:60', /offset/],
    ['2027-02-30', /must have a time after the date, such as 2026-07-01T09:30:00Z/],
    ['1969-12-31T23:59:59Z', /1970 to 9999/],
    ['1970-01-01T00:00+00:01', /1970 to 9999/],
    ['0099-01-01T00:00Z', /1970 to 9999/],
    ['9999-12-31T23:59-00:01', /1970 to 9999/],
  ]
  for (const [text, pattern] of refused) {
    it(`refuses ${text} and says why`, () => assertProblem(text, pattern))
  }

  const shapeless = [
    '',
    'tomorrow',
    '1782898200',
    '2026-07-01 09:30',
    '2026-07-01T09',
    '2026-07-01T0930Z',
    '20260701T0930Z',
    '2026-7-1T9:30Z',
    '2026-182T09:30Z',
    '2026-W27-3T09:30Z',
    '2026-07-01T09:30:15.',
    '2026-07-01T09:30:15.1234567890Z',
    '2026-07-01T09:30:15,5Z',
    '2026-07-01T09:30.5Z',
    '2026-07-01T09:30 Z',
    '2026-07-01T09:30+2',
    '2026-07-01T09:30+02:0',
    '2026-07-01T09:30−02:00',
    '2026-07-01T09:30ZZ',
    '2026-07-01T09:30[Europe/Vienna]',
    ' 2026-07-01T09:30Z',
    '2026-07-01T09:30Z\n',
    '+002026-07-01T09:30Z',
    '-2026-07-01T09:30Z',
    '٢٠٢٦-07-01T09:30Z',
    'Wed, 01 Jul 2026 09:30:00 GMT',
  ]
  for (const text of shapeless) {
    it(`refuses ${JSON.stringify(text)} with an example of the right form`, () =>
      assertProblem(text, /^date must be an ISO 8601 date and time such as 2026-07-01T09:30:00Z\.$/))
  }

  it('agrees with Date on every instant, whatever the offset it is written with', () => {
    const instant = fc.date({
      min: new Date('1970-01-02T00:00:00Z'),
      max: new Date('9999-12-30T23:59:59.999Z'),
      noInvalidDate: true,
    })
    const offset = fc.integer({ min: -(23 * 60 + 59), max: 23 * 60 + 59 })
    const form = fc.constantFrom('colon', 'plain')
    fc.assert(
      fc.property(instant, offset, form, (date, minutes, style) => {
        const local = new Date(date.getTime() + minutes * 60_000).toISOString().slice(0, -1)
        const hh = String(Math.floor(Math.abs(minutes) / 60)).padStart(2, '0')
        const mm = String(Math.abs(minutes) % 60).padStart(2, '0')
        const text = `${local}${minutes < 0 ? '-' : '+'}${hh}${style === 'colon' ? ':' : ''}${mm}`
        assert.equal(parse(text), date.toISOString())
      }),
      { numRuns: 500 },
    )
  })

  it('accepts exactly the days the calendar has', () => {
    for (const year of [1970, 1999, 2000, 2023, 2024, 2026, 2028, 2099, 2100, 2400, 9999]) {
      for (let month = 0; month <= 13; month++) {
        for (let day = 0; day <= 33; day++) {
          const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}T12:00:00.000Z`
          // Date rolls a day that does not exist over to another one, which then reads differently.
          const rolled = new Date(Date.UTC(year, month - 1, day, 12))
          const exists = rolled.getUTCMonth() === month - 1 && rolled.getUTCDate() === day
          assert.equal('date' in parseDateTime(text), exists, text)
        }
      }
    }
  })

  it('never throws and never gives an invalid date', () => {
    const near = fc.stringMatching(/^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{2}:[0-9]{2}(:[0-9]{2})?[Zz+-]?[0-9:]{0,6}$/)
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), near), (text) => {
        const result = parseDateTime(text)
        if ('date' in result) assert.ok(!Number.isNaN(result.date.getTime()))
        else assert.ok(sentence(result.problem).length > 0)
      }),
      { numRuns: 1000 },
    )
  })
})
