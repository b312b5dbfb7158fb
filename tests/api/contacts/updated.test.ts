import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { until } from '../../helpers/process.ts'
import { startServer } from '../../helpers/server.ts'

// When a contact was changed last, and its version, are in every body; `updated_after` finds what to copy again.

const server = await startServer()
const key = await server.key()

const create = async (json: object) => (await server.send('POST', '/v1/contacts', { key, json })).body.data
const read = async (id: string) => server.send('GET', `/v1/contacts/${id}`, { key })
const change = (id: string, json: object, headers = {}) =>
  server.send('PATCH', `/v1/contacts/${id}`, { key, json, headers })

async function list(query: string): Promise<Array<{ id: string; updated_at: string; version: number }>> {
  const { status, body, text } = await server.send('GET', `/v1/contacts?${query}`, { key })
  assert.equal(status, 200, text)
  return body.data
}

test('a new contact was updated when it was created, and its version is 1', async () => {
  const made = await create({ first_name: 'New' })
  assert.deepEqual([made.updated_at, made.version], [made.created_at, 1])
  const [row] = await server.sql('select changed_at from contacts where id = $1', [made.id])
  assert.equal(row!.changed_at, null, 'new contacts pay nothing for it')
})

test('a change raises both, in every answer and event, and the version is the ETag and the subject_version', async () => {
  const made = await create({ first_name: 'Changed' })
  const answer = await change(made.id, { company: 'X' }, { 'if-match': `"${made.version}"` })
  const { updated_at, version } = answer.body.data
  assert.equal(version, 2)
  assert.equal(answer.headers.get('etag'), `"${version}"`)
  assert.ok(updated_at >= made.created_at)
  const detail = await read(made.id)
  assert.deepEqual([detail.body.data.updated_at, detail.body.data.version], [updated_at, version])
  const [listed] = await list('limit=1')
  assert.deepEqual([listed!.updated_at, listed!.version], [updated_at, version])
  const events = await server.sql<{ data: { version: number; updated_at: string }; subject_version: number }>(
    'select data, subject_version from event_outbox where subject_id = $1 order by id',
    [made.id],
  )
  assert.deepEqual(
    events.map(({ data, subject_version }) => [data.version, subject_version, data.updated_at]),
    [
      [1, 1, made.updated_at],
      [2, 2, updated_at],
    ],
  )
})

test('a body that is sent back with a change adds no field', async () => {
  const made = await create({ first_name: 'Back', extra: { a: 1 } })
  const { body } = await change(made.id, { ...made, company: 'X' })
  assert.deepEqual(body.data.extra, { a: 1 })
  assert.deepEqual((await create({ first_name: 'Own', version: 'v2' })).extra, { version: 'v2' })
})

test('a change that changes nothing leaves both as they are', async () => {
  const made = await create({ first_name: 'Same' })
  const { body } = await change(made.id, { first_name: 'Same' })
  assert.deepEqual([body.data.updated_at, body.data.version], [made.updated_at, 1])
})

test('a node of 0.2 that changes a contact updates both: the database does it', async () => {
  const made = await create({ first_name: 'Older node' })
  await server.sql(`update contacts set company = 'By 0.2' where id = $1`, [made.id])
  const { body } = await read(made.id)
  assert.equal(body.data.version, 2)
  assert.ok(body.data.updated_at >= made.created_at)
})

test('merging and undoing it is a change of both records', async () => {
  const [one, two] = [await create({ first_name: 'One' }), await create({ first_name: 'Two', company: 'X' })]
  const [{ since }] = (await server.sql<{ since: string }>(
    `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as since`,
  )) as [{ since: string }]
  const merged = await server.send('POST', `/v1/contacts/${one.id}/merge`, { key, json: { contact_ids: [two.id] } })
  assert.ok(merged.body.data.updated_at >= since)
  const undone = await server.send('POST', `/v1/contacts/${one.id}/merge/undo`, { key, json: {} })
  assert.equal(undone.status, 200, undone.text)
  const found = (await list(`updated_after=${since}&limit=1000`)).map(({ id }) => id)
  for (const { id } of [one, two]) assert.ok(found.includes(id))
})

test('the last column of an export has it, and an import leaves it out', async () => {
  const { text } = await server.send('GET', '/v1/contacts/export', { key })
  const [header, first] = text.split('\r\n')
  assert.ok(header!.endsWith(',extra,updated_at'))
  assert.match(first!, /,\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  const headers = { 'content-type': 'text/csv' }
  const preview = await server.send('POST', '/v1/contacts/imports?dry_run=true', { key, headers, body: text })
  const column = preview.body.data.columns.find(({ name }: { name: string }) => name === 'updated_at')
  assert.equal(column.use, 'ignored')
})

describe('updated_after', () => {
  const made: string[] = []
  let since = ''
  before(async () => {
    for (let at = 0; at < 30; at++)
      made.push((await create({ first_name: 'Copied', utm_source: at < 20 ? 'a' : 'b' })).id)
    const { created_at } = await create({ first_name: 'Last' })
    since = new Date(Date.parse(created_at) + 1).toISOString()
    // The clock of the database and that of the ids differ by a few milliseconds.
    await until(
      async () =>
        (await server.sql('select clock_timestamp() > $1::timestamptz as is_over', [since]))[0]!.is_over === true,
    )
    await until(() => server.deps.clock.now() > Date.parse(since))
    for (const at of [3, 7, 25]) await change(made[at]!, { company: 'Y' })
    made.push((await create({ first_name: 'Copied', utm_source: 'a' })).id)
  })
  const expected = (...places: number[]) => places.map((at) => made[at]!)

  test('finds what was changed or created since, newest first, and nothing else', async () => {
    const found = await list(`updated_after=${since}`)
    assert.deepEqual(
      found.map(({ id }) => id),
      expected(30, 25, 7, 3),
    )
    for (const { updated_at } of found) assert.ok(updated_at >= since)
    assert.deepEqual(await list(`updated_after=${new Date(Date.now() + 60_000).toISOString()}`), [])
  })

  test('works with other filters, an export and bulk changes', async () => {
    const found = await list(`updated_after=${since}&utm_source=a`)
    assert.deepEqual(
      found.map(({ id }) => id),
      expected(30, 7, 3),
    )
    const { text } = await server.send('GET', `/v1/contacts/export?updated_after=${since}&utm_source=b`, { key })
    assert.equal(text.trim().split('\r\n').length, 2)
  })

  test('follows its cursor to the end, also while more is changed', async () => {
    const seen: string[] = []
    let cursor = ''
    for (let page = 0; page < 10; page++) {
      const { body } = await server.send('GET', `/v1/contacts?updated_after=${since}&limit=1${cursor}`, { key })
      seen.push(...body.data.map(({ id }: { id: string }) => id))
      if (page === 0) await change(made[10]!, { company: 'Z' })
      if (body.pagination.next_cursor === null) break
      cursor = `&cursor=${body.pagination.next_cursor}`
    }
    assert.deepEqual(seen, expected(30, 25, 10, 7, 3))
  })

  test('is refused if it is no time', async () => {
    const { status, body } = await server.send('GET', '/v1/contacts?updated_after=yesterday', { key })
    assert.deepEqual([status, Object.keys(body.details)], [400, ['updated_after']])
  })
})
