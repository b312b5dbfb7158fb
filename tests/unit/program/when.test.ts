import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readWhen, sayWhen } from '../../../src/commands/remote/when.ts'

// Wednesday, 18 November 2026, 10:30 in Lisbon, which is at UTC then.
const NOW = Date.UTC(2026, 10, 18, 10, 30)
const in_ = (text: string, zone = 'Europe/Lisbon', now = NOW) => readWhen(text, now, zone).toISOString().slice(0, 16)
const refusal = (text: string, zone = 'Europe/Lisbon', now = NOW): string => {
  try {
    return `accepted as ${readWhen(text, now, zone).toISOString()}`
  } catch (error) {
    return (error as Error).message
  }
}

describe('understood', () => {
  for (const [text, at] of Object.entries({
    'tue 9:00': '2026-11-24T09:00',
    'Tuesday at 9:00': '2026-11-24T09:00',
    'this fri 17:30': '2026-11-20T17:30',
    'on thu 9am': '2026-11-19T09:00',
    'thu 12am': '2026-11-19T00:00',
    'thu 12 pm': '2026-11-19T12:00',
    'tomorrow 5:30pm': '2026-11-19T17:30',
    'today 11:00': '2026-11-18T11:00',
    '11:00': '2026-11-18T11:00',
    '24 nov 9:00': '2026-11-24T09:00',
    'nov 24, 9:00': '2026-11-24T09:00',
    '24 November 2027 9:00': '2027-11-24T09:00',
    '3 feb 9:00': '2027-02-03T09:00',
    '2026-11-24 9:00': '2026-11-24T09:00',
    '2026-11-24T09:00': '2026-11-24T09:00',
    '2026-11-24T09:00:00+02:00': '2026-11-24T07:00',
    'in 2 hours': '2026-11-18T12:30',
    'in 45 min': '2026-11-18T11:15',
    'in an hour': '2026-11-18T11:30',
    'in 3 days': '2026-11-21T10:30',
    now: '2026-11-18T10:30',
  })) {
    test(text, () => assert.equal(in_(text), at))
  }

  test('on the clocks of the workspace, wherever the command runs', () => {
    assert.equal(in_('tue 9:00', 'America/New_York'), '2026-11-24T14:00')
    // There it is Thursday already.
    const late = Date.UTC(2026, 10, 18, 22)
    assert.equal(in_('fri 9:00', 'Asia/Tokyo', late), '2026-11-20T00:00')
    assert.match(refusal('thu 9:00', 'Asia/Tokyo', late), /today is Thursday/)
  })

  test('and said back in words', () => {
    assert.equal(sayWhen(new Date('2026-11-24T09:05:00Z'), 'Europe/Berlin'), 'Tue 24 Nov 2026, 10:05 in Berlin')
    assert.equal(sayWhen(new Date('2026-11-24T23:30:00Z'), 'America/New_York'), 'Tue 24 Nov 2026, 18:30 in New York')
    assert.equal(sayWhen(new Date('2026-11-24T00:00:00Z'), 'UTC'), 'Tue 24 Nov 2026, 0:00 in UTC')
  })
})

describe('refused with what to write instead', () => {
  for (const [text, said] of Object.entries({
    'wed 18:00': /today is Wednesday.*"today" or 2026-11-25/,
    'next fri 9:00': /2026-11-20 or 2026-11-27/,
    'tue 9': /morning or in the evening\? Write 9:00/,
    tue: /no time of day/,
    '03/04 9:00': /the day or the month first/,
    '3.4. 9:00': /the day or the month first/,
    '30 feb 9:00': /2027-02-30 is not in the calendar/,
    '2026-02-30 9:00': /not in the calendar/,
    'tue 25:00': /not a time of day/,
    'tue 13pm': /not a time of day/,
    'soon 9:00': /is not a time/,
    'ma 9:00': /is not a time/,
    'today 9:00': /Wed 18 Nov 2026, 9:00 in Lisbon has passed. It is Wed 18 Nov 2026, 10:30 in Lisbon now/,
    '2026-11-17 9:00': /has passed/,
    '2026-11-17T09:00:00Z': /has passed/,
    '': /no time of day/,
  })) {
    test(text || 'nothing', () => assert.match(refusal(text), said))
  }

  test('a time that clocks skip, and one that comes twice', () => {
    assert.match(refusal('2027-03-28 2:30', 'Europe/Berlin'), /02:30/)
    assert.match(
      refusal('2027-10-31 2:30', 'Europe/Berlin'),
      /comes twice: write 2027-10-31T00:30:00.000Z or 2027-10-31T01:30/,
    )
    assert.equal(in_('2027-10-31T01:30:00Z', 'Europe/Berlin'), '2027-10-31T01:30')
    assert.equal(in_('2027-10-31 3:30', 'Europe/Berlin'), '2027-10-31T02:30')
  })
})
