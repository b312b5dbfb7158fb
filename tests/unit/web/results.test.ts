import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPeriod } from '../../../web/src/results/results.ts'

test('results cover the days in the URL, or the latest ones', () => {
  const today = '2026-11-16'
  const month = { from: '2026-10-18', to: today, days: 30, range: 30 }
  assert.deepEqual(readPeriod({}, today), month)
  assert.deepEqual(readPeriod({ days: '7' }, today), { from: '2026-11-10', to: today, days: 7, range: 7 })
  const week = { from: '2026-11-02', to: '2026-11-08' }
  assert.deepEqual(readPeriod({ ...week, days: '7' }, today), { ...week, days: 7, range: null })
  for (const url of [{ from: week.from }, { from: 'x', to: 'y' }, { ...week, to: '2026-02-30' }, { days: '8' }]) {
    assert.deepEqual(readPeriod(url, today), month, JSON.stringify(url))
  }
})
