import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deadlineIn } from '../../../src/lib/time/deadline.ts'

for (const [what, wallMs, monotonicMs, hasPassed] of [
  ['little time has passed', 4_999, 4_999, false],
  ['the process was stopped', 60_000, 60_000, true],
  ['the machine was suspended, which the monotonic clock does not see', 60_000, 10, true],
  ['the clock was set back, which hides that the process was stopped', -3_600_000, 60_000, true],
] as const) {
  test(`a deadline of 5 s when ${what}: ${hasPassed ? 'passed' : 'not passed'}`, () => {
    const time = { wall: 1_800_000_000_000, monotonic: 1_000 }
    const deadline = deadlineIn(5_000, { wall: () => time.wall, monotonic: () => time.monotonic })
    assert.equal(deadline.hasPassed(), false)
    time.wall += wallMs
    time.monotonic += monotonicMs
    assert.equal(deadline.hasPassed(), hasPassed)
  })
}
