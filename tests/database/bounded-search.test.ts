import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createContacts } from '../../src/contacts/contacts.ts'
import type { ContactFilter } from '../../src/contacts/filter.ts'
import type { Order } from '../../src/db/statements/paging.ts'
import type { PageRequest } from '../../src/http/pagination.ts'
import { createIssues } from '../../src/lib/issues.ts'
import { createPeople } from '../../src/people/people.ts'
import { postFilters } from '../../src/posts/filter.ts'
import { readPosts } from '../../src/posts/list.ts'
import { readDeliveries } from '../../src/webhooks/deliveries.ts'
import { readWhole } from '../helpers/page.ts'
import { startServer } from '../helpers/server.ts'

// Lists and searches of very large workspaces read a part at a time. Here that part is ten records.

const server = await startServer()
const { deps } = server
const { pool, reads, ids, emit } = deps
const limits = { searchLimits: { searchedMax: 10 }, countedMax: 15 }
const contacts = createContacts({ pool, reads, ids, emit, findLink: async () => null, ...limits })
const unused = async () => assert.fail()
const injected = {
  findRecords: contacts.findMatching,
  blankRows: unused,
  listRecords: unused,
  attributionOf: unused,
  listConsents: unused,
  removeSubmissions: unused,
  addUpErased: unused,
  removeFiles: unused,
}
const people = createPeople({ pool, reads, emit, ids, clock: server.deps.clock, lookedAtMax: 10, ...injected })

const NONE = {
  ...{ q: null, email: null, utm_source: null, utm_medium: null, form: null },
  ...{ created_after: null, created_before: null },
}
const workspaceId = await server.workspace()
// 40 contacts of 20 people, each with an old and a new record; every fifth is called Ana.
for (let i = 0; i < 40; i++) {
  const email = `p${i % 20}@example.com`
  const input = { first_name: i % 5 === 0 ? 'Ana' : 'Bo', last_name: null, company: null, utm_medium: null, extra: {} }
  await contacts.create({ workspaceId, keyId: null }, { ...input, email, email_key: email, utm_source: 'fair' })
}

interface Listed<T> {
  items: T[]
  pagination: { total: number; total_is_capped?: true; next_cursor: string | null }
}

async function listContacts(filter: ContactFilter, page: PageRequest) {
  return readWhole(await contacts.list(workspaceId, filter, page))
}

/** Follows the cursor to the end. */
async function followCursor<T>(
  list: (page: PageRequest) => Promise<Listed<T>>,
  limit: number,
  order: Order = 'desc',
): Promise<Array<Listed<T>>> {
  const pages: Array<Listed<T>> = []
  let afterId: string | null = null
  for (let page = 1; page < 50; page++) {
    const listed = await list({ order, page, limit, afterId })
    pages.push(listed)
    const { next_cursor } = listed.pagination
    if (next_cursor === null) return pages
    afterId = Buffer.from(next_cursor, 'base64url').toString('latin1').split('.')[1]!
  }
  return assert.fail('the cursor never ends')
}

test('a search reads the newest records, says so, and finds older ones by cursor, each once', async () => {
  const search = (page: PageRequest) => listContacts({ ...NONE, q: 'ana' }, page)
  for (const limit of [1, 3, 10]) {
    const pages = await followCursor(search, limit)
    assert.deepEqual(
      { total: pages[0]!.pagination.total, capped: pages[0]!.pagination.total_is_capped },
      { total: 2, capped: true },
    )
    const found = pages.flatMap(({ items }) => items)
    assert.equal(found.length, 8)
    assert.equal(new Set(found.map(({ id }) => id)).size, 8)
    assert.deepEqual(
      [...found].sort((a, b) => (a.id < b.id ? 1 : -1)),
      found,
      'newest first',
    )
  }
})

test('a search that reads everything counts everything and is not capped', async () => {
  const filter = { ...NONE, q: 'p7@', email: 'p7@example.com' }
  const { items: found, pagination } = await listContacts(filter, { order: 'desc', page: 1, limit: 5, afterId: null })
  assert.equal(found.length, 2)
  assert.equal(pagination.total, 2)
  assert.equal(pagination.total_is_capped, undefined)
  assert.equal(pagination.next_cursor, null)
})

test('a filter counts up to a bound, and its pages continue beyond it', async () => {
  const filter = { ...NONE, utm_source: 'fair' }
  const { items: found, pagination } = await listContacts(filter, { order: 'desc', page: 4, limit: 10, afterId: null })
  assert.equal(found.length, 10)
  assert.deepEqual({ total: pagination.total, capped: pagination.total_is_capped }, { total: 15, capped: true })
  const all = await listContacts(NONE, { order: 'desc', page: 1, limit: 5, afterId: null })
  assert.equal(all.pagination.total, 40, 'without a filter the total is exact')
})

test('several filters read a part along an index, say so, and find the rest by cursor, each once', async () => {
  const own = await server.workspace()
  // Reads ten.
  const bounded = createContacts({ pool, reads, ids, emit, findLink: async () => null, countedMax: 40 })
  // Of 60 contacts, 40 have the source and 30 the medium; seven have both and a tag, most of them among the oldest.
  const both = new Set([0, 1, 2, 3, 30, 31, 59])
  for (let i = 0; i < 60; i++) {
    const lead = {
      status: i % 2 === 0 ? ('new' as const) : ('won' as const),
      owner_id: null,
      tags: both.has(i) ? ['vip'] : ['x'],
    }
    const utm_source = both.has(i) || i % 3 !== 0 ? 'fair' : null
    const utm_medium = both.has(i) || i % 3 === 0 ? 'mail' : null
    const names = { first_name: `N${i}`, last_name: null, company: null, email: null, email_key: null, extra: {} }
    await contacts.create({ workspaceId: own, keyId: null }, { ...names, utm_source, utm_medium, lead })
  }
  // Whether a tag is rare is known from statistics.
  await server.sql('analyze contacts')
  const listOwn = (filter: ContactFilter) => async (page: PageRequest) =>
    readWhole(await bounded.list(own, { ...NONE, ...filter }, page))
  const cases: Array<[ContactFilter, string[], [number, true | undefined]]> = [
    [{ utm_source: 'fair', utm_medium: 'mail' }, [...both].map((i) => `N${i}`).reverse(), [1, true]],
    [
      { utm_source: 'fair', tag: 'x' },
      [...Array(60).keys()]
        .filter((i) => !both.has(i) && i % 3 !== 0)
        .map((i) => `N${i}`)
        .reverse(),
      [9, true],
    ],
    // Rare, so its own index has all of them.
    [{ utm_source: 'fair', tag: 'vip' }, [...both].map((i) => `N${i}`).reverse(), [7, undefined]],
    [{ utm_source: 'fair', utm_medium: 'mail', status: 'won' }, ['N59', 'N31', 'N3', 'N1'], [1, true]],
    [{ utm_source: 'fair', utm_medium: 'other' }, [], [0, undefined]],
    [{ tag: 'vip' }, [...both].map((i) => `N${i}`).reverse(), [7, undefined]],
  ]
  for (const [filter, names, [total, isCapped]] of cases) {
    for (const limit of [1, 2, 20]) {
      const pages = await followCursor(listOwn(filter), limit)
      const found = pages.flatMap(({ items }) => items.map(({ json }) => JSON.parse(json).first_name))
      const { pagination } = pages[0]!
      assert.deepEqual({ filter, limit, found }, { filter, limit, found: names })
      assert.deepEqual([pagination.total, pagination.total_is_capped], [total, isCapped], JSON.stringify(filter))
      const forward = await followCursor(listOwn(filter), limit, 'asc')
      const oldestFirst = forward.flatMap(({ items }) => items.map(({ json }) => JSON.parse(json).first_name))
      assert.deepEqual({ filter, limit, oldestFirst }, { filter, limit, oldestFirst: [...names].reverse() })
    }
  }
  // Frequent: pages by number continue beyond what was counted, but not for ever.
  const numbered = listOwn({ utm_source: 'fair', owner_id: 'none' })
  const farForward = await numbered({ order: 'asc', page: 2, limit: 10, afterId: null })
  assert.equal(farForward.items.length, 10)
  const far = await numbered({ order: 'desc', page: 2, limit: 10, afterId: null })
  assert.deepEqual([far.items.length, far.pagination.total, far.pagination.total_is_capped], [10, 10, true])
  await assert.rejects(numbered({ order: 'desc', page: 3, limit: 10, afterId: null }), { code: 'validation_error' })
  for (const [filter, total, matching] of [
    [{ utm_source: 'fair', owner_id: 'none' }, 10, 43],
    [{ tag: 'x' }, 9, 53],
  ] as const) {
    const all = await followCursor(listOwn(filter), 3)
    assert.deepEqual([all[0]!.pagination.total, all[0]!.pagination.total_is_capped], [total, true])
    assert.equal(new Set(all.flatMap(({ items }) => items.map(({ id }) => id))).size, matching)
  }
})

test('new contacts are counted by subtracting the others, or among the newest if there are many others', async () => {
  const countNew = async (worked: number) => {
    await server.sql(
      `update contacts set status = case when id in (select id from contacts where workspace_id = $1 order by id limit $2)
         then 'won' else 'new' end where workspace_id = $1`,
      [workspaceId, worked],
    )
    const { pagination } = await listContacts(
      { ...NONE, status: 'new' },
      { order: 'desc', page: 1, limit: 5, afterId: null },
    )
    return [pagination.total, pagination.total_is_capped]
  }
  assert.deepEqual(await countNew(0), [40, undefined])
  assert.deepEqual(await countNew(15), [25, undefined])
  assert.deepEqual(await countNew(20), [4, true])
  const pages = await followCursor((page) => listContacts({ ...NONE, status: 'new' }, page), 3)
  assert.equal(new Set(pages.flatMap(({ items }) => items.map(({ id }) => id))).size, 20, 'the cursor finds all')
})

test('posts and deliveries are searched in parts, and found by cursor, each once', async () => {
  const { key, id: webhookId } = await server.webhook(workspaceId)
  const owner = await server.key({ workspaceId })
  for (let i = 0; i < 40; i++) {
    const content = i % 5 === 0 ? `needle ${i}` : `straw ${i}`
    await server.send('POST', '/v1/posts/short', { key: owner, json: { content } })
    await server.send('POST', `/v1/webhooks/receive/${key}`, { json: { content } })
  }
  const filter = postFilters.read(createIssues(), { q: 'needle' })
  const undated = { byDate: false, afterDate: null }
  const postLimits = { readMax: 10, searchedMax: 10, behindMax: 20 }
  const source: [string, string] = [workspaceId, webhookId]
  const some = { delivery_id: null, verified: null, mapping_state: null, received_after: null, received_before: null }
  const lists = {
    posts: async (page: PageRequest) =>
      readWhole(await readPosts(reads, workspaceId, filter, { ...page, ...undated }, postLimits)),
    deliveries: async (page: PageRequest) =>
      readWhole((await readDeliveries({ pool, reads }, source, { ...some, q: 'needle' }, page, 10))!),
  }
  for (const [name, list] of Object.entries(lists)) {
    for (const limit of [1, 3, 10]) {
      const pages = await followCursor<{ id: string }>(list as never, limit)
      const { total, total_is_capped } = pages[0]!.pagination
      assert.deepEqual([name, total, total_is_capped], [name, 2, true])
      const found = pages.flatMap(({ items }) => items.map(({ id }) => id))
      assert.equal(found.length, 8, name)
      assert.deepEqual(found, [...new Set(found)].sort().reverse(), 'each once, newest first')
      const forward = await followCursor<{ id: string }>(list as never, limit, 'asc')
      const oldestFirst = forward.flatMap(({ items }) => items.map(({ id }) => id))
      assert.deepEqual(oldestFirst, found.reverse(), 'the same, oldest first')
    }
  }
  const byDate = await readPosts(
    reads,
    workspaceId,
    filter,
    { order: 'desc', page: 1, limit: 20, afterId: null, byDate: true, afterDate: null },
    postLimits,
  )
  const { items, pagination } = await readWhole(byDate)
  assert.deepEqual([items.length, pagination.total_is_capped, pagination.next_cursor], [2, true, null])
})

test('people are listed by cursor, each once, even if their records are in different parts', async () => {
  for (const search of [null, 'example.com']) {
    const list = async (page: PageRequest) => {
      const { people: listed, pagination } = await people.list(workspaceId, search, page)
      const items = JSON.parse(JSON.stringify(listed)) as Array<{ email: string }>
      return { items, pagination }
    }
    const pages = await followCursor(list, 7)
    const { total, total_is_capped } = pages[0]!.pagination
    if (search === null) assert.deepEqual([total, total_is_capped], [20, undefined])
    else assert.equal(total_is_capped, true)
    const found = pages.flatMap(({ items }) => items.map(({ email }) => email))
    assert.equal(found.length, 20)
    assert.equal(new Set(found).size, 20)
  }
})
