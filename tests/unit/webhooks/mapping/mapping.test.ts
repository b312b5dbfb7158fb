import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ContactInput } from '../../../../src/contact-fields.ts'
import { readContact } from '../../../../src/contacts/input.ts'
import { createIssues } from '../../../../src/lib/issues.ts'
import { mapping as mappingField } from '../../../../src/webhooks/mapping/mapping.ts'
import { parseDelivery } from '../../../../src/webhooks/mapping/parse-delivery.ts'
import { readPayload } from '../../../../src/webhooks/senders/payload.ts'
import { PRESET_NAMES, PRESETS } from '../../../../src/webhooks/senders/registry.ts'
import type { Mapping } from '../../../../src/webhooks/senders/shared/mapping.ts'
import { applyMapping, type ToldItem } from '../../../helpers/mapping.ts'
import CONTACTS from './sender-contacts.json' with { type: 'json' }

function mappingOf(value: unknown): Mapping {
  const issues = createIssues()
  const mapping = mappingField.read(issues, 'mapping', value)
  assert.deepEqual(issues.details, {})
  return mapping!
}

function itemsOf(mapping: unknown, value: unknown): ToldItem[] {
  const result = applyMapping(mappingOf(mapping), value)
  assert.ok('items' in result, JSON.stringify(result))
  return result.items
}

/** The resulting contact, as contacts read it. */
function contactOf(mapping: unknown, value: unknown): ContactInput & { notes: string[] } {
  const items = itemsOf(mapping, value)
  assert.equal(items.length, 1)
  const [item] = items
  assert.ok(item && 'record' in item, JSON.stringify(item))
  const issues = createIssues()
  const contact = readContact(issues, item.record)
  assert.deepEqual(issues.details, {})
  return { ...contact, notes: item.notes }
}

function problemsOf(mapping: unknown, value: unknown): Record<string, string[]> {
  const [item] = itemsOf(mapping, value)
  assert.ok(item && 'problems' in item, JSON.stringify(item))
  return item.problems
}

describe('the sample of a preset becomes a contact', () => {
  const expected = CONTACTS as unknown as Record<string, ContactInput>

  for (const preset of PRESET_NAMES) {
    test(preset, () => {
      const sent = Buffer.from(JSON.stringify(readPayload(PRESETS[preset]!.sender.name)))
      const parsed = parseDelivery('application/json', sent)
      assert.ok('value' in parsed)
      const { notes, ...contact } = contactOf({ preset }, parsed.value)
      assert.deepEqual(contact, expected[preset])
      assert.equal(notes.length, preset === 'generic_form' ? 1 : 0)
    })
  }

  test('even if the database has reordered the fields', () => {
    for (const preset of PRESET_NAMES) {
      const { mapping, sender } = PRESETS[preset]!
      const sample = readPayload(sender.name)
      const fields = Object.fromEntries(Object.entries(mapping.fields).reverse())
      const result = applyMapping({ ...mapping, fields }, sample)
      assert.ok('items' in result && 'record' in result.items[0]!)
      const { first_name, last_name = null } = result.items[0].record
      assert.deepEqual([first_name, last_name], [expected[preset]!.first_name, expected[preset]!.last_name])
    }
  })
})

describe('a field', () => {
  const name = { first_name: '/name' }

  test('takes the first alternative that yields a value', () => {
    const fields = { ...name, company: ['/a', '/b', '/c', '/d'], source: ['/a', { constant: 'site' }] }
    const contact = contactOf({ fields }, { name: 'Ana', a: null, b: '  ', c: [], d: ' Example ' })
    assert.equal(contact.company, 'Example')
    assert.deepEqual(contact.extra, { source: 'site' })
  })

  test('treats 0 and false as values', () => {
    const contact = contactOf(
      { fields: { ...name, a: ['/a', '/c'], b: ['/b', '/c'] } },
      { name: 'A', a: 0, b: false, c: 1 },
    )
    assert.deepEqual(contact.extra, { a: 0, b: false })
  })

  test('is text if a contact has text', () => {
    const contact = contactOf({ fields: { ...name, company: '/company' } }, { name: 7, company: true })
    assert.equal(contact.first_name, '7')
    assert.equal(contact.company, 'true')
  })

  test('takes the first word, the rest, or small letters', () => {
    const fields = {
      first_name: { pointer: '/name', take: 'first_word' },
      last_name: [{ pointer: '/name', take: 'rest' }, { constant: 'unknown' }],
      email: { pointer: '/mail', take: 'lower' },
    }
    const mapping = { fields }
    const ana = contactOf(mapping, { name: ' Ana \t Maria  Silva ', mail: 'ANA@Example.COM' })
    assert.deepEqual([ana.first_name, ana.last_name, ana.email], ['Ana', 'Maria Silva', 'ana@example.com'])
    const pele = contactOf(mapping, { name: 'Pelé' })
    assert.deepEqual([pele.first_name, pele.last_name], ['Pelé', 'unknown'])
  })

  test('joins lists of scalars, and leaves out objects with a note', () => {
    const fields = { ...name, tags: '/tags', address: ['/address', '/city'], people: '/people', mixed: '/mixed' }
    const value = {
      name: 'A',
      tags: ['x', ' ', 5, true],
      address: { a: 1 },
      city: 'Lisboa',
      people: [{}],
      mixed: [1, [2]],
    }
    const contact = contactOf({ fields }, value)
    assert.deepEqual(contact.extra, { tags: 'x, 5, true', address: 'Lisboa' })
    assert.deepEqual(contact.notes, [
      'address was left out: /address is an object, not a single value.',
      'people was left out: /people is a list of objects, not a single value.',
      'mixed was left out: /mixed is a list of objects, not a single value.',
    ])
  })

  test('is cut, cleaned or left out so that it fits', () => {
    const value = {
      name: `${'😀'.repeat(254)}éz`,
      long: 'x'.repeat(4_001),
      control: 'a\u0000b\u001bc\rd\r\ne',
      half: 'x\ud800y',
      huge: Number.POSITIVE_INFINITY,
      id: 2 ** 60,
    }
    const fields = { ...name, long: '/long', control: '/control', half: '/half', huge: '/huge', id: '/id' }
    const contact = contactOf({ fields }, value)
    assert.equal(contact.first_name, `${'😀'.repeat(254)}é`)
    assert.deepEqual(contact.extra, { long: 'x'.repeat(4_000), control: 'a b c\nd\r\ne', half: 'x\ufffdy' })
    assert.equal(contact.notes.length, 4)
  })

  test('that the service assigns itself is kept as an additional one', () => {
    const contact = contactOf(
      { fields: { ...name, id: '/id', created_at: '/at', extra: '/x' } },
      { name: 'A', id: 1, at: 'now', x: 2 },
    )
    assert.deepEqual(contact.extra, { id: 1, created_at: 'now', extra: 2 })
  })

  test('that is not found reports what was tried', () => {
    const fields = { first_name: ['/person/name', { answer: 'Given name', take: 'first_word' }] }
    const problems = problemsOf({ fields }, { email: 'ana@example.com', city: 'Lisboa' })
    assert.deepEqual(Object.keys(problems), ['first_name'])
    assert.equal(
      problems.first_name![0],
      'No first name was found. Tried: /person/name, "Given name". The names there are "email", "city". ' +
        'Say where it is in fields.first_name of the mapping.',
    )
  })
})

describe('when', () => {
  const mapping = { when: { pointer: '/type', equals: ['a', '5', 'true'] }, fields: { first_name: '/name' } }

  for (const type of ['a', 5, true]) {
    test(`lets ${JSON.stringify(type)} through`, () => {
      assert.equal(contactOf(mapping, { type, name: 'Ana' }).first_name, 'Ana')
    })
  }

  test('skips every other delivery and says why', () => {
    for (const type of ['b', 'A', null, undefined, {}, 6]) {
      const [item] = itemsOf(mapping, { type, name: 'Ana' })
      assert.ok(item && 'skipped' in item)
      assert.match(
        item.skipped,
        /^What is at \/type (?:is "[bA6]"|has no value); only deliveries with "a", "5", "true" there/,
      )
    }
  })

  test('skips cancellations of Calendly and other events of Stripe', () => {
    const calendly = { ...(readPayload('calendly') as object), event: 'invitee.canceled' }
    assert.ok('skipped' in itemsOf({ preset: 'calendly' }, calendly)[0]!)
    const stripe = { ...(readPayload('stripe') as object), type: 'charge.succeeded' }
    assert.ok('skipped' in itemsOf({ preset: 'stripe_checkout' }, stripe)[0]!)
  })
})

describe('each', () => {
  const mapping = { each: '/people', fields: { first_name: '/name' }, rest: true }

  test('makes one contact of every item, and separates those that cannot be one', () => {
    const items = itemsOf(mapping, { people: [{ name: 'Ana', city: 'Lisboa' }, { city: 'Porto' }, 'Eva', null] })
    assert.equal(items.length, 4)
    assert.deepEqual('record' in items[0]! && items[0].record, { first_name: 'Ana', extra: { city: 'Lisboa' } })
    assert.ok(items.slice(1).every((item) => 'problems' in item))
  })

  test('may be the whole delivery', () => {
    assert.equal(itemsOf({ ...mapping, each: '' }, [{ name: 'Ana' }, { name: 'Eva' }]).length, 2)
  })

  test('skips an empty list', () => {
    assert.deepEqual(itemsOf(mapping, { people: [] }), [{ skipped: 'What is at /people is an empty list.' }])
  })

  test('refuses what is not a list, and lists that are too long', () => {
    for (const value of [{}, { people: {} }, null, 'x']) {
      const result = applyMapping(mappingOf(mapping), value)
      assert.match('problem' in result ? result.problem : '', /\/people is not a list/)
    }
    const people = Array(1_001).fill({ name: 'Ana' })
    const result = applyMapping(mappingOf(mapping), { people })
    assert.match('problem' in result ? result.problem : '', /list of 1001 items/)
    assert.equal(itemsOf(mapping, { people: people.slice(1) }).length, 1_000)
  })
})

describe('answers', () => {
  const NAMES = ['first_name', 'firstName', 'First Name', 'FIRST-NAME', "What's your first name?", 'Your first name *']
  for (const name of NAMES) {
    test(`are found by a different spelling of the name: ${name}`, () => {
      assert.equal(contactOf({ preset: 'generic_form' }, { [name]: 'Ana', email: 'a@example.com' }).first_name, 'Ana')
    })
  }

  test('are not found by a part of the name', () => {
    const problems = problemsOf(
      { preset: 'generic_form' },
      { company_name: 'Example', project_name: 'Site', pet: 'Rex' },
    )
    assert.match(problems.first_name![0]!, /"company_name", "project_name", "pet"/)
  })

  test('are found by their exact name first', () => {
    const fields = { first_name: { answer: 'name' } }
    assert.equal(contactOf({ fields }, { Name: 'Eva', name: 'Ana' }).first_name, 'Ana')
  })

  test('with a name are those of the person, not of a form elsewhere', () => {
    const value = { form: { name: 'Contact us form' }, data: { name: 'Ana Silva', email: 'ana@example.com' } }
    const contact = contactOf({ preset: 'generic_form' }, value)
    assert.deepEqual([contact.first_name, contact.last_name], ['Ana', 'Silva'])
    assert.deepEqual(contact.extra, { name: 'Contact us form' })
    const other = contactOf(
      { preset: 'generic_form' },
      { form: { name: 'Our form' }, first_name: 'Ana', email: 'a@b.pt' },
    )
    assert.deepEqual([other.first_name, other.last_name], ['Ana', null])
  })

  test('can be read from a submitted HTML form', () => {
    const body = Buffer.from('Name=Ana+Silva&e-mail=ana%40example.com&topic=a&topic=b&utm_source=site')
    const parsed = parseDelivery('application/x-www-form-urlencoded', body)
    assert.ok('value' in parsed)
    const contact = contactOf({ preset: 'generic_form' }, parsed.value)
    assert.deepEqual([contact.first_name, contact.last_name, contact.email], ['Ana', 'Silva', 'ana@example.com'])
    assert.deepEqual([contact.utm_source, contact.extra], ['site', { topic: 'a, b' }])
  })

  test('are read up to 1,000, and a note says that there were more', () => {
    const fields = Array.from({ length: 1_001 }, (_, i) => ({ name: `n${i}`, values: i === 0 ? ['Ana'] : [{}] }))
    const mapping = { preset: 'meta_lead_ads', fields: { first_name: { answer: 'n0' }, last: { answer: 'n1000' } } }
    const [item] = itemsOf(mapping, { field_data: fields })
    assert.ok(item && 'record' in item)
    assert.equal(item.notes.at(-1), 'And 980 more of this kind.')
    const last = problemsOf(
      { preset: 'meta_lead_ads', fields: { first_name: { answer: 'n1000' } } },
      { field_data: fields },
    )
    assert.match(last.first_name![0]!, /^No first name was found/)
  })

  test('of Meta may come from a relay, with value instead of values', () => {
    const contact = contactOf({ preset: 'meta_lead_ads' }, { field_data: [{ name: 'first_name', value: 'Ana' }] })
    assert.deepEqual([contact.first_name, contact.utm_source], ['Ana', 'meta'])
  })
})

describe('rest', () => {
  const mapping = { fields: { first_name: '/name' }, rest: true }

  test('keeps every scalar that no field has taken, at any depth, and gives equal names a number', () => {
    const value = { name: 'Ana', a: { city: 'Lisboa', b: [{ city: 'Porto', ok: true }, { city: 'Faro' }] }, email: 'x' }
    const contact = contactOf(mapping, value)
    assert.deepEqual(contact.extra, { city: 'Lisboa', city_2: 'Porto', ok: true, city_3: 'Faro', email: 'x' })
    assert.equal(contact.email, null)
  })

  test('does not repeat what a field has taken from inside of a list', () => {
    assert.deepEqual(contactOf({ fields: { first_name: '/n/0' }, rest: true }, { n: ['Ana', 'Eva'] }).extra, {})
  })

  test('keeps no passwords', () => {
    const value = { name: 'Ana', password: 'x', 'user[Password]': 'y', client_secret: 'z', _csrf: 'c', note: 'n' }
    const contact = contactOf(mapping, value)
    assert.deepEqual(contact.extra, { note: 'n' })
    assert.equal(contact.notes.length, 4)
  })

  test('keeps at most 50, with names of at most 64 characters, and says so', () => {
    const value: Record<string, unknown> = { name: 'Ana' }
    for (let i = 0; i < 60; i++) value[`${'n'.repeat(70)}${i}`] = i
    const contact = contactOf(mapping, value)
    const names = Object.keys(contact.extra)
    assert.equal(names.length, 50)
    assert.equal(names[0], 'n'.repeat(64))
    assert.equal(names[49], `${'n'.repeat(61)}_50`)
    assert.deepEqual(contact.notes, ['10 further values were left out: a contact has at most 50 additional fields.'])
  })

  test('keeps only a few notes', () => {
    const value: Record<string, unknown> = { name: 'Ana' }
    for (let i = 0; i < 300; i++) value[`password${i}`] = 'x'
    const { notes } = contactOf(mapping, value)
    assert.equal(notes.length, 21)
    assert.equal(notes[20], 'And 280 more of this kind.')
  })

  test('reads nothing and sets nothing through prototypes', () => {
    const fields = [
      { label: '__proto__', value: 'a' },
      { label: 'constructor', value: 'b' },
      { label: 'first name', value: 'Ana' },
    ]
    const contact = contactOf({ preset: 'tally', when: null }, { data: { fields } })
    assert.deepEqual(Object.entries(contact.extra), [['constructor', 'b']])
    assert.deepEqual(contact.notes, ['"__proto__" was left out because of its name.'])
    assert.equal(({} as Record<string, unknown>).a, undefined)
  })
})
