import assert from 'node:assert/strict'
import { test } from 'node:test'
import { en } from '../../../src/messages/en.ts'
import { LANGUAGES } from '../../../src/messages/languages.ts'
import type { Code } from '../../../src/messages/message.ts'
import { catalogueOf } from '../../../src/messages/sentence.ts'
import { plainReason, technicalReason } from '../../../web/src/parts/reasons.ts'

/** Names of settings, such as SMTP_URL, and files of our documentation. */
const TECHNICAL = /[A-Z]{2,}(?:_[A-Z]+)+|\bdocs\/\S+\.md/

/** Read by developers and operators only: on their pages and the command line, or folded away (`app.unreadable`). */
const FOR_OPERATORS: readonly string[] = [
  'app.unreadable',
  'backup.no_tables',
  'backup.other_key',
  'connection.no_app',
  'connection.no_pages_app',
  'metrics.token',
  'request.plain_http',
  'secret.unknown_key',
]

test('no message that people read names a setting or a file of the documentation', () => {
  const named = Object.entries<string>(en).filter(([, text]) => TECHNICAL.test(text))
  const shown = named.map(([reason_code, reason]) => ({ reason_code, reason }))
  const read = shown.filter((each) => TECHNICAL.test(plainReason(each)!)).map(({ reason_code }) => reason_code)
  assert.deepEqual(read.sort(), FOR_OPERATORS)
  assert.ok(named.length > FOR_OPERATORS.length)
})

test('translations name settings only where the English message does', () => {
  for (const language of LANGUAGES) {
    for (const [code, text] of Object.entries(catalogueOf(language)))
      assert.ok(!TECHNICAL.test(text) || TECHNICAL.test(en[code as Code]), `${language}, ${code}: ${text}`)
  }
})

test('owners can read the sentence of the server', () => {
  const reason = { reason: en['installation.unknown_data_folder'], reason_code: 'installation.unknown_data_folder' }
  assert.notEqual(plainReason(reason), reason.reason)
  assert.equal(technicalReason(reason), reason.reason)
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
