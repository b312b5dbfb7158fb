import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { type Answer, startServer } from '../../helpers/server.ts'

const server = await startServer()
let key: string
before(async () => {
  key = await server.key()
})

let keys = 0
const newKey = () => `meaning-${++keys}`

const JSON_TYPE = { 'content-type': 'application/json' }

/** Creates a contact from this JSON text. */
const create = (idempotencyKey: string, body: string, path = '/v1/contacts') =>
  server.send('POST', path, { key, body, headers: { ...JSON_TYPE, 'idempotency-key': idempotencyKey } })

function assertReplay(answer: Answer, first: Answer): void {
  assert.equal(answer.status, first.status, answer.text)
  assert.equal(answer.text, first.text)
  assert.equal(answer.headers.get('idempotency-replayed'), 'true')
  for (const name of ['etag', 'location']) assert.equal(answer.headers.get(name), first.headers.get(name), name)
}

function assertMismatch(answer: Answer): void {
  assert.equal(answer.status, 422, answer.text)
  assert.equal(answer.body.error, 'idempotency_mismatch')
}

const countContacts = async () =>
  (await server.sql<{ count: number }>('select count(*)::int as count from contacts'))[0]!.count

describe('JSON', () => {
  const same: Array<[what: string, first: string, repeat: string]> = [
    ['names in another order', '{"first_name":"A","x":1,"y":"2"}', '{"y":"2","first_name":"A","x":1}'],
    ['other spacing', '{"first_name":"A","x":1}', '{\n  "first_name": "A",\r\n\t"x" : 1\n}\n'],
    ['other escapes', '{"first_name":"Änne/😀"}', '{"first_na\\u006de":"\\u00c4nne\\/\\ud83d\\ude00"}'],
    ['1, 1.0 and 1e0', '{"first_name":"A","x":1,"y":1,"z":1}', '{"first_name":"A","x":1.0,"y":1e0,"z":10E-1}'],
    ['0 and -0', '{"first_name":"A","x":0}', '{"first_name":"A","x":-0.0}'],
    [
      'numbers that JavaScript cannot tell apart',
      '{"first_name":"A","x":0.1}',
      '{"first_name":"A","x":0.1000000000000000055}',
    ],
    [
      'a name that is there twice, of which the last counts',
      '{"first_name":"B","first_name":"A"}',
      '{"first_name":"A"}',
    ],
  ]
  for (const [what, first, repeat] of same) {
    test(`with ${what} is a repeat`, async () => {
      const id = newKey()
      const answer = await create(id, first)
      assert.equal(answer.status, 201, answer.text)
      const count = await countContacts()
      assertReplay(await create(id, repeat), answer)
      assert.equal(await countContacts(), count)
    })
  }

  const different: Array<[what: string, first: string, repeat: string]> = [
    ['another value', '{"first_name":"A","x":1}', '{"first_name":"A","x":2}'],
    ['a text instead of a number', '{"first_name":"A","x":1}', '{"first_name":"A","x":"1"}'],
    ['null instead of nothing', '{"first_name":"A"}', '{"first_name":"A","x":null}'],
    ['the texts of two names exchanged', '{"first_name":"A","x":"1","y":"2"}', '{"first_name":"A","x":"2","y":"1"}'],
    ['white space in a text', '{"first_name":"A","x":"a b"}', '{"first_name":"A","x":"a  b"}'],
    ['another Unicode form', '{"first_name":"\\u00e9"}', '{"first_name":"e\\u0301"}'],
  ]
  for (const [what, first, repeat] of different) {
    test(`with ${what} is another request`, async () => {
      const id = newKey()
      assert.equal((await create(id, first)).status, 201)
      assertMismatch(await create(id, repeat))
    })
  }

  for (const number of ['9007199254740993', '1e400', '-1e400', 'NaN', 'Infinity']) {
    test(`with ${number} is refused, and its key is not used up`, async () => {
      const id = newKey()
      assert.equal((await create(id, `{"first_name":"A","x":${number}}`)).status, 400)
      assert.equal((await create(id, '{"first_name":"A","x":null}')).status, 201)
    })
  }

  test('lists keep their order, and the query counts, in any order', async () => {
    const id = newKey()
    const path = '/v1/posts/photo'
    const post = (urls: string[]) => JSON.stringify({ media_type: 'carousel', media_urls: urls })
    const [a, b] = ['https://cdn.example.com/a.jpg', 'https://cdn.example.com/b.jpg'] as const
    const first = await create(id, post([a, b]), `${path}?dry_run=false`)
    assert.equal(first.status, 201, first.text)
    assertMismatch(await create(id, post([b, a]), `${path}?dry_run=false`))
    assertReplay(await create(id, post([a, b]), `${path}?dry%5Frun=false`), first)
  })
})

describe('a row of 0.2', () => {
  const body = '{"first_name": "old",  "note": "ä"}'

  /** Inserts a row like 0.2. */
  const insertRow = async (id: string) => {
    const hash = createHash('sha256').update('POST /v1/contacts\n').update(body).digest()
    const made = await create(`${id}-source`, body)
    await server.sql(
      `insert into idempotency_keys (workspace_id, scope, key, request_hash, status, body, created_at, expires_at)
       select workspace_id, scope, $1, $2, status, body, created_at, expires_at from idempotency_keys where key = $3`,
      [id, hash, `${id}-source`],
    )
    return made
  }

  test('answers a repeat of the same bytes', async () => {
    const id = newKey()
    const first = await insertRow(id)
    const again = await create(id, body)
    assert.equal(again.text, first.text)
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
  })

  test('refuses every other request, because only its bytes are known', async () => {
    const id = newKey()
    await insertRow(id)
    assertMismatch(await create(id, '{"note":"ä","first_name":"old"}'))
    assertMismatch(await create(id, '{"first_name":"new"}'))
  })
})

test('a node of 0.2 finds the hash of the bytes, so that it answers a repeat of them', async () => {
  const id = newKey()
  const body = '{"first_name":"rolling"}'
  await create(id, body)
  const [row] = await server.sql<{ request_hash: Buffer; status: number }>(
    'select request_hash, status from idempotency_keys where key = $1',
    [id],
  )
  assert.deepEqual(row!.request_hash, createHash('sha256').update(`POST /v1/contacts\n${body}`).digest())
})

describe('a form', () => {
  const createForm = async (json: object = {}) => {
    const answer = await server.send('POST', '/v1/forms', { key, json: { name: 'Form', protection: 'off', ...json } })
    assert.equal(answer.status, 201, answer.text)
    return answer.body.data as { id: string; public_id: string }
  }
  const fileField = { name: 'cv', type: 'file', label: 'CV' }
  const fields = [{ name: 'first_name', required: true }, { name: 'email' }, { name: 'message' }]
  const submit = (
    form: { public_id: string },
    options: { body: string | Uint8Array; headers: Record<string, string> },
  ) => server.send('POST', `/v1/forms/${form.public_id}/submissions`, options)
  const countSubmissions = async ({ id }: { id: string }) =>
    (await server.send('GET', `/v1/forms/${id}/submissions`, { key })).body.pagination.total

  /** Encoded by FormData, with a random boundary each time. */
  async function multipart(entries: Array<[string, string | File]>) {
    const data = new FormData()
    for (const [name, value] of entries) data.append(name, value)
    const encoded = new Response(data)
    const headers = { 'content-type': encoded.headers.get('content-type')!, accept: 'application/json' }
    return { body: new Uint8Array(await encoded.arrayBuffer()), headers }
  }
  const pdf = (text: string, name = 'cv.pdf') =>
    new File([`%PDF-1.4\n${text}\n%%EOF`], name, { type: 'application/pdf' })

  const kinds = { 'without files': fields, 'that takes files': [...fields, fileField] }
  for (const [what, list] of Object.entries(kinds)) {
    test(`${what}, sent again as FormData, is a repeat: the boundary means nothing`, async () => {
      const form = await createForm({ fields: list })
      const id = newKey()
      const send = async (entries: Array<[string, string | File]>) => {
        const { body, headers } = await multipart(entries)
        return submit(form, { body, headers: { ...headers, 'idempotency-key': id } })
      }
      const first = await send([
        ['first_name', 'Ana'],
        ['message', 'Hello'],
      ])
      assert.equal(first.status, 201, first.text)
      assertReplay(
        await send([
          ['message', 'Hello'],
          ['first_name', 'Ana'],
        ]),
        first,
      )
      assertMismatch(
        await send([
          ['first_name', 'Ana'],
          ['message', 'Hello!'],
        ]),
      )
      assert.equal(await countSubmissions(form), 1)
    })
  }

  test('with files is a repeat when their bytes and names are the same', async () => {
    const form = await createForm({ fields: [...fields, fileField] })
    const id = newKey()
    const send = async (file: File) => {
      const { body, headers } = await multipart([
        ['first_name', 'Ana'],
        ['cv', file],
      ])
      return submit(form, { body, headers: { ...headers, 'idempotency-key': id } })
    }
    const first = await send(pdf('one'))
    assert.equal(first.status, 201, first.text)
    assertReplay(await send(pdf('one')), first)
    assertMismatch(await send(pdf('two')))
    assertMismatch(await send(pdf('one', 'other.pdf')))
    assert.equal(await countSubmissions(form), 1)
  })

  test('that is sent without a script gets its redirect again', async () => {
    const form = await createForm({ redirect_urls: ['https://www.example.com/thanks'] })
    const id = newKey()
    const send = (body: string) =>
      submit(form, {
        body,
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'sec-fetch-mode': 'navigate',
          'idempotency-key': id,
        },
      })
    const first = await send('first_name=Ana&email=ana%40example.com')
    assert.equal(first.status, 303, first.text)
    assert.equal(first.headers.get('location'), 'https://www.example.com/thanks')
    assertReplay(await send('email=ana@example.com&first_name=Ana'), first)
    const other = await send('first_name=Ben&email=ana%40example.com')
    assert.equal(other.status, 422)
    assert.match(other.headers.get('content-type')!, /^text\/html/)
    assert.equal(await countSubmissions(form), 1)
  })

  test('is a repeat even if its page has another token by now', async () => {
    const form = await createForm({ fields, protection: 'normal' })
    const id = newKey()
    const send = (token: string) =>
      server.send('POST', `/v1/forms/${form.public_id}/submissions`, {
        json: { first_name: 'Ana', dp_token: token },
        headers: { 'idempotency-key': id },
      })
    const first = await send('one')
    assert.equal(first.status, 201, first.text)
    assertReplay(await send('two'), first)
  })

  test('answers a repeat even if the request would be refused now', async () => {
    const form = await createForm({ fields })
    const id = newKey()
    const send = () =>
      server.send('POST', `/v1/forms/${form.public_id}/submissions`, {
        json: { first_name: 'Ana' },
        headers: { 'idempotency-key': id },
      })
    const first = await send()
    assert.equal(first.status, 201, first.text)
    const changed = [
      { name: 'first_name', required: true },
      { name: 'email', required: true },
    ]
    await server.send('PATCH', `/v1/forms/${form.id}`, { key, json: { fields: changed } })
    assertReplay(await send(), first)
  })
})
