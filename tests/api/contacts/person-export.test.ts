import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { jobTable } from '../../../src/app/worker.ts'
import { postBody } from '../../helpers/http-client.ts'
import { pdfFile } from '../../helpers/media-files.ts'
import { createOwner } from '../../helpers/owner.ts'
import { startServer } from '../../helpers/server.ts'

// Everything about a person as a file. tests/browser/erase.test.ts has the link to it.

const env = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'doorpost@example.com' }
const server = await startServer({ env, outbound: { lookup: async () => [] } })

const SECTIONS = [
  'merged_contacts',
  'touches',
  'notes',
  'changes',
  'submissions',
  'files',
  'mails',
  'events',
  'deliveries',
] as const
type Row = Record<string, unknown>
type Exported = Record<'contacts' | (typeof SECTIONS)[number], Row[]> & { email: string; not_shown: Row[] }

const pathOf = (email: string) => `/v1/people/${encodeURIComponent(email)}/export`
const readFile = (email: string, key: string) => server.send('GET', pathOf(email), { key })

async function newOwner() {
  const owner = await createOwner(server)
  const { workspaceId, key } = owner
  const exported = async (email: string, by = key): Promise<Exported> => {
    const { status, text, body } = await readFile(email, by)
    assert.equal(status, 200, text)
    return body
  }
  const receive = async (people: object[]) => {
    const mapping = { each: '/people', fields: { first_name: '/name', email: '/mail' } }
    const webhook = await server.webhook(workspaceId, { mapping })
    const sent = await server.send('POST', `/v1/webhooks/receive/${webhook.key}`, { body: JSON.stringify({ people }) })
    const job = { workspace_id: workspaceId, webhook_id: webhook.id, delivery_id: sent.body.data.id }
    await jobTable(server.deps).tasks['webhook.map']!(job)
    return sent.body.data.id as string
  }
  return { ...owner, exported, receive }
}

const idsOf = (rows: Row[]) => rows.map(({ id }) => id).sort()

/** A person of whom every table has something, and somebody else. */
async function newPerson() {
  const owner = await newOwner()
  const { ok, create, receive } = owner
  const consent = { purpose: 'news', text: 'You may write to me.' }
  const fields = [{ name: 'email', required: true }, { name: 'consent' }, { name: 'plan', type: 'file' }]
  const auto_reply = { subject: 'Thank you', text: 'We got it.' }
  const form = await ok('POST', '/v1/forms', { name: 'Order', protection: 'off', fields, consent, auto_reply })
  const body = new FormData()
  for (const [name, value] of Object.entries({ email: 'ana@example.com', consent: 'true' })) body.append(name, value)
  body.append('plan', new Blob([new Uint8Array(pdfFile())]), 'plan.pdf')
  const sent = await postBody(form.submit_url, body, { 'sec-fetch-mode': 'cors' })
  assert.equal(sent.status, 201, await sent.text())
  const [submission] = await ok('GET', `/v1/forms/${form.id}/submissions`)

  const survivor = await create({ email: 'Ana@Example.com', utm_source: 'shop' })
  const merged = await create({ email: 'ana.old@example.com', utm_source: 'fair', utm_campaign: 'autumn' })
  await ok('POST', `/v1/contacts/${merged.id}/notes`, { text: 'Called her' })
  await ok('POST', `/v1/contacts/${survivor.id}/merge`, { contact_ids: [merged.id] })
  await ok('PATCH', `/v1/contacts/${survivor.id}`, { status: 'won' })
  const alone = await receive([{ name: 'Ana', mail: 'ana@example.com' }])
  const shared = await receive([
    { name: 'Ana', mail: 'ana@example.com' },
    { name: 'Ben', mail: 'ben@example.com' },
  ])
  await ok('POST', `/v1/contacts/${(await create({ email: 'joana@example.com' })).id}/notes`, { text: 'Not hers' })
  return { ...owner, form, submission, survivor, merged, alone, shared }
}

describe('everything about a contact', () => {
  test('without an address is one file by its id, with what was merged into it, and nothing of others', async () => {
    const { ok, create, key, receive } = await newOwner()
    const survivor = await create({ utm_source: 'fair' })
    const merged = await create({ first_name: 'Anna' })
    const other = await create({ first_name: 'Ben' })
    await ok('POST', `/v1/contacts/${merged.id}/notes`, { text: 'Called her' })
    await ok('POST', `/v1/contacts/${other.id}/notes`, { text: 'Not hers' })
    await ok('POST', `/v1/contacts/${survivor.id}/merge`, { contact_ids: [merged.id] })
    await receive([{ name: 'Cid', mail: 'cid@example.com' }])
    for (const id of [survivor.id, merged.id]) {
      const { status, body: file, headers } = await server.send('GET', `/v1/contacts/${id}/export`, { key })
      assert.equal(status, 200)
      assert.match(headers.get('content-disposition')!, /^attachment/)
      assert.deepEqual(
        [file.email, idsOf(file.contacts), idsOf(file.merged_contacts)],
        [null, [survivor.id], [merged.id]],
      )
      assert.deepEqual(
        file.notes.map(({ text }: Row) => text),
        ['Called her'],
      )
      assert.ok(file.events.length > 0 && file.touches.length > 0)
      assert.deepEqual(file.deliveries, [])
      assert.ok(!JSON.stringify(file).includes('Not hers'))
    }
    const stranger = await newOwner()
    const refused = await server.send('GET', `/v1/contacts/${survivor.id}/export`, { key: stranger.key })
    assert.equal(refused.status, 404)
  })

  test('with an address is the file of the person', async () => {
    const { create, key, exported } = await newOwner()
    const [one] = [await create({ email: 'Ana@example.com' }), await create({ email: 'ana@example.com' })]
    const { body } = await server.send('GET', `/v1/contacts/${one!.id}/export`, { key })
    assert.deepEqual({ ...body, made_at: null }, { ...(await exported('ana@example.com')), made_at: null })
    assert.equal(body.contacts.length, 2)
  })
})

describe('everything about a person', () => {
  test('is one file, with what was merged, and nothing of others', async () => {
    const { exported, ok, form, submission, survivor, merged, alone, shared } = await newPerson()
    const file = await exported('ANA@example.com')
    assert.equal(file.email, 'ana@example.com')
    assert.deepEqual(file.not_shown, [])
    const person = await ok('GET', '/v1/people/ana%40example.com?limit=100')
    assert.equal(person.records, 4)
    assert.deepEqual(file.contacts, person.contacts)
    const [before] = file.merged_contacts
    assert.deepEqual([before!.id, before!.merged_into], [merged.id, survivor.id])
    assert.equal((before!.contact as Row).email, 'ana.old@example.com')
    const utm = { source: 'fair', campaign: 'autumn' }
    assert.deepEqual(file.touches.find(({ id }) => id === merged.id)?.utm, utm)
    assert.ok(file.touches.some(({ id }) => id === survivor.id))
    assert.deepEqual(
      file.notes.map(({ text }) => text),
      ['Called her'],
    )
    assert.deepEqual(
      file.changes.map(({ field, from, to }) => [field, from, to]),
      [['status', 'new', 'won']],
    )
    const [sent] = file.submissions
    assert.deepEqual([sent!.id, sent!.form_name, sent!.state], [submission.id, form.name, 'accepted'])
    assert.deepEqual(sent!.consent, { version: 1, purpose: 'news', text: 'You may write to me.' })
    assert.ok(sent!.consented_at)
    const [plan] = file.files
    assert.deepEqual([plan!.name, plan!.path], ['plan.pdf', `/v1/forms/files/${submission.files[0].id}`])
    assert.deepEqual(
      file.mails.map(({ kind, to_address, form_id }) => [kind, to_address, form_id]),
      [['auto_reply', 'ana@example.com', form.id]],
    )
    const told = new Set(file.events.map(({ type }) => type))
    for (const type of ['contact.created', 'contact.status_changed', 'contact.merged']) assert.ok(told.has(type), type)
    assert.deepEqual(idsOf(file.deliveries), [alone, shared].sort())
    const bodyOf = (wanted: string) => file.deliveries.find(({ id }) => id === wanted)
    assert.equal(bodyOf(alone)!.body, '{"people":[{"name":"Ana","mail":"ana@example.com"}]}')
    assert.deepEqual([bodyOf(shared)!.body, bodyOf(shared)!.others], [null, true])
    for (const word of ['ben@', 'joana', 'Not hers']) assert.ok(!JSON.stringify(file).includes(word), word)

    const old = await exported('ana.old@example.com')
    assert.deepEqual(idsOf(old.contacts), idsOf(file.contacts), 'the address of a merged record leads to the same')
  })

  test('has a name and a type, and is not kept by anybody on the way', async () => {
    const { create, key } = await newOwner()
    await create({ email: 'ana@example.com' })
    const { headers } = await readFile('ana@example.com', key)
    assert.equal(headers.get('content-disposition'), 'attachment; filename="person.json"')
    assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
    assert.match(headers.get('cache-control')!, /no-store/)
  })

  test('leaves out what the key may not read, and says so', async () => {
    const { workspaceId, exported } = await newPerson()
    const few = await server.key({ workspaceId, scopes: ['contacts:read'] })
    const file = await exported('ana@example.com', few)
    assert.deepEqual(file.not_shown, [
      { section: 'submissions', needs: 'forms:read' },
      { section: 'events', needs: 'events:read' },
      { section: 'deliveries', needs: 'webhooks:read' },
    ])
    const left = SECTIONS.filter((name) => !file.not_shown.some(({ section }) => section === name))
    assert.deepEqual(Object.keys(file).slice(3), ['contacts', ...left])
    assert.equal(file.mails[0]!.form_name, null)
    assert.ok(!JSON.stringify(file).includes('You may write to me.'))
    const withForms = await server.key({ workspaceId, scopes: ['contacts:read', 'forms:read'] })
    const more = await exported('ana@example.com', withForms)
    assert.deepEqual([more.submissions.length, more.mails[0]!.form_name], [1, 'Order'])
    const none = await server.key({ workspaceId, scopes: ['forms:read', 'events:read', 'webhooks:read'] })
    assert.equal((await readFile('ana@example.com', none)).status, 403)
  })

  test('is 404 for an unknown address, for what is none, in another workspace, and after the person was erased', async () => {
    const { key, exported, ok } = await newPerson()
    const other = await newOwner()
    await other.create({ email: 'ana@example.com' })
    const file = await other.exported('ana@example.com')
    assert.deepEqual([file.contacts.length, file.notes, file.submissions, file.mails], [1, [], [], []])
    for (const email of ['nobody@example.com', 'none', 'ben@example.com']) {
      assert.equal((await readFile(email, other.key)).status, 404, email)
    }
    await exported('ana@example.com')
    await ok('POST', '/v1/people/erase', { email: 'ana@example.com', confirm: true })
    for (const email of ['ana@example.com', 'ana.old@example.com']) {
      assert.equal((await readFile(email, key)).status, 404, email)
    }
    assert.equal((await other.exported('ana@example.com')).contacts.length, 1)
  })

  test('of very many rows is read while it is sent', async () => {
    const { workspaceId, key, create, exported } = await newOwner()
    const { id } = await create({ email: 'ana@example.com' })
    // 20 MB, more than the kernel buffers.
    await server.sql(
      `insert into contact_notes (workspace_id, id, contact_id, text, created_at, updated_at)
       select $1, gen_random_uuid(), $2, n || repeat('x', 10000), now(), now() from generate_series(1, 2000) as n`,
      [workspaceId, id],
    )
    const { notes } = await exported('ana@example.com')
    assert.equal(notes.length, 2_000)
    assert.equal(new Set(idsOf(notes)).size, 2_000)

    const answer = await fetch(`${server.url}${pathOf('ana@example.com')}`, {
      headers: { authorization: `Bearer ${key}` },
    })
    const reader = answer.body!.getReader()
    await reader.read()
    // What was not read yet is gone: it was not in memory.
    await server.sql('delete from contact_notes where workspace_id = $1', [workspaceId])
    let received = 0
    for (let read = await reader.read(); !read.done; read = await reader.read()) received += read.value.length
    assert.ok(received < 15_000_000, `${received}`)
  })
})
