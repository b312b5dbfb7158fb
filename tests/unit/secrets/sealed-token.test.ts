import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSealedTokens } from '../../../src/lib/secrets/sealed-token.ts'
import { deriveKey } from '../../../src/lib/secrets/secret-box.ts'

const one = deriveKey('the first secret key, which is long enough')
const two = deriveKey('the second secret key, which is long enough')
const tokens = createSealedTokens(() => [one])

test('a text is restored, the same text is the same token, and its length is hidden', () => {
  for (const text of ['0', 'asc.1.42', 'desc.9999999999.999999999999999']) {
    const token = tokens.seal(text, 'cursor')
    assert.match(token, /^[\w-]{64}$/)
    assert.equal(tokens.open(token, 'cursor'), text)
    assert.equal(tokens.seal(text, 'cursor'), token)
    assert.doesNotMatch(Buffer.from(token, 'base64url').toString('latin1'), /asc|desc|999/)
  }
})

test('two consecutive numbers have nothing in common', () => {
  const [a, b] = ['asc.1.1000', 'asc.1.1001'].map((text) => Buffer.from(tokens.seal(text, 'cursor'), 'base64url'))
  const same = a!.filter((byte, index) => byte === b![index]).length
  assert.ok(same < 8, `${same} of ${a!.length} bytes`)
})

test('a changed token, or one for another purpose or key, does not open', () => {
  const token = tokens.seal('asc.1.42', 'cursor')
  assert.equal(tokens.open(token, 'place'), null)
  assert.equal(createSealedTokens(() => [two]).open(token, 'cursor'), null)
  for (let i = 0; i < token.length; i++) {
    const changed = `${token.slice(0, i)}${token[i] === 'A' ? 'B' : 'A'}${token.slice(i + 1)}`
    assert.equal(tokens.open(changed, 'cursor'), null, `character ${i}`)
  }
  for (const wrong of ['', 'x', 'a'.repeat(64), 'a'.repeat(600), `${token}A`, token.slice(0, -1), 'ü'.repeat(64)]) {
    assert.equal(tokens.open(wrong, 'cursor'), null)
  }
})

test('after a key rotation old tokens open, and new ones are sealed with the new key', () => {
  const rotated = createSealedTokens(() => [two, one])
  assert.equal(rotated.open(tokens.seal('asc.1.42', 'cursor'), 'cursor'), 'asc.1.42')
  assert.equal(tokens.open(rotated.seal('asc.1.42', 'cursor'), 'cursor'), null)
})
