import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import pg from 'pg'
import { postBody } from '../helpers/http-client.ts'
import { pdfFile } from '../helpers/media-files.ts'
import { createDatabase, runSql, type TestDatabase } from '../helpers/postgres.ts'
import { createPlace, type Doorpost, type Place, type Scope, until } from '../helpers/process.ts'
import { searchEverywhere } from '../helpers/search-everywhere.ts'

// A person with more than 10,000 rows is being erased when the process is killed, and when a backup is made.

const MARK = 'zqheron'
const EMAIL = `${MARK}@example.com`
const SQL_ROWS = 10_001
const SECRET_KEY = 'the key of an installation that erases people'

interface Owner {
  place: Place
  database: TestDatabase
  key: string
  /** A note on another contact that names the person. */
  noteId: string
  send(server: Doorpost, method: string, path: string, json?: object): Promise<Answer>
}

interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: the data of any answer
  data: any
}

describe('an erasure with more than 10,000 rows', () => {
  test('that SIGKILL interrupts twice is complete after the next start', async (t) => {
    const { owner, server } = await startOwner(t)
    const id = await beginErasure(owner, server, 'contacts', nthContact(3_500))
    const second = await owner.place.start()
    await blockErasure(owner, 'contact_notes', owner.noteId, async () => {
      await until(async () => (await readErasure(owner, second, id)).progress.done > SQL_ROWS)
      await untilBlocked(owner)
      await kill(second)
    })
    assert.notDeepEqual(await searchIn(owner.database.url), [], 'something is left to erase')

    const last = await owner.place.start()
    await assertErased(owner.database.url, owner.place, () => readErasure(owner, last, id))
  })

  test('that a backup caught in the middle continues after its restore, and nobody comes back', async (t) => {
    const { owner, server } = await startOwner(t)
    const file = join(owner.place.folder, 'middle.backup')
    const id = await beginErasure(owner, server, 'contacts', nthContact(3_500), async () => {
      const { code, stderr } = await owner.place.cli(['backup', file])
      assert.equal(code, 0, stderr)
    })

    const name = `restored_${randomBytes(4).toString('hex')}`
    await runSql(owner.database.urlOf('postgres'), `create database ${name}`)
    t.after(async () => void (await runSql(owner.database.urlOf('postgres'), `drop database ${name} with (force)`)))
    const url = owner.database.urlOf(name)
    const restored = createPlace(t, { env: { DATABASE_URL: url, SECRET_KEY } })
    const { code, stderr } = await restored.cli(['restore', file])
    assert.equal(code, 0, stderr)
    const { rows } = await runSql(url, 'select phase, email_key from erasures')
    assert.deepEqual(rows, [{ phase: 'records', email_key: EMAIL }], 'the backup has the job in its middle')
    assert.notDeepEqual(await searchIn(url), [])
    const there = await restored.start()
    await assertErased(url, restored, () => readErasure(owner, there, id))
  })
})

/** A server whose only workspace knows a person from the API, a form with a file, a webhook, notes and a saved view. */
async function startOwner(t: Scope) {
  const database = await createDatabase()
  after(() => database.drop())
  const place = createPlace(t, { env: { DATABASE_URL: database.url, SECRET_KEY } })
  const server = await place.start()
  const made = await place.cli(['keys', 'create', '--name', 'erase', '--json'])
  const { key } = JSON.parse(made.stdout)
  const send: Owner['send'] = async ({ url }, method, path, json) => {
    const headers: Record<string, string> = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const body = json === undefined ? {} : { body: JSON.stringify(json) }
    if (path === '/v1/contacts') headers['idempotency-key'] = randomBytes(8).toString('hex')
    const answer = await fetch(url + path, { method, headers, ...body })
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.status}`)
    return { status: answer.status, data: ((await answer.json()) as Answer).data }
  }
  const create = async (path: string, json: object) => (await send(server, 'POST', path, json)).data
  const contact = await create('/v1/contacts', { first_name: MARK, email: EMAIL, message: `From ${MARK}` })
  await create(`/v1/contacts/${contact.id}/notes`, { text: `${MARK} called.` })
  const other = await create('/v1/contacts', { first_name: 'Ben', message: `Ask ${EMAIL}` })
  const note = await create(`/v1/contacts/${other.id}/notes`, { text: `A friend of ${EMAIL}` })
  await send(server, 'PATCH', `/v1/contacts/${other.id}`, { message: 'Hello' })
  await create('/v1/views', { name: 'Hers', filter: { q: EMAIL } })
  const fields = [
    { name: 'email', required: true },
    { name: 'plan', type: 'file', label: 'Plan' },
  ]
  const form = await create('/v1/forms', { name: 'Contact', fields })
  const body = new FormData()
  body.append('email', EMAIL)
  body.append('plan', new Blob([new Uint8Array(pdfFile())]), `${MARK}.pdf`)
  const submitted = await postBody(`${server.url}/v1/forms/${form.public_id}/submissions`, body, {})
  assert.ok(submitted.status < 400, await submitted.text())
  assert.equal(storedFiles(place).length, 1)
  const webhook = await create('/v1/webhooks', { name: 'Shop' })
  const receiveUrl = server.url + new URL(webhook.receive_url).pathname
  assert.ok((await fetch(receiveUrl, { method: 'POST', body: JSON.stringify({ by: EMAIL }) })).ok)
  await runSql(
    database.url,
    `insert into contacts (workspace_id, id, first_name, email, email_key, created_at)
     select workspaces.id, ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, $1, $2, $2, now()
       from workspaces, generate_series(1, ${SQL_ROWS}) as n`,
    [MARK, EMAIL],
  )
  const owner: Owner = { place, database, key, noteId: note.id, send }
  return { owner, server }
}

const nthContact = (n: number) => `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`
const storedFiles = (place: Place) => globSync(join(place.dataDir, 'media/files/*/*'))

async function readErasure(owner: Owner, server: Doorpost, id: string): Promise<Answer['data']> {
  return (await owner.send(server, 'GET', `/v1/people/erasures/${id}`)).data
}

/** Begins an erasure, and kills the server in the middle of its transaction at this row. */
async function beginErasure(
  owner: Owner,
  server: Doorpost,
  table: string,
  rowId: string,
  inTheMiddle = async (): Promise<void> => {},
): Promise<string> {
  let id = ''
  await blockErasure(owner, table, rowId, async () => {
    const answer = await owner.send(server, 'POST', '/v1/people/erase', { email: EMAIL, confirm: true })
    assert.equal(answer.status, 202)
    id = answer.data.id
    await untilBlocked(owner)
    const { state, progress } = await readErasure(owner, server, id)
    assert.equal(state, 'running')
    assert.ok(progress.done > 0 && progress.done < progress.total, JSON.stringify(progress))
    await inTheMiddle()
    await kill(server)
  })
  return id
}

/** Locks a row, so that the erasure has to wait. */
async function blockErasure({ database }: Owner, table: string, id: string, meanwhile: () => Promise<void>) {
  const holder = new pg.Client({ connectionString: database.url })
  await holder.connect()
  try {
    await holder.query('begin')
    const { rowCount } = await holder.query(`select from ${table} where id = $1 for update`, [id])
    assert.equal(rowCount, 1)
    await meanwhile()
  } finally {
    await holder.end()
  }
}

function untilBlocked({ database }: Owner): Promise<void> {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return until(async () => (await runSql(database.url, waiting)).rowCount! > 0)
}

async function kill(server: Doorpost): Promise<void> {
  server.child.kill('SIGKILL')
  await server.ended
}

const searchIn = (url: string) =>
  searchEverywhere({ sql: async (text, values) => (await runSql(url, text, values as unknown[])).rows }, MARK)

async function assertErased(url: string, place: Place, read: () => Promise<Answer['data']>): Promise<void> {
  await until(async () => (await read()).state === 'done')
  const { erased, progress, email_sha256 } = await read()
  assert.equal(email_sha256, createHash('sha256').update(EMAIL).digest('hex'))
  assert.deepEqual([erased.contacts, erased.submissions, erased.deliveries, erased.notes], [SQL_ROWS + 1, 1, 1, 1])
  assert.equal(progress.done, progress.total)
  assert.deepEqual(await searchIn(url), [])
  const { rows } = await runSql(url, 'select email_key, spellings, quiet from erasures')
  assert.deepEqual(rows, [{ email_key: null, spellings: null, quiet: [] }])
  assert.deepEqual(storedFiles(place), [], 'the file of the submission is gone, too')
  const { rows: told } = await runSql(
    url,
    `select count(*)::integer as count from (select type from events union all select type from event_outbox) as event
      where type = 'contact.deleted'`,
  )
  assert.equal(told[0].count, SQL_ROWS + 1)
}
