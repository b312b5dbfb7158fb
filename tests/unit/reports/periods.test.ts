import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays } from '../../../src/lib/time/days.ts'
import { type PeriodPart, splitPeriod } from '../../../src/reports/attribution/periods.ts'

const daysOf = ({ from, below }: PeriodPart) => {
  const days: string[] = []
  for (let day = from; day < below; day = addDays(day, 1)) days.push(day)
  return days
}

test('a period is split into whole months and the days around them, each day once', () => {
  for (let start = 0; start < 62; start++) {
    for (const length of [1, 2, 27, 28, 29, 30, 31, 32, 59, 60, 61, 62, 89, 366]) {
      const from = addDays('2027-12-15', start)
      const to = addDays(from, length - 1)
      const { months, days } = splitPeriod(from, to)
      const parts = [days[0], months, days[1]].flatMap(daysOf)
      assert.deepEqual(parts, daysOf({ from, below: addDays(to, 1) }), `${from} to ${to}`)
      if (daysOf(months).length > 0) assert.deepEqual([months.from.slice(8), months.below.slice(8)], ['01', '01'])
      assert.ok(days.every((part) => daysOf(part).length < 31 + (months.from < months.below ? 0 : 31)))
    }
  }
})
