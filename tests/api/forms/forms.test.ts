import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { type Answer, startServer } from '../../helpers/server.ts'

const server = await startServer()
const second = await startServer({ beside: server })
let key: string
before(async () => {
  key = await server.key()
})

type Body = Record<string, unknown>

const create = (json: unknown, headers = {}) => server.send('POST', '/v1/forms', { key, json, headers })
const created = async (json: unknown) => {
  const answer = await create(json)
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data
}
const get = async (id: string) => (await server.send('GET', `/v1/forms/${id}`, { key })).body.data
const patch = (id: string, json: unknown, headers = {}) =>
  server.send('PATCH', `/v1/forms/${id}`, { key, json, headers })
const submit = (publicId: string, json: unknown, to = server) =>
  to.send('POST', `/v1/forms/${publicId}/submissions`, { json })

function refusedFor(answer: Answer, ...fields: string[]): void {
  assert.equal(answer.status, 400, answer.text)
  assert.deepEqual(Object.keys(answer.body.details).sort(), fields.sort())
  for (const text of Object.values<string[]>(answer.body.details).flat()) assert.match(text, /^[A-Za-z].*[.?]$/)
}

describe('POST /v1/forms', () => {
  test('with only a name it is a contact form, with a public id that cannot be guessed', async () => {
    const form = await created({ name: 'Contact us' })
    assert.match(form.public_id, /^[0-9A-Za-z]{16,32}$/)
    assert.equal(form.url, `${server.url}/f/${form.public_id}`)
    assert.equal(form.submit_url, `${server.url}/v1/forms/${form.public_id}/submissions`)
    assert.deepEqual(
      form.fields.map(({ name, type, required }: Body) => [name, type, required]),
      [
        ['first_name', 'text', true],
        ['last_name', 'text', false],
        ['email', 'email', true],
        ['company', 'text', false],
        ['message', 'textarea', false],
      ],
    )
    assert.deepEqual(form.numbers, { views: 0, bot_views: 0, submissions: 0, held: 0, confirmed: 0 })
    assert.equal(form.version, 1)
    assert.equal(form.email_only, false)
    assert.deepEqual(await get(form.id), form)
    assert.notEqual((await created({ name: 'Contact us' })).public_id, form.public_id)
  })

  test('every broken rule is named at once, and nothing is stored', async () => {
    const [earlier] = await server.sql('select count(*) from forms')
    refusedFor(await create({}), 'name')
    refusedFor(await create({ name: '  ' }), 'name')
    refusedFor(await create({ name: 'x'.repeat(101), nmae: 'x' }), 'name', 'nmae')
    // A wrong name inside a setting is reported with its path.
    const inside = {
      fields: [{ name: 'email' }, { name: 'size', lable: 'Size' }],
      notify: { digest: true },
      consent: { purpose: 'news', text: 'Yes', colour: 'red' },
      files: { max: 3 },
    }
    const paths = ['fields[1].lable', 'notify.digest', 'consent.colour', 'files.max']
    refusedFor(await create({ name: 'Inside', ...inside }), ...paths)
    const wrong = {
      name: 'Wrong',
      fields: [
        { name: 'email', type: 'text' },
        { name: 'email' },
        { name: '1st' },
        { name: 'status' },
        { name: 'size', type: 'select' },
        { name: 'note', options: ['a'] },
        { name: 'company', max_length: 256 },
        { name: 'x', type: 'colour' },
        { name: 'cv', type: 'file', required: 'yes' },
        { name: 'secret', type: 'hidden', required: true },
        'phone',
      ],
      allowed_origins: ['example.com', '*'],
      redirect_urls: ['javascript:alert(1)', '/thanks', 'https://user:pass@example.com/', 'https://example.com/\nx: y'],
      language: 'not a language',
      consent: { text: 'x' },
      keep_unknown: 'no',
      files: { max_count: 0 },
    }
    refusedFor(
      await create(wrong),
      'fields[0].type',
      'fields[1].name',
      'fields[2].name',
      'fields[3].name',
      'fields[4].options',
      'fields[5].options',
      'fields[6].max_length',
      'fields[7].type',
      'fields[8].required',
      'fields[9].required',
      'fields[10]',
      'allowed_origins[0]',
      'allowed_origins[1]',
      'redirect_urls[0]',
      'redirect_urls[1]',
      'redirect_urls[2]',
      'redirect_urls[3]',
      'language',
      'consent.purpose',
      'keep_unknown',
      'files.max_count',
    )
    refusedFor(await create({ name: 'Nobody', fields: [{ name: 'message' }] }), 'fields')
    refusedFor(await create({ name: 'Text', fields: [{ name: 'email' }, { name: 'consent' }] }), 'consent')
    refusedFor(
      await create({ name: 'Many', fields: Array.from({ length: 51 }, (_, n) => ({ name: `f${n}` })) }),
      'fields',
    )
    assert.deepEqual(await server.sql('select count(*) from forms'), [earlier])
  })

  test('a repeat with the same Idempotency-Key makes no second form', async () => {
    const headers = { 'idempotency-key': 'form-once' }
    const first = await create({ name: 'Once' }, headers)
    const again = await create({ name: 'Once' }, headers)
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
    assert.equal(again.text, first.text)
  })

  test('forms:read may only read; other keys may not even do that', async () => {
    const form = await created({ name: 'Scopes' })
    const reader = await server.key({ scopes: ['forms:read'] })
    const other = await server.key({ scopes: ['contacts:read', 'contacts:write'] })
    const ask = async (by: string) => [
      (await server.send('GET', '/v1/forms', { key: by })).status,
      (await server.send('POST', '/v1/forms', { key: by, json: { name: 'No' } })).status,
      (await server.send('PATCH', `/v1/forms/${form.id}`, { key: by, json: { name: 'No' } })).status,
      (await server.send('DELETE', `/v1/forms/${form.id}`, { key: by })).status,
    ]
    assert.deepEqual(await ask(reader), [200, 403, 403, 403])
    assert.deepEqual(await ask(other), [403, 403, 403, 403])
  })
})

describe('PATCH /v1/forms/{id}', () => {
  test('changes the fields that are sent, counts the version, and respects If-Match', async () => {
    const form = await created({ name: 'Before', title: 'Hello' })
    const changed = await patch(form.id, {
      name: 'After',
      title: null,
      fields: [{ name: 'email', label: 'Your address' }],
    })
    assert.equal(changed.status, 200, changed.text)
    const { name, title, fields, version, email_only } = changed.body.data
    assert.deepEqual([name, title, version, email_only], ['After', null, 2, true])
    assert.deepEqual(
      fields.map(({ label }: Body) => label),
      ['Your address'],
    )
    assert.equal((await patch(form.id, { name: 'Late' }, { 'if-match': '"1"' })).status, 412)
    assert.equal((await patch(form.id, { name: 'Now' }, { 'if-match': '"2"' })).status, 200)
    const sentBack = await patch(form.id, await get(form.id))
    assert.equal(sentBack.status, 200, 'a client may send back what it read')
  })

  test('email_only removes the other fields, and restores a name', async () => {
    const form = await created({ name: 'Newsletter', email_only: true })
    assert.deepEqual(
      form.fields.map(({ name }: Body) => name),
      ['email'],
    )
    const asked = (await patch(form.id, { email_only: false })).body.data
    assert.deepEqual(
      asked.fields.map(({ name }: Body) => name),
      ['first_name', 'email'],
    )
  })

  test('another node uses the change within a second', async () => {
    const form = await created({ name: 'Two nodes', fields: [{ name: 'email', required: true }] })
    assert.equal((await submit(form.public_id, { email: 'ana@example.com' }, second)).status, 201)
    await patch(form.id, { fields: [{ name: 'email' }, { name: 'phone', required: true }] })
    assert.equal((await submit(form.public_id, { email: 'ana@example.com' })).status, 400, 'on this node at once')
    const deadline = Date.now() + 3_000
    let status = 201
    while (status === 201 && Date.now() < deadline) {
      status = (await submit(form.public_id, { email: 'ana@example.com' }, second)).status
    }
    assert.equal(status, 400)
  })
})

describe('consent', () => {
  test('every text is kept with its version; the same text stays the same version', async () => {
    const form = await created({ name: 'Consent', consent: { purpose: 'newsletter', text: 'One' } })
    assert.deepEqual(form.consent, { purpose: 'newsletter', text: 'One', version: 1 })
    const consentAfter = async (consent: unknown) => (await patch(form.id, { consent })).body.data.consent
    assert.equal((await consentAfter({ purpose: 'newsletter', text: 'Two' })).version, 2)
    assert.equal((await consentAfter({ purpose: 'newsletter', text: 'Two' })).version, 2)
    assert.equal(await consentAfter(null), null)
    assert.equal((await consentAfter({ purpose: 'newsletter', text: 'Three' })).version, 3)
    const { body } = await server.send('GET', `/v1/forms/${form.id}/consents`, { key })
    assert.deepEqual(
      body.data.map(({ version, text }: Body) => [version, text]),
      [
        [3, 'Three'],
        [2, 'Two'],
        [1, 'One'],
      ],
    )
  })
})

describe('DELETE /v1/forms/{id}', () => {
  test('its URLs stop working; what it brought stays and can be read', async () => {
    const form = await created({ name: 'Gone', protection: 'off' })
    await submit(form.public_id, { first_name: 'Ana', email: 'gone@example.com' })
    assert.equal((await server.send('DELETE', `/v1/forms/${form.id}`, { key })).status, 200)
    assert.equal((await server.send('DELETE', `/v1/forms/${form.id}`, { key })).status, 404)
    assert.equal((await submit(form.public_id, { first_name: 'Ana', email: 'gone@example.com' })).status, 404)
    const { body } = await server.send('GET', `/v1/forms/${form.id}/submissions`, { key })
    const contact = await server.send('GET', `/v1/contacts/${body.data[0].contact_id}`, { key })
    assert.equal(contact.body.data.email, 'gone@example.com')
  })
})

test('the list is newest first, with numbers', async () => {
  const workspaceId = await server.workspace()
  const theirs = await server.key({ workspaceId })
  for (const name of ['One', 'Two', 'Three']) await server.send('POST', '/v1/forms', { key: theirs, json: { name } })
  const page = (await server.send('GET', '/v1/forms?limit=2', { key: theirs })).body
  assert.deepEqual(
    page.data.map(({ name }: Body) => name),
    ['Three', 'Two'],
  )
  assert.equal(page.pagination.total, 3)
  await submit(page.data[1].public_id, { first_name: 'Ana', email: 'ana@example.com' })
  const rest = (await server.send('GET', `/v1/forms?cursor=${page.pagination.next_cursor}`, { key: theirs })).body
  assert.deepEqual(
    rest.data.map(({ name }: Body) => name),
    ['One'],
  )
  const [, two] = (await server.send('GET', '/v1/forms', { key: theirs })).body.data
  assert.equal(two.numbers.submissions, 1)
})

describe('the ids of a form', () => {
  test('its id and its public id are equivalent on every route below it', async () => {
    const form = await created({ name: 'Form', protection: 'off' })
    const sent = await server.send('POST', `/v1/forms/${form.id}/submissions`, {
      json: { first_name: 'Ana', email: 'ana@example.com' },
    })
    assert.equal(sent.status, 201, sent.text)
    for (const id of [form.id, form.id.toUpperCase(), form.public_id]) {
      const path = `/v1/forms/${id}`
      const read = await server.send('GET', path, { key })
      assert.equal(read.body.data?.id, form.id, id)
      for (const below of ['submissions', 'consents']) {
        assert.equal((await server.send('GET', `${path}/${below}`, { key })).status, 200, below)
      }
      const listed = await server.send('GET', `${path}/submissions`, { key })
      assert.ok(listed.body.data.some((each: { id: string }) => each.id === sent.body.data.id))
      const challenge = await server.send('GET', `${path}/challenge`)
      assert.equal(challenge.body.data?.challenge.parameters.data.form, form.public_id)
      assert.equal((await server.send('POST', `${path}/test`, { key })).status, 200)
      const json = { first_name: 'Ben', email: 'ben@example.com' }
      assert.equal((await server.send('POST', `${path}/submissions`, { json })).status, 201)
      const preflight = await server.send('OPTIONS', `${path}/submissions`, {
        headers: { origin: 'https://www.example.com', 'access-control-request-method': 'POST' },
      })
      assert.equal(preflight.headers.get('access-control-allow-origin'), '*')
      const changed = await server.send('PATCH', path, { key, json: { name: id } })
      assert.equal(changed.body.data?.name, id)
    }
    const gone = await server.send('DELETE', `/v1/forms/${form.public_id}`, { key })
    assert.deepEqual(gone.body.data, { id: form.id, deleted: true })
    for (const id of [form.id, form.public_id]) {
      assert.equal((await server.send('POST', `/v1/forms/${id}/submissions`, { json: {} })).status, 404)
      assert.equal((await server.send('GET', `/v1/forms/${id}`, { key })).status, 404)
    }
  })

  test('ids of another workspace are 404 in both forms', async () => {
    const form = await created({ name: 'Form' })
    const foreign = await server.key({ workspaceId: await server.workspace() })
    for (const id of [form.id, form.public_id]) {
      for (const [method, below] of [
        ['GET', ''],
        ['PATCH', ''],
        ['DELETE', ''],
        ['GET', '/submissions'],
        ['GET', '/consents'],
        ['POST', '/test'],
        ['POST', `/submissions/${form.id}/withdraw`],
      ] as const) {
        const json = method === 'PATCH' ? { json: { name: 'Mine' } } : {}
        const answer = await server.send(method, `/v1/forms/${id}${below}`, { key: foreign, ...json })
        assert.equal(answer.status, 404, `${method} ${below}`)
      }
    }
    assert.equal((await server.send('GET', `/v1/forms/${form.id}`, { key })).body.data.name, 'Form')
  })
})
