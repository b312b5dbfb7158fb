import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { versionOf } from '../../../src/http/answers/etag.ts'
import { searchEverywhere } from '../../helpers/search-everywhere.ts'
import { startServer } from '../../helpers/server.ts'
import { signIn } from '../../helpers/session.ts'

// Notes, saved views, and everything about a person in one list.

const server = await startServer()
const key = await server.key()
const owner = await signIn(server)
const { name } = (await owner.send('GET', '/v1/me')).body.data.user
const BY_OWNER = { kind: 'user', id: owner.id, name }

const send = (method: string, path: string, json?: unknown, headers = {}) =>
  server.send(method, path, { key, headers, ...(json === undefined ? {} : { json }) })

async function create(json: object = {}) {
  const { status, body } = await send('POST', '/v1/contacts', { first_name: 'Ana', ...json })
  assert.equal(status, 201)
  return body.data
}

const notesOf = (id: string) => `/v1/contacts/${id}/notes`

describe('notes', () => {
  test('have an author, a person or a key, and are listed newest first', async () => {
    const { id } = await create()
    const first = await owner.send('POST', notesOf(id), { json: { text: ' Called.\nWants an offer. ' } })
    assert.equal(first.status, 201)
    assert.deepEqual([first.body.data.text, first.body.data.author], ['Called.\nWants an offer.', BY_OWNER])
    const second = (await send('POST', notesOf(id), { text: 'From the shop' })).body.data
    assert.equal(second.author.kind, 'key')
    const { body } = await send('GET', `${notesOf(id)}?limit=1`)
    assert.deepEqual([body.data, body.pagination.total], [[second], 2])
    const rest = await send('GET', `${notesOf(id)}?cursor=${body.pagination.next_cursor}`)
    assert.deepEqual(rest.body.data, [first.body.data])
    // The contact itself is unchanged, and no event is emitted.
    assert.equal(versionOf((await send('GET', `/v1/contacts/${id}`)).headers.get('etag')!), '"1"')
  })

  test('can be changed and deleted, and are deleted with their contact', async () => {
    const { id } = await create()
    const note = (await send('POST', notesOf(id), { text: 'One' })).body.data
    const place = `${notesOf(id)}/${note.id}`
    const changed = await send('PATCH', place, { ...note, text: 'Two' })
    assert.deepEqual([changed.status, changed.body.data.text, changed.body.data.author], [200, 'Two', note.author])
    const elsewhere = await create()
    assert.equal((await send('PATCH', `${notesOf(elsewhere.id)}/${note.id}`, { text: 'x' })).status, 404)
    assert.equal((await send('DELETE', `${notesOf(elsewhere.id)}/${note.id}`)).status, 404)
    assert.equal((await send('DELETE', place)).status, 200)
    assert.equal((await send('DELETE', place)).status, 404)
    await send('POST', notesOf(id), { text: 'Three' })
    await send('DELETE', `/v1/contacts/${id}`)
    assert.deepEqual(await server.sql('select from contact_notes where contact_id = $1', [id]), [])
    assert.equal((await send('GET', notesOf(id))).status, 404)
    assert.equal((await send('POST', notesOf(id), { text: 'x' })).status, 404)
  })

  test('are made once for an Idempotency-Key, and a missing contact leaves no answer behind', async () => {
    const { id } = await create()
    const headers = { 'idempotency-key': 'note' }
    const [a, b] = [
      await send('POST', notesOf(id), { text: 'x' }, headers),
      await send('POST', notesOf(id), { text: 'x' }, headers),
    ]
    assert.equal(a.text, b.text)
    assert.equal((await send('GET', notesOf(id))).body.pagination.total, 1)
    const gone = '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9099'
    assert.equal((await send('POST', notesOf(gone), { text: 'x' }, { 'idempotency-key': 'gone' })).status, 404)
  })

  for (const json of [{}, { text: '' }, { text: 7 }, { text: 'x'.repeat(10_001) }, { text: 'x', colour: 'red' }]) {
    test(`are refused as ${JSON.stringify(json).slice(0, 40)}`, async () => {
      const { id } = await create()
      assert.equal((await send('POST', notesOf(id), json)).status, 400)
    })
  }

  test('are at most a thousand', async () => {
    const { id } = await create()
    await server.sql(
      `insert into contact_notes (workspace_id, id, contact_id, text, created_at, updated_at)
       select $1, gen_random_uuid(), $2, 'x', now(), now() from generate_series(1, 1000)`,
      [server.deps.workspaceId, id],
    )
    const { status, body } = await send('POST', notesOf(id), { text: 'one too many' })
    assert.equal(status, 400)
    assert.match(body.message, /at most 1000 notes/)
  })

  test('need the permissions of contacts', async () => {
    const { id } = await create()
    const reader = await server.key({ scopes: ['contacts:read'] })
    assert.equal((await server.send('POST', notesOf(id), { key: reader, json: { text: 'x' } })).status, 403)
    const viewer = await signIn(server, { role: 'viewer' })
    assert.equal((await viewer.send('POST', notesOf(id), { json: { text: 'x' } })).status, 403)
    assert.equal((await viewer.send('GET', notesOf(id))).status, 200)
    assert.equal((await server.send('GET', notesOf(id), {})).status, 401)
  })
})

describe('saved views', () => {
  test('are made, changed and deleted; the whole workspace has them', async () => {
    const filter = { status: 'new', owner_id: 'me', q: ' ana ' }
    const made = await owner.send('POST', '/v1/views', { json: { name: ' Mine ', filter } })
    assert.equal(made.status, 201)
    const view = made.body.data
    assert.deepEqual([view.name, view.filter], ['Mine', { ...filter, q: 'ana' }])
    const listed = (await send('GET', '/v1/views')).body.data
    assert.deepEqual(listed, [view])
    const renamed = await send('PATCH', `/v1/views/${view.id}`, { name: 'Ours', filter: { tag: 'x' } })
    assert.deepEqual([renamed.body.data.name, renamed.body.data.filter], ['Ours', { tag: 'x' }])
    assert.equal((await send('DELETE', `/v1/views/${view.id}`)).status, 200)
    assert.equal((await send('DELETE', `/v1/views/${view.id}`)).status, 404)
  })

  test('have different names, ignoring case, even when two are created or renamed at once', async () => {
    const make = (name: string) => send('POST', '/v1/views', { name, filter: {} })
    const answers = await Promise.all([make('Fair'), make('FAIR'), make('fair')])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400, 400])
    const other = (await make('Other')).body.data
    const { status, body } = await send('PATCH', `/v1/views/${other.id}`, { name: 'faIR' })
    assert.equal(status, 400)
    assert.match(body.message, /already/)
    assert.equal((await send('PATCH', `/v1/views/${other.id}`, { name: 'OTHER' })).status, 200)
  })

  for (const json of [
    {},
    { name: 'x' },
    { name: '', filter: {} },
    { name: 'x'.repeat(61), filter: {} },
    { name: 'x', filter: [] },
    { name: 'x', filter: { page: '2' } },
    { name: 'x', filter: { status: 'open' } },
    { name: 'x', filter: { created_after: 'yesterday' } },
    { name: 'x', filter: { q: 7 } },
  ]) {
    test(`are refused as ${JSON.stringify(json).slice(0, 60)}`, async () => {
      assert.equal((await send('POST', '/v1/views', json)).status, 400)
    })
  }
})

describe('the timeline of a person', () => {
  const timeline = (email: string, query = '', as = key) =>
    server.send('GET', `/v1/people/${encodeURIComponent(email)}/timeline${query}`, { key: as })

  test('has records, notes, statuses and owners in one list, newest first, by page', async () => {
    const email = 'line@example.com'
    const webhook = await server.webhook()
    const first = await create({ email, utm_source: 'fair' })
    await server.sql('update contacts set webhook_id = $2 where id = $1', [first.id, webhook.id])
    await owner.send('PATCH', `/v1/contacts/${first.id}`, { json: { status: 'contacted', owner_id: owner.id } })
    await owner.send('POST', notesOf(first.id), { json: { text: 'Called' } })
    const second = await create({ email: 'LINE@example.com' })
    await create({ email: 'other@example.com' })
    const { status, body } = await timeline('Line@Example.com')
    assert.equal(status, 200)
    const kinds = ['contact', 'note', 'assigned', 'status_changed', 'contact']
    assert.deepEqual(
      body.data.map(({ kind }: { kind: string }) => kind),
      kinds,
    )
    assert.equal(body.pagination.total, 5)
    const [newest, note, assigned, changed, oldest] = body.data
    assert.equal(newest.contact_id, second.id)
    assert.deepEqual([note.text, note.by], ['Called', BY_OWNER])
    assert.deepEqual([assigned.from, assigned.to], [null, { id: owner.id, name }])
    assert.deepEqual([changed.from, changed.to, changed.by], ['new', 'contacted', BY_OWNER])
    assert.deepEqual([oldest.utm_source, oldest.webhook.id], ['fair', webhook.id])
    assert.equal(typeof oldest.webhook.name, 'string')

    const pages: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: { data: Array<{ kind: string }>; pagination: { next_cursor: string | null } } = (
        await timeline(email, `?limit=2${cursor && `&cursor=${cursor}`}`)
      ).body
      pages.push(...page.data.map(({ kind }) => kind))
      cursor = page.pagination.next_cursor
    }
    assert.deepEqual(pages, kinds)

    const reader = await server.key({ scopes: ['contacts:read'] })
    const seen = (await timeline(email, '', reader)).body.data.at(-1)
    assert.deepEqual(seen.webhook, { id: webhook.id, name: null })
  })

  test('names the link, the post and the form of a record', async () => {
    const { ids, workspaceId } = server.deps
    const contact = await create({ email: 'touch@example.com' })
    const post = (await send('POST', '/v1/posts/short', { content: 'We are at the fair.', status: 'draft' })).body.data
    const [link, form] = [ids.next().id, ids.next().id]
    await server.sql(
      `insert into links (workspace_id, id, code, post_id, target, created_at, updated_at)
       values ($1, $2, 'abcd1234', $3, 'https://example.com/', now(), now())`,
      [workspaceId, link, post.id],
    )
    await server.sql(
      `insert into forms (workspace_id, id, public_id, name, fields, created_at, updated_at)
       values ($1, $2, 'abcdefghijklmnop', 'Contact us', '[]', now(), now())`,
      [workspaceId, form],
    )
    await server.sql('update contacts set link_id = $2, post_id = $3, form_id = $4 where id = $1', [
      contact.id,
      link,
      post.id,
      form,
    ])
    const [entry] = (await timeline('touch@example.com')).body.data
    assert.deepEqual(entry.post, { id: post.id, name: 'We are at the fair.' })
    assert.equal(entry.link.id, link)
    assert.equal(entry.form.id, form)
    const reader = await server.key({ scopes: ['contacts:read'] })
    const [seen] = (await timeline('touch@example.com', '', reader)).body.data
    assert.deepEqual(
      [seen.link, seen.form, seen.post],
      [link, form, post.id].map((id) => ({ id, name: null })),
    )
  })

  test('is 404 for an address without records, and has no page numbers', async () => {
    assert.equal((await timeline('nobody@example.com')).status, 404)
    assert.equal((await timeline('not an address')).status, 404)
    await create({ email: 'page@example.com' })
    assert.equal((await timeline('page@example.com', '?page=2')).status, 400)
    assert.equal((await timeline('page@example.com', '?limit=101')).status, 400)
    const other = await server.key({ workspaceId: await server.workspace() })
    assert.equal((await timeline('page@example.com', '', other)).status, 404)
  })
})

describe('erasing a person', () => {
  test('leaves nothing of them in notes, tags, histories, views or kept answers', async () => {
    const email = 'wren.falk@example.com'
    const contact = await create({ email, tags: ['wren.falk', 'fair'] })
    const keyed = (name: string) => ({ 'idempotency-key': name })
    await send(
      'POST',
      '/v1/contacts',
      { first_name: 'Wren.Falk', email, tags: ['wren.falk 2'] },
      keyed('erased contact'),
    )
    await owner.send('PATCH', `/v1/contacts/${contact.id}`, { json: { status: 'won', owner_id: owner.id } })
    await send('POST', notesOf(contact.id), { text: 'wren.falk called' }, keyed('erased note'))
    const friend = await create({ email: 'friend@example.com' })
    const about = (
      await send('POST', notesOf(friend.id), { text: `Knows Wren.Falk@example.com, and joan@example.com.` })
    ).body.data
    await send('POST', notesOf(friend.id), { text: `See wren.falk%40example.com` }, keyed('erased mention'))
    await send('POST', '/v1/views', { name: 'Only one', filter: { email } }, keyed('erased view'))
    await send('POST', '/v1/views', { name: 'Searched', filter: { q: `<${email}>` } })
    const kept = (await send('POST', '/v1/views', { name: 'Kept', filter: { tag: 'fair' } })).body.data

    const { body } = await send('POST', '/v1/people/erase', { email, confirm: true })
    const { contacts, notes, views, stored_answers } = body.data.erased
    assert.deepEqual([contacts, notes, views, stored_answers], [2, 2, 2, 4])
    assert.deepEqual(await searchEverywhere(server, 'wren.falk'), [])
    assert.deepEqual(await server.sql('select from contact_changes where contact_id = $1', [contact.id]), [])
    const left = (await send('GET', notesOf(friend.id))).body.data
    assert.deepEqual(
      left.map(({ text }: { text: string }) => text),
      ['[erased]', 'Knows [erased], and joan@example.com.'],
    )
    assert.equal(left[1].id, about.id)
    assert.ok((await send('GET', '/v1/views')).body.data.some(({ id }: { id: string }) => id === kept.id))
    const again = await send('POST', notesOf(contact.id), { text: 'wren.falk called' }, keyed('erased note'))
    assert.deepEqual([again.status, again.body.data.text], [201, ''])
    const none = (await send('POST', '/v1/people/erase', { email, confirm: true })).body.data.erased
    assert.deepEqual(new Set(Object.values(none)), new Set([0]))
  })
})
