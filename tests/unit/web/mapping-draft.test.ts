import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MappingPreset } from '../../../web/src/api/schema.ts'
import {
  CONTACT_FIELDS,
  draftOf,
  errorOfField,
  parseText,
  RULES_MAX,
  toMapping,
  withPointer,
} from '../../../web/src/webhooks/mapping/draft.ts'

const PRESETS = [
  {
    preset: 'tally',
    title: 'Tally',
    mapping: {
      preset: 'tally',
      each: null,
      when: null,
      answers: [],
      fields: { email: [{ pointer: '/mail' }] },
      rest: true,
    },
    sample: {},
  },
] as unknown as MappingPreset[]

test('the fields of a contact always exist and come first', () => {
  const draft = draftOf({ fields: { phone: '/tel', email: '/mail' } }, [])
  assert.deepEqual(
    draft.fields.map(({ field }) => field),
    [...CONTACT_FIELDS.map(([name]) => name), 'phone'],
  )
})

test('reading and writing again gives the same mapping', () => {
  const mapping = {
    preset: null,
    each: '/leads',
    when: { pointer: '/type', equals: ['lead', 'order'] },
    answers: ['/questions'],
    fields: {
      email: [{ pointer: '/mail', take: 'lower' }, { answer: 'E-mail' }],
      company: [{ constant: 'Example' }],
      seats: [{ constant: 3 }],
      vip: [{ constant: false }],
    },
    rest: true,
  }
  assert.deepEqual(toMapping(draftOf(mapping, []), []), mapping)
})

test('an emptied field of the preset is switched off, not left to the preset', () => {
  const draft = draftOf({ preset: 'tally' }, PRESETS)
  assert.deepEqual(toMapping(draft, PRESETS).fields, { email: [{ pointer: '/mail' }] })
  const emptied = { ...draft, fields: draft.fields.map((each) => ({ ...each, rules: [] })) }
  assert.deepEqual(toMapping(emptied, PRESETS).fields, { email: null })
})

test('a constant stays a number until someone types over it', () => {
  const draft = draftOf({ fields: { seats: { constant: 3 } } }, [])
  const typed = draft.fields.map((each) => ({ ...each, rules: each.rules.map((rule) => ({ ...rule, text: '4' })) }))
  assert.deepEqual(toMapping({ ...draft, fields: typed }, []).fields, { seats: [{ constant: '4' }] })
})

test('a pointer that is dropped on a field comes first, once, and the list stays within its limit', () => {
  let draft = draftOf({ fields: { email: ['/a', '/b'] } }, [])
  draft = withPointer(draft, 'email', '/b')
  assert.deepEqual(toMapping(draft, []).fields, { email: [{ pointer: '/b' }, { pointer: '/a' }] })
  for (let at = 0; at < 30; at++) draft = withPointer(draft, 'email', `/n/${at}`)
  assert.equal(draft.fields.find(({ field }) => field === 'email')?.rules.length, RULES_MAX)
  assert.deepEqual(toMapping(withPointer(draft, 'phone', '/tel'), []).fields, {
    ...(toMapping(draft, []).fields as object),
    phone: [{ pointer: '/tel' }],
  })
})

test('typed JSON is an object or a sentence that explains the error', () => {
  assert.deepEqual(parseText('{"rest":true}'), { mapping: { rest: true } })
  assert.match((parseText('[]') as { problem: string }).problem, /stands in braces/)
  assert.match((parseText('{"rest"') as { problem: string }).problem, /not JSON yet/)
})

test('errors of a field are those of its own rules, not of a field whose name begins alike', () => {
  const errors = {
    'mapping.fields.email[0].pointer': 'A.',
    'mapping.fields.email': 'B.',
    'mapping.fields.email_2': 'C.',
  }
  assert.equal(errorOfField(errors, 'email'), 'A. B.')
  assert.equal(errorOfField(errors, 'phone'), null)
})
