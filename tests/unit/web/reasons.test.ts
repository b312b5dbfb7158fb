import assert from 'node:assert/strict'
import { test } from 'node:test'
import { en } from '../../../src/messages/en.ts'
import { plainReason, technicalReason } from '../../../web/src/parts/reasons.ts'

/** Names of settings, such as SMTP_URL. */
const SETTING = /\b[A-Z]{2,}(?:_[A-Z]+)+\b/

/** Not reasons of records: answers to requests, commands, and what only pages for operators show. */
const ELSEWHERE =
  /^(?:backup|secret|link|fetch|request|webhook|sender|endpoint|app|rotation|access|metrics)\.|^(?:mail\.(?:give_link|set_up_first)|media\.file_gone|store\.no_bucket)$/

test('no reason that people read names a setting; owners can read the server’s sentence', () => {
  const named = Object.entries<string>(en).filter(([code, text]) => SETTING.test(text) && !ELSEWHERE.test(code))
  assert.ok(named.length > 10)
  const shown = named.map(([reason_code, reason]) => ({ reason_code, reason }))
  assert.deepEqual(
    shown.filter((each) => SETTING.test(plainReason(each)!)).map(({ reason_code }) => reason_code),
    [],
  )
  for (const each of shown) assert.equal(technicalReason(each), each.reason)
})

test('other reasons are shown as they are', () => {
  const known = { reason: 'The post was cancelled.', reason_code: 'publishing.cancelled' }
  assert.equal(plainReason(known), known.reason)
  assert.equal(technicalReason(known), null)
  assert.equal(plainReason({ reason: 'Written by 0.2.', reason_code: null }), 'Written by 0.2.')
  assert.equal(plainReason({ reason: null, reason_code: null }), null)
})

test('why a delivery was refused is said without headers, timestamps and signatures', () => {
  const refusals = Object.entries<string>(en).filter(([code]) => code.startsWith('rejection.'))
  assert.ok(refusals.length > 20)
  const words = new Set(refusals.map(([reason_code, reason]) => plainReason({ reason_code, reason })))
  assert.equal(words.size, 3)
  for (const each of words) assert.doesNotMatch(each!, /header|timestamp|signature|JSON|\{/i)
})
