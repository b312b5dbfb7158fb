import assert from 'node:assert/strict'
import { before, beforeEach, describe, test } from 'node:test'
import { purgeSubmissions } from '../../../src/forms/submissions.ts'
import { searchEverywhere } from '../../helpers/search-everywhere.ts'
import { startServer } from '../../helpers/server.ts'
import { signIn } from '../../helpers/session.ts'

const time = { now: Date.now() }
const server = await startServer({ clock: { now: () => time.now } })
const { deps } = server
// Sessions expire when the clock of the other server moves on.
const today = await startServer({ beside: server })

let key: string
let form: { id: string; public_id: string }
before(async () => {
  key = await server.key()
})
beforeEach(async () => {
  form = (await server.send('POST', '/v1/forms', { key, json: { name: 'Form' } })).body.data
})

let spam = 0
/** Creates a held submission and returns its id. */
async function hold(json = {}, of = form): Promise<string> {
  const sent = { first_name: 'Spam', email: `spam${++spam}@mailinator.com`, message: 'Buy', ...json }
  const { status, body } = await server.send('POST', `/v1/forms/${of.public_id}/submissions`, { json: sent })
  assert.equal(status, 201)
  return body.data.id
}

const get = (path: string, as = key) => server.send('GET', path, { key: as })
const accept = (id: string, as = key) => server.send('POST', `/v1/held/${id}/accept`, { key: as })
const eventsOf = (contactId: string) =>
  server.sql(
    'select type from event_outbox where subject_id = $1 union all select type from events where subject_id = $1',
    [contactId],
  )

test('a held submission is shown with its content and reason; there is no contact and no event', async () => {
  const eventsBefore = await server.sql('select from event_outbox union all select from events')
  const id = await hold({ email: 'look@mailinator.com', budget: 5 })
  const { body } = await get(`/v1/held/${id}`)
  const { contact, reasons, points, state, contact_id, expires_at, created_at } = body.data
  assert.deepEqual([state, contact_id, points], ['held', null, 22])
  assert.equal(contact.email, 'look@mailinator.com')
  assert.deepEqual(contact.extra, { message: 'Buy', budget: 5 })
  assert.deepEqual(
    reasons.map(({ kind }: { kind: string }) => kind),
    ['no_token', 'no_proof', 'disposable_address'],
  )
  assert.equal(Date.parse(expires_at) - Date.parse(created_at), 30 * 86_400_000)
  assert.deepEqual(await server.sql("select from contacts where email like 'look@%'"), [])
  assert.equal((await server.sql('select from event_outbox union all select from events')).length, eventsBefore.length)
})

describe('the list', () => {
  test('is newest first, by form and by reason, in pages', async () => {
    const ids = [await hold(), await hold({ email: 'ana@example.com' }), await hold()]
    const list = async (query: string) =>
      (await get(`/v1/held?form_id=${form.id}${query}`)).body.data.map(({ id }: { id: string }) => id)
    assert.deepEqual(await list(''), ids.toReversed())
    assert.deepEqual(await list('&reason=disposable_address'), [ids[2], ids[0]])
    assert.deepEqual(await list('&reason=honeypot'), [])
    const { body } = await get(`/v1/held?form_id=${form.id}&limit=2`)
    assert.equal(body.pagination.total, 3)
    assert.deepEqual(await list(`&limit=2&cursor=${body.pagination.next_cursor}`), [ids[0]])
  })

  test('a wrong reason, form or parameter is refused with the possible values', async () => {
    const wrong = await get('/v1/held?reason=nothing&form_id=x&kind=flood')
    assert.equal(wrong.status, 400)
    assert.deepEqual(Object.keys(wrong.body.details).sort(), ['form_id', 'kind', 'reason'])
    assert.equal((await get('/v1/held?form_id=019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9012')).status, 404)
  })
})

describe('accepting', () => {
  test('creates the contact and its event, as if it had just arrived', async () => {
    const id = await hold({ email: 'wanted@mailinator.com', utm_source: 'spring' })
    const { status, body } = await accept(id)
    assert.equal(status, 200)
    assert.equal(body.data.state, 'accepted')
    assert.ok(body.data.accepted_at)
    const contact = (await get(`/v1/contacts/${body.data.contact_id}`)).body.data
    assert.deepEqual([contact.email, contact.utm_source], ['wanted@mailinator.com', 'spring'])
    assert.deepEqual(await eventsOf(contact.id), [{ type: 'contact.created' }])
    assert.equal((await get(`/v1/held/${id}`)).status, 404)
    // Its stored content has become the contact.
    assert.deepEqual(await server.sql('select payload, expires_at from submissions where id = $1', [id]), [
      { payload: null, expires_at: null },
    ])
  })

  test('twice has one effect, even concurrently', async () => {
    const id = await hold()
    const answers = await Promise.all(Array.from({ length: 8 }, () => accept(id)))
    const contacts = new Set(answers.map(({ body }) => body.data.contact_id))
    assert.deepEqual([answers.map(({ status }) => status), contacts.size], [Array(8).fill(200), 1])
    assert.equal((await accept(id)).body.data.contact_id, [...contacts][0])
    const made = await server.sql('select from contacts c join submissions s on s.contact_id = c.id where s.id = $1', [
      id,
    ])
    assert.equal(made.length, 1)
    assert.equal((await eventsOf([...contacts][0]!)).length, 1)
  })

  test('works after the form was deleted', async () => {
    const id = await hold()
    await server.send('DELETE', `/v1/forms/${form.id}`, { key })
    assert.equal((await accept(id)).body.data.state, 'accepted')
  })

  test('all of one kind works in steps that say what is left', async () => {
    for (let i = 0; i < 3; i++) await hold()
    const other = await hold({ email: 'other@example.com' })
    const acceptAll = (json: object) => server.send('POST', '/v1/held/accept', { key, json })
    const { body } = await acceptAll({ form_id: form.id, reason: 'disposable_address' })
    assert.deepEqual(body.data, { accepted: 3, remaining: 0 })
    const left = await get(`/v1/held?form_id=${form.id}`)
    assert.deepEqual(
      left.body.data.map(({ id }: { id: string }) => id),
      [other],
    )
    for (const json of [{}, { reason: 'x' }, { form_id: 'x' }, { form_id: null }, { reasons: ['flood'] }, []]) {
      assert.equal((await acceptAll(json)).status, 400, JSON.stringify(json))
    }
  })

  test('many are accepted a hundred at a time', async () => {
    const [row] = await server.sql<{ payload: object }>('select payload from submissions where id = $1', [await hold()])
    await server.sql(
      `insert into submissions (workspace_id, id, form_id, state, points, reasons, payload, created_at, expires_at)
       select $1, gen_random_uuid(), $2, 'held', 10, '[{"kind":"flood","points":10,"text":"Many."}]', $3, now(), now() + interval '1 day'
         from generate_series(1, 119)`,
      [deps.workspaceId, form.id, row!.payload],
    )
    const steps = []
    let remaining = 1
    while (remaining > 0) {
      const { body } = await server.send('POST', '/v1/held/accept', { key, json: { form_id: form.id } })
      steps.push(body.data.accepted)
      remaining = body.data.remaining
    }
    assert.deepEqual(steps, [100, 20])
  })
})

test('deleting one leaves nothing of it, and deletes no lead', async () => {
  const id = await hold({ first_name: 'Xanthippe' })
  assert.equal((await server.send('DELETE', `/v1/held/${id}`, { key })).status, 200)
  assert.equal((await server.send('DELETE', `/v1/held/${id}`, { key })).status, 404)
  assert.deepEqual(await searchEverywhere(server, 'xanthippe'), [])
  const kept = await hold()
  await accept(kept)
  assert.equal((await server.send('DELETE', `/v1/held/${kept}`, { key })).status, 404)
})

test('they are deleted after 30 days; leads stay', async () => {
  const [old, accepted] = [await hold(), await hold()]
  await accept(accepted)
  time.now += 29 * 86_400_000
  const young = await hold()
  await purgeSubmissions(deps.forms.submissions)
  assert.equal((await get(`/v1/held/${old}`)).status, 200)
  time.now += 86_400_000 + 1
  await purgeSubmissions(deps.forms.submissions)
  assert.equal((await get(`/v1/held/${old}`)).status, 404)
  assert.equal((await get(`/v1/held/${young}`)).status, 200)
  assert.equal((await accept(accepted)).body.data.state, 'accepted')
})

test('erasing a person erases their held submissions', async () => {
  await hold({ first_name: 'Quirin', email: 'Quirin@mailinator.com' })
  await hold({ first_name: 'Quirin', email: 'quirin@mailinator.com' })
  const accepted = await hold({ first_name: 'Quirin', email: 'quirin@mailinator.com' })
  await accept(accepted)
  const json = { email: 'quirin@mailinator.com', confirm: true }
  const { body } = await server.send('POST', '/v1/people/erase', { key, json })
  assert.deepEqual([body.data.erased.contacts, body.data.erased.submissions], [1, 3])
  assert.deepEqual(await searchEverywhere(server, 'quirin'), [])
})

describe('who may', () => {
  test('permissions: forms:read shows them, contacts:read their content, forms:write decides', async () => {
    const id = await hold()
    const reader = await server.key({ scopes: ['forms:read'] })
    const { body } = await get(`/v1/held/${id}`, reader)
    assert.equal(body.data.contact, null)
    assert.equal((await get('/v1/held', reader)).body.data[0].contact, null)
    for (const [method, path] of [
      ['POST', `/v1/held/${id}/accept`],
      ['DELETE', `/v1/held/${id}`],
    ] as const) {
      assert.equal((await server.send(method, path, { key: reader })).status, 403)
    }
    const contacts = await server.key({ scopes: ['contacts:read', 'contacts:write'] })
    assert.equal((await get('/v1/held', contacts)).status, 403)
    assert.equal((await server.send('GET', '/v1/held')).status, 401)
  })

  test('another workspace can neither see, accept nor delete them', async () => {
    const id = await hold()
    const other = await server.key({ workspaceId: await server.workspace() })
    assert.deepEqual((await get('/v1/held', other)).body.data, [])
    assert.equal((await get(`/v1/held/${id}`, other)).status, 404)
    assert.equal((await accept(id, other)).status, 404)
    assert.equal((await server.send('DELETE', `/v1/held/${id}`, { key: other })).status, 404)
    const all = await server.send('POST', '/v1/held/accept', { key: other, json: { reason: 'no_token' } })
    assert.deepEqual(all.body.data, { accepted: 0, remaining: 0 })
    assert.equal((await get(`/v1/held/${id}`)).status, 200)
  })

  test('no other website can accept with the session of a signed-in person', async () => {
    const id = await hold()
    const owner = await signIn(today)
    const evil = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    for (const path of [`/v1/held/${id}/accept`, '/v1/held/accept']) {
      const json = path.endsWith('held/accept') ? { json: { form_id: form.id } } : {}
      const answer = await today.send('POST', path, { headers: { cookie: owner.cookie, ...evil }, ...json })
      assert.equal(answer.status, 403, path)
      // Like a plain form of another website.
      const type = { 'content-type': 'application/x-www-form-urlencoded' }
      const headers = { cookie: owner.cookie, ...type, ...evil }
      assert.equal((await today.send('POST', path, { headers, body: `form_id=${form.id}` })).status, 403)
    }
    assert.equal((await get(`/v1/held/${id}`)).status, 200)
    assert.equal((await owner.send('POST', `/v1/held/${id}/accept`)).status, 200)
    const viewer = await signIn(today, { role: 'viewer' })
    assert.equal((await viewer.send('POST', `/v1/held/${await hold()}/accept`)).status, 403)
  })
})

test('an address that could inject a mail header is refused', async () => {
  for (const email of [
    'ana@example.com\r\nBcc: victim@example.com',
    'ana@example.com\nx',
    '"a\\r\\nb"@example.com',
    'a@b.c,d@e.f',
  ]) {
    const { status, body } = await server.send('POST', `/v1/forms/${form.public_id}/submissions`, {
      json: { first_name: 'Ana', email },
    })
    assert.equal(status, 400, email)
    assert.ok(body.details.email)
  }
})
