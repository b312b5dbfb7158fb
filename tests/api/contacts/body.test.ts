import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { sendRaw } from '../../helpers/raw.ts'
import { type Answer, startServer } from '../../helpers/server.ts'

const server = await startServer()
const key = await server.key()

const JSON_TYPE = { 'content-type': 'application/json' }
const post = (body: string | Uint8Array, headers: Record<string, string> = JSON_TYPE) =>
  server.send('POST', '/v1/contacts', { key, headers, body })

async function countContacts(): Promise<number> {
  const [row] = await server.sql<{ count: number }>('select count(*)::int as count from contacts')
  return row!.count
}

/** Sends a request that must be refused for this field only, and checks that nothing was stored. */
async function refused(send: () => Promise<Answer>, field: string): Promise<void> {
  const rows = await countContacts()
  const answer = await send()
  assert.equal(answer.status, 400, answer.text)
  assert.equal(answer.body.error, 'validation_error')
  assert.deepEqual(Object.keys(answer.body.details), [field])
  assert.equal(answer.body.message, answer.body.details[field][0])
  assert.equal(await countContacts(), rows, 'nothing is stored')
}

const deep = (depth: number) => `{"first_name":"a","x":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`
const keys = (count: number) => `{"first_name":"a",${Array.from({ length: count }, (_, i) => `"${i}":1`).join()}}`
const text = '{"first_name":"Ana"}'
const latin = Buffer.from('{"first_name":"Jos\u00e9"}', 'latin1')

const shapes: Array<[name: string, body: string | Uint8Array, field?: string]> = [
  ['empty', ''],
  ['only blanks', ' \n'],
  ['null', 'null'],
  ['a list', '[]'],
  ['a list of contacts', `[${text}]`],
  ['a string', '"x"'],
  ['a number', '1'],
  ['two documents', text + text],
  ['followed by garbage', `${text}x`],
  ['cut off', text.slice(0, -1)],
  ['in single quotes', "{'first_name':'Ana'}"],
  ['with a trailing comma', '{"first_name":"Ana",}'],
  ['with NaN', '{"first_name":"Ana","n":NaN}'],
  ['with a raw control character', '{"first_name":"A\u0001"}'],
  ['with a byte order mark', `\ufeff${text}`],
  ['UTF-16', Buffer.from(text, 'utf16le')],
  ['UTF-16 with a byte order mark', Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['not UTF-8', latin],
  ['overlong UTF-8', Buffer.from([...Buffer.from('{"first_name":"'), 0xc0, 0x80, ...Buffer.from('"}')])],
  ['32 levels deep', deep(32), 'x'],
  ['33 levels deep', deep(33)],
  ['25,000 levels deep', deep(25_000)],
  ['6,500 keys wide', keys(6_500), 'extra'],
  ['with a name of 50,000 characters', `{"first_name":"a","${'n'.repeat(50_000)}":1}`, 'extra'],
  ['with a number that is too large', '{"first_name":"a","n":1e400}', 'n'],
  ['full of large numbers', `{"first_name":"a","n":[${Array(5000).fill('1e100000').join()}]}`, 'n'],
  ['with __proto__', '{"first_name":"a","__proto__":{"admin":true}}'],
  ['with a disguised __proto__', '{"first_name":"a","extra":{"__pr\\u006fto__":"x"}}'],
  ['with constructor.prototype', '{"first_name":"a","constructor":{"prototype":{}}}'],
]
for (const [name, body, field = 'body'] of shapes) {
  test(`a body that is ${name} is refused and nothing is stored`, () => refused(() => post(body), field))
}

test('if a field is repeated, the last one counts', async () => {
  const answer = await post('{"first_name":"first","first_name":"last"}')
  assert.equal(answer.body.data.first_name, 'last')
})

test('a missing body is refused', () => refused(() => server.send('POST', '/v1/contacts', { key }), 'body'))

test('only application/json in UTF-8 is read', async () => {
  const types = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/json']
  types.push('application/jsonx', 'application/json; charset=latin1', 'application/json; charset="utf-16"')
  for (const type of types) await refused(() => post(text, { 'content-type': type }), 'Content-Type')
  await refused(() => server.send('POST', '/v1/contacts', { key, body: Buffer.from(text) }), 'Content-Type')
  for (const type of ['application/json;charset=utf-8', 'Application/JSON; charset="UTF-8"', 'application/json;v=1']) {
    assert.equal((await post(text, { 'content-type': type })).status, 201, type)
  }
})

test('a compressed body is refused, whatever its encoding is called', async () => {
  for (const encoding of ['gzip', 'deflate', 'br', 'x-unknown', 'gzip, identity']) {
    await refused(() => post(gzipSync(text), { ...JSON_TYPE, 'content-encoding': encoding }), 'Content-Encoding')
  }
  assert.equal((await post(text, { ...JSON_TYPE, 'content-encoding': 'identity' })).status, 201)
})

for (const [who, bytes, shown] of [
  ['without a key', 51_200, '51,200'],
  ['with a key', 1_048_576, '1,048,576'],
] as const) {
  const headers: Record<string, string> = { ...JSON_TYPE }
  if (who === 'with a key') headers.authorization = `Bearer ${key}`
  const sendBoth = async (body: string) => {
    const chunks = [body.slice(0, 1000), body.slice(1000, bytes - 1), body.slice(bytes - 1)]
    const chunked = { method: 'POST', path: '/v1/contacts', headers: Object.entries(headers), chunks }
    return [await server.send('POST', '/v1/contacts', { headers, body }), await sendRaw(server, chunked)]
  }

  test(`${who}, ${shown} bytes are accepted, with a length and in chunks`, async () => {
    const rows = await countContacts()
    for (const answer of await sendBoth(text.padEnd(bytes))) assert.equal(answer.status, 201)
    assert.equal(await countContacts(), rows + 2)
  })

  test(`${who}, one byte more than ${shown} is 413, with a length and in chunks, and nothing is stored`, async () => {
    const rows = await countContacts()
    for (const answer of await sendBoth(text.padEnd(bytes + 1))) {
      assert.equal(answer.status, 413)
      assert.equal(answer.body.error, 'payload_too_large')
      assert.ok(answer.body.message.includes(`larger than ${shown} bytes`))
    }
    assert.equal(await countContacts(), rows)
  })
}
