// @quick

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import fc from 'fast-check'
import { naughtyStrings } from '../../helpers/naughty-strings.ts'
import { type Answer, startServer } from '../../helpers/server.ts'

const server = await startServer()
let key: string
before(async () => {
  key = await server.key()
})

type Body = Record<string, unknown>

const create = (json: unknown) => server.send('POST', '/v1/contacts', { key, json })
const JSON_TYPE = { 'content-type': 'application/json' }
const post = (body: string | Uint8Array, headers: Record<string, string> = JSON_TYPE) =>
  server.send('POST', '/v1/contacts', { key, headers, body })

async function countContacts(): Promise<number> {
  const [row] = await server.sql<{ count: number }>('select count(*)::int as count from contacts')
  return row!.count
}

/** Creates a contact, checks that reading it gives the same, and returns it. */
async function stored(body: Body): Promise<Body> {
  const created = await create(body)
  assert.equal(created.status, 201, created.text)
  const read = await server.send('GET', `/v1/contacts/${created.body.data.id}`, { key })
  const { attribution: _, merged: __, merged_into: ___, ...contact } = read.body.data
  assert.deepEqual(contact, created.body.data)
  assert.deepEqual(Object.keys(contact), Object.keys(created.body.data))
  return created.body.data
}

/** Sends a request that must be refused for exactly these fields, and checks that nothing was stored. */
async function refused(send: () => Promise<Answer>, ...fields: string[]): Promise<Answer> {
  const rows = await countContacts()
  const answer = await send()
  assert.equal(answer.status, 400, answer.text)
  assert.equal(answer.body.error, 'validation_error')
  assert.equal(answer.body.status, 400)
  assert.deepEqual(Object.keys(answer.body.details).sort(), fields.sort())
  const messages = Object.values(answer.body.details).flat() as string[]
  assert.ok(answer.body.message.startsWith(messages[0]), 'the message says the first problem')
  for (const message of messages) assert.match(message, /\.$/, 'a problem is a sentence')
  assert.equal(await countContacts(), rows, 'nothing is stored')
  return answer
}

const refusedBody = (body: unknown, ...fields: string[]) => refused(() => create(body), ...fields)

const NO_ORIGIN = {
  status: 'new',
  owner_id: null,
  tags: [],
  webhook_id: null,
  delivery_id: null,
  link_id: null,
  post_id: null,
  form_id: null,
  confirmation: null,
}
const TEXT_FIELDS = ['first_name', 'last_name', 'company', 'utm_source', 'utm_medium']
const OPTIONAL = ['last_name', 'email', 'company', 'utm_source', 'utm_medium']

describe('fields', () => {
  test('a contact has every field of the API, a UUIDv7 and its time in UTC', async () => {
    const sentAt = Date.now()
    const body = {
      first_name: 'Ana',
      last_name: 'Silva',
      email: 'ana@example.com',
      company: 'Example Ltd',
      utm_source: 'newsletter',
      utm_medium: 'email',
    }
    const { id, created_at, ...rest } = await stored(body)
    assert.deepEqual(rest, { ...body, extra: {}, ...NO_ORIGIN, updated_at: created_at, version: 1 })
    assert.match(id as string, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    assert.match(created_at as string, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    const at = Date.parse(created_at as string)
    assert.ok(at >= sentAt && at <= Date.now())
  })

  test('every create makes a new record, even for the same person', async () => {
    const body = { first_name: 'Ana', email: 'twice@example.com' }
    assert.notEqual((await stored(body)).id, (await stored(body)).id)
  })

  for (const field of TEXT_FIELDS) {
    test(`${field} takes 255 characters, counted as code points, and not 256`, async () => {
      for (const text of ['x'.repeat(254), 'x'.repeat(255), '😀'.repeat(255), 'ä'.repeat(255)]) {
        assert.equal((await stored({ first_name: 'Ana', [field]: text }))[field], text)
      }
      for (const text of ['x'.repeat(256), '😀'.repeat(256)]) {
        const answer = await refusedBody({ first_name: 'Ana', [field]: text }, field)
        assert.equal(answer.body.message, `${field} must be at most 255 characters, but it has 256.`)
      }
    })

    test(`${field} is trimmed before it is counted, and kept as sent inside`, async () => {
      const inner = `${'x'.repeat(127)}\t${'y'.repeat(127)}`
      assert.equal((await stored({ first_name: 'Ana', [field]: ` \t\r\n\u00a0\u3000${inner}\n ` }))[field], inner)
      assert.equal((await stored({ first_name: 'Ana', [field]: ' a  b\r\nc\n ' }))[field], 'a  b\r\nc')
    })
  }

  for (const field of OPTIONAL) {
    test(`${field} comes back as null when it is absent, null, empty or blank`, async () => {
      assert.equal((await stored({ first_name: 'Ana' }))[field], null)
      for (const value of [null, '', '   ', '\t\n']) {
        assert.equal((await stored({ first_name: 'Ana', [field]: value }))[field], null)
      }
    })
  }

  test('first_name is required: absent, null, empty and blank are refused', async () => {
    for (const body of [{}, { first_name: null }, { first_name: '' }, { first_name: ' \t\u2003' }]) {
      assert.match((await refusedBody(body, 'first_name')).body.message, /first_name is required/)
    }
  })

  test('a field that is not a string is refused with its type', async () => {
    const types: Array<[unknown, string]> = [
      [1, 'a number'],
      [true, 'a boolean'],
      [['Ana'], 'an array'],
      [{ a: 1 }, 'an object'],
    ]
    for (const field of [...TEXT_FIELDS, 'email']) {
      for (const [value, name] of types) {
        const answer = await refusedBody({ first_name: 'Ana', [field]: value }, field)
        assert.equal(answer.body.message, `${field} must be a string, but it is ${name}.`)
      }
    }
  })

  test('control characters, a lone CR and lone surrogates are refused in every text', async () => {
    const codes = [...Array(32).keys()].filter((code) => code !== 9 && code !== 10)
    const controls = codes.map((code) => `a${String.fromCharCode(code)}b`)
    for (const text of [...controls, '\u0000', 'a\u0000', 'a\ud800b', 'a\udc00', '\ud83d\ud83d\ude00']) {
      await refusedBody({ first_name: text }, 'first_name')
      await refusedBody({ first_name: 'Ana', note: text }, 'note')
    }
    await refusedBody({ first_name: 'Ana', email: 'a\u0000@example.com' }, 'email')
    await refusedBody({ first_name: 'Ana', 'a\u0000b': 'x' }, 'a\u0000b')
    await refusedBody({ first_name: 'Ana', 'a\ud800b': 'x' }, 'extra')
  })

  const goodEmails = [
    'ana@example.com',
    'Ana.Silva+tag@Example.COM',
    "o'brien@example.co.uk",
    'søren@example.com',
    'ana@münchen.example',
    'ana@xn--mnchen-3ya.example',
    'ana@例え.テスト',
    `${'a'.repeat(64)}@example.com`,
    `a@${['x'.repeat(63), 'y'.repeat(63), 'z'.repeat(63), 'w'.repeat(60)].join('.')}`, // 254 bytes
  ]
  test('an e-mail address is kept as it was written, and trimmed', async () => {
    for (const email of goodEmails) assert.equal((await stored({ first_name: 'A', email: ` ${email} ` })).email, email)
  })

  const badEmails = [
    'ana',
    'ana@',
    '@example.com',
    'ana@localhost',
    'a@b@example.com',
    'a..b@example.com',
    'ana@example..com',
    'ana@-example.com',
    'ana@127.0.0.1',
    'ana silva@example.com',
    'Ana <ana@example.com>',
    'ana@example.com\r\nBcc: all@example.com',
    'ana@exam\u202eple.com',
    `${'a'.repeat(65)}@example.com`,
    `a@${['x'.repeat(63), 'y'.repeat(63), 'z'.repeat(63), 'w'.repeat(61)].join('.')}`, // 255 bytes
  ]
  test('an invalid e-mail address is refused with the reason', async () => {
    for (const email of badEmails) {
      const answer = await refusedBody({ first_name: 'Ana', email }, 'email')
      assert.match(answer.body.message, /^email must be an e-mail address .+, but .+/)
    }
  })

  test('a body that breaks six rules names six fields, in the details and as a count', async () => {
    const answer = await refusedBody(
      { first_name: '', last_name: 1, email: 'x', company: 'x'.repeat(256), utm_source: 'a\u0001b', phone: { a: 1 } },
      ...['first_name', 'last_name', 'email', 'company', 'utm_source', 'phone'],
    )
    assert.match(answer.body.message, /\(and 5 more, see details\)$/)
  })
})

describe('additional fields', () => {
  test('scalars come back in extra with their type; null and blank ones are absent', async () => {
    const extra = { phone: '+351 210', age: 42, ratio: -0.125, big: 1e300, tiny: 5e-324, ok: true, no: false }
    assert.deepEqual((await stored({ first_name: 'Ana', ...extra, gone: null, blank: ' ' })).extra, extra)
  })

  test('a whole number that would lose digits is refused, not changed', async () => {
    assert.equal((await post('{"first_name":"Ana","order":9007199254740991}')).status, 201)
    const answer = await post('{"first_name":"Ana","order":12345678901234567890}')
    assert.equal(answer.status, 400)
    assert.match(answer.body.details.order[0], /Send it as a string/)
  })

  test('extra can be sent as an object, including one that was read', async () => {
    const first = await stored({ first_name: 'Ana', extra: { phone: '1', extra: 'x', first_name: 'y' }, plan: 'pro' })
    assert.deepEqual(first.extra, { phone: '1', extra: 'x', first_name: 'y', plan: 'pro' })
    assert.deepEqual((await stored(first)).extra, first.extra)
    assert.deepEqual((await stored({ first_name: 'Ana', extra: null })).extra, {})
    for (const extra of [1, 'x', [], true]) await refusedBody({ first_name: 'Ana', extra }, 'extra')
  })

  const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, i]))

  test('50 of them are kept, 51 are refused, inside extra and beside it', async () => {
    assert.equal(Object.keys((await stored({ first_name: 'Ana', ...fields(50) })).extra as Body).length, 50)
    await stored({ first_name: 'Ana', ...fields(50), gone: null, extra: { f1: 'again' } })
    await refusedBody({ first_name: 'Ana', ...fields(51) }, 'extra')
    const answer = await refusedBody({ first_name: 'Ana', ...fields(50), extra: { more: 1 } }, 'extra')
    assert.match(answer.body.message, /At most 50 .* 51/)
  })

  test('a name takes 64 characters and not 65 or none, a value 4,000 and not 4,001, in code points', async () => {
    for (const letter of ['x', '😀']) {
      await stored({ first_name: 'Ana', [letter.repeat(64)]: letter.repeat(4000) })
      await refusedBody({ first_name: 'Ana', [letter.repeat(65)]: 'x' }, 'extra')
      await refusedBody({ first_name: 'Ana', note: letter.repeat(4001) }, 'note')
    }
    await refusedBody({ first_name: 'Ana', '': 'x', ' ': 'x' }, 'extra')
  })

  test('nested values are refused by name, even under names that every object has', async () => {
    const names = ['a', 'toString', 'constructor', 'hasOwnProperty', 'valueOf', 'isPrototypeOf']
    for (const value of [{}, [], ['x'], { b: 1 }]) {
      await refusedBody({ first_name: 'Ana', ...Object.fromEntries(names.map((name) => [name, value])) }, ...names)
    }
    const extra = Object.fromEntries(names.map((name) => [name, 'x']))
    assert.deepEqual((await stored({ first_name: 'Ana', ...extra })).extra, extra)
  })

  test('assigned fields are ignored', async () => {
    const assigned = {
      id: '00000000-0000-7000-8000-000000000000',
      created_at: '2001-01-01T00:00:00Z',
      updated_at: 'x',
      workspace_id: { a: 1 },
      key_id: 7,
      email_key: 'other@example.com',
    }
    const contact = await stored({ first_name: 'Ana', email: 'me@example.com', ...assigned })
    assert.notEqual(contact.id, assigned.id)
    assert.ok(Date.parse(contact.created_at as string) > Date.parse('2020-01-01'))
    assert.deepEqual(contact.extra, {})
    const [row] = await server.sql('select workspace_id, email_key from contacts where id = $1', [contact.id])
    assert.deepEqual(row, { workspace_id: server.deps.workspaceId, email_key: 'me@example.com' })
  })
})

describe('names that the service uses and other programs use too', () => {
  const others = { confirmation: 'QX7-114', webhook_id: 'wh_12', delivery_id: '48151623', post_id: 'wp-9' }

  test('are kept if their value is not one of ours', async () => {
    assert.deepEqual((await stored({ first_name: 'Ana', ...others })).extra, others)
  })

  test('change nothing when a contact is sent back as it was read', async () => {
    const contact = await stored({ first_name: 'Ana', confirmation: 'confirmed', webhook_id: null })
    assert.deepEqual([contact.confirmation, contact.webhook_id, contact.extra], [null, null, {}])
  })
})

describe('any input', () => {
  test('naughty strings come back character for character from every field', async () => {
    for (const text of naughtyStrings) {
      const body = Object.fromEntries([...TEXT_FIELDS, 'note'].map((field) => [field, text]))
      const { note, ...fields } = body
      const contact = await stored({ ...body, [text === '__proto__' ? 'x' : text]: text })
      for (const [field, value] of Object.entries(fields)) assert.equal(contact[field], value)
      assert.deepEqual(contact.extra, { note, [text === '__proto__' ? 'x' : text]: text })
    }
    const [row] = await server.sql("select count(*)::int as count from contacts where first_name = 'null'")
    assert.equal(row!.count, 1)
  })

  test('no JSON body makes the server fail', async () => {
    const names = fc.constantFrom('first_name', 'email', 'extra', 'company', 'toString', 'id', 'x')
    const bodies = fc.oneof(
      fc.json({ maxDepth: 4 }),
      fc.dictionary(names, fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' })).map((body) => JSON.stringify(body)),
      fc.dictionary(fc.string({ unit: 'binary' }), fc.anything()).map((body) => JSON.stringify(body) ?? 'null'),
    )
    const property = fc.asyncProperty(bodies, async (body) => {
      const answer = await post(body)
      assert.ok(answer.status === 201 || answer.status === 400, `${answer.status} ${answer.text}`)
    })
    await fc.assert(property, { numRuns: 200 })
  })

  test('every valid contact comes back exactly', async () => {
    const textOf = (maxLength: number) =>
      fc
        .string({ unit: 'binary', minLength: 1, maxLength })
        .map((text) => text.replace(/[\u0000-\u001f\u007f]/g, 'c').trim())
        .filter((text) => text !== '')
    const reserved = new Set(['id', 'created_at', 'updated_at', 'workspace_id', 'key_id', 'email_key', 'extra'])
    const name = textOf(64).filter((text) => !reserved.has(text) && text !== '__proto__')
    const number = fc
      .double({ noNaN: true, noDefaultInfinity: true })
      .map((value) => value + 0)
      .filter((value) => !Number.isInteger(value) || Number.isSafeInteger(value) || Math.abs(value) >= 1e21)
    const scalar = fc.oneof(textOf(300), number, fc.boolean())
    const optional = fc.option(textOf(255))
    const contacts = fc.record({
      first_name: textOf(255),
      last_name: optional,
      company: optional,
      utm_source: optional,
      utm_medium: optional,
      extra: fc.dictionary(name, scalar, { maxKeys: 20, noNullPrototype: true }),
    })
    const property = fc.asyncProperty(contacts, async (contact) => {
      const { id: _id, created_at, email: _email, ...rest } = await stored(contact)
      assert.deepEqual(rest, { ...contact, ...NO_ORIGIN, updated_at: created_at, version: 1 })
    })
    await fc.assert(property, { numRuns: 100 })
  })
})
