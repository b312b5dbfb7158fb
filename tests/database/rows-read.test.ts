import assert from 'node:assert/strict'
import { test } from 'node:test'
import type pg from 'pg'
import { namedCalls } from '../../bench/size/calls.ts'
import { fillPlace } from '../../bench/size/data.ts'
import { indexContacts } from '../../src/contacts/search-index.ts'
import { createPool } from '../../src/db/database.ts'
import { startServer } from '../helpers/server.ts'
import { signIn } from '../helpers/session.ts'

// Skewed data, more rows of each than one answer may read: a list that reads them all is found by the rows that
// PostgreSQL says it has read.

const ROWS = 70_000
/** See "Very large workspaces" in docs/how-to/operations.md. */
const READ_MAX = 60_000

const server = await startServer()
const { deps } = server
const key = await server.key()
const person = await signIn(server, { role: 'editor' })
const asProgram = (path: string) => server.send('GET', path, { key })
const amounts = { contacts: ROWS, posts: ROWS, deliveries: ROWS, events: ROWS }
const filled = await fillPlace(server.databaseUrl, amounts)
await indexContacts(deps, Number.POSITIVE_INFINITY)
const explained = createPool({ connection: { connectionString: server.databaseUrl }, size: 1, onError: () => {} })

/** Statements that an answer sends. */
async function recordStatements(path: string, ask = asProgram): Promise<pg.QueryConfig[]> {
  const sent: pg.QueryConfig[] = []
  const pools = [deps.pool, deps.reads]
  const originals = pools.map((pool) => pool.query)
  for (const [at, pool] of pools.entries()) {
    const record = (config: pg.QueryConfig) => {
      sent.push(config)
      return Reflect.apply(originals[at]!, pool, [config])
    }
    Object.assign(pool, { query: record })
  }
  const { status } = await ask(path)
  for (const [at, pool] of pools.entries()) Object.assign(pool, { query: originals[at] })
  // A page that is too far into the list is refused.
  assert.ok(status === 200 || (status === 400 && path.includes('page=')), `${status}: ${path}`)
  return sent
}

interface Plan {
  'Node Type': string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}

/** Rows and entries of indexes that a scan has read. */
function rowsReadBy(plan: Plan): number {
  const own = plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0)
  const isScan = / Scan( |$)/.test(plan['Node Type']) && !/Subquery|CTE|Function|Bitmap Heap/.test(plan['Node Type'])
  const below = (plan.Plans ?? []).reduce((sum, each) => sum + rowsReadBy(each), 0)
  return below + (isScan ? own * plan['Actual Loops'] : 0)
}

async function countRowsRead({ text, values }: pg.QueryConfig): Promise<number> {
  if (!/^\s*(with|select)\b/i.test(text)) return 0
  const { rows } = await explained.query({ text: `explain (analyze, format json) ${text}`, values: values ?? [] })
  return rowsReadBy(rows[0]['QUERY PLAN'][0].Plan)
}

const since = `updated_after=${filled.day(30)}T00:00:00Z`
const calls = {
  ...namedCalls(filled, amounts),
  changed: `/v1/contacts?${since}`,
  'changed, by source': `/v1/contacts?${since}&utm_source=fair`,
}
const takesOrder = (path: string) =>
  /^\/v1\/(?:contacts|posts|links|webhooks\/[^?]*deliveries)(?:\?|$)/.test(path) &&
  !/[?&]order=|^\/v1\/contacts\?q=/.test(path)
const bothWays = Object.entries(calls).flatMap(([name, path]) => [
  [name, path] as const,
  ...(takesOrder(path)
    ? [[`${name}, oldest first`, `${path}${path.includes('?') ? '&' : '?'}order=asc`] as const]
    : []),
])

for (const [name, path] of bothWays) {
  if (/export|report/.test(name)) continue
  test(`${name}: reads no more than ${READ_MAX} rows`, async () => {
    let read = 0
    for (const statement of await recordStatements(path)) read += await countRowsRead(statement)
    assert.ok(read <= READ_MAX, `${read} rows`)
  })
}

const leavingOut = Object.values(calls).filter((path) => /upcoming|attention|calendar/.test(path))

test(`what leaves out posts that people are deleting reads no more than ${READ_MAX} rows`, async () => {
  const posts = await server.sql<{ id: string }>(
    'select id from posts order by scheduled_date desc nulls last limit 1000',
  )
  const removal = await person.send('POST', '/v1/removals', {
    json: { noun: 'posts', records: posts.map(({ id }) => ({ id })) },
  })
  assert.equal(removal.status, 201, removal.text)
  assert.ok(leavingOut.length > 3)
  for (const path of leavingOut) {
    let read = 0
    const sent = await recordStatements(path, (each) => person.send('GET', each))
    for (const statement of sent) read += await countRowsRead(statement)
    assert.ok(read <= READ_MAX, `${path}: ${read} rows`)
  }
  assert.equal((await person.send('DELETE', `/v1/removals/${removal.body.data.id}`)).status, 200)
})

test('every page that totalPages promises is there, wherever it is', async () => {
  for (const list of ['/v1/contacts', '/v1/posts', `/v1/webhooks/${filled.ids.source}/deliveries`]) {
    for (const page of [1_000, ROWS / 40, ROWS / 20]) {
      const { body } = await server.send('GET', `${list}?page=${page}`, { key })
      assert.deepEqual([list, page, body.data.length, body.pagination.total], [list, page, 20, ROWS])
    }
  }
})

test('a page by number far into a list whose total is capped is refused with what to do instead', async () => {
  const { status, body } = await server.send('GET', '/v1/events?type=contact.created,post.published&page=2000', { key })
  assert.deepEqual([status, body.error], [400, 'validation_error'])
  assert.match(body.details.page[0], /20,?000 rows .*next_cursor/)
})

test('totals of events with a filter are counted to a limit, and say so', async () => {
  const list = async (query: string) => (await server.send('GET', `/v1/events?${query}`, { key })).body.pagination
  const many = await list('type=contact.created,post.published')
  assert.deepEqual([many.total, many.total_is_capped], [20_000, true])
  const few = await list('type=post.failed')
  assert.deepEqual([few.total, few.total_is_capped], [20, undefined])
})

test('posts by date that are read past are found by cursor', async () => {
  let found = 0
  let cursor: string | null = ''
  let pages = 0
  while (cursor !== null) {
    const query: string = `order=scheduled&state=published&platform=thread&limit=1000${cursor === '' ? '' : `&cursor=${cursor}`}`
    const { data, pagination }: { data: object[]; pagination: { next_cursor: string | null } } = (
      await server.send('GET', `/v1/posts?${query}`, { key })
    ).body
    found += data.length
    cursor = pagination.next_cursor
    assert.ok(++pages < 100)
  }
  const [expected] = await server.sql(
    `select count(*)::integer as posts from posts where publication_state = 'published' and platform = 'thread'`,
  )
  assert.equal(found, expected!.posts)
})

// Far from both ends, counts by day find a page of contacts.
test('pages by number are the list that a cursor reads, whatever comes, goes and is merged', async () => {
  const list = async (query: string) => {
    const { data, pagination } = (await server.send('GET', `/v1/contacts?limit=1000&${query}`, { key })).body
    return { ids: data.map(({ id }: { id: string }) => id), ...pagination }
  }
  /** Pages by number in the middle of the list, each with the one that its cursor reads. */
  const assertPages = async (order: string, all: readonly string[]) => {
    for (const page of [21, 28, 35, 36, 49]) {
      const shown = await list(`order=${order}&page=${page}`)
      const next = await list(`cursor=${shown.next_cursor}`)
      assert.deepEqual([...shown.ids, ...next.ids], all.slice((page - 1) * 1_000, (page + 1) * 1_000))
    }
  }
  const send = async (method: string, path: string, json?: object) => {
    const { status, text, body } = await server.send(method, `/v1/contacts${path}`, { key, ...(json && { json }) })
    assert.ok(status < 300, text)
    return body?.data
  }
  const assertSame = async (count: number) => {
    const oldestFirst = (await server.sql<{ id: string }>('select id from contacts order by id')).map(({ id }) => id)
    assert.equal(oldestFirst.length, count)
    await assertPages('asc', oldestFirst)
    await assertPages('desc', oldestFirst.toReversed())
    return oldestFirst
  }

  const create = () => send('POST', '', { first_name: 'Ana' })
  const come: Array<{ id: string }> = await Promise.all(Array.from({ length: 30 }, create))
  const ids = await assertSame(ROWS + 30)
  for (const at of [0, 1, 20_000, 35_000, 35_001, 50_000]) await send('DELETE', `/${ids[at]}`)
  for (const { id } of come.slice(0, 3)) await send('DELETE', `/${id}`)
  await assertSame(ROWS + 21)
  await send('POST', `/${ids[30_000]}/merge`, { contact_ids: [ids[5], ids[25_000], ids[69_000]] })
  await deps.reports.fold()
  await assertSame(ROWS + 18)
  await send('POST', `/${ids[30_000]}/merge/undo`)
  const before = await assertSame(ROWS + 21)
  await Promise.all([assertPages('asc', before), ...Array.from({ length: 30 }, create)])
})

test('the pool ends', () => explained.end())
