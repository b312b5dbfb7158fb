import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { keyFormat } from '../../../src/keys/hash.ts'
import { checksum, randomBase62 } from '../../../src/lib/text/base62.ts'
import { webhookKeys } from '../../../src/webhooks/source-secrets.ts'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

const KINDS = [
  {
    kind: 'an API key',
    shape: /^svc_pk_[0-9A-Za-z]{38}$/,
    create: keyFormat.create,
    is: keyFormat.isToken,
    hash: keyFormat.hashOf,
  },
  {
    kind: 'a webhook key',
    shape: /^whk_[0-9A-Za-z]{38}$/,
    create: webhookKeys.create,
    is: webhookKeys.isToken,
    hash: webhookKeys.hashOf,
  },
]

for (const { kind, shape, create, is, hash } of KINDS) {
  describe(kind, () => {
    test('has the documented format and is recognised', () => {
      for (let i = 0; i < 1000; i++) {
        const text = create()
        assert.match(text, shape)
        assert.equal(is(text), true, text)
      }
    })

    test('is never created twice', () => {
      assert.equal(new Set(Array.from({ length: 10_000 }, create)).size, 10_000)
    })

    test('with any one character mistyped is refused', () => {
      fc.assert(
        fc.property(fc.nat(), fc.constantFrom(...DIGITS, '_', '-', ' ', 'é', '\0'), (place, typed) => {
          const text = create()
          const at = place % text.length
          fc.pre(text[at] !== typed)
          assert.equal(is(text.slice(0, at) + typed + text.slice(at + 1)), false)
        }),
        { numRuns: 1000 },
      )
    })

    test('with two neighbours swapped is refused', () => {
      fc.assert(
        fc.property(fc.nat(), (place) => {
          const text = create()
          const at = place % (text.length - 1)
          fc.pre(text[at] !== text[at + 1])
          assert.equal(is(text.slice(0, at) + text[at + 1] + text[at] + text.slice(at + 2)), false)
        }),
        { numRuns: 1000 },
      )
    })

    test('cut, extended, padded or in another case is refused', () => {
      const text = create()
      for (const other of [
        '',
        text.slice(0, -1),
        text.slice(1),
        `${text}0`,
        ` ${text}`,
        `${text}\n`,
        text.toUpperCase(),
      ]) {
        assert.equal(is(other), false, JSON.stringify(other))
      }
    })

    test('with foreign characters is refused even when the checksum fits them', () => {
      for (const foreign of ['-', '_', '/', ' ', '\u0000', 'é', '\ud800', '０', ':', '@', '[', '`', '{']) {
        const start = create().slice(0, -7) + foreign
        assert.equal(is(start + checksum(start)), false, foreign)
      }
    })

    test('a hash is SHA-256 of the text', () => {
      const text = create()
      assert.deepEqual(hash(text), createHash('sha256').update(text).digest())
    })

    test('arbitrary text is refused without throwing', () => {
      fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => assert.equal(is(text), false)))
    })
  })
}

test('a key of one kind is not accepted as the other, even with a valid checksum', () => {
  assert.equal(keyFormat.isToken(webhookKeys.create()), false)
  assert.equal(webhookKeys.isToken(keyFormat.create()), false)
  const start = `svc_xx_${randomBase62(32)}`
  assert.equal(keyFormat.isToken(start + checksum(start)), false)
})

test('keys in use stay valid in every later version', () => {
  // The checksums were computed with Python's zlib.crc32.
  assert.equal(keyFormat.isToken('svc_pk_0123456789ABCDEFGHIJKLMNOPQRSTUV06QvGZ'), true)
  assert.equal(webhookKeys.isToken('whk_0123456789ABCDEFGHIJKLMNOPQRSTUV2y91bm'), true)
})

describe('a hint', () => {
  test('shows four characters at either end', () => {
    const text = keyFormat.create()
    assert.equal(keyFormat.hintOf(text), `svc_pk_${text.slice(7, 11)}…${text.slice(41)}`)
    const webhook = webhookKeys.create()
    assert.equal(webhookKeys.hintOf(webhook), `whk_${webhook.slice(4, 8)}…${webhook.slice(38)}`)
  })

  test('shows nothing of a text that is not a key', () => {
    assert.equal(keyFormat.hintOf('svc_pk_short'), 'svc_pk_…')
    assert.equal(keyFormat.hintOf('hunter2'), 'svc_pk_…')
    assert.equal(keyFormat.hintOf('x'.repeat(45)), 'svc_pk_…')
    assert.equal(webhookKeys.hintOf(keyFormat.create()), 'whk_…')
  })
})

describe('base62', () => {
  test('a checksum is the CRC32 in six digits, padded with 0', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        assert.equal(checksum(text), base62(crc32(text)))
      }),
    )
    assert.equal(checksum(''), '000000')
  })

  test('random text has the requested length and every digit equally often', () => {
    assert.equal(randomBase62(0), '')
    for (const length of [1, 31, 32, 33, 100]) assert.equal(randomBase62(length).length, length)
    const draws = 62_000
    const counts = new Map<string, number>()
    for (const digit of randomBase62(draws)) counts.set(digit, (counts.get(digit) ?? 0) + 1)
    assert.deepEqual([...counts.keys()].sort(), DIGITS.split(''))
    // Chi squared with 61 degrees of freedom: mean 61, and above 150 once in 10^8 runs. `byte % 62` would give about 470.
    let chi = 0
    for (const count of counts.values()) chi += (count - draws / 62) ** 2 / (draws / 62)
    assert.ok(chi < 150, `chi squared is ${chi}`)
  })
})

function base62(number: number): string {
  let rest = BigInt(number)
  let text = ''
  for (; rest > 0n; rest /= 62n) text = DIGITS[Number(rest % 62n)] + text
  return text.padStart(6, '0')
}
