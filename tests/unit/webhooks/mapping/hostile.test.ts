import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readContact } from '../../../../src/contacts/input.ts'
import { createIssues } from '../../../../src/lib/issues.ts'
import { startMapping } from '../../../../src/webhooks/mapping/apply.ts'
import { mapping as mappingField } from '../../../../src/webhooks/mapping/mapping.ts'
import { parseDelivery } from '../../../../src/webhooks/mapping/parse-delivery.ts'
import { readPayload } from '../../../../src/webhooks/senders/payload.ts'
import { PRESET_NAMES, PRESETS } from '../../../../src/webhooks/senders/registry.ts'
import { applyMapping } from '../../../helpers/mapping.ts'
import { naughtyStrings } from '../../../helpers/naughty-strings.ts'

/** The same numbers in every run (mulberry32). */
function createRandom(seed: number): () => number {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

const NAMES = ['name', 'first_name', 'email', 'values', 'value', 'label', 'field_data', 'data', 'id', 'constructor', '']

/** A sample with parts replaced by any kind of JSON. */
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
    test(`to ${preset}: it never throws, and every record is a valid contact`, () => {
      const random = createRandom(7)
      const counts = { record: 0, other: 0 }
      for (let round = 0; round < 400; round++) {
        const mapping = { ...PRESETS[preset]!.mapping, ...(random() < 0.5 ? { when: null } : {}) }
        const result = applyMapping(mapping, spoil(readPayload(PRESETS[preset]!.sender.name), random))
        assert.ok('items' in result || mapping.each !== null)
        for (const item of 'items' in result ? result.items : []) {
          counts['record' in item ? 'record' : 'other']++
          if (!('record' in item)) continue
          const issues = createIssues()
          readContact(issues, item.record)
          // Contacts decide whether an address is valid.
          delete issues.details.email
          assert.deepEqual(issues.details, {}, JSON.stringify(item))
        }
      }
      assert.ok(counts.record > 40 && counts.other > 8, JSON.stringify(counts))
    })
  }

  test('to pointers that lead nowhere', () => {
    const mapping = mappingField.read(createIssues(), 'mapping', {
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
        const result = applyMapping({ ...PRESETS[preset]!.mapping, when: null }, parsed.value)
        assert.ok('items' in result || PRESETS[preset]!.mapping.each !== null)
        assert.ok(JSON.stringify(result).length < 20_000, `${JSON.stringify(result).length} characters`)
      }
    })
  }
})

describe('hostile mappings', () => {
  const rules = (rule: (field: number, at: number) => object) =>
    Object.fromEntries(
      Array.from({ length: 45 }, (_, field) => [
        field === 0 ? 'first_name' : `field_${field}`,
        Array.from({ length: 20 }, (_, at) => rule(field, at)),
      ]),
    )
  const mappingOf = (value: object) => {
    const issues = createIssues()
    const mapping = mappingField.read(issues, 'mapping', value)
    assert.deepEqual(issues.details, {})
    return mapping!
  }

  test('a thousand items with 45 fields of 20 rules are mapped item by item, with time for pauses between them', () => {
    const mapping = mappingOf({ each: '/list', fields: rules((field, at) => ({ answer: `name ${field} ${at}` })) })
    const list = Array.from({ length: 1_000 }, (_, i) => ({ 'name 0 19': `Person ${i}`, 'name 3 0': 'x' }))
    const started = startMapping(mapping, { list })
    assert.ok('items' in started)
    const items = started.items[Symbol.iterator]()
    const first = items.next().value
    assert.ok(first && 'record' in first, 'an item comes before the last is looked at')
    let count = 1
    while (!items.next().done) count++
    assert.equal(count, 1_000)
  })

  for (const [name, mapping, value] of [
    [
      'selectors that search long lists',
      { fields: rules((field, at) => ({ pointer: `/list/[id=${field}.${at}]/name` })) },
      { list: Array.from({ length: 50_000 }, () => ({ id: 'x' })) },
    ],
    [
      'titles of questions that are not there',
      {
        answers: Array.from({ length: 10 }, () => ({ pointer: '/a', name: '/n', value: ['/v'], questions: '/q' })),
        fields: { first_name: '/x' },
      },
      { a: [{ n: 'x', v: 'y' }], q: Array.from({ length: 300_000 }, () => ({})) },
    ],
    [
      'a thousand values of one name that cannot be taken',
      { fields: rules(() => ({ answer: 'name' })), answers: [{ pointer: '/list', name: '/n', value: ['/v'] }] },
      { list: Array.from({ length: 1_000 }, () => ({ n: 'name', v: [{ a: 1 }] })) },
    ],
  ] as const) {
    test(`${name}: the delivery fails and says why`, () => {
      const result = applyMapping(mappingOf(mapping), value)
      assert.ok('items' in result)
      assert.equal(result.items.length, 1)
      const [item] = result.items
      assert.ok(item && 'problems' in item)
      assert.match(item.problems.mapping![0]!, /too much work for the mapping/)
    })
  }

  test('a long value is read once and cut, however many rules refer to it', () => {
    const text = ` ${'ab '.repeat(300_000)}`
    const result = applyMapping(mappingOf({ fields: rules(() => ({ pointer: '/text' })) }), { text })
    assert.ok('items' in result)
    const [item] = result.items
    assert.ok(item && 'record' in item)
    assert.equal((item.record.first_name as string).length, 254)
  })
})
