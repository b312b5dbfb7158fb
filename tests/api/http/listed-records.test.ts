import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { LISTED_BODY_MAX } from '../../../src/webhooks/schemas.ts'
import { startServer } from '../../helpers/server.ts'

// Lists write JSON straight from what PostgreSQL sends, but a single record is an object first. Both must show the
// same, in the same order.

const server = await startServer({ env: { LINK_BASE_URL: 'https://go.example.com' } })
const { pool } = server.deps
const key = await server.key()
const ODD = 'a "quoted" \\ line\n\u2028 \u{1F600} \t end'

async function create(path: string, json: object): Promise<string> {
  const { status, body } = await server.send('POST', path, { key, json })
  assert.equal(status, 201, JSON.stringify(body))
  return body.data.id
}

async function read(path: string) {
  const { status, body } = await server.send('GET', path, { key })
  assert.equal(status, 200, path)
  return body
}

interface Page {
  data: Array<{ id: string }>
  pagination: { total: number; next_cursor: string | null }
}

/** Only a contact that is read alone shows its attribution. */
function withoutMore({ attribution: _, merged: __, merged_into: ___, ...record }: Record<string, unknown>): object {
  return record
}

/** Pages of several sizes, with and without filters that match everything, must equal `GET`. */
async function expectRecords(path: string, count: number, filters: readonly string[] = []): Promise<void> {
  const all: Page = await read(`${path}?limit=100`)
  assert.equal(all.data.length, count)
  const records = await Promise.all(
    all.data.map(async ({ id }) => JSON.stringify(withoutMore((await read(`${path}/${id}`)).data))),
  )
  for (const filter of ['', ...filters, '&order=asc']) {
    for (const limit of [1, 3, 100]) {
      const shown: string[] = []
      for (let cursor = ''; ; ) {
        const { data, pagination }: Page = await read(`${path}?limit=${limit}${filter}${cursor}`)
        shown.push(...data.map((each) => JSON.stringify(each)))
        assert.equal(pagination.total, count)
        if (pagination.next_cursor === null) break
        cursor = `&cursor=${pagination.next_cursor}`
      }
      const expected = filter === '&order=asc' ? [...records].reverse() : records
      assert.deepEqual(shown, expected, `${path} limit ${limit} ${filter}`)
    }
  }
}

/** Creates records, counts leads of them and deletes them. These counts stay, and lie between those of others. */
async function leaveCounts(kind: 'link' | 'post', path: string, json: object): Promise<void> {
  for (let n = 0; n < 20; n++) {
    const id = await create(path, json)
    const values = [server.deps.workspaceId, `${kind}_leads:${id}`]
    await pool.query('insert into row_counts (workspace_id, kind, slot, rows) values ($1, $2, 0, 5)', values)
    assert.equal((await server.send('DELETE', `/v1/${kind}s/${id}`, { key })).status, 200)
  }
}

describe('a list shows a record as reading it alone does:', () => {
  test('contacts', async () => {
    await create('/v1/contacts', {
      first_name: ODD,
      email: 'odd@example.com',
      company: ODD,
      note: ODD,
      seats: 3,
      subscribed: true,
    })
    await create('/v1/contacts', { first_name: 'Ana', utm_source: 'x' })
    const id = await create('/v1/contacts', { first_name: 'Bo' })
    await server.send('PATCH', `/v1/contacts/${id}`, { key, json: { status: 'won', tags: ['a "b"', 'ü'] } })
    await expectRecords('/v1/contacts', 3, ['&created_after=2020-01-01T00:00:00Z'])
  })

  test('links', async () => {
    await create('/v1/links', { target: 'https://example.com/a' })
    await create('/v1/links', { target: 'https://example.com/?q="b"', name: ODD, utm: { source: ODD, content: 'c' } })
    await leaveCounts('link', '/v1/links', { target: 'https://example.com/gone' })
    const id = await create('/v1/links', { target: 'https://example.com/c', name: 'off' })
    await server.send('PATCH', `/v1/links/${id}`, { key, json: { disabled: true } })
    await pool.query(
      `insert into link_counts (workspace_id, link_id, slot, clicks, visitors, bots, previews, heads)
       select workspace_id, id, slot, 7, 5, 3, 2, 1 from links, generate_series(1, 2) as slot where id = $1`,
      [id],
    )
    await pool.query(
      `insert into row_counts (workspace_id, kind, slot, rows)
       select workspace_id, 'link_leads:' || id, slot, 4 from links, generate_series(1, 2) as slot where id = $1`,
      [id],
    )
    await leaveCounts('link', '/v1/links', { target: 'https://example.com/gone' })
    await create('/v1/links', { target: 'https://example.com/d' })
    await expectRecords('/v1/links', 4, ['&q=example'])
    const { data } = await read(`/v1/links/${id}`)
    assert.deepEqual(
      [data.clicks, data.visitors, data.bots, data.previews, data.heads, data.leads],
      [14, 10, 6, 4, 2, 8],
    )
  })

  test('posts', async () => {
    const image = 'https://cdn.example.com/a.jpg'
    const ids = [
      await create('/v1/posts/thread', { media_type: 'text', content: ODD }),
      await create('/v1/posts/photo', {
        media_type: 'feed_post',
        caption: ODD,
        media_urls: [image],
        alt_texts: [ODD],
        hashtags: ['x'],
      }),
      await create('/v1/posts/professional', { content: 'Hi', hashtags: ['one', 'two'] }),
      await create('/v1/posts/short', { content: `See https://example.com/${'x'.repeat(20)}`, mentions: ['ana'] }),
      await create('/v1/posts/short', {
        content: 'Later https://example.com/later',
        status: 'scheduled',
        scheduled_date: '2040-05-01T09:30:00',
        time_zone: 'Europe/Lisbon',
        track_links: 'short',
      }),
      await leaveCounts('post', '/v1/posts/short', { content: 'gone' }).then(() =>
        create('/v1/posts/short', { content: 'Between' }),
      ),
      await create('/v1/posts/short', { content: 'x'.repeat(900) }).catch(() =>
        create('/v1/posts/short', { content: 'y' }),
      ),
    ]
    const set = (at: number, columns: string) => pool.query(`update posts set ${columns} where id = $1`, [ids[at]])
    const warning = (await pool.query(`select warnings from posts where jsonb_array_length(warnings) > 0 limit 1`))
      .rows[0]
    assert.ok(warning, 'a post has a warning')
    await set(
      0,
      `failure = '{"class": "rate_limited", "status": 429}', reason = 'The sentence of an old version.', attempts = 3,
                  deferred_until = '2031-01-01T00:00:00.5Z'`,
    )
    await set(
      1,
      `reason = 'gone', reason_code = 'post.cancelled_by_person', reason_values = null, publication_state = 'cancelled'`,
    )
    await set(
      2,
      `permalink = 'https://example.com/"x"', platform_id = '1', published_at = '2026-01-01T00:00:00.123456Z',
                  media_warnings = (select warnings from posts where jsonb_array_length(warnings) > 0 limit 1)`,
    )
    await pool.query(
      `insert into link_counts (workspace_id, link_id, slot, clicks, visitors)
       select workspace_id, id, 0, 9, 8 from links where post_id = $1`,
      [ids[4]],
    )
    await expectRecords('/v1/posts', ids.length, [
      '&created_after=2020-01-01T00:00:00Z',
      '&state=none,waiting,cancelled',
    ])
    const { data } = await read(`/v1/posts/${ids[4]}`)
    assert.deepEqual(data.results, { clicks: 9, visitors: 8, leads: 0 })
    assert.match(data.outgoing_text, /\/l\//)

    const day = '2040-05-01'
    await pool.query(`update posts set scheduled_date = $1 where publication_state in ('none', 'cancelled')`, [
      `${day}T08:00:00Z`,
    ])
    for (const language of ['en', 'de']) {
      const headers = { 'accept-language': language }
      const body = async (path: string) => (await server.send('GET', path, { key, headers })).body.data
      const { slots } = await body(`/v1/posts/calendar?from=${day}&to=${day}&per_slot=20`)
      const shown: Array<{ id: string }> = slots[0].posts
      assert.deepEqual([slots[0].count, shown.length], [ids.length, ids.length])
      for (const post of shown) assert.equal(JSON.stringify(post), JSON.stringify(await body(`/v1/posts/${post.id}`)))
    }
  })

  describe('deliveries', () => {
    let path: string
    before(async () => {
      const { id, key: webhookKey } = await server.webhook()
      path = `/v1/webhooks/${id}/deliveries`
      const bodies = [ODD, Buffer.from([0, 0xff, 0xfe, 1]), '', 'x'.repeat(100), JSON.stringify({ a: ODD })]
      for (const [at, body] of bodies.entries()) {
        const headers = { 'content-type': 'text/plain', 'webhook-id': `"${at}"`, 'x-odd': 'a"b' }
        const { status } = await server.send('POST', `/v1/webhooks/receive/${webhookKey}?at=${at}"`, { headers, body })
        assert.equal(status, 200)
      }
      await pool.query(
        `update webhook_deliveries set content_type = null, delivery_id = null, mapping_state = 'failed',
                mapping_issues = '{"email": ["An old sentence.", {"code": "person.not_found"}]}', duplicates = 2, replays = 1
          where source_id = $1 and body = repeat('x', 100)::bytea`,
        [id],
      )
      await pool.query(
        `update webhook_deliveries set mapping_issues = '{"event": ["Not meant to become a contact."]}' where source_id = $1 and body = ''`,
        [id],
      )
      const contacts = [
        await create('/v1/contacts', { first_name: 'From' }),
        await create('/v1/contacts', { first_name: 'It' }),
      ]
      await pool.query(
        `update contacts set webhook_id = $1, delivery_id = (select max(id::text)::uuid from webhook_deliveries where source_id = $1)
          where id = any($2)`,
        [id, contacts],
      )
    })
    test('with text, bytes, nothing, issues and contacts', () =>
      expectRecords(path, 5, ['&received_after=2020-01-01T00:00:00Z']))
    test('but large bodies are left out', async () => {
      const { id, key: webhookKey } = await server.webhook()
      await server.send('POST', `/v1/webhooks/receive/${webhookKey}`, { body: 'x'.repeat(LISTED_BODY_MAX + 1) })
      const { data } = await read(`/v1/webhooks/${id}/deliveries`)
      assert.deepEqual([data[0].body_bytes, data[0].body_text, data[0].body_base64], [LISTED_BODY_MAX + 1, null, null])
    })
    test('and those of a webhook that does not exist, or is of others, are 404', async () => {
      const theirs = await server.webhook(await server.workspace())
      for (const id of [theirs.id, '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9012']) {
        for (const query of ['', '?q=x', '?page=3']) {
          const { status } = await server.send('GET', `/v1/webhooks/${id}/deliveries${query}`, { key })
          assert.equal(status, 404)
        }
      }
    })
  })
})
