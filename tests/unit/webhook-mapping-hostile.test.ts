import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readContact } from '../../src/contacts/input.ts'
import { createIssues } from '../../src/lib/issues.ts'
import { applyMapping } from '../../src/webhooks/mapping/apply.ts'
import { PRESET_NAMES } from '../../src/webhooks/mapping/contract.ts'
import { parseDelivery } from '../../src/webhooks/mapping/parse-delivery.ts'
import { PRESETS } from '../../src/webhooks/mapping/presets.ts'
import { readMapping } from '../../src/webhooks/mapping/read-mapping.ts'
import { naughtyStrings } from '../helpers/naughty-strings.ts'

/** The same numbers at every run (mulberry32). */
function createRandom(seed: number): () => number {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

const NAMES = ['name', 'first_name', 'email', 'values', 'value', 'label', 'field_data', 'data', 'id', 'constructor', '']

/** A sample in which parts are replaced by whatever JSON can hold. */
function spoil(value: unknown, random: () => number, depth = 0): unknown {
  const any = (): unknown => {
    const strings = naughtyStrings
    const kinds: Array<() => unknown> = [
      () => null,
      () => strings[Math.floor(random() * strings.length)],
      () => [0, -1, 1.5, 2 ** 60, 1e308, Number.POSITIVE_INFINITY][Math.floor(random() * 6)],
      () => random() < 0.5,
      () => [],
      () => ({}),
      () => Array.from({ length: Math.floor(random() * 5) }, () => (depth > 5 ? 1 : spoil('x', random, depth + 1))),
      () => ({ [NAMES[Math.floor(random() * NAMES.length)]!]: 'x'.repeat(Math.floor(random() * 9_000)) }),
    ]
    return kinds[Math.floor(random() * kinds.length)]!()
  }
  if (random() < 0.12) return any()
  if (Array.isArray(value)) return value.map((each) => spoil(each, random, depth + 1))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, each]) => [key, spoil(each, random, depth + 1)] as const)
  if (random() < 0.1) entries.push([naughtyStrings[Math.floor(random() * naughtyStrings.length)]!, any()])
  return Object.fromEntries(entries)
}

describe('whatever is delivered', () => {
  for (const preset of PRESET_NAMES) {
    test(`to ${preset}: it never throws, and every record is one that contacts take`, () => {
      const random = createRandom(7)
      const counts = { record: 0, other: 0 }
      for (let round = 0; round < 1_000; round++) {
        const mapping = { ...PRESETS[preset].mapping, ...(random() < 0.5 ? { when: null } : {}) }
        const result = applyMapping(mapping, spoil(PRESETS[preset].sample, random))
        assert.ok('items' in result)
        for (const item of result.items) {
          counts['record' in item ? 'record' : 'other']++
          if (!('record' in item)) continue
          const issues = createIssues()
          readContact(issues, item.record)
          // Whether an address is one is for contacts to say.
          delete issues.details.email
          assert.deepEqual(issues.details, {}, JSON.stringify(item))
        }
      }
      assert.ok(counts.record > 100 && counts.other > 20, JSON.stringify(counts))
    })
  }

  test('to pointers into nothing', () => {
    const mapping = readMapping(createIssues(), {
      each: '/a/[b=c]/d',
      when: { pointer: '/x/0/[y.z=1]', equals: '1' },
      answers: ['', '/a/0', { pointer: '/a', name: '', value: '', options: '', questions: '' }],
      fields: { first_name: ['', '/__proto__', '/constructor/name', '/a/-', { answer: '__proto__' }] },
      rest: true,
    })!
    for (const value of [null, undefined, 0, '', 'x', [], {}, [[]], { a: [{ b: 'c', d: [{}] }] }]) {
      for (const each of [mapping, { ...mapping, when: null }, { ...mapping, when: null, each: null }]) {
        const result = applyMapping(each, value)
        const items = 'items' in result ? result.items : []
        assert.ok(items.every((item) => !('record' in item) || typeof item.record.first_name === 'string'))
      }
    }
  })

  const wide: Array<[string, string]> = [
    ['a list of 300,000 items', `{"field_data": [${'{},'.repeat(299_999)}{}]}`],
    ['a list of 500,000 numbers', `{"field_data": [${'1,'.repeat(499_999)}1]}`],
    ['30,000 answers', `{"field_data": [${'{"name":"a","values":["b"]},'.repeat(29_999)}{"name":"a","values":["b"]}]}`],
    ['80,000 members', `{${Array.from({ length: 80_000 }, (_, i) => `"m${i}":1`).join()}}`],
    ['a text of a megabyte', `{"name": "${'x '.repeat(500_000)}"}`],
    ['a name of a megabyte', `{"${'x '.repeat(500_000)}": 1}`],
  ]
  for (const [what, text] of wide) {
    test(`within a mebibyte it is bounded: ${what}`, () => {
      const parsed = parseDelivery('application/json', Buffer.from(text))
      assert.ok('value' in parsed)
      for (const preset of PRESET_NAMES) {
        const result = applyMapping({ ...PRESETS[preset].mapping, when: null }, parsed.value)
        assert.ok('items' in result)
        assert.ok(JSON.stringify(result).length < 20_000, `${JSON.stringify(result).length} characters`)
      }
    })
  }
})
