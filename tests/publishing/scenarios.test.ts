// @slow

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findScenarios } from '../../proof/publishing/registry.ts'
import { runFreeze } from '../../proof/publishing/scenarios/freeze.ts'
import { runLongJob } from '../../proof/publishing/scenarios/long-job.ts'
import { runSlowSend } from '../../proof/publishing/scenarios/slow-send.ts'

// The large runs are part of `npm run prove:publishing`. These are the same with one post each.

const POSTS = 1

// They wait more than they compute.
describe('small scenarios', { concurrency: 2 }, () => {
  for (const [name, run] of [
    ['freeze', runFreeze],
    ['slow-send', runSlowSend],
  ] as const) {
    test(`${name}: every post is public exactly once`, async (t) => {
      const result = await run({ control: false, logLevel: 'silent', signal: t.signal }, POSTS)
      assert.deepEqual(result, { n: POSTS, violations: [] })
    })

    test(`${name}: without the safeguard they are public twice, so the test above can fail`, async (t) => {
      const { violations } = await run({ control: true, logLevel: 'silent', signal: t.signal }, POSTS)
      assert.ok(violations.length >= 1, 'the scenario proves nothing')
      for (const violation of violations) assert.match(violation, /public 2 times/)
    })
  }
})

// Longer than a process may be silent, so that it is checked several times.
const LONG_MS = 40_000

test('long-job: a job of 40 s runs once, and another worker runs the job of a killed one', async (t) => {
  const result = await runLongJob({ control: false, logLevel: 'silent', signal: t.signal }, LONG_MS)
  assert.deepEqual(result, { n: 2, violations: [] })
})

test('long-job: with a lease that is too short a job runs twice, so the test above can fail', async (t) => {
  const { violations } = await runLongJob({ control: true, logLevel: 'silent', signal: t.signal }, 5_000)
  assert.ok(violations.length >= 1, 'the scenario proves nothing')
})

test('the proof finds every scenario by itself, each with its own name and claim', async () => {
  const scenarios = await findScenarios()
  const names = scenarios.map(({ name }) => name)
  for (const name of ['freeze', 'long-job', 'slow-send']) assert.ok(names.includes(name), name)
  assert.equal(new Set(names).size, names.length)
  for (const { claim } of scenarios) assert.ok(claim.length > 20)
})
