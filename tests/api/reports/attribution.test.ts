import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { addDays, countDays } from '../../../src/lib/time/days.ts'
import { DAY_MS } from '../../../src/lib/time/span.ts'
import { DIMENSIONS, TOUCHES } from '../../../src/reports/attribution/schemas.ts'
import { selectDays, selectKeys } from '../../../src/reports/attribution/store.ts'
import { startServer } from '../../helpers/server.ts'

// How many leads each post, platform, network, source, medium, campaign or form brought.

// Ids never go back, so neither does the clock.
const START = Date.parse('2026-03-01T12:00:00Z')
let now = START
const server = await startServer({ clock: { now: () => now } })
const { deps } = server

interface Place {
  workspaceId: string
  key: string
}

async function place(): Promise<Place> {
  const workspaceId = await server.workspace()
  return { workspaceId, key: await server.key({ workspaceId }) }
}

const send = ({ key }: Place, method: string, path: string, json?: unknown) =>
  server.send(method, path, { key, ...(json === undefined ? {} : { json }) })

async function create(owner: Place, body: object): Promise<string> {
  const answer = await send(owner, 'POST', '/v1/contacts', { first_name: 'Ana', ...body })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data.id
}

/** Returns the id of the created contact. */
async function submit(form: string, json: object): Promise<string> {
  const answer = await server.send('POST', `/v1/forms/${form}/submissions`, { json })
  assert.equal(answer.status, 201, answer.text)
  const [row] = await server.sql<{ id: string }>('select contact_id as id from submissions where id = $1', [
    answer.body.data.id,
  ])
  return row!.id
}

async function report(owner: Place, query: string) {
  const answer = await send(owner, 'GET', `/v1/reports/attribution?${query}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data
}

async function draft(owner: Place, content: string): Promise<string> {
  const { id } = (await send(owner, 'POST', '/v1/posts/short', { content })).body.data
  // Links of a post that was never public are deleted with it.
  await server.sql("update posts set publication_state = 'published' where id = $1", [id])
  return id
}

let codes = 0
async function link({ workspaceId }: Place, postId: string | null, utm: object = {}): Promise<string> {
  const code = `Code${String(++codes).padStart(4, '0')}`
  await server.sql(
    `insert into links (workspace_id, id, code, post_id, target, utm, created_at, updated_at)
     values ($1, gen_random_uuid(), $2, $3, 'https://example.com/', $4, now(), now())`,
    [workspaceId, code, postId, utm],
  )
  return code
}

const click = (code: string, day: string, kind: string, clicks: number, visitors: number) =>
  server.sql(
    `insert into link_days (workspace_id, link_id, day, kind, slot, clicks, visitors)
     select workspace_id, id, $2, $3, 0, $4, $5 from links where code = $1`,
    [code, day, kind, clicks, visitors],
  )

type Shown = { kind: string; key: string | null; leads: number }
const shown = (rows: Shown[]) => rows.map(({ kind, key, leads }) => [key ?? kind, leads])

describe('the report', () => {
  let owner: Place
  let post: string
  before(async () => {
    owner = await place()
    post = await draft(owner, 'We open on Monday.')
  })

  test('counts leads by first and last touch, against the period before, with clicks', async () => {
    now = START
    const code = await link(owner, post)
    const loose = await link(owner, null)
    await create(owner, { email: 'ana@example.com', dp: code, utm_source: 'x' })
    now = START + DAY_MS
    await create(owner, { email: 'ana@example.com', utm_source: 'newsletter' })
    await create(owner, { email: 'Ana@EXAMPLE.com' })
    await create(owner, {})
    await click(code, '2026-03-01', 'person', 40, 30)
    await click(code, '2026-03-02', 'person', 2, 1)
    await click(code, '2026-03-02', 'bot', 9, 0)
    await click(loose, '2026-03-02', 'person', 5, 5)

    const last = await report(owner, 'by=post&from=2026-03-02&to=2026-03-02')
    assert.deepEqual(last.rows, [
      { kind: 'key', key: post, label: 'We open on Monday.', leads: 0, leads_before: 1, clicks: 2, visitors: 1 },
      { kind: 'none', key: null, label: null, leads: 3, leads_before: 0, clicks: 5, visitors: 5 },
    ])
    assert.deepEqual(last.totals, { leads: 3, leads_before: 1, clicks: 7, visitors: 6, clicks_before: 40 })
    assert.deepEqual(last.before, { from: '2026-03-01', to: '2026-03-01' })
    assert.equal(last.complete, true)
    const first = await report(owner, 'by=post&touch=first&from=2026-03-02&to=2026-03-02')
    assert.deepEqual(shown(first.rows), [
      [post, 2],
      ['none', 1],
    ])
    const both = await report(owner, 'by=source&from=2026-03-01&to=2026-03-02')
    assert.deepEqual(shown(both.rows), [
      ['newsletter', 2],
      ['x', 1],
      ['none', 1],
    ])
    assert.deepEqual(both.days, ['2026-03-01', '2026-03-02'])
    assert.deepEqual(
      both.series.map(({ label, counts }: { label: string; counts: number[] }) => [label, counts]),
      [
        ['newsletter', [0, 2]],
        ['x', [1, 0]],
        [null, [0, 1]],
      ],
    )
    const platform = await report(owner, 'by=platform&from=2026-03-01&to=2026-03-02')
    assert.deepEqual([platform.rows[0].key, platform.rows[0].leads, platform.rows[0].clicks], ['short', 1, 42])
    const form = await report(owner, 'by=form&from=2026-03-01&to=2026-03-02')
    assert.deepEqual(form.rows, [
      { kind: 'none', key: null, label: null, leads: 4, leads_before: 0, clicks: null, visitors: null },
    ])
  })

  test('keeps the name and platform of a deleted post', async () => {
    await send(owner, 'DELETE', `/v1/posts/${post}`)
    const later = await create(owner, { email: 'ana@example.com' })
    const { rows } = await report(owner, 'by=post&touch=first&from=2026-03-01&to=2026-03-02')
    assert.deepEqual([rows[0].key, rows[0].label, rows[0].leads], [post, 'We open on Monday.', 4])
    const platform = await report(owner, 'by=platform&touch=first&from=2026-03-01&to=2026-03-02')
    assert.deepEqual(shown(platform.rows), [
      ['short', 4],
      ['none', 1],
    ])
    await send(owner, 'DELETE', `/v1/contacts/${later}`)
  })

  test('as CSV has the keys or the days, and no executable formula', async () => {
    await create(owner, { utm_source: '=cmd()' })
    const query = 'by=source&from=2026-03-01&to=2026-03-02'
    const keys = await send(owner, 'GET', `/v1/reports/attribution/export?${query}`)
    assert.equal(keys.headers.get('content-type'), 'text/csv; charset=utf-8')
    assert.equal(
      keys.text,
      'kind,source,label,leads,leads_before,clicks,visitors\r\n' +
        "key,newsletter,newsletter,2,0,0,0\r\nkey,'=cmd(),'=cmd(),1,0,0,0\r\nkey,x,x,1,0,0,0\r\nnone,,,1,0,47,36\r\n",
    )
    const days = await send(owner, 'GET', `/v1/reports/attribution/export?${query}&table=days`)
    assert.equal(days.text, "day,newsletter,'=cmd(),x,(none),leads\r\n2026-03-01,0,0,1,0,1\r\n2026-03-02,2,1,0,1,4\r\n")
    const asked = `${query}&bom=true&separator=semicolon&language=de`
    const forPeople = await send(owner, 'GET', `/v1/reports/attribution/export?${asked}`)
    assert.equal(
      forPeople.text,
      '\u{feff}Quelle;Leads;Leads davor;Klicks;Besucher\r\n' +
        "newsletter;2;0;0;0\r\n'=cmd();1;0;0;0\r\nx;1;0;0;0\r\nUnbekannt;1;0;47;36\r\n",
    )
    const ofDays = await send(owner, 'GET', `/v1/reports/attribution/export?${asked}&table=days`)
    assert.match(ofDays.text, /^\u{feff}Tag \(UTC\);newsletter;'=cmd\(\);x;Unbekannt;Leads\r\n2026-03-01;/u)
  })

  test('shows nothing of another workspace, and no post text or form name without permission', async () => {
    const other = await place()
    const theirs = await report(other, 'by=post&from=2026-03-01&to=2026-03-02')
    assert.deepEqual([theirs.rows, theirs.series, theirs.totals.leads], [[], [], 0])
    const narrow = await server.key({ workspaceId: owner.workspaceId, scopes: ['contacts:read'] })
    const { rows } = await report({ ...owner, key: narrow }, 'by=post&from=2026-03-01&to=2026-03-02')
    assert.deepEqual([rows[0].key, rows[0].label, rows[0].clicks, rows[0].leads], [post, null, null, 1])
    const form = (await send(owner, 'POST', '/v1/forms', { name: 'Secret offer', protection: 'off' })).body.data
    const json = { first_name: 'Ana', email: 'form@example.com' }
    assert.equal((await server.send('POST', `/v1/forms/${form.public_id}/submissions`, { json })).status, 201)
    const labels = async (key: string) => {
      const found = await report({ ...owner, key }, 'by=form')
      return [found.rows[0].key, found.rows[0].label, found.series[0].label]
    }
    assert.deepEqual(await labels(owner.key), [form.id, 'Secret offer', 'Secret offer'])
    assert.deepEqual(await labels(narrow), [form.id, null, null])
    const none = await server.key({ workspaceId: owner.workspaceId, scopes: ['posts:read'] })
    assert.equal((await send({ ...owner, key: none }, 'GET', '/v1/reports/attribution')).status, 403)
  })

  test('refuses unknown values, and says what to do', async () => {
    const wrong = await send(
      owner,
      'GET',
      '/v1/reports/attribution?by=colour&touch=middle&from=2026-03-02&to=2026-03-01',
    )
    assert.equal(wrong.status, 400)
    assert.deepEqual(Object.keys(wrong.body.details).sort(), ['by', 'from', 'touch'])
    const long = await send(owner, 'GET', '/v1/reports/attribution?from=2024-01-01&to=2026-03-01')
    assert.match(long.body.message, /at most 366 days/)
  })

  test('groups invented sources, so that nobody can make it long', async () => {
    const flooded = await place()
    for (let at = 0; at < 105; at += 15) {
      const sources = Array.from({ length: 15 }, (_, i) => `s${String(at + i).padStart(3, '0')}`)
      await Promise.all(sources.map((utm_source) => create(flooded, { utm_source })))
    }
    const { rows, series, totals } = await report(flooded, 'by=source&from=2026-03-02&to=2026-03-02')
    assert.deepEqual([rows.length, rows.at(-1).kind, rows.at(-1).leads], [101, 'other', 5])
    assert.deepEqual([series.length, series.at(-1).kind, series.at(-1).total], [9, 'other', 97])
    assert.equal(totals.leads, 105)
  })

  test('by network counts for the provider of each account, also after post and account are gone', async () => {
    const team = await place()
    now += DAY_MS
    const [from, to] = [dayOf(now), dayOf(now + DAY_MS)]
    const connect = async (provider: string): Promise<string> => {
      const [row] = await server.sql<{ id: string }>(
        `insert into connections (id, workspace_id, platform, provider, account_id, kind, sandbox, is_default, status, tokens,
           issued_at, created_at, updated_at)
         values (gen_random_uuid(), $1, 'short', $2, 'one', 'member', false, false, 'active', 'x', now(), now(), now())
         returning id`,
        [team.workspaceId, provider],
      )
      return row!.id
    }
    const postOn = async (account: string | null): Promise<{ id: string; code: string }> => {
      const id = await draft(team, 'We open on Monday.')
      await server.sql('update posts set connection_id = $2 where id = $1', [id, account])
      return { id, code: await link(team, id) }
    }
    const [x, bluesky] = [await connect('x'), await connect('bluesky')]
    const [one, two, three, four] = [await postOn(bluesky), await postOn(bluesky), await postOn(x), await postOn(null)]
    for (const { code } of [one, one, two, three, four]) await create(team, { dp: code })
    await create(team, {})
    now += DAY_MS
    await create(team, { dp: two.code })
    await click(one.code, from, 'person', 7, 5)
    await click(two.code, from, 'person', 2, 2)
    await click(three.code, to, 'person', 3, 3)
    const query = `from=${from}&to=${to}`
    const expected = [
      { kind: 'key', key: 'bluesky', label: 'Bluesky', leads: 4, leads_before: 0, clicks: 9, visitors: 7 },
      { kind: 'key', key: 'x', label: 'X', leads: 1, leads_before: 0, clicks: 3, visitors: 3 },
      { kind: 'key', key: 'short', label: 'X, Bluesky, Mastodon', leads: 1, leads_before: 0, clicks: 0, visitors: 0 },
      { kind: 'none', key: null, label: null, leads: 1, leads_before: 0, clicks: 0, visitors: 0 },
    ]
    const check = async (what: string) => {
      const { rows, series, totals } = await report(team, `by=network&${query}`)
      assert.deepEqual(rows, expected, what)
      assert.deepEqual(
        series.map(({ key, counts }: { key: string | null; counts: number[] }) => [key, counts]),
        [
          ['bluesky', [3, 1]],
          ['x', [1, 0]],
          ['short', [1, 0]],
          [null, [1, 0]],
        ],
        what,
      )
      assert.deepEqual(totals, (await report(team, `by=platform&${query}`)).totals, what)
    }
    await check('at once')
    await deps.reports.fold()
    await check('added up')
    assert.equal((await send(team, 'DELETE', `/v1/posts/${one.id}`)).status, 200)
    assert.equal((await send(team, 'DELETE', `/v1/connections/${bluesky}`)).status, 200)
    await check('gone')
    const { text } = await send(team, 'GET', `/v1/reports/attribution/export?by=network&${query}`)
    assert.match(text, /^kind,network,label,.*\r\nkey,bluesky,Bluesky,4,0,9,7\r\n/)
  })
})

// Random histories ---------------------------------------------------------------------------------------------------------

/** Contact id → the origin it arrived with, in the order of DIMENSIONS, or null for none. */
type Said = ReadonlyMap<string, Array<string | null> | null>

/** Applies the rule directly to all remaining contacts. */
async function countByHand(owner: Place, said: Said) {
  const rows = await server.sql<{ id: string; email_key: string | null; day: string }>(
    `select id, email_key, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day
       from contacts where workspace_id = $1 order by id`,
    [owner.workspaceId],
  )
  // Contacts that were merged do not count, but their touches are those of the survivor's person.
  const merged = await server.sql<{ id: string; email_key: string | null; survivor_id: string }>(
    `select merged.id, survivor.email_key, survivor_id
       from merged_contacts merged join contacts survivor on survivor.id = survivor_id where merged.workspace_id = $1`,
    [owner.workspaceId],
  )
  const touched = [...rows.map((row) => ({ ...row, survivor_id: row.id })), ...merged]
    .map((row) => ({ ...row, keys: said.get(row.id)! }))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
  const counts = new Map<string, number>()
  for (const lead of rows) {
    const own = touched.filter(
      ({ survivor_id, email_key, keys }) =>
        keys && (lead.email_key === null ? survivor_id === lead.id : email_key === lead.email_key),
    )
    const touches = { first: own[0], last: own.filter(({ id }) => id <= lead.id).at(-1) }
    for (const touch of TOUCHES) {
      for (const [at, by] of DIMENSIONS.entries()) {
        const name = [touch, by, lead.day, touches[touch]?.keys?.[at] ?? 'none'].join(' ')
        counts.set(name, (counts.get(name) ?? 0) + 1)
      }
    }
  }
  return counts
}

async function countByReport(owner: Place, from: string, to: string) {
  const counts = new Map<string, number>()
  for (const touch of TOUCHES) {
    for (const by of DIMENSIONS) {
      const { rows, days, series, totals } = await report(owner, `by=${by}&touch=${touch}&from=${from}&to=${to}`)
      for (const { kind, key, counts: daily } of series) {
        assert.notEqual(kind, 'other', 'there are few enough keys')
        for (const [at, count] of daily.entries()) {
          if (count !== 0) counts.set([touch, by, days[at], key ?? 'none'].join(' '), count)
        }
      }
      const total = (of: Array<Record<string, number>>, name: string) => of.reduce((sum, one) => sum + one[name]!, 0)
      assert.equal(total(series, 'total'), total(rows, 'leads'))
      assert.equal(totals.leads, total(rows, 'leads'))
    }
  }
  return counts
}

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/** Pseudorandom numbers, the same in every run. */
function createRandom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

for (const seed of [1, 2, 3]) {
  test(`counts follow the rule, whatever happens to the contacts (history ${seed})`, async () => {
    const random = createRandom(seed)
    const pick = <T>(list: readonly T[]): T => list[random(list.length)]!
    const from = dayOf(now)
    const owner = await place()
    const posts = [await draft(owner, 'One'), await draft(owner, 'Two')]
    const links = await Promise.all([...posts, null].map(async (post) => ({ post, code: await link(owner, post) })))
    const form = (await send(owner, 'POST', '/v1/forms', { name: 'Contact', protection: 'off' })).body.data
    // Most contacts have no origin, so that people get their first touch late.
    const emails = [null, ...Array.from('abcd', (name) => `${name}@example.com`)]
    const said = new Map<string, Array<string | null> | null>()
    const alive: string[] = []
    const survivors: string[] = []
    let undone = 0
    let people = 0
    const newContact = () => ({
      // Some are the only contact of their person.
      email: random(4) === 0 ? `${++people}@example.com` : pick(emails),
      link: random(11) === 0 ? pick(links) : null,
      utm: {
        ...(random(8) === 0 ? { utm_source: pick(['x', 'y']), utm_campaign: pick(['spring', 'autumn']) } : {}),
        ...(random(9) === 0 ? { utm_medium: 'email' } : {}),
      } as Record<string, string>,
      referrer: random(12) === 0 ? 'https://news.example.com/today' : null,
    })
    const arrive = async ({ email, link, utm, referrer }: ReturnType<typeof newContact>) => {
      const dp = link ? { dp: link.code } : {}
      const body = { first_name: 'Ana', email, ...dp, ...utm, ...(referrer === null ? {} : { referrer }) }
      const isForm = email !== null && random(5) === 0
      const id = isForm ? await submit(form.public_id, body) : await create(owner, body)
      const keys = [
        ...[link?.post ?? null, link?.post ? 'short' : null],
        ...[utm.utm_source ?? null, utm.utm_medium ?? null, utm.utm_campaign ?? null, isForm ? form.id : null],
      ]
      const isTouch = isForm || link !== null || referrer !== null || Object.keys(utm).length > 0
      said.set(id, isTouch ? keys : null)
      alive.push(id)
    }
    for (let step = 0; step < 120; step++) {
      now += random(8) * 3_600_000
      if (random(2) === 0) await deps.reports.fold()
      const dice = random(20)
      if (dice < 9) {
        // Concurrently, also for one person.
        const bodies = Array.from({ length: 1 + random(5) }, newContact)
        await Promise.all(bodies.map(arrive))
      } else if (dice < 15 && alive.length > 0) {
        const [id] = alive.splice(random(alive.length), 1)
        await send(owner, 'DELETE', `/v1/contacts/${id}`)
      } else if (dice < 17 && alive.length > 0) {
        // A later change of these fields does not change the origin.
        const change = pick([
          { email: pick(emails) },
          { utm_source: pick(['z', null]), extra: { utm_campaign: 'late' } },
        ])
        await send(owner, 'PATCH', `/v1/contacts/${pick(alive)}`, change)
      } else if (dice === 18 && random(3) > 0 && alive.length > 3) {
        const chosen = new Set(Array.from({ length: 2 + random(3) }, () => pick(alive)))
        const [id, ...contact_ids] = [...chosen].sort()
        if (contact_ids.length > 0) {
          const { status } = await send(owner, 'POST', `/v1/contacts/${id}/merge`, { contact_ids })
          if (status === 200) {
            for (const gone of contact_ids) alive.splice(alive.indexOf(gone), 1)
            survivors.push(id!)
          }
        }
      } else if (dice === 17 && survivors.length > 0) {
        const answer = await send(owner, 'POST', `/v1/contacts/${pick(survivors)}/merge/undo`)
        if (answer.status === 200) {
          alive.push(...answer.body.data.contact_ids)
          undone++
        }
      } else if (dice === 18 && random(3) === 0) {
        await send(owner, 'POST', '/v1/people/erase', { email: pick(emails) ?? 'd@example.com', confirm: true })
      } else if (dice === 19 && step > 40) {
        await send(owner, 'DELETE', `/v1/posts/${pick(posts)}`)
      }
    }
    assert.ok(survivors.length > 2 && undone > 0, 'contacts were merged, and some merges undone')
    const to = dayOf(now)
    assert.ok(countDays(from, to) > 5)
    const [expected, actual] = [await countByHand(owner, said), await countByReport(owner, from, to)]
    const sorted = (counts: Map<string, number>) => [...counts].sort()
    assert.deepEqual(sorted(actual), sorted(expected))
    // Most of a longer period is read by month.
    const longer = await countByReport(owner, addDays(from, -100), addDays(to, 100))
    assert.deepEqual(sorted(longer), sorted(expected))
    assert.ok([...expected].some(([name, count]) => name.startsWith('first ') && !name.endsWith('none') && count > 0))
    for (const table of ['lead_counts', 'lead_months']) {
      const empty = await server.sql(`select from ${table} where first_leads + last_leads <= 0`)
      assert.equal(empty.length, 0)
    }
    await deps.reports.fold()
    const none = await server.sql('select from lead_quarters where first_leads[93] + last_leads[93] <= 0')
    assert.equal(none.length, 0, 'no key is kept of contacts that are gone')
    const before = await report(owner, `from=${addDays(to, 1)}&to=${addDays(to, countDays(from, to))}`)
    assert.equal(
      before.totals.leads_before,
      [...expected].reduce((sum, [name, count]) => sum + (name.startsWith('last form') ? count : 0), 0),
    )
  })
}

// Many keys over years --------------------------------------------------------------------------------------------------------

describe('the rows of any period', () => {
  const FIRST = '2023-11-20'
  const LAST = '2026-02-27'
  let owner: Place
  before(async () => {
    owner = await place()
    const { workspaceId } = owner
    // 130 sources, some large and most small; a contact every six hours, each with its own touch.
    await server.sql(
      `with numbered as (
         select n, (extract(epoch from '${FIRST}'::timestamp at time zone 'UTC') * 1000)::bigint + n * 21600000::bigint as ms
           from generate_series(0, ($2::date - '${FIRST}'::date) * 4 + 3) as n),
       stored as (
         insert into contacts (workspace_id, id, first_name, utm_source, created_at)
         select $1, (lpad(to_hex(ms), 12, '0') || '70008' || lpad(to_hex(n), 15, '0'))::uuid, 'Ana',
                's' || case when n % 3 = 0 then n % 7 else n * 31 % 130 end, to_timestamp(ms / 1000.0)
           from numbered
         returning id, utm_source, created_at)
       insert into touches (workspace_id, contact_id, utm, at)
       select $1, id, jsonb_build_object('source', utm_source), created_at from stored`,
      [workspaceId, LAST],
    )
    for (const source of ['s1', 's90', 'only clicked', null]) {
      const code = await link(owner, null, source === null ? {} : { source })
      for (let day = FIRST; day < LAST; day = addDays(day, 9)) await click(code, day, 'person', 3, 2)
    }
    // One range over all of them: separate days would be processed one after the other.
    await server.sql(
      `insert into lead_queue (workspace_id, from_id, to_id)
       select $1, (select id from contacts where workspace_id = $1 order by id limit 1),
              (select id from contacts where workspace_id = $1 order by id desc limit 1)`,
      [workspaceId],
    )
    await deps.reports.fold()
  })

  /** A plain sum over the contacts, their touches and the clicks. */
  const sumRows = (from: string, to: string, beforeFrom: string) =>
    server.sql(
      `with leads as (
         select utm ->> 'source' as key, count(*) filter (where day >= $2) as leads, count(*) filter (where day < $2) as leads_before
           from contacts join kept_touches on contact_id = contacts.id
                cross join lateral (select (created_at at time zone 'UTC')::date as day) as dated
          where contacts.workspace_id = $1 and day between $4 and $3 group by 1),
       clicks as (
         select utm ->> 'source' as key, sum(clicks) as clicks, sum(visitors) as visitors
           from link_days join links on links.id = link_id
          where link_days.workspace_id = $1 and day between $2 and $3 group by 1),
       placed as (
         select *, row_number() over (order by coalesce(leads, 0) desc, coalesce(leads_before, 0) desc,
                  coalesce(clicks, 0) desc, key collate "C") as place
           from leads full join clicks using (key) where key is not null)
       select case when place <= 100 then 'key' else 'other' end as kind, case when place <= 100 then key end as key,
              coalesce(sum(leads), 0)::int as leads, coalesce(sum(leads_before), 0)::int as leads_before,
              coalesce(sum(clicks), 0)::int as clicks, coalesce(sum(visitors), 0)::int as visitors
         from placed group by 1, 2 order by min(place)`,
      [owner.workspaceId, from, to, beforeFrom],
    )

  const sumDays = (from: string, to: string, keys: readonly string[]) =>
    server.sql(
      `select (created_at at time zone 'UTC')::date::text as day, case when utm ->> 'source' = any ($4) then utm ->> 'source' end as key,
              count(*)::int as leads
         from contacts join kept_touches on contact_id = contacts.id
        where contacts.workspace_id = $1 and (created_at at time zone 'UTC')::date between $2 and $3
        group by 1, 2 order by 1, 2`,
      [owner.workspaceId, from, to, keys],
    )

  const random = createRandom(35)
  const periods = Array.from({ length: 12 }, () => {
    const length = [1, 2, 30, 31, 89, 90, 91, 92, 93, 180, 365, 366][random(12)]!
    const from = addDays(FIRST, length + random(countDays(FIRST, LAST) - 2 * length))
    return { from, to: addDays(from, length - 1), beforeFrom: addDays(from, -length) }
  })
  const db = {
    query: async ({ text, values }: { text: string; values: unknown[] }) => ({ rows: await server.sql(text, values) }),
  } as unknown as Parameters<typeof selectKeys>[0]

  test('are the sums of what is stored, including what no worker has added up yet', async () => {
    for (const [round, { from, to, beforeFrom }] of periods.entries()) {
      // Some are deleted, and their counts wait in the queue.
      if (round % 3 === 1) {
        await server.sql(
          `delete from contacts where workspace_id = $1 and ('x' || right(id::text, 6))::bit(24)::int % 11 = $2`,
          [owner.workspaceId, round],
        )
        const waiting = await server.sql('select from lead_quarters_queue where workspace_id = $1', [owner.workspaceId])
        assert.ok(waiting.length > 0)
      }
      const period = { by: 'source', touch: 'last', from, to, beforeFrom } as const
      const expected = await sumRows(from, to, beforeFrom)
      const keys = await selectKeys(db, owner.workspaceId, period)
      assert.deepEqual(
        keys.filter(({ kind }) => kind !== 'none'),
        expected,
        `${from} to ${to}`,
      )
      const largest = expected.flatMap(({ key }) => (key === null ? [] : [String(key)])).slice(0, 8)
      const days = new Map<string, number>()
      for (const { at, key, counts } of await selectDays(db, owner.workspaceId, period, largest)) {
        for (const [since, count] of counts.slice(1).entries()) {
          const leads = count - counts[since]!
          const add = (name: string | null, more: number) => {
            const place = `${addDays(from, at + since)} ${name}`
            days.set(place, (days.get(place) ?? 0) + more)
          }
          add(key, leads)
          if (key !== null) add(null, -leads)
        }
      }
      assert.deepEqual(
        [...days].filter(([, leads]) => leads !== 0).sort(),
        (await sumDays(from, to, largest)).map(({ day, key, leads }) => [`${day} ${key}`, leads]).sort(),
      )
      const { rows } = await report(owner, `by=source&from=${from}&to=${to}`)
      const named = rows.filter(({ kind }: Shown) => kind !== 'none')
      assert.deepEqual(
        named.map(({ label: _, ...row }: Shown & { label: string | null }) => row),
        expected,
      )
    }
    const waiting = await server.sql('select from lead_quarters_queue where workspace_id = $1', [owner.workspaceId])
    assert.equal(waiting.length, 0, 'a report adds up what waits')
  })
})
