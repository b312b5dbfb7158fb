import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, instantOf, isDay, monthFrom, wallOf, weekStart } from '../../../web/src/parts/wall-clock.ts'
import { rangeOf, turn } from '../../../web/src/posts/entries.ts'

test('the wall shows what clocks in the zone show, across daylight saving', () => {
  assert.equal(wallOf('2027-03-28T00:30:00Z', 'Europe/Berlin'), '2027-03-28T01:30:00')
  assert.equal(wallOf('2027-03-28T01:30:00Z', 'Europe/Berlin'), '2027-03-28T03:30:00')
  assert.equal(wallOf('2026-11-15T23:30:00Z', 'Asia/Kolkata'), '2026-11-16T05:00:00')
  assert.equal(wallOf('2026-11-15T00:00:00Z', 'UTC'), '2026-11-15T00:00:00')
})

test('around a clock change every moment is restored, except for the second of a repeated time', () => {
  const changes = [
    ['Europe/Lisbon', '2026-03-29', 0],
    ['Europe/Lisbon', '2026-10-25', 2],
    ['America/New_York', '2026-03-08', 0],
    ['America/New_York', '2026-11-01', 2],
    ['Australia/Lord_Howe', '2026-04-05', 1],
    ['Australia/Lord_Howe', '2026-10-04', 0],
  ] as const
  for (const [zone, day, twice] of changes) {
    const middle = Date.parse(`${day}T00:00:00Z`)
    const others: number[] = []
    for (let at = middle - 172_800_000; at < middle + 172_800_000; at += 1_800_000) {
      const back = instantOf(wallOf(at, zone), zone).getTime()
      if (back === at) continue
      assert.ok(back < at && wallOf(back, zone) === wallOf(at, zone), `${zone} ${new Date(at).toISOString()}`)
      others.push(at)
    }
    assert.equal(others.length, twice, `${zone} ${day}`)
  }
})

test('a skipped time becomes the one after', () => {
  const skipped = instantOf('2027-03-28T02:30', 'Europe/Berlin')
  assert.equal(wallOf(skipped, 'Europe/Berlin'), '2027-03-28T03:30:00')
  assert.equal(instantOf('2026-11-15', 'Europe/Berlin').toISOString(), '2026-11-14T23:00:00.000Z')
})

test('days are counted without any zone', () => {
  assert.equal(addDays('2026-12-31', 1), '2027-01-01')
  assert.equal(monthFrom('2026-12-31', 2), '2027-02-01')
  assert.equal(weekStart('2026-11-15', 1), '2026-11-09')
  assert.equal(weekStart('2026-11-15', 0), '2026-11-15')
  assert.deepEqual(['2026-02-30', '2026-2-3', 'today', undefined, '2028-02-29'].map(isDay), [
    false,
    false,
    false,
    false,
    true,
  ])
})

test('a month on the screen consists of whole weeks, and turning the page moves by a month', () => {
  assert.deepEqual(rangeOf('month', '2026-11-15', 1, true), { from: '2026-10-26', to: '2026-12-07' })
  assert.deepEqual(rangeOf('month', '2026-11-15', 1, false), { from: '2026-11-01', to: '2026-12-01' })
  assert.deepEqual(rangeOf('week', '2026-11-15', 1, true), { from: '2026-11-09', to: '2026-11-16' })
  assert.equal(turn('month', '2026-01-31', 1), '2026-02-01')
  assert.equal(turn('week', '2026-12-29', 1), '2027-01-05')
})
