import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { IntlMessageFormat } from 'intl-messageformat'
import { ERROR_STATUS } from '../../src/errors.ts'
import { en } from '../../src/messages/en.ts'
import { message } from '../../src/messages/message.ts'
import { sentence } from '../../src/messages/sentence.ts'
import { showReason } from '../../src/messages/stored.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
/** Codes that are assembled at run time: type.array, limit.open, request.not_found. */
const BY_NAME = new RegExp(`^(?:type\\.|span\\.|limit\\.|request\\.(?:${Object.keys(ERROR_STATUS).join('|')})$)`)

test('every message is valid ICU MessageFormat, and its code is noun.problem', () => {
  for (const [code, text] of Object.entries(en)) {
    assert.match(code, /^[a-z_]+(?:\.[a-z_\d]+)+$/)
    assert.doesNotThrow(() => new IntlMessageFormat(text, 'en', undefined, { ignoreTag: true }), code)
  }
})

test('each sentence is in the catalogue once', () => {
  const texts = Object.values<string>(en)
  assert.deepEqual(
    texts.filter((text, at) => texts.indexOf(text) !== at),
    [],
  )
})

test('every message is used', () => {
  const files = globSync(['src/**/*.ts', 'web/src/**/*.{ts,tsx}'], { cwd: ROOT }).filter(
    (file) => !/src[\\/]messages[\\/]en/.test(file),
  )
  const program = files.map((file) => readFileSync(join(ROOT, file), 'utf8')).join('\n')
  const codes = Object.keys(en).filter((code) => !BY_NAME.test(code))
  assert.deepEqual(
    codes.filter((code) => !program.includes(`'${code}'`)),
    [],
  )
})

test('values are filled in, messages among them; stored sentences stay, and unknown codes are shown as they are', () => {
  const found = message('type.array')
  const said = message('field.not_text', { field: 'name', found })
  assert.equal(sentence(said), 'name must be a string, but it is an array.')
  assert.equal(sentence('Kept by an older version.'), 'Kept by an older version.')
  assert.equal(sentence({ code: 'post.of_the_future' as 'type.null' }), 'post.of_the_future')
})

test('a stored reason is shown by its code; without a code, or after 0.2 has cleared the sentence, the sentence counts', () => {
  const stored = { reason: 'As it was worded then.', reason_code: 'publishing.cancelled', reason_values: null }
  assert.equal(showReason(stored).reason, 'Cancelled by a person.')
  assert.deepEqual(showReason({ ...stored, reason_code: null }), { ...stored, reason_code: null })
  assert.deepEqual(showReason({ ...stored, reason: null }), { reason: null, reason_code: null, reason_values: null })
})
