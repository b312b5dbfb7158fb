// @slow @alone

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type EventsProofResult, runEventsProof } from '../../proof/events/run.ts'
import { SABOTAGED } from '../../proof/events/sabotage.ts'

// The large run is `npm run prove:events`. This is the same code with smaller numbers. A busy machine takes minutes.

const PACE = { timeout: 400_000 }

const SMALL = { events: 120, kills: 5, seed: 7, minutesMax: 5, cutLeases: true }

test('every event arrives at least once, even if the API, workers and PostgreSQL are killed', PACE, async (t) => {
  const result = await runEventsProof({ ...SMALL, control: false, signal: t.signal })
  for (const { what, violations } of result.verdict.claims)
    assert.deepEqual(violations, [], `${what}\n${story(result)}`)
  assert.ok(result.verdict.stored.events >= SMALL.events * 0.8, story(result))
  assert.ok(result.kills.length >= SMALL.kills, story(result))
})

test('broken promises are found, so the test above can fail', PACE, async (t) => {
  // Some events never arrive then, so it always takes all of its time.
  const result = await runEventsProof({ ...SMALL, minutesMax: 1, control: true, signal: t.signal })
  const violated = result.verdict.claims.filter(({ violations }) => violations.length > 0).map(({ what }) => what)
  assert.deepEqual(
    SABOTAGED.filter((what) => !violated.includes(what)),
    [],
    story(result),
  )
})

function story({ verdict, kills, behaviours, seconds }: EventsProofResult): string {
  return JSON.stringify({ stored: verdict.stored, states: verdict.states, kills, behaviours, seconds }, null, 1)
}
