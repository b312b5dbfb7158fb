// @sql

import assert from 'node:assert/strict'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { createIds } from '../../../src/lib/ids.ts'
import type { Scope } from '../../../src/scopes.ts'
import { startServer } from '../../helpers/server.ts'
import { signIn } from '../../helpers/session.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const NOW = '2026-11-15T12:00:00Z'
const time = { now: Date.parse(NOW) }
// No name resolves: nothing leaves the machine.
const server = await startServer({ clock: { now: () => time.now }, outbound: { lookup: async () => [] } })
const { deps } = server

interface Series {
  name: string
  value: string | null
  total: number
  counts: number[]
}

async function newWorkspace(scopes?: readonly Scope[]) {
  const workspaceId = await server.workspace()
  const key = await server.key({ workspaceId, ...(scopes ? { scopes } : {}) })
  const report = async (path: string) => {
    const { status, body, text } = await server.send('GET', `/v1/reports/${path}`, { key })
    assert.equal(status, 200, text)
    return body.data
  }
  /** Creates a contact as if at that time. */
  const contact = async (
    at: string,
    source: string | null = null,
    medium: string | null = null,
    by: 'webhook_id' | 'key_id' | null = null,
  ) => {
    const { id } = createIds(() => Date.parse(at)).next()
    await server.sql(
      `insert into contacts (workspace_id, id, first_name, utm_source, utm_medium, created_at${by ? `, ${by}` : ''})
       values ($1, $2, 'Ana', $3, $4, $5${by ? ', $2' : ''})`,
      [workspaceId, id, source, medium, new Date(at)],
    )
  }
  const post = async (platform: string, scheduledDate: string, state?: string) => {
    const json = { content: `For ${scheduledDate}`, status: 'scheduled', scheduled_date: scheduledDate }
    const { body } = await server.send('POST', `/v1/posts/${platform}`, { key, json })
    const change = `update posts set publication_state = $2, reason = 'Because.', failure = '{"class": "rejected_content"}' where id = $1`
    if (state) await server.sql(change, [body.data.id, state])
    return body.data.id as string
  }
  return { workspaceId, key, report, contact, post }
}

const countsOf = (report: { series: Series[] }) =>
  Object.fromEntries(report.series.map(({ name, counts }) => [name, counts]))

/** The same numbers in every run. */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Day, value and count of everything that is not zero. */
const toCounts = ({ days, series }: { days: string[]; series: Series[] }) =>
  series
    .flatMap(({ value, counts }) => counts.flatMap((count, at) => (count === 0 ? [] : `${days[at]} ${value} ${count}`)))
    .sort()

/** The same, counted from the contacts themselves. */
async function countRows(workspaceId: string, by: string, zone: string): Promise<string[]> {
  const name = `case when webhook_id is not null then 'webhook' when key_id is not null then 'key' else 'form' end`
  const rows = await server.sql(
    `select (created_at at time zone $2)::date::text as day, ${by === 'channel' ? name : by} as name, count(*)::int as count
       from contacts
      where workspace_id = $1 and (created_at at time zone $2)::date between '2026-11-02' and '2026-11-04' group by 1, 2`,
    [workspaceId, zone],
  )
  return rows.map((row) => `${row.day} ${row.name} ${row.count}`).sort()
}

describe('contacts by day', () => {
  test('match the contacts, whatever came, changed and left, and however much a worker has added up', async () => {
    const { workspaceId, contact, report } = await newWorkspace()
    const random = seededRandom(34)
    const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)]!
    const sources = ['shop', 'mail', 'none', '', null]
    const mediums = ['cpc', 'social', null]
    const steps = {
      create: () => {
        const at = Date.parse('2026-11-01T00:00:00Z') + Math.floor(random() * 5 * DAY_MS)
        return contact(new Date(at).toISOString(), pick(sources), pick(mediums), pick(['webhook_id', 'key_id', null]))
      },
      rename: () =>
        server.sql(
          `update contacts set utm_source = $2, utm_medium = $3, first_name = 'Bo'
            where workspace_id = $1 and id = (select id from contacts where workspace_id = $1 order by md5(id || $4) limit 1)`,
          [workspaceId, pick(sources), pick(mediums), String(random())],
        ),
      remove: () =>
        server.sql(
          `delete from contacts where workspace_id = $1
              and id in (select id from contacts where workspace_id = $1 order by md5(id || $3) limit $2)`,
          [workspaceId, pick([1, 3]), String(random())],
        ),
      fold: () => deps.reports.fold(),
    }
    const next = ['create', 'create', 'create', 'create', 'create', 'rename', 'remove', 'fold'] as const
    for (let round = 0; round < 6; round++) {
      for (let n = 0; n < 40; n++) await steps[pick(next)]()
      for (const zone of ['UTC', 'Asia/Kathmandu', 'America/St_Johns', 'Pacific/Kiritimati']) {
        for (const by of ['utm_source', 'utm_medium', 'channel']) {
          const found = await report(`contacts?from=2026-11-02&to=2026-11-04&by=${by}&time_zone=${zone}`)
          assert.deepEqual(toCounts(found), await countRows(workspaceId, by, zone), `${round} ${zone} ${by}`)
        }
      }
    }
    await server.sql('delete from contacts where workspace_id = $1', [workspaceId])
    assert.deepEqual((await report('contacts?from=2026-11-01&to=2026-11-06')).series, [])
    await deps.reports.fold()
    const left = await server.sql(
      `select from contact_days where workspace_id = $1 union all select from contact_days_queue where workspace_id = $1`,
      [workspaceId],
    )
    assert.equal(left.length, 0, 'no name is kept of contacts that are gone')
  })

  test('are counted by source, also on days without any', async () => {
    const { contact, report } = await newWorkspace()
    await contact('2026-11-01T00:00:00.000Z', 'shop')
    await contact('2026-11-01T23:59:59.999Z', 'shop')
    await contact('2026-11-03T08:00:00Z', 'mail')
    await contact('2026-11-03T09:00:00Z')
    // One before and one after.
    await contact('2026-10-31T23:59:59.999Z', 'shop')
    await contact('2026-11-04T00:00:00.000Z', 'shop')
    assert.deepEqual(await report('contacts?from=2026-11-01&to=2026-11-03'), {
      from: '2026-11-01',
      to: '2026-11-03',
      time_zone: 'UTC',
      by: 'utm_source',
      days: ['2026-11-01', '2026-11-02', '2026-11-03'],
      series: [
        { name: 'shop', value: 'shop', total: 2, counts: [2, 0, 0] },
        { name: 'mail', value: 'mail', total: 1, counts: [0, 0, 1] },
        { name: 'none', value: null, total: 1, counts: [0, 0, 1] },
      ],
      total: 4,
    })
    assert.deepEqual(countsOf(await report('contacts?from=2026-11-01&to=2026-11-03&by=utm_medium')), {
      none: [2, 0, 2],
    })
  })

  test('cover the last 30 days of the zone by default', async () => {
    const { report } = await newWorkspace()
    const utc = await report('contacts')
    assert.deepEqual([utc.from, utc.to, utc.days.length], ['2026-10-17', '2026-11-15', 30])
    assert.deepEqual([utc.series, utc.total], [[], 0])
    // There it is already the next day.
    const kiritimati = await report('contacts?time_zone=Pacific/Kiritimati')
    assert.equal(kiritimati.to, '2026-11-16')
    // A plus in a query string is a space: this is five hours behind UTC.
    assert.equal((await report('contacts?time_zone=Etc/GMT+5')).time_zone, 'Etc/GMT+5')
  })

  test('belong to the day that the clocks of the zone show, also when it has 23 or 25 hours', async () => {
    const { contact, report } = await newWorkspace()
    // Berlin is two hours ahead of UTC until 25 October 2026 01:00 UTC, then one.
    for (const at of ['2026-10-24T21:59:59Z', '2026-10-24T22:00:00Z', '2026-10-25T22:59:59Z', '2026-10-25T23:00:00Z']) {
      await contact(at, 'shop')
    }
    const autumn = await report('contacts?from=2026-10-24&to=2026-10-26&time_zone=Europe/Berlin')
    assert.deepEqual(countsOf(autumn), { shop: [1, 2, 1] })
    for (const at of ['2026-03-28T22:59:59Z', '2026-03-28T23:00:00Z', '2026-03-29T21:59:59Z', '2026-03-29T22:00:00Z']) {
      await contact(at, 'shop')
    }
    const spring = await report('contacts?from=2026-03-28&to=2026-03-30&time_zone=Europe/Berlin')
    assert.deepEqual(countsOf(spring), { shop: [1, 2, 1] })
  })

  test('begin after midnight if the clocks skip it, and a day that a zone skipped is empty', async () => {
    const { contact, report } = await newWorkspace()
    // In Beirut 28 March 2021 began at 01:00, which was 22:00 UTC of the day before.
    await contact('2021-03-27T21:59:59Z', 'shop')
    await contact('2021-03-27T22:00:00Z', 'shop')
    const beirut = await report('contacts?from=2021-03-27&to=2021-03-28&time_zone=Asia/Beirut')
    assert.deepEqual(countsOf(beirut), { shop: [1, 1] })
    // Samoa went from 29 to 31 December 2011 at 10:00 UTC.
    await contact('2011-12-30T09:59:59Z', 'shop')
    await contact('2011-12-30T10:00:00Z', 'shop')
    const apia = await report('contacts?from=2011-12-29&to=2011-12-31&time_zone=Pacific/Apia')
    assert.deepEqual(countsOf(apia), { shop: [1, 0, 1] })
  })

  test('show ten sources; of eleven, the smallest two are "other", apart from a source of that name', async () => {
    const { contact, report } = await newWorkspace()
    const names = ['other', 'none', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']
    for (const [index, name] of names.entries()) {
      for (let n = index; n < names.length; n++) await contact('2026-11-02T08:00:00Z', name)
    }
    const path = 'contacts?from=2026-11-01&to=2026-11-02'
    const ten = await report(path)
    assert.deepEqual(
      ten.series.map(({ value }: Series) => value),
      names,
    )
    await contact('2026-11-01T08:00:00Z')
    const eleven = await report(path)
    assert.equal(eleven.series.length, 10)
    assert.deepEqual(
      eleven.series.slice(0, 9).map(({ value }: Series) => value),
      names.slice(0, 9),
    )
    assert.deepEqual(eleven.series[9], { name: 'other', value: null, total: 2, counts: [1, 1] })
    assert.equal(eleven.total, 56)
  })

  test('by channel: with a key, by a form, by a webhook', async () => {
    const key = await server.key()
    await server.send('POST', '/v1/contacts', { key, json: { first_name: 'Key' } })
    for (let n = 0; n < 2; n++) await server.send('POST', '/v1/contacts', { json: { first_name: 'Form' } })
    const webhook = await server.webhook()
    for (let n = 0; n < 3; n++) {
      const origin = {
        workspaceId: deps.workspaceId,
        keyId: null,
        webhookId: webhook.id,
        deliveryId: deps.ids.next().id,
      }
      const fields = {
        last_name: null,
        email: null,
        email_key: null,
        company: null,
        utm_source: null,
        utm_medium: null,
      }
      await deps.contacts.create(origin, { first_name: 'Webhook', ...fields, extra: {} })
    }
    const { body } = await server.send('GET', '/v1/reports/contacts?by=channel&from=2026-11-15&to=2026-11-15', { key })
    assert.deepEqual(countsOf(body.data), { webhook: [3], form: [2], key: [1] })
  })

  test("another workspace's are not counted", async () => {
    const { contact } = await newWorkspace()
    await contact('2026-11-02T08:00:00Z', 'shop')
    const { report } = await newWorkspace()
    assert.deepEqual((await report('contacts?from=2026-11-01&to=2026-11-03')).series, [])
  })

  test('366 days are allowed and 367 are not; all problems are reported at once', async () => {
    const { key, report } = await newWorkspace()
    assert.equal((await report('contacts?from=2024-01-01&to=2024-12-31')).days.length, 366)
    const refuse = async (query: string) => {
      const { status, body } = await server.send('GET', `/v1/reports/contacts?${query}`, { key })
      assert.equal(status, 400)
      return body.details
    }
    assert.match((await refuse('from=2024-01-01&to=2025-01-01')).from[0], /at most 366 days apart.*367/)
    assert.match((await refuse('from=2026-11-16')).from[0], /2026-11-16 is after 2026-11-15/)
    assert.match((await refuse('from=9999-12-31&to=9999-12-31')).from[0], /9999-12-30 at the latest/)
    const all = await refuse('from=2026-02-30&to=2026-11-01T00:00:00Z&time_zone=PST&by=country')
    assert.deepEqual(Object.keys(all).sort(), ['by', 'from', 'time_zone', 'to'])
    assert.match(all.from[0], /February 2026 has days 01 to 28/)
  })
})

describe('what needs attention', () => {
  test('is nothing in a new workspace', async () => {
    const { report } = await newWorkspace()
    const none = { count: 0, newest: [] }
    assert.deepEqual(await report('attention'), {
      publishing: null,
      backups: null,
      uploads: null,
      posts: { failed: none, unconfirmed: none, missed: none, held: none, confirming: none },
      connections: [],
      rejections: [],
      unmapped: [],
      endpoints: [],
      failed_mails: { count: 0, newest: null },
      held_submissions: { count: 0, newest_at: null },
    })
  })

  test('posts: the newest five of each state, and how many there are', async () => {
    const { report, post } = await newWorkspace()
    const failed: string[] = []
    for (const day of [3, 1, 6, 2, 5, 4]) failed[day] = await post('short', `2026-11-0${day}T09:00:00Z`, 'failed')
    const held = await post('professional', '2026-11-02T09:00:00Z', 'held')
    await post('short', '2026-11-02T10:00:00Z', 'published')
    await post('short', '2026-12-02T10:00:00Z')
    const { posts } = await report('attention')
    assert.equal(posts.failed.count, 6)
    assert.deepEqual(
      posts.failed.newest.map(({ id }: { id: string }) => id),
      [6, 5, 4, 3, 2].map((day) => failed[day]),
    )
    assert.deepEqual(posts.held, {
      count: 1,
      newest: [
        {
          id: held,
          platform: 'professional',
          text: 'For 2026-11-02T09:00:00Z',
          scheduled_date: '2026-11-02T09:00:00.000Z',
          connection_id: null,
          code: 'rejected_content',
          reason: 'Because.',
          reason_code: null,
          reason_values: null,
        },
      ],
    })
    assert.deepEqual([posts.missed.count, posts.unconfirmed.count], [0, 0])
  })

  test('posts are counted up to 1,000', async () => {
    const { workspaceId, report } = await newWorkspace()
    await server.sql(
      `insert into posts (workspace_id, id, platform, content, status, scheduled_date, publication_state, created_at, updated_at)
       select $1, gen_random_uuid(), 'short', 'x', 'scheduled', now(), 'missed', now(), now() from generate_series(1, 1005)`,
      [workspaceId],
    )
    assert.equal((await report('attention')).posts.missed.count, 1000)
  })

  test('accounts: disconnected, restricted, or expiring within 7 days unless they renew themselves', async () => {
    const { workspaceId, report } = await newWorkspace()
    const account = async (id: string, days: number | null, refreshes = false) => {
      const expiresAt = days === null ? null : new Date(time.now + days * DAY_MS)
      const profile = { id, handle: id, name: null, kind: 'member' as const }
      const tokens = { accessToken: 't', expiresAt, refreshToken: null, refreshExpiresAt: null, scopes: [] }
      const [saved] = await deps.connections.save(workspaceId, 'linkedin', [profile], tokens)
      const refreshAt = refreshes ? expiresAt : null
      await server.sql('update connections set refresh_at = $2, expires_at = $3 where id = $1', [
        saved!.id,
        refreshAt,
        expiresAt,
      ])
      return saved!.id
    }
    await account('for ever', null)
    await account('a month', 30)
    await account('renews itself', 1, true)
    await account('ends soon', 6)
    for (const [name, status] of [
      ['ended', 'needs_reconnect'],
      ['restricted', 'held'],
    ]) {
      const id = await account(name!, 30)
      await server.sql("update connections set status = $2, status_reason = 'Because.' where id = $1", [id, status])
    }
    const { connections } = await report('attention')
    const shown = connections.map((each: { handle: string; problem: string }) => [each.handle, each.problem])
    assert.deepEqual(shown.sort(), [
      ['ended', 'needs_reconnect'],
      ['ends soon', 'expiring'],
      ['restricted', 'held'],
    ])
  })

  test('webhooks: refusals of the last 24 hours, and deliveries that were not mapped', async () => {
    const { workspaceId, report } = await newWorkspace()
    const quiet = await server.webhook(workspaceId)
    const strict = await server.webhook(workspaceId, { provider: 'github', secret: 'a secret that is long enough' })
    for (const body of ['one', 'two']) await server.send('POST', `/v1/webhooks/receive/${strict.key}`, { body })
    await deps.webhooks.receiver.refusals.drained()
    const { body } = await server.send('POST', `/v1/webhooks/receive/${quiet.key}`, { body: 'hello' })
    await server.send('POST', `/v1/webhooks/receive/${quiet.key}`, { body: 'fine' })
    const issues = { first_name: ['first_name is required.'] }
    const change = "update webhook_deliveries set mapping_state = 'failed', mapping_issues = $2 where id = $1"
    await server.sql(change, [body.data.id, issues])

    const attention = await report('attention')
    const [refused, ...others] = attention.rejections
    assert.deepEqual(others, [])
    assert.deepEqual([refused.webhook_id, refused.count], [strict.id, 2])
    const [newest] = await server.sql<{ id: string; reason_code: string }>(
      'select id, code, reason, reason_code, reason_values from webhook_rejections where source_id = $1 order by id desc limit 1',
      [strict.id],
    )
    assert.equal(newest?.reason_code, 'rejection.missing_header')
    assert.deepEqual(refused.newest, { ...newest, received_at: new Date(time.now).toISOString() })
    const [unmapped, ...more] = attention.unmapped
    assert.deepEqual(more, [])
    assert.deepEqual([unmapped.webhook_id, unmapped.count], [quiet.id, 1])
    assert.deepEqual([unmapped.newest.id, unmapped.newest.issues], [body.data.id, issues])

    const before = time.now
    time.now += DAY_MS + 1
    const later = await report('attention')
    time.now = before
    assert.deepEqual(later.rejections, [])
    assert.equal(later.unmapped.length, 1)
  })

  test('endpoints: disabled or failing, not those that were paused', async () => {
    const { key, report } = await newWorkspace()
    const endpoint = async (change: string) => {
      const { body } = await server.send('POST', '/v1/events/endpoints', { key, json: { url: 'https://example.com/' } })
      await server.sql(`update event_endpoints set ${change} where id = $1`, [body.data.id])
      return body.data.id as string
    }
    await endpoint('failures = 0')
    await endpoint("status = 'paused', failing_since = now()")
    const failing = await endpoint("failures = 3, failing_since = '2026-11-15T10:00:00Z'")
    const disabled = await endpoint("status = 'disabled', reason = 'It answered 410.'")
    const rest = {
      url: 'https://example.com/',
      failures: 0,
      failing_since: null,
      reason_code: null,
      reason_values: null,
    }
    assert.deepEqual((await report('attention')).endpoints, [
      { ...rest, id: disabled, status: 'disabled', reason: 'It answered 410.' },
      { ...rest, id: failing, status: 'active', reason: null, failures: 3, failing_since: '2026-11-15T10:00:00.000Z' },
    ])
  })

  test('held submissions of forms, until someone has decided about them', async () => {
    const { key, report } = await newWorkspace()
    const form = await server.send('POST', '/v1/forms', { key, json: { name: 'Contact us' } })
    const path = `/v1/forms/${form.body.data.public_id}/submissions`
    const json = { first_name: 'Ana', email: 'ana@example.com', dp_topic: 'filled in by a program' }
    assert.equal((await server.send('POST', path, { json })).status, 201)
    const [held] = (await server.send('GET', '/v1/held', { key })).body.data
    const { held_submissions } = await report('attention')
    assert.deepEqual(held_submissions, { count: 1, newest_at: held.created_at })
    await server.send('POST', `/v1/held/${held.id}/accept`, { key })
    assert.equal((await report('attention')).held_submissions.count, 0)
  })

  test('mails that were abandoned within a week, and why the newest was', async () => {
    const { workspaceId, report } = await newWorkspace()
    const now = server.deps.clock.now()
    const fail = async (days: number, reason: string) => {
      const { id } = server.deps.ids.next()
      const at = new Date(now - days * 86_400_000)
      await server.sql(
        `insert into mails (workspace_id, id, kind, state, to_address, to_key, reason, due_at, created_at, done_at)
         values ($1, $2, 'auto_reply', 'failed', 'ana@example.com', 'ana@example.com', $3, $4, $4, $4)`,
        [workspaceId, id, reason, at],
      )
      const from02 = { reason, reason_code: null, reason_values: null }
      return { id, kind: 'auto_reply', ...from02, form_id: null, contact_id: null, failed_at: at.toISOString() }
    }
    await fail(8, 'Long ago.')
    await fail(2, 'No such user.')
    const newest = await fail(1, 'Mailbox full.')
    assert.deepEqual((await report('attention')).failed_mails, { count: 2, newest })
  })

  test('a key sees only the parts that its permissions allow', async () => {
    const partsOf = async (scopes: Scope[]) => {
      const { report } = await newWorkspace(scopes)
      const attention = await report('attention')
      return Object.keys(attention).filter((part) => attention[part] !== null)
    }
    assert.deepEqual(await partsOf(['posts:read']), ['posts', 'connections'])
    assert.deepEqual(await partsOf(['posts:read', 'webhooks:read']), ['posts', 'connections', 'rejections', 'unmapped'])
    assert.deepEqual(await partsOf(['posts:read', 'events:read']), ['posts', 'connections', 'endpoints'])
    assert.deepEqual(await partsOf(['posts:read', 'contacts:read']), ['posts', 'connections', 'failed_mails'])
    assert.deepEqual(await partsOf(['posts:read', 'forms:read']), ['posts', 'connections', 'held_submissions'])
  })

  test('nothing of another workspace', async () => {
    const { workspaceId, key, post } = await newWorkspace()
    await post('short', '2026-11-02T10:00:00Z', 'failed')
    const strict = await server.webhook(workspaceId, { provider: 'github', secret: 'a secret that is long enough' })
    await server.send('POST', `/v1/webhooks/receive/${strict.key}`, { body: 'one' })
    await deps.webhooks.receiver.refusals.drained()
    await server.send('POST', '/v1/events/endpoints', { key, json: { url: 'https://example.com/' } })
    await server.sql("update event_endpoints set status = 'disabled' where workspace_id = $1", [workspaceId])
    const { report } = await newWorkspace()
    const { posts, rejections, endpoints } = await report('attention')
    assert.deepEqual([posts.failed.count, rejections, endpoints], [0, [], []])
  })

  test('uploads: a disk that accepts no files, since when, until it accepts them again', async () => {
    const { report } = await newWorkspace()
    const before = time.now
    const { open } = fs.promises
    const uploads = join(server.deps.config.dataDir, 'media', 'uploads')
    const failing = (...words: Parameters<typeof open>) =>
      String(words[0]).startsWith(uploads)
        ? Promise.reject(Object.assign(new Error('ENOSPC: write'), { code: 'ENOSPC' }))
        : open(...words)
    const later = async () => {
      time.now += 30_000
      return (await report('attention')).uploads
    }
    try {
      Object.assign(fs.promises, { open: failing })
      syncBuiltinESMExports()
      const since = new Date(time.now + 30_000).toISOString()
      for (let looks = 0; looks < 2; looks++) {
        const { reason, reason_values, ...rest } = await later()
        assert.deepEqual(rest, { code: 'disk', reason_code: 'disk.refuses_files', since })
        assert.deepEqual(reason_values, { problem: { code: 'disk.full' } })
        assert.match(reason, /^The disk for files is full, so files are refused\. Check DATA_DIR/)
      }
      Object.assign(fs.promises, { open })
      syncBuiltinESMExports()
      assert.equal(await later(), null)
      assert.deepEqual(fs.readdirSync(uploads), [], 'trying leaves nothing behind')
    } finally {
      Object.assign(fs.promises, { open })
      syncBuiltinESMExports()
      time.now = before
    }
  })
})

describe('upcoming posts', () => {
  test('are counted by day and platform, for today and six more days, and the first are named', async () => {
    const { report, post } = await newWorkspace()
    const second = await post('short', '2026-11-17T09:00:00Z')
    const first = await post('professional', '2026-11-15T23:00:00Z')
    const last = await post('short', '2026-11-21T23:59:59Z')
    await post('short', '2026-11-22T00:00:00Z')
    await post('short', '2026-11-16T09:00:00Z', 'cancelled')
    const upcoming = await report('upcoming')
    assert.deepEqual([upcoming.from, upcoming.to, upcoming.days.length], ['2026-11-15', '2026-11-21', 7])
    assert.deepEqual(
      upcoming.series.map(({ platform, counts }: { platform: string; counts: number[] }) => [platform, ...counts]),
      [
        ['thread', 0, 0, 0, 0, 0, 0, 0],
        ['photo', 0, 0, 0, 0, 0, 0, 0],
        ['professional', 1, 0, 0, 0, 0, 0, 0],
        ['short', 0, 0, 1, 0, 0, 0, 1],
      ],
    )
    assert.deepEqual([upcoming.total, upcoming.complete], [3, true])
    assert.deepEqual(
      upcoming.next.map(({ id }: { id: string }) => id),
      [first, second, last],
    )
    const tokyo = await report('upcoming?time_zone=Asia/Tokyo')
    // 23:00 UTC is the next morning there, and the last of the seven days ends at 15:00 UTC.
    assert.deepEqual(tokyo.series[2].counts, [0, 1, 0, 0, 0, 0, 0])
    assert.equal(tokyo.total, 2)
  })

  test('beyond 10,000 of a platform are not all counted, and the report says so', async () => {
    const { workspaceId, report } = await newWorkspace()
    await server.sql(
      `insert into posts (workspace_id, id, platform, content, status, scheduled_date, publication_state, created_at, updated_at)
       select $1, gen_random_uuid(), 'short', 'x', 'scheduled', '2026-11-16T00:00:00Z', 'waiting', now(), now()
         from generate_series(1, 10001)`,
      [workspaceId],
    )
    const { complete, next } = await report('upcoming')
    assert.deepEqual([complete, next.length], [false, 20])
  })

  test('do not include those of another workspace, and an unknown zone is refused', async () => {
    const { post } = await newWorkspace()
    await post('short', '2026-11-16T09:00:00Z')
    const { key, report } = await newWorkspace()
    const { total, next } = await report('upcoming')
    assert.deepEqual([total, next], [0, []])
    const { status, body } = await server.send('GET', '/v1/reports/upcoming?time_zone=Mars', { key })
    assert.equal(status, 400)
    assert.match(body.details.time_zone[0], /Europe\/Lisbon/)
  })
})

describe('first steps', () => {
  test('are done once there is one of each; who is told, is asked for each person', async () => {
    const own = await startServer()
    const ana = await signIn(own)
    const steps = async (who = ana) => (await who.send('GET', '/v1/reports/first-steps')).body.data
    const none = { account: false, post: false, form: false, told: false, team: false, key: false, webhook: false }
    assert.deepEqual(await steps(), none)
    const create = (path: string, json: object) => ana.send('POST', path, { json })
    await create('/v1/posts/short', { content: 'We open on Monday.' })
    await create('/v1/forms', { name: 'Contact' })
    await create('/v1/keys', { name: 'Website' })
    await create('/v1/webhooks', { name: 'Shop' })
    await create('/v1/team/invitations', { email: 'ben@example.com', role: 'editor' })
    await own.sql("update members set lead_mail = 'each' where user_id = $1", [ana.id])
    const most = { ...none, post: true, form: true, told: true, team: true, key: true, webhook: true }
    assert.deepEqual(await steps(), most)
    const ben = await signIn(own, { role: 'viewer' })
    assert.equal((await steps(ben)).told, false)
    assert.equal((await own.send('GET', '/v1/reports/first-steps', { key: await own.key() })).status, 403)
  })
})
