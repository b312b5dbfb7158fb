// @slow @alone

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ProofResult, runProof } from '../../proof/publishing/run.ts'

// The large run is `npm run prove:publishing`. This is the same code with smaller numbers. A busy machine takes
// minutes.

const PACE = { timeout: 600_000 }

test(
  'every post is out exactly once or reported as unknown, even if workers, API and database are killed',
  PACE,
  async (t) => {
    const result = await runProof({ posts: 20, kills: 6, seed: 7, minutesMax: 5, control: false, signal: t.signal })
    assert.equal(result.entries.length, 20)
    assert.ok(result.kills.length >= 5, `only ${result.kills.length} kills`)
    for (const { what, violations } of result.verdict.claims)
      assert.deepEqual(violations, [], `${what}\n${story(result)}`)
    assert.ok((result.verdict.states.published ?? 0) >= 12, story(result))
  },
)

test('without the sending marker there are duplicates, so the test above can fail', PACE, async (t) => {
  // It is chance whether a kill hits the critical moment: usually the first run is enough.
  const stories: string[] = []
  for (const seed of [9, 8, 14, 21, 35]) {
    const result = await runProof({ posts: 18, kills: 4, seed, minutesMax: 2, control: true, signal: t.signal })
    if (result.verdict.duplicates >= 1) return
    stories.push(story(result))
  }
  assert.fail(stories.join('\n'))
})

function story({ verdict, kills }: ProofResult): string {
  return JSON.stringify(
    { states: verdict.states, kills, calls: verdict.visibleCalls, reasons: verdict.reasons },
    null,
    1,
  )
}
