import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { routes } from '../../../src/app/routes.ts'
import { SCOPES, type Scope } from '../../../src/scopes.ts'
import { startReceiver } from '../../helpers/receiver.ts'
import { startServer } from '../../helpers/server.ts'
import { signIn } from '../../helpers/session.ts'
import { startMailServer } from '../../helpers/smtp.ts'

// A key with every permission except reading contacts learns nothing about a person: not from any answer, not from what
// the service sends out. This tries every route of the table, so a new one is covered. Routes that need a specific body
// are in BODIES.

const smtp = await startMailServer()
const ours = await startReceiver()
const thief = await startReceiver()
const server = await startServer({
  env: {
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    MAIL_FROM: 'Doorpost <doorpost@example.com>',
    ALLOW_PRIVATE_NETWORKS: 'true',
  },
})
const { deps } = server
const all = await server.key()
const without = async (scope: Scope) => server.key({ scopes: SCOPES.filter((each) => each !== scope) })
const blind = await without('contacts:read')

const MARK = 'zqheron'
const EMAIL = `${MARK}@example.com`
const THIEF = 'thief@example.net'

const make = async (path: string, json: object) => {
  const { status, body, text } = await server.send('POST', path, { key: all, json })
  assert.equal(status, 201, `${path}: ${text}`)
  return body.data
}
const work = async () => {
  await deps.courier.runDue()
  await deps.mail.tellTeam()
  await deps.mail.postman.runDue()
}

/** Parameters of paths → their values, by the beginning of the path. */
const ids: Array<[prefix: string, values: Record<string, string>]> = []

before(async () => {
  const form = await make('/v1/forms', { name: 'Contact us', protection: 'off' })
  const sent = { first_name: MARK, email: EMAIL, message: `${MARK} writes` }
  const submission = await make(`/v1/forms/${form.public_id}/submissions`, sent)
  const strict = await make('/v1/forms', { name: 'Strict', protection: 'strict' })
  await make(`/v1/forms/${strict.public_id}/submissions`, { ...sent, email: `${MARK}@mailinator.com` })
  const held = (await server.send('GET', '/v1/held', { key: all })).body.data[0]
  const contact = await make('/v1/contacts', { ...sent, company: `${MARK} Ltd` })
  const note = await make(`/v1/contacts/${contact.id}/notes`, { text: `${MARK} called` })
  const endpoint = await make('/v1/events/endpoints', { url: ours.url })
  const webhook = await make('/v1/webhooks', { name: 'Shop' })
  await work()
  const event = (await server.send('GET', '/v1/events?type=contact.created', { key: all })).body.data[0]
  ids.push(
    ['/v1/contacts/imports/', { id: deps.ids.next().id }],
    ['/v1/contacts/', { id: contact.id, note_id: note.id }],
    ['/v1/people/', { email: EMAIL }],
    ['/v1/forms/files/', { id: deps.ids.next().id }],
    ['/v1/forms/', { id: form.id, submission_id: submission.id }],
    ['/v1/held/', { id: held.id }],
    ['/v1/events/endpoints/', { id: endpoint.id, event_id: event.id }],
    ['/v1/events/', { id: event.id }],
    ['/v1/webhooks/', { id: webhook.id }],
    ['/', {}],
  )
})

const pathOf = (url: string) => {
  const [, values] = ids.find(([prefix]) => url.startsWith(prefix))!
  return url.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? deps.ids.next().id))
}

const notify = { notify: { emails: [THIEF] } }
/** What someone who is after contacts would send. */
const BODIES: Record<string, object[]> = {
  'POST /v1/contacts': [{ first_name: 'Nobody' }],
  'POST /v1/contacts/batch': [{ contacts: [{ first_name: 'Nobody' }] }],
  'POST /v1/contacts/bulk': [
    { filter: { q: MARK }, set: { status: 'new' } },
    { filter: { email: EMAIL }, add_tags: ['x'] },
  ],
  'POST /v1/contacts/:id/notes': [{ text: 'Hello' }],
  'POST /v1/forms': [{ name: 'Mine', ...notify }],
  'PATCH /v1/forms/:id': [notify, { notify: { emails: [THIEF], every: 'hour' } }],
  'POST /v1/events/endpoints': [
    { url: thief.url, events: ['contact.created'] },
    { url: thief.url },
    { kind: 'ntfy', url: thief.url, events: ['contact.created'] },
  ],
  'PATCH /v1/events/endpoints/:id': [{ url: thief.url }],
  'POST /v1/events/endpoints/:id/recover': [{ since: '2020-01-01T00:00:00Z' }],
  'POST /v1/people/erase': [{ email: EMAIL }],
}
/** Streams, uploads, and routes that would delete what the others need. */
const isLeftOut = (name: string) => name === 'GET /v1/live' || name === 'POST /v1/media' || name.startsWith('DELETE ')

const keyRoutes = routes
  .filter(([, , { mode }]) => mode === 'key')
  .map(([method, url]) => ({ method, url, name: `${method} ${url}` }))
  .filter(({ name }) => !isLeftOut(name))

describe('a key with every permission but contacts:read', () => {
  test('reads nothing of a person in any answer', async () => {
    const told: string[] = []
    for (const { method, url, name } of keyRoutes) {
      const bodies = method === 'GET' ? [undefined] : [{}, ...(BODIES[name] ?? [])]
      for (const json of bodies) {
        const { text } = await server.send(method, pathOf(url), { key: blind, ...(json ? { json } : {}) })
        if (text.includes(MARK)) told.push(`${name} ${JSON.stringify(json)}: ${text}`)
      }
    }
    assert.deepEqual(told, [])
  })

  test('cannot have data of a person sent anywhere', async () => {
    const form = (await server.send('GET', '/v1/forms', { key: all })).body.data.at(-1)
    await make(`/v1/forms/${form.public_id}/submissions`, { first_name: MARK, email: `later-${EMAIL}` })
    await work()
    assert.deepEqual(
      smtp.mails.filter(({ to }) => to.includes(THIEF)),
      [],
    )
    assert.ok(ours.requests.some(({ body }) => body.includes(`later-${EMAIL}`)))
    assert.ok(thief.requests.every(({ body }) => !body.includes(MARK)))
  })
})

describe('what needs contacts:read besides the permission to write', () => {
  const refused = async (method: string, path: string, options: object) => {
    const { status, body } = await server.send(method, path, { key: blind, ...options })
    assert.equal(status, 403, `${method} ${path}`)
    assert.match(body.message, /needs the permission contacts:read/)
    return body.message as string
  }

  test('changing many contacts by a filter; by their ids it does not', async () => {
    await refused('POST', '/v1/contacts/bulk', { json: { filter: { q: MARK }, set: { status: 'new' } } })
    const { id } = (await server.send('GET', '/v1/contacts', { key: all })).body.data[0]
    const { status } = await server.send('POST', '/v1/contacts/bulk', {
      key: blind,
      json: { ids: [id], add_tags: ['seen'] },
    })
    assert.equal(status, 200)
  })

  test('an import that skips known addresses, which would reveal them', async () => {
    const file = { headers: { 'content-type': 'text/csv' }, body: `first_name,email\r\nAna,${EMAIL}\r\n` }
    for (const query of ['skip_existing=true&dry_run=true', 'skip_existing=true']) {
      await refused('POST', `/v1/contacts/imports?${query}`, file)
    }
    const { status } = await server.send('POST', '/v1/contacts/imports?dry_run=true', { key: blind, ...file })
    assert.equal(status, 200)
  })

  test('changing a contact, unless the key created it', async () => {
    const [person] = (await server.send('GET', `/v1/contacts?email=${EMAIL}`, { key: all })).body.data
    await refused('PATCH', `/v1/contacts/${person.id}`, { json: {} })
    await refused('PATCH', `/v1/contacts/${person.id}`, { json: { company: 'Other' } })
    const after = (await server.send('GET', `/v1/contacts/${person.id}`, { key: all })).body.data
    assert.equal(after.company, person.company)
    const own = (await server.send('POST', '/v1/contacts', { key: blind, json: { first_name: 'Own' } })).body.data
    const changed = await server.send('PATCH', `/v1/contacts/${own.id}`, { key: blind, json: { company: 'Ltd' } })
    assert.equal(changed.status, 200)
  })

  test('adding an address that receives the leads of a form; keeping and removing do not', async () => {
    await refused('POST', '/v1/forms', { json: { name: 'Mine', ...notify } })
    const emails = ['Team@example.com', 'boss@example.com']
    const { id } = await make('/v1/forms', { name: 'Ours', notify: { emails } })
    const path = `/v1/forms/${id}`
    await refused('PATCH', path, { json: { notify: { emails: [...emails, THIEF] } } })
    const shown = (await server.send('GET', path, { key: blind })).body.data
    assert.deepEqual(shown.notify.emails, emails)
    for (const json of [shown, { notify: { emails: ['team@example.com'] } }, { notify: null }, { title: 'Hello' }]) {
      const { status, text } = await server.send('PATCH', path, { key: blind, json })
      assert.equal(status, 200, text)
    }
  })

  test('none of this is refused to team members who may write', async () => {
    const editor = await signIn(server, { role: 'editor' })
    const json = { filter: { q: MARK }, add_tags: ['y'] }
    assert.equal((await editor.send('POST', '/v1/contacts/bulk', { json })).status, 200)
    assert.equal((await editor.send('POST', '/v1/forms', { json: { name: 'Theirs', ...notify } })).status, 201)
  })
})
