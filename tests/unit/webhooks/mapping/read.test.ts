import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createIssues } from '../../../../src/lib/issues.ts'
import { sentences } from '../../../../src/messages/sentence.ts'
import { mapping as mappingField } from '../../../../src/webhooks/mapping/mapping.ts'
import { PRESET_NAMES, PRESETS } from '../../../../src/webhooks/senders/registry.ts'
import type { Mapping } from '../../../../src/webhooks/senders/shared/mapping.ts'

function read(value: unknown): Mapping | null {
  const issues = createIssues()
  const mapping = mappingField.read(issues, 'mapping', value)
  assert.deepEqual(issues.details, {})
  return mapping
}

function issuesOf(value: unknown): Record<string, string[]> {
  const issues = createIssues()
  mappingField.read(issues, 'mapping', value)
  return sentences(issues.details)
}

describe('a mapping is read', () => {
  test('as none when it is null or not sent', () => {
    assert.equal(read(null), null)
    assert.equal(read(undefined), null)
  })

  test('with every notation of a field', () => {
    const fields = {
      first_name: '/name',
      last_name: { pointer: '/name', take: 'rest' },
      email: ['/email', { pointer: '/mail', take: 'lower' }, { answer: ' Your email ' }],
      utm_source: { constant: 'shop' },
      score: { constant: 5 },
      vip: { constant: false },
      whole: '',
    }
    assert.deepEqual(read({ fields }), {
      preset: null,
      each: null,
      when: null,
      answers: [],
      fields: {
        first_name: [{ pointer: '/name' }],
        last_name: [{ pointer: '/name', take: 'rest' }],
        email: [{ pointer: '/email' }, { pointer: '/mail', take: 'lower' }, { answer: 'Your email' }],
        utm_source: [{ constant: 'shop' }],
        score: [{ constant: 5 }],
        vip: [{ constant: false }],
        whole: [{ pointer: '' }],
      },
      rest: false,
    })
  })

  test('with its other parts', () => {
    const mapping = read({
      each: '/people',
      when: { pointer: '/event', equals: 'created' },
      answers: [
        '/form',
        { pointer: '/answers', name: '/q', value: '/a', options: '/options', questions: '/questions' },
      ],
      fields: { first_name: '/name' },
      rest: true,
    })
    assert.deepEqual(mapping, {
      preset: null,
      each: '/people',
      when: { pointer: '/event', equals: ['created'] },
      answers: [
        { pointer: '/form', name: '/name', value: ['/value'], options: null, questions: null },
        { pointer: '/answers', name: '/q', value: ['/a'], options: '/options', questions: '/questions' },
      ],
      fields: { first_name: [{ pointer: '/name' }] },
      rest: true,
    })
  })

  test('as its preset, with parts and fields replaced by what is sent', () => {
    assert.deepEqual(read({ preset: 'tally' }), PRESETS.tally!.mapping)
    const mapping = read({
      preset: 'tally',
      when: null,
      rest: false,
      fields: { first_name: '/data/fields/[key=question_1]/value', company: null, source: { constant: 'site' } },
    })!
    assert.deepEqual(mapping, {
      ...PRESETS.tally!.mapping,
      when: null,
      rest: false,
      fields: {
        ...PRESETS.tally!.mapping.fields,
        first_name: [{ pointer: '/data/fields/[key=question_1]/value' }],
        company: [],
        source: [{ constant: 'site' }],
      },
    })
  })

  for (const preset of PRESET_NAMES) {
    test(`unchanged if what is shown is sent back: ${preset}`, () => {
      const mapping = read({ preset, fields: { company: null }, each: '/list' })!
      const shown = JSON.parse(JSON.stringify(mapping))
      assert.deepEqual(read(shown), mapping)
    })
  }
})

describe('a wrong mapping', () => {
  test('reports all its broken rules at once, each with its path', () => {
    const details = issuesOf({
      preset: 'typeforms',
      each: 'people',
      when: { pointer: 5, equals: [] },
      answers: [{ pointer: '/a', name: 'x', value: ['/ok', '~'] }, 7],
      feilds: {},
      fields: {
        first_name: ['/ok', 'name'],
        email: [{ pointer: '/a' }, { pointer: 'b' }],
        a: { pointer: '/a', constant: 1 },
        b: {},
        c: { pointer: '/a', take: 'last' },
        d: { constant: {} },
        e: { constant: 'x', take: 'lower' },
        f: 5,
        g: { answer: ' ' },
        h: { constant: 2 ** 60 },
        ['n'.repeat(65)]: '/a',
        ' ': '/a',
      },
      rest: 'yes',
    })
    assert.deepEqual(Object.keys(details).sort(), [
      'mapping.answers[0].name',
      'mapping.answers[0].value[1]',
      'mapping.answers[1]',
      'mapping.each',
      'mapping.feilds',
      'mapping.fields.',
      'mapping.fields.a',
      'mapping.fields.b',
      'mapping.fields.c.take',
      'mapping.fields.d.constant',
      'mapping.fields.e.take',
      'mapping.fields.email[1].pointer',
      'mapping.fields.f',
      'mapping.fields.first_name[1]',
      'mapping.fields.g.answer',
      'mapping.fields.h.constant',
      `mapping.fields.${'n'.repeat(64)}`,
      'mapping.preset',
      'mapping.rest',
      'mapping.when.equals',
      'mapping.when.pointer',
    ])
    assert.deepEqual(details['mapping.feilds'], ['There is no such field. Did you mean fields?'])
    assert.match(details['mapping.fields.first_name[1]']![0]!, /must begin with "\/"/)
  })

  for (const value of [5, 'tally', [], true]) {
    test(`must be an object: ${JSON.stringify(value)}`, () => {
      assert.deepEqual(Object.keys(issuesOf(value)), ['mapping'])
    })
  }

  test('needs a first name', () => {
    for (const value of [{}, { fields: { email: '/email' } }, { preset: 'tally', fields: { first_name: null } }]) {
      assert.match(issuesOf(value)['mapping.fields']![0]!, /must have first_name/)
    }
  })

  test('has at most 50 additional fields, 20 alternatives and 10 places of answers', () => {
    const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, '/a']))
    const own = { first_name: '/a', email: '/b', company: '/c' }
    assert.deepEqual(issuesOf({ fields: { ...own, ...many(50) } }), {})
    assert.match(issuesOf({ fields: { ...own, ...many(51) } })['mapping.fields']![0]!, /at most 50 additional fields/)
    assert.equal(Object.keys(issuesOf({ fields: many(5_000) })).length, 1)
    assert.deepEqual(issuesOf({ fields: { first_name: Array(20).fill('/a') } }), {})
    assert.match(issuesOf({ fields: { first_name: Array(21).fill('/a') } })['mapping.fields.first_name']![0]!, /20/)
    assert.deepEqual(issuesOf({ answers: Array(10).fill('/a'), fields: own }), {})
    assert.match(issuesOf({ answers: Array(11).fill('/a'), fields: own })['mapping.answers']![0]!, /at most 10/)
  })

  test('cannot name a field __proto__', () => {
    const value = JSON.parse('{"fields": {"first_name": "/a", "__proto__": "/b"}}')
    assert.match(issuesOf(value)['mapping.fields.__proto__']![0]!, /not be __proto__/)
  })
})
