import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jobTable } from '../../../src/app/worker.ts'
import { startJobs } from '../../../src/jobs/runner.ts'
import { until } from '../../helpers/process.ts'
import { startServer, type TestServer } from '../../helpers/server.ts'
import { type Person, signIn } from '../../helpers/session.ts'

// What people delete in the dashboard waits for ten seconds on the server, and can be undone for as long.

let now = Date.parse('2026-07-01T12:00:00Z')
const clock = { now: () => now }
const server = await startServer({ clock })
const key = await server.key()
const owner = await signIn(server)
const editor = await signIn(server, { role: 'editor' })
const TEN_SECONDS = 10_000

const create = async (path: string, json: object) => {
  const answer = await server.send('POST', path, { key, json })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data
}
const addContact = (name = 'Ana') => create('/v1/contacts', { first_name: name, email: `${name}@example.com` })
const statusOf = async (path: string) => (await server.send('GET', path, { key })).status

interface Listed {
  id: string
  record_ids: string[]
  state: string
  reason: string | null
}

const remove = async (noun: string, records: object[], by: Person = owner): Promise<Listed> => {
  const answer = await by.send('POST', '/v1/removals', { json: { noun, records } })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data
}
const list = async (by: Person = owner): Promise<Listed[]> => (await by.send('GET', '/v1/removals')).body.data
const undo = async ({ id }: { id: string }, by: Person = owner) =>
  (await by.send('DELETE', `/v1/removals/${id}`)).status

/** Runs the waiting jobs of removals, as the queue does once they are due. */
async function runJobs(on: TestServer = server): Promise<void> {
  const { tasks } = jobTable(on.deps)
  const waiting = await on.sql<{ workspace_id: string; id: string }>('select workspace_id, id from removals')
  for (const { workspace_id, id } of waiting) await tasks['removals.carry_out']({ workspace_id, removal_id: id })
}
async function carryOut(): Promise<void> {
  now += TEN_SECONDS
  await runJobs()
}
const jobsOf = ({ id }: { id: string }) =>
  server.sql('select run_at from graphile_worker.jobs where key = $1', [`removals.carry_out:${id}`])
const deletions = async (type: string) =>
  (await server.sql('select subject_id from event_outbox where type = $1', [type])).map((row) => row.subject_id)

test('a record is there for ten seconds, and gone with its event after them', async () => {
  const { id } = await addContact()
  const removal = await remove('contacts', [{ id }])
  assert.deepEqual(await jobsOf(removal), [{ run_at: new Date(now + TEN_SECONDS) }])
  const [{ reason_code, reason_values, ...shown }] = (await editor.send('GET', '/v1/removals')).body.data
  assert.deepEqual(shown, {
    ...{ id: removal.id, noun: 'contacts', record_ids: [id], user_id: owner.id, state: 'waiting', reason: null },
    ...{ due_at: new Date(now + TEN_SECONDS).toISOString(), created_at: new Date(now).toISOString() },
  })
  assert.deepEqual([reason_code, reason_values], [null, null])

  now += TEN_SECONDS - 1
  await runJobs()
  assert.equal(await statusOf(`/v1/contacts/${id}`), 200)
  assert.ok(!(await deletions('contact.deleted')).includes(id))
  now += 1
  await runJobs()
  assert.equal(await statusOf(`/v1/contacts/${id}`), 404)
  assert.ok((await deletions('contact.deleted')).includes(id))
  assert.deepEqual(await list(), [])
  assert.equal(await undo(removal), 404)
})

test('what is undone stays, without an event or a job', async () => {
  const { id } = await addContact()
  const removal = await remove('contacts', [{ id }])
  assert.equal(await undo(removal), 200)
  assert.equal(await undo(removal), 404)
  assert.deepEqual(await list(), [])
  assert.deepEqual(await jobsOf(removal), [])
  await carryOut()
  assert.equal(await statusOf(`/v1/contacts/${id}`), 200)
  assert.ok(!(await deletions('contact.deleted')).includes(id))
})

test('somebody who is still reading gets ten more seconds', async () => {
  const { id } = await addContact()
  const removal = await remove('contacts', [{ id }])
  now += TEN_SECONDS - 1
  const extended = await owner.send('POST', `/v1/removals/${removal.id}/extend`)
  assert.equal(extended.body.data.due_at, new Date(now + TEN_SECONDS).toISOString())
  now += TEN_SECONDS - 1
  await runJobs()
  assert.equal(await statusOf(`/v1/contacts/${id}`), 200)
  assert.equal((await owner.send('POST', `/v1/removals/${removal.id}/extend`)).status, 200)
  await carryOut()
  assert.equal(await statusOf(`/v1/contacts/${id}`), 404)
  assert.equal((await owner.send('POST', `/v1/removals/${removal.id}/extend`)).status, 404)
})

test('every kind of record is deleted as its own route does it', async () => {
  const contact = await addContact()
  const note = await create(`/v1/contacts/${contact.id}/notes`, { text: 'Called back' })
  const view = await create('/v1/views', { name: 'Mine', filter: { status: 'new' } })
  const post = await create('/v1/posts/professional', { content: 'Never mind' })
  const form = await create('/v1/forms', { name: 'Unseen' })
  const other = await create('/v1/forms', { name: 'Strict', protection: 1 })
  const body = new URLSearchParams({ first_name: 'Ana', email: 'ana@mailinator.com' }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  await server.send('POST', new URL(other.submit_url).pathname, { headers, body })
  const [held] = (await server.send('GET', '/v1/held', { key })).body.data
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
    'base64',
  )
  const file = (await server.send('POST', '/v1/media', { key, headers: { 'content-type': 'image/png' }, body: png }))
    .body.data
  const records = {
    notes: [note, `/v1/contacts/${contact.id}/notes`],
    views: [view, '/v1/views'],
    posts: [post, '/v1/posts'],
    forms: [form, '/v1/forms'],
    held: [held, '/v1/held'],
    media: [file, '/v1/media'],
    contacts: [contact, '/v1/contacts'],
  } as const
  for (const [noun, [record]] of Object.entries(records)) await remove(noun, [{ id: record.id }])
  // Accepting all that is held does not mean what is being deleted.
  const accepted = await owner.send('POST', '/v1/held/accept', { json: { form_id: other.id } })
  assert.deepEqual(accepted.body.data, { accepted: 0, remaining: 0 })
  await carryOut()
  assert.deepEqual(await list(), [])
  for (const [, path] of Object.values(records).slice(1)) {
    const left: Array<{ id: string }> = (await server.send('GET', `${path}?limit=100`, { key })).body.data
    assert.ok(!left.some(({ id }) => Object.values(records).some(([record]) => record.id === id)), path)
  }
  assert.deepEqual(await server.sql('select from contact_notes'), [])
})

test('a record that was changed meanwhile stays, and its person is told for a day, and until it is read', async () => {
  const [changed, same] = [await addContact(), await addContact('Bo')]
  const records = [changed, same].map(({ id, version }) => ({ id, version }))
  const removal = await remove('contacts', records)
  await server.send('PATCH', `/v1/contacts/${changed.id}`, { key, json: { company: 'Acme' } })
  await carryOut()
  assert.equal(await statusOf(`/v1/contacts/${changed.id}`), 200)
  assert.equal(await statusOf(`/v1/contacts/${same.id}`), 404)
  const [refused] = await list()
  assert.deepEqual([refused!.state, refused!.record_ids], ['refused', [changed.id]])
  assert.match(refused!.reason!, /changed/)
  assert.deepEqual(await list(editor), [])
  // A second run of the job, after a crash before it ended, changes nothing.
  await runJobs()
  assert.equal(await statusOf(`/v1/contacts/${changed.id}`), 200)

  assert.equal(await undo(removal), 200)
  assert.deepEqual(await list(), [])
  const again = await remove('contacts', [{ id: changed.id, version: 1 }])
  await carryOut()
  assert.deepEqual(
    (await list()).map(({ id }) => id),
    [again.id],
  )
  now += 24 * 60 * 60 * 1000
  assert.deepEqual(await list(), [])
  await remove('contacts', [{ id: changed.id }])
  assert.equal((await server.sql('select from removals')).length, 1)
  await carryOut()
})

test('a post that is scheduled meanwhile stays, and goes out', async () => {
  const scheduled_date = new Date(now + 3_600_000).toISOString()
  const post = await create('/v1/posts/professional', { content: 'Soon' })
  const removal = await remove('posts', [{ id: post.id, version: post.version }])
  const json = { status: 'scheduled', scheduled_date }
  assert.equal((await server.send('PATCH', `/v1/posts/${post.id}`, { key, json })).status, 200)
  await carryOut()
  assert.equal((await server.send('GET', `/v1/posts/${post.id}`, { key })).body.data.status, 'scheduled')
  assert.ok(!(await deletions('post.deleted')).includes(post.id))
  assert.equal(await undo(removal), 200)
})

test('records that are gone already are no problem, and neither is an erased person', async () => {
  const [deleted, erased] = [await addContact('Cleo'), await addContact('Dora')]
  await remove('contacts', [{ id: deleted.id }, { id: erased.id, version: 1 }])
  assert.equal((await server.send('DELETE', `/v1/contacts/${deleted.id}`, { key })).status, 200)
  const erasure = { json: { email: 'dora@example.com', confirm: true } }
  const answer = await owner.send('POST', '/v1/people/erase', erasure)
  assert.equal(answer.status, 200, 'erasing does not wait')
  assert.equal(answer.body.data.erased.contacts, 1)
  assert.equal(await statusOf(`/v1/contacts/${erased.id}`), 404)
  await carryOut()
  assert.deepEqual(await list(), [])
  assert.equal((await deletions('contact.deleted')).filter((id) => id === erased.id).length, 1)
})

test('only people who may write can delete, and only the person who deleted can undo', async () => {
  const { id } = await addContact()
  const viewer = await signIn(server, { role: 'viewer' })
  const json = { noun: 'contacts', records: [{ id }] }
  assert.equal((await viewer.send('POST', '/v1/removals', { json })).status, 403)
  assert.equal((await server.send('POST', '/v1/removals', { key, json })).status, 403)
  assert.equal((await server.send('POST', '/v1/removals', { json })).status, 401)
  const removal = await remove('contacts', [{ id }])
  assert.equal((await viewer.send('GET', '/v1/removals')).body.data.length, 1)
  assert.equal(await undo(removal, viewer), 403)
  assert.equal(await undo(removal, editor), 404)
  assert.equal((await editor.send('POST', `/v1/removals/${removal.id}/extend`)).status, 404)
  assert.equal(await undo(removal), 200)
})

test('workspaces neither see nor reach what is not theirs', async () => {
  const { id } = await addContact()
  const stranger = await signIn(server, { workspaceId: await server.workspace() })
  const removal = await remove('contacts', [{ id }])
  assert.deepEqual(await list(stranger), [])
  assert.equal(await undo(removal, stranger), 404)
  assert.equal(await undo(removal), 200)
  await remove('contacts', [{ id }], stranger)
  await carryOut()
  assert.equal(await statusOf(`/v1/contacts/${id}`), 200)
})

test('what is not a removal is refused, field by field', async () => {
  const send = async (json: object) => Object.keys((await owner.send('POST', '/v1/removals', { json })).body.details)
  assert.deepEqual(await send({ noun: 'people', records: [] }), ['noun', 'records'])
  const records = [{ id: 'x' }, { id: owner.id, version: 0 }, 'text', { id: owner.id, other: 1 }]
  assert.deepEqual(await send({ noun: 'posts', records }), [
    ...['records[0].id', 'records[1].version', 'records[2]', 'records[2].id', 'records[3].other'],
  ])
  assert.deepEqual(await send({ noun: 'posts', records: Array(1_001).fill({ id: owner.id }) }), ['records'])
})

test('a repeat with its Idempotency-Key waits only once', async () => {
  const { id } = await addContact()
  const request = {
    json: { noun: 'contacts', records: [{ id }] },
    headers: { 'idempotency-key': 'delete it once' },
  }
  const [first, second] = [
    await owner.send('POST', '/v1/removals', request),
    await owner.send('POST', '/v1/removals', request),
  ]
  assert.equal(first.body.data.id, second.body.data.id)
  assert.equal((await list()).length, 1)
  await carryOut()
})

test('a process that dies in the middle leaves the rest to the next run, and nothing to undo', async () => {
  const [first, second] = [await addContact(), await addContact('Bo')]
  const removal = await remove('contacts', [{ id: first.id }, { id: second.id }])
  now += TEN_SECONDS
  const { removers } = server.deps.removals
  const real = removers.contacts
  removers.contacts = (owner, id, ifMatch) => {
    if (id === second.id) throw new Error('the process dies')
    return real(owner, id, ifMatch)
  }
  await assert.rejects(runJobs(), /the process dies/)
  removers.contacts = real
  assert.equal(await statusOf(`/v1/contacts/${first.id}`), 404)
  assert.deepEqual(
    (await list()).map(({ state }) => state),
    ['running'],
  )
  assert.equal(await undo(removal), 404)
  await runJobs()
  assert.equal(await statusOf(`/v1/contacts/${second.id}`), 404)
  assert.equal((await deletions('contact.deleted')).filter((id) => id === first.id).length, 1)
  assert.deepEqual(await list(), [])
})

test('an undo while the removal is being carried out comes too late or in time, never half', async () => {
  for (let round = 0; round < 5; round++) {
    const { id } = await addContact()
    const removal = await remove('contacts', [{ id }])
    now += TEN_SECONDS
    const [status] = await Promise.all([undo(removal), runJobs()])
    assert.equal(await statusOf(`/v1/contacts/${id}`), status === 200 ? 200 : 404)
  }
})

test('other tabs are told on every node; what was due while no worker ran is done after the start', async () => {
  const other = await startServer({ clock, beside: server })
  const { id } = await addContact()
  const abort = new AbortController()
  const headers = { cookie: editor.cookie, accept: 'text/event-stream', 'sec-fetch-site': 'same-origin' }
  const stream = await fetch(`${other.url}/v1/live`, { headers, signal: abort.signal })
  let heard = ''
  const reading = (async () => {
    for await (const part of stream.body!.pipeThrough(new TextDecoderStream())) heard += part
  })().catch(() => {})
  const timesTold = () => heard.split('event: removals\n').length - 1
  await until(() => heard.includes('id: '))
  await remove('contacts', [{ id }])
  await until(() => timesTold() === 1)
  const late = await fetch(`${other.url}/v1/live`, {
    headers: { ...headers, cookie: owner.cookie },
    signal: abort.signal,
  })
  const reader = late.body!.pipeThrough(new TextDecoderStream()).getReader()
  for (let text = ''; !text.includes('event: removals'); ) text += (await reader.read()).value

  now += TEN_SECONDS
  // For the queue, which reads the database's own clock, the time of this test is long past.
  const jobs = await startJobs({
    connection: { connectionString: server.databaseUrl },
    pool: other.deps.jobs,
    log: other.deps.log,
    table: jobTable(other.deps),
    concurrency: 1,
  })
  await until(async () => (await statusOf(`/v1/contacts/${id}`)) === 404)
  await until(() => timesTold() === 2)
  await jobs.stop()
  abort.abort()
  await reading
})
