// @slow

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runSpamProof, violatedClaims } from '../../proof/spam/run.ts'
import { noBrowser } from '../helpers/browser.ts'
import { SHARED_TEMPLATE } from '../helpers/process.ts'

// A small `npm run prove:spam`: too few submissions to distinguish a flood from people.
test('spam of each kind is held, people are not, nothing is lost, and everything held can be accepted', {
  skip: noBrowser,
}, async () => {
  const { verdict } = await runSpamProof({
    spam: 18,
    honest: 6,
    seed: 1,
    control: false,
    logLevel: 'silent',
    template: SHARED_TEMPLATE,
    onProgress: () => {},
  })
  const expected = (kind: string) => (kind === 'flood' ? 0 : kind === 'replayed proof' ? 2 : 3)
  for (const { kind, acknowledged, held } of verdict.kinds.slice(-6)) {
    assert.deepEqual({ kind, acknowledged, held }, { kind, acknowledged: 3, held: expected(kind) })
  }
  assert.deepEqual(violatedClaims(verdict), ['at least 95 % of the spam is held'])
})
