import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Contact } from '../../../web/src/api/schema.ts'
import { checkExtra, fieldFor, toNew, toPatch, toValues } from '../../../web/src/contacts/contact-values.ts'
import { countOf, fullName } from '../../../web/src/contacts/names.ts'

const ANA: Contact = {
  id: 'c1',
  first_name: 'Ana',
  last_name: null,
  email: 'ana@example.com',
  company: null,
  utm_source: null,
  utm_medium: null,
  extra: { seats: 3, newsletter: true, note: 'call back' },
  status: 'new',
  owner_id: null,
  tags: [],
  webhook_id: null,
  delivery_id: null,
  link_id: null,
  post_id: null,
  form_id: null,
  confirmation: null,
  created_at: '2026-11-15T10:00:00.000Z',
  updated_at: '2026-11-15T09:30:00.000Z',
  version: 1,
}

const line = (name: string, value: string) => ({ key: name, name, value })

test('an unchanged contact makes an empty patch', () => {
  assert.deepEqual(toPatch(toValues(ANA), ANA), {})
})

test('a patch only has what differs; an emptied field is null', () => {
  const values = { ...toValues(ANA), email: '  ', company: ' Example ' }
  assert.deepEqual(toPatch(values, ANA), { email: null, company: 'Example' })
})

test('a number stays a number and a boolean a boolean, as long as the text still is one', () => {
  const change = (extra: Array<[string, string]>) =>
    toPatch({ ...toValues(ANA), extra: extra.map(([name, value]) => line(name, value)) }, ANA).extra
  assert.deepEqual(
    change([
      ['seats', '4'],
      ['newsletter', 'false'],
      ['note', '12'],
    ]),
    { seats: 4, newsletter: false, note: '12' },
  )
  assert.deepEqual(
    change([
      ['seats', '007'],
      ['newsletter', 'maybe'],
    ]),
    { seats: '007', newsletter: 'maybe', note: null },
  )
})

test('a new contact leaves out what is empty', () => {
  const values = { ...toValues(null), first_name: 'Ben', extra: [line('', ''), line('phone ', '1'), line('note', ' ')] }
  assert.deepEqual(toNew(values), { first_name: 'Ben', extra: { phone: '1' } })
  assert.deepEqual(toNew({ ...toValues(null), first_name: 'Ben' }), { first_name: 'Ben' })
})

test('two lines with one name, and a value without a name, are reported beside their lines', () => {
  const errors = checkExtra([line('phone', '1'), line('', 'lost'), line(' phone', '2'), line('', '')])
  assert.deepEqual(Object.keys(errors), ['extra.1.name', 'extra.2.name'])
})

test('an error of the API is shown at its field or line; the others for the form as a whole', () => {
  const extra = [line('note', ''), line('phone', '')]
  const found = ['email', 'phone', 'extra'].map((name) => fieldFor(name, { extra }))
  assert.deepEqual(found, ['email', 'extra.1.value', null])
})

test('names and counts are formatted for people', () => {
  assert.equal(fullName(ANA), 'Ana')
  assert.equal(fullName({ first_name: 'Ana', last_name: 'Silva' }), 'Ana Silva')
  assert.equal(countOf(1, 'contact'), '1 contact')
  assert.equal(countOf(1204, 'week'), '1,204 weeks')
})
