import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { SetupError } from '../../../src/lib/problem.ts'
import { createSecretBox, deriveKey, SecretBoxError } from '../../../src/lib/secrets/secret-box.ts'

const oldKey = deriveKey('the old passphrase, thirty-two characters')
const newKey = deriveKey('the new passphrase, thirty-two characters')
const CONTEXT = 'connection/1/access_token'

function failsWith(reason: string) {
  return (error: unknown) => error instanceof SecretBoxError && error.reason === reason
}

describe('createSecretBox', () => {
  test('restores every sealed text in the same context', () => {
    const box = createSecretBox([newKey])
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, context) => {
        assert.equal(box.open(box.seal(text, context), context), text)
      }),
    )
  })

  test('the sealed bytes are: version, key id, 12 random bytes, as many bytes as the text, a tag of 16', () => {
    const sealed = createSecretBox([newKey]).seal('token-ä', CONTEXT)
    assert.equal(sealed[0], 1)
    assert.equal(sealed.toString('latin1', 1, 9), newKey.id)
    assert.equal(sealed.length, 1 + 8 + 12 + 8 + 16)
    assert.ok(!sealed.includes('token'))
  })

  test('the same text never looks the same twice', () => {
    const box = createSecretBox([newKey])
    const sealed = Array.from({ length: 1_000 }, () => box.seal('token', CONTEXT).toString('hex'))
    assert.equal(new Set(sealed).size, 1_000)
  })

  test('any changed, missing or added byte is detected', () => {
    const box = createSecretBox([newKey])
    const sealed = box.seal('token', CONTEXT)
    for (let at = 0; at < sealed.length; at++) {
      for (const bit of [1, 0x80]) {
        const changed = Buffer.from(sealed)
        changed[at]! ^= bit
        assert.throws(() => box.open(changed, CONTEXT), SecretBoxError, `byte ${at}`)
      }
      assert.throws(() => box.open(sealed.subarray(0, at), CONTEXT), failsWith('damaged'), `cut at ${at}`)
    }
    assert.throws(() => box.open(Buffer.concat([sealed, Buffer.of(0)]), CONTEXT), failsWith('damaged'))
    assert.equal(box.open(sealed, CONTEXT), 'token')
  })

  test('a box that is moved to another record does not open', () => {
    const box = createSecretBox([newKey])
    const sealed = box.seal('token', CONTEXT)
    assert.throws(() => box.open(sealed, 'connection/2/access_token'), failsWith('damaged'))
    assert.throws(() => box.open(sealed, ''), failsWith('damaged'))
  })

  test('after rotation old boxes open, new ones use the new key, and a missing old key is reported by its id', () => {
    const before = createSecretBox([oldKey]).seal('token', CONTEXT)
    const rotating = createSecretBox([newKey, oldKey])
    assert.equal(rotating.keyIdOf(before), oldKey.id)
    assert.equal(rotating.open(before, CONTEXT), 'token')
    const after = rotating.seal(rotating.open(before, CONTEXT), CONTEXT)
    assert.equal(rotating.keyIdOf(after), newKey.id)

    const rotated = createSecretBox([newKey])
    assert.equal(rotated.open(after, CONTEXT), 'token')
    assert.throws(
      () => rotated.open(before, CONTEXT),
      (error: unknown) => failsWith('unknown_key')(error) && (error as Error).message.includes(oldKey.id),
    )
  })

  test('a key with the id of another one opens nothing', () => {
    const sealed = createSecretBox([newKey]).seal('token', CONTEXT)
    const impostor = createSecretBox([{ id: newKey.id, key: randomBytes(32) }])
    assert.throws(() => impostor.open(sealed, CONTEXT), failsWith('damaged'))
  })

  test('random bytes are refused, never opened', () => {
    const box = createSecretBox([newKey])
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        assert.throws(() => box.open(bytes, CONTEXT), SecretBoxError)
        assert.throws(() => box.keyIdOf(bytes), SecretBoxError)
      }),
    )
  })

  test('errors reveal nothing of the secret', () => {
    const box = createSecretBox([newKey])
    const changed = box.seal('very secret token', CONTEXT)
    changed[changed.length - 1]! ^= 1
    try {
      box.open(changed, CONTEXT)
      assert.fail('opened')
    } catch (error) {
      assert.ok(error instanceof SecretBoxError)
      assert.doesNotMatch(`${error.stack}`, /very secret/)
    }
  })

  test('unusable keys are refused at once', () => {
    assert.throws(() => createSecretBox([]), /at least one key/)
    assert.throws(() => createSecretBox([newKey, newKey]), /same id/)
    assert.throws(() => createSecretBox([{ id: '0123abcd', key: Buffer.alloc(31) }]), /32 bytes/)
    assert.throws(() => createSecretBox([{ id: 'id', key: Buffer.alloc(32) }]), /eight hex digits/)
  })

  test('a text that UTF-8 would change is not sealed', () => {
    assert.throws(() => createSecretBox([newKey]).seal('\ud800', CONTEXT), TypeError)
  })
})

describe('deriveKey', () => {
  test('the same passphrase gives the same key on every machine and in every version', () => {
    const { id, key } = deriveKey('0123456789abcdef0123456789abcdef')
    assert.equal(key.toString('hex'), '82f61ebdb2fdf9de5ac87c0c07447e64635189b397c24e22480addc3658fff7c')
    assert.equal(id, '963c67b8')
  })

  test('another passphrase gives another key and id, and the id is not part of the key', () => {
    assert.notDeepEqual(oldKey.key, newKey.key)
    assert.notEqual(oldKey.id, newKey.id)
    assert.ok(!newKey.key.toString('hex').includes(newKey.id))
  })

  test('a passphrase of less than 32 characters is reported as a setting, and is not repeated', () => {
    assert.throws(
      () => deriveKey('short-and-secret'),
      (error: unknown) => error instanceof SetupError && !error.message.includes('short-and-secret'),
    )
    assert.throws(() => deriveKey('x'.repeat(31)), SetupError)
    assert.equal(deriveKey('x'.repeat(32)).key.length, 32)
  })
})
