import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SEARCHED_TEXT } from '../../src/contact-fields.ts'
import { createContacts } from '../../src/contacts/contacts.ts'
import { addGrams, foldCase } from '../../src/contacts/grams.ts'
import { indexContacts } from '../../src/contacts/search-index.ts'
import { transaction } from '../../src/db/database.ts'
import { containsPattern } from '../../src/db/statements/like.ts'
import type { PageRequest } from '../../src/http/pagination.ts'
import { createPeople } from '../../src/people/people.ts'
import { countArrivals } from '../../src/reports/attribution/fold.ts'
import { readWhole } from '../helpers/page.ts'
import { startServer } from '../helpers/server.ts'

// The index of a workspace with a few hundred contacts: blocks of four, and only the newest ten are read without it.

const server = await startServer()
const { deps } = server
const { pool, reads, ids, emit } = deps
const searchLimits = { searchedMax: 300, recentMax: 10, frequentMin: 8, blocksMax: 30 }
const contacts = createContacts({ pool, reads, ids, emit, findLink: async () => null, searchLimits })
const sizes = { first: 20, further: 5, block: 4, settledMs: 0 }
const writeIndex = () => indexContacts({ jobs: deps.jobs, clock: { now: () => Date.now() + 1_000 } }, 60_000, sizes)

const FIRST_NAMES = [
  'Ana',
  'José',
  'ΟΔΥΣΣΕΥΣ',
  'İpek',
  'Łucja',
  'Ана',
  '王伟',
  'Zoë',
  'Straße',
  'a%b_c\\d',
  '😀🎉',
  'ﬁona',
]
const LAST_NAMES = ['Silva', 'GONÇALVES', 'Ödegård', "O'Neil", 'van der Berg', null, 'K\u0301ovač', 'Άννας']
const COMPANIES = ['Example & Sons', '50 % off', 'under_score', 'back\\slash', null, '株式会社', 'ACME-Ltd.']

async function createContact(
  workspaceId: string,
  values: Partial<Record<'first_name' | 'last_name' | 'email' | 'company', string | null>>,
) {
  const input = {
    first_name: 'Bo',
    last_name: null,
    email: null,
    company: null,
    utm_source: null,
    utm_medium: null,
    extra: {},
  }
  const email = values.email ?? null
  const { id } = await contacts.create({ workspaceId, keyId: null }, { ...input, ...values, email_key: email } as never)
  return id
}

async function fill(workspaceId: string, count: number): Promise<void> {
  const pick = <T>(from: readonly T[], at: number) => from[at % from.length]!
  const create = (n: number) =>
    createContact(workspaceId, {
      first_name: pick(FIRST_NAMES, n),
      last_name: pick(LAST_NAMES, Math.floor(n / 3)),
      company: pick(COMPANIES, Math.floor(n / 7)),
      email: `person${n}@example.com`,
    })
  for (let n = 0; n < count; n++) await create(n)
}

/** Reads every page by cursor. */
async function search(workspaceId: string, q: string, limit = 7): Promise<{ ids: string[]; isCapped: boolean }> {
  const found: string[] = []
  let isCapped = false
  let page: PageRequest = { order: 'desc', page: 1, limit, afterId: null }
  for (let at = 0; at < 1_000; at++) {
    const { items, pagination } = await readWhole(await contacts.list(workspaceId, { q }, page))
    found.push(...items.map(({ id }) => id))
    isCapped ||= pagination.total_is_capped === true
    if (pagination.next_cursor === null) {
      if (!isCapped) assert.equal(pagination.total, found.length, `the total of ${q}`)
      return { ids: found, isCapped }
    }
    const afterId = Buffer.from(pagination.next_cursor, 'base64url').toString('latin1').split('.')[1]!
    page = { ...page, page: page.page + 1, afterId }
  }
  return assert.fail('the cursor never ends')
}

/** Searches without index and pages. */
async function readAll(workspaceId: string, q: string): Promise<string[]> {
  const rows = await server.sql<{ id: string }>(
    `select id from contacts where workspace_id = $1 and ${SEARCHED_TEXT} ilike $2 order by id desc`,
    [workspaceId, containsPattern(q)],
  )
  return rows.map(({ id }) => id)
}

async function countBlocks(workspaceId: string): Promise<number> {
  const [row] = await server.sql<{ count: number }>(
    'select count(*)::integer as count from search_blocks where workspace_id = $1',
    [workspaceId],
  )
  return row!.count
}

const main = await server.workspace()
await fill(main, 260)
await writeIndex()

test('the index is written for a workspace that is large enough', async () => {
  assert.ok((await countBlocks(main)) >= 60, `${await countBlocks(main)} blocks`)
  const small = await server.workspace()
  await fill(small, 19)
  await writeIndex()
  assert.equal(await countBlocks(small), 0)
  assert.deepEqual((await search(small, 'person7@')).ids, await readAll(small, 'person7@'))
})

test('a search finds exactly what reading every contact finds, each once and newest first', async () => {
  const texts = [
    'a',
    'an',
    'ana',
    'ANA',
    'person77@',
    'nobody at all',
    'silva',
    'Ana Silva',
    'a silva person',
    'SSEUS',
    'ödegård',
  ]
  texts.push(
    'σευς',
    'ΣΕΥΣ',
    'ipek',
    'İpek',
    'ŁUCJA',
    'ана',
    '王',
    '王伟',
    '王伟 ',
    'ß',
    'strasse',
    'straße',
    '%',
    '_',
    '\\',
    '%%%',
    '___',
  )
  texts.push(
    'a%b',
    'b_c',
    'c\\d',
    '\\\\\\',
    '😀',
    '😀🎉',
    '🎉 ',
    'ﬁo',
    'fio',
    "o'n",
    'der berg',
    'k\u0301o',
    '50 %',
    '株式会社',
    'com ACME',
  )
  texts.push('example.com', '7@example', 'x'.repeat(255), 'n1', ' ')
  for (const limit of [3, 50]) {
    for (const q of texts)
      assert.deepEqual((await search(main, q, limit)).ids, await readAll(main, q), JSON.stringify(q))
  }
})

test('a search in the index covers all contacts, and has an exact total', async () => {
  assert.deepEqual(await search(main, 'person77@'), { ids: await readAll(main, 'person77@'), isCapped: false })
  assert.deepEqual(await search(main, 'nobody at all'), { ids: [], isCapped: false })
  assert.equal((await search(main, 'person')).isCapped, true, 'what nearly all have is counted to a limit')
})

test('letters that the database treats as equal are equal in the index', async () => {
  const rows = await server.sql<{ code: number; lower: string; upper: string }>(
    `select code, lower(chr(code)) as lower, upper(chr(code)) as upper from generate_series(1, 125251) as code
      where code not between 55296 and 57343`,
  )
  const wrong = rows.filter(({ code, lower, upper }) => {
    const folded = foldCase(String.fromCodePoint(code))
    // A letter that is only folded from its capital is compared in lower case, by the database too.
    return (
      foldCase(lower) !== folded ||
      (lower !== upper && foldCase(upper) !== folded && foldCase(lower) !== foldCase(upper.toLowerCase()))
    )
  })
  assert.deepEqual(wrong, [])
})

test('a changed contact is found by its new name at once, and no longer by the old one', async () => {
  const workspaceId = await server.workspace()
  await fill(workspaceId, 60)
  await writeIndex()
  const [target] = await readAll(workspaceId, 'person5@')
  for (const [field, value] of [
    ['first_name', 'Xerxes'],
    ['last_name', 'Quagliozzi'],
    ['company', 'Wyvern'],
    ['email', 'hidden@example.org'],
  ] as const) {
    await server.sql(`update contacts set ${field} = $2 where id = $1`, [target, value])
    assert.deepEqual((await search(workspaceId, value)).ids, [target], `${field}, before the worker comes`)
    await writeIndex()
    assert.deepEqual((await search(workspaceId, value)).ids, [target], `${field}, in the index`)
  }
  assert.deepEqual((await search(workspaceId, 'person5@')).ids, [])
  assert.deepEqual(await server.sql('select * from search_changes where workspace_id = $1', [workspaceId]), [])
})

test('contacts that came after the index was written are found, even if there are many', async () => {
  const workspaceId = await server.workspace()
  await fill(workspaceId, 40)
  await writeIndex()
  const id = await createContact(workspaceId, { first_name: 'Newcomer' })
  await fill(workspaceId, 30)
  assert.deepEqual((await search(workspaceId, 'newcomer')).ids, [id])
})

test('nothing of a deleted contact stays in the index', async () => {
  const workspaceId = await server.workspace()
  await fill(workspaceId, 20)
  const gone = await createContact(workspaceId, { first_name: 'Qxzwvut' })
  await fill(workspaceId, 30)
  await writeIndex()
  const grams = new Set<number>()
  addGrams(grams, 'qxzwvut')
  const find = () =>
    server.sql('select from_id from search_blocks where workspace_id = $1 and grams && $2', [workspaceId, [...grams]])
  assert.equal((await find()).length, 1)
  await contacts.delete(workspaceId, gone, null)
  assert.deepEqual((await search(workspaceId, 'qxzwvut')).ids, [])
  await writeIndex()
  assert.deepEqual(await find(), [])
  await server.sql(
    'delete from contacts where workspace_id = $1 and id < (select id from contacts where workspace_id = $1 order by id offset 40 limit 1)',
    [workspaceId],
  )
  await writeIndex()
  assert.ok((await countBlocks(workspaceId)) <= 4, 'empty blocks are gone')
  assert.deepEqual((await search(workspaceId, 'person29@')).ids, await readAll(workspaceId, 'person29@'))
})

test('contacts that are stored after the index has passed their ids are found as soon as they are counted', async () => {
  const workspaceId = await server.workspace()
  await fill(workspaceId, 30)
  let late: string[] = []
  await transaction(pool, async (tx) => {
    const inputs = Array.from({ length: 25 }, (_, n) => ({
      ...{
        last_name: null,
        email: null,
        email_key: null,
        company: null,
        utm_source: null,
        utm_medium: null,
        extra: {},
      },
      first_name: `Latecomer${n}`,
    }))
    await contacts.createAllIn(tx, { workspaceId, keyId: null }, inputs as never)
    const { rows } = await tx.query<{ id: string }>({
      text: `select id from contacts where workspace_id = $1 and first_name like 'Latecomer%' order by id desc`,
      values: [workspaceId],
    })
    late = rows.map(({ id }) => id)
    await fill(workspaceId, 40)
    await writeIndex()
  })
  await deps.reports.fold()
  assert.deepEqual((await search(workspaceId, 'latecomer')).ids, late)
  await writeIndex()
  assert.deepEqual((await search(workspaceId, 'latecomer')).ids, late, 'also in the index')
  assert.deepEqual((await search(workspaceId, 'latecomer17')).ids, await readAll(workspaceId, 'latecomer17'))
})

test('people are found by any of their records, with an exact total', async () => {
  const workspaceId = await server.workspace()
  for (let n = 0; n < 40; n++) {
    await createContact(workspaceId, { first_name: n < 20 ? 'Older' : 'Newer', email: `p${n % 20}@example.com` })
  }
  await createContact(workspaceId, { first_name: 'Older without address' })
  await fill(workspaceId, 15)
  await writeIndex()
  const unused = async () => assert.fail()
  const injected = { listRecords: unused, attributionOf: unused, listConsents: unused }
  const erasing = { blankRows: unused, removeSubmissions: unused, addUpErased: unused, removeFiles: unused }
  const findRecords = contacts.findMatching
  const parts = { pool, reads, emit, ids, clock: server.deps.clock }
  const people = createPeople({ ...parts, lookedAtMax: 5, findRecords, ...injected, ...erasing })
  type Person = { email: string; first_name: string; records: number }
  const shown = ({ people }: { people: object[] }) => JSON.parse(JSON.stringify(people)) as Person[]
  const one = await people.list(workspaceId, 'p7@exam', { order: 'desc', page: 1, limit: 5, afterId: null })
  assert.deepEqual(
    shown(one).map(({ email, first_name, records }) => [email, first_name, records]),
    [['p7@example.com', 'Newer', 2]],
  )
  const older: PageRequest = { order: 'desc', page: 1, limit: 15, afterId: null }
  const first = await people.list(workspaceId, 'older', older)
  assert.deepEqual([first.pagination.total, first.pagination.total_is_capped], [20, undefined])
  const second = await people.list(workspaceId, 'older', { ...older, page: 2 })
  const emails = [...shown(first), ...shown(second)].map(({ email }) => email)
  assert.deepEqual(
    emails,
    Array.from({ length: 20 }, (_, n) => `p${19 - n}@example.com`),
  )
})

test('the address of a merged record finds the contact that it was merged into, wherever that is', async () => {
  const workspaceId = await server.workspace()
  const key = await server.key({ workspaceId })
  const created: string[] = []
  for (let n = 0; n < 60; n++) created.push(await createContact(workspaceId, { email: `plover${n}@example.com` }))
  for (const [survivor, merged] of [
    [5, 40],
    [30, 31],
    [58, 59],
  ] as const) {
    const json = { contact_ids: [created[merged]] }
    const { status } = await server.send('POST', `/v1/contacts/${created[survivor]}/merge`, { key, json })
    assert.equal(status, 200)
  }
  // Parts of its address are in others, too.
  const others = [await createContact(workspaceId, { company: 'was plover40@example.com' })]
  await countArrivals(deps.jobs)
  await writeIndex()
  assert.ok((await countBlocks(workspaceId)) > 5)
  for (let n = 0; n < 12; n++) others.push(await createContact(workspaceId, { company: 'not plover40@example.com' }))
  assert.deepEqual(await search(workspaceId, 'plover31@example.com'), { ids: [created[30]], isCapped: false })
  assert.deepEqual(await search(workspaceId, 'PLOVER59@example.com'), { ids: [created[58]], isCapped: false })
  assert.deepEqual((await search(workspaceId, 'plover40@example.com')).ids, [...others.reverse(), created[5]])
  assert.deepEqual((await search(workspaceId, 'over40@example.com')).ids, others)
})

test('workspaces do not see each other in the index', async () => {
  const other = await server.workspace()
  await fill(other, 40)
  await writeIndex()
  assert.deepEqual((await search(other, 'person30@')).ids, await readAll(other, 'person30@'))
  assert.equal((await search(other, 'person77@')).ids.length, 0)
})

test('searches are right while contacts come, change and go, and the index is written', async () => {
  const workspaceId = await server.workspace()
  await fill(workspaceId, 60)
  let isOver = false
  const writing = (async () => {
    while (!isOver) await writeIndex()
  })()
  for (let n = 0; n < 30; n++) {
    const id = await createContact(workspaceId, { first_name: `Moving${n}`, company: 'Caravan' })
    assert.deepEqual((await search(workspaceId, `moving${n}`)).ids, await readAll(workspaceId, `moving${n}`))
    await server.sql('update contacts set company = $2 where id = $1', [id, `Settled${n}`])
    assert.deepEqual((await search(workspaceId, `settled${n}`)).ids, await readAll(workspaceId, `settled${n}`))
    if (n % 3 === 0) await contacts.delete(workspaceId, id, null)
  }
  isOver = true
  await writing
  assert.deepEqual((await search(workspaceId, 'caravan')).ids, [])
  assert.deepEqual((await search(workspaceId, 'settled')).ids, await readAll(workspaceId, 'settled'))
})

test('texts that are too long or have a NUL are refused', async () => {
  const key = await server.key()
  for (const [q, status] of [
    ['x'.repeat(256), 400],
    ['%00%00%00', 400],
    ['%25', 200],
    ['%5C', 200],
    ['%F0%9F%98%80', 200],
  ] as const) {
    const { status: got } = await server.send('GET', `/v1/contacts?q=${q}`, { key })
    assert.equal(got, status, q.slice(0, 20))
  }
  const { status } = await server
    .send('GET', `/v1/contacts?q=${'x'.repeat(1_000_000)}`, { key })
    .catch(() => ({ status: 431 }))
  assert.ok([400, 414, 431].includes(status), String(status))
})

test('the index does not wait for the fold, which later restores nothing to it', async () => {
  await deps.reports.fold()
  const workspaceId = await server.workspace()
  await fill(workspaceId, 60)
  const waiting = async () => {
    const [queue] = await server.sql(`select count(*)::int as ranges, sum(rows)::int as uncounted from lead_queue`)
    return queue
  }
  const changes = async () =>
    (await server.sql(`select from search_changes where workspace_id = $1`, [workspaceId])).length
  await countArrivals(deps.jobs)
  assert.deepEqual(await waiting(), { ranges: 1, uncounted: 0 }, 'all are counted, and none is folded yet')
  await writeIndex()
  assert.equal((await search(workspaceId, 'person')).ids.length, 60)
  assert.equal(await deps.reports.fold(), true)
  assert.deepEqual(await waiting(), { ranges: 0, uncounted: null })
  assert.equal(await changes(), 0)
  const [counted] = await server.sql(
    `select sum(rows)::int as contacts from row_counts where workspace_id = $1 and kind = 'contacts'`,
    [workspaceId],
  )
  assert.equal(counted!.contacts, 60, 'counted once')

  // Without it, each would be indexed twice.
  await fill(workspaceId, 20)
  await writeIndex()
  await countArrivals(deps.jobs)
  assert.ok((await changes()) > 0)
})
