import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startServer } from '../../helpers/server.ts'

// Metrics for operators: what waits, for how long, and the outcomes.

const server = await startServer()
const key = await server.key()
const { workspaceId } = server.deps

async function scrape(): Promise<(name: string) => number | null> {
  const { text } = await server.send('GET', '/metrics')
  const values = new Map(text.split('\n').map((line) => line.split(' ') as [string, string]))
  return (name) => (values.has(name) ? Number(values.get(name)) : null)
}

test('submissions are counted by outcome, and held ones until a person has decided', async () => {
  const json = { name: 'Contact', protection: 20 }
  const form = (await server.send('POST', '/v1/forms', { key, json })).body.data
  const send = (sent: object) => server.send('POST', `/v1/forms/${form.public_id}/submissions`, { json: sent })
  const before = await scrape()
  assert.equal(before('doorpost_submissions_total{outcome="accepted"}'), 0)
  await send({ first_name: 'Spam', email: 'spam@mailinator.com', message: 'Buy' })
  await send({ first_name: 'Ada', email: 'ada@example.com', message: 'Hello' })
  const read = await scrape()
  assert.equal(read('doorpost_submissions_total{outcome="held"}'), 1)
  assert.equal(read('doorpost_submissions_total{outcome="accepted"}'), 1)
  assert.equal(read('doorpost_submissions_held'), 1)
  const [held] = (await server.send('GET', '/v1/held', { key })).body.data
  await server.send('POST', `/v1/held/${held.id}/accept`, { key })
  assert.equal((await scrape())('doorpost_submissions_held'), 0)
})

test('clicks on links are counted by kind of visitor', async () => {
  const link = (await server.send('POST', '/v1/links', { key, json: { target: 'https://example.com/' } })).body.data
  const open = (agent: string) =>
    fetch(`${server.url}/l/${link.code}`, { redirect: 'manual', headers: { 'user-agent': agent } })
  await open('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')
  await open('Twitterbot/1.0')
  await server.deps.clicks.flush()
  const read = await scrape()
  assert.equal(read('doorpost_link_clicks_total{outcome="person"}'), 1)
  assert.equal(read('doorpost_link_clicks_total{outcome="bot"}'), 1)
  assert.equal(read('doorpost_link_clicks_waiting'), 0)
})

test('the age of due mails, posts and jobs is shown, and the number of abandoned mails', async () => {
  const insert = (state: string, ago: string) =>
    server.sql(
      `insert into mails (workspace_id, id, kind, state, to_address, to_key, due_at, created_at, done_at)
       values ($1, $2, 'lead', $3, 'a@example.com', 'a@example.com', now() - $4::interval, now(),
               case when $3 = 'failed' then now() - $4::interval end)`,
      [workspaceId, server.deps.ids.next().id, state, ago],
    )
  await insert('waiting', '10 minutes')
  await insert('failed', '1 day')
  await insert('failed', '20 days')
  const post = await server.send('POST', '/v1/posts/short', {
    key,
    json: { content: 'Late', status: 'scheduled', scheduled_date: new Date(Date.now() - 600_000).toISOString() },
  })
  assert.equal(post.status, 201)
  const read = await scrape()
  const isAbout = (seconds: number | null) => seconds !== null && seconds >= 600 && seconds < 700
  assert.ok(isAbout(read('doorpost_lateness_seconds{kind="mails"}')))
  assert.ok(isAbout(read('doorpost_lateness_seconds{kind="posts"}')))
  assert.ok(isAbout(read('doorpost_lateness_seconds{kind="jobs"}')))
  assert.equal(read('doorpost_mails{state="waiting"}'), 1)
  assert.equal(read('doorpost_mails{state="failed"}'), 1)
})

test('clock, disk and whether the database can write are shown', async () => {
  const read = await scrape()
  assert.ok(Math.abs(read('doorpost_clock_offset_seconds')!) < 5)
  assert.ok(read('doorpost_disk_free_bytes')! <= read('doorpost_disk_size_bytes')!)
  assert.ok(read('doorpost_disk_size_bytes')! > 0)
  assert.equal(read('doorpost_database_writable'), 1)
  assert.equal(read('doorpost_publishing_paused'), 0)
})
