import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, test } from 'node:test'
import { jobTable } from '../../../src/app/worker.ts'
import { startJobs } from '../../../src/jobs/runner.ts'
import { until } from '../../helpers/process.ts'
import { startServer } from '../../helpers/server.ts'

// Deliveries that become contacts.

// A minimal Graph API of Meta: answers what the test has stored.
const leads = new Map<string, { status: number; body: object }>()
const asked: Array<{ url: string; authorization: string | undefined }> = []
const graph = createServer((request, response) => {
  asked.push({ url: request.url!, authorization: request.headers.authorization })
  const id = /\/facebook\/v[\d.]+\/(\d+)\?/.exec(request.url!)?.[1]
  const { status, body } = leads.get(id ?? '') ?? { status: 404, body: { error: { code: 100, message: 'no' } } }
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
})
graph.listen(0, '127.0.0.1')
await once(graph, 'listening')
after(() => graph.close())

const sandboxUrl = `http://127.0.0.1:${(graph.address() as AddressInfo).port}`
const server = await startServer({ sandboxUrl })
const key = await server.key()

const JSON_TYPE = { 'content-type': 'application/json' }
const receive = async (webhookKey: string, json: unknown) => {
  const path = `/v1/webhooks/receive/${webhookKey}`
  const { body, status } = await server.send('POST', path, { body: JSON.stringify(json), headers: JSON_TYPE })
  assert.equal(status, 200)
  return body.data.id as string
}
const get = async (path: string) => (await server.send('GET', `/v1/${path}`, { key })).body.data
const map = (webhookId: string, deliveryId: string) =>
  jobTable(server.deps).tasks['webhook.map']!({
    workspace_id: server.deps.workspaceId,
    webhook_id: webhookId,
    delivery_id: deliveryId,
  })
const mapped = (settings: object) => server.webhook(undefined, settings)
const change = (id: string, json: object) => server.send('PATCH', `/v1/webhooks/${id}`, { key, json })
const replay = (id: string, deliveryId: string) =>
  server.send('POST', `/v1/webhooks/${id}/deliveries/${deliveryId}/replay`, { key })
const isQueued = async (deliveryId: string) =>
  (await server.sql('select id from graphile_worker.jobs where key = $1', [`webhook.map:${deliveryId}`])).length === 1

test('each preset turns its sample into a contact, through the queue, linked both ways', {
  timeout: 60_000,
}, async (t) => {
  const { pool, log } = server.deps
  const presets = await get('webhooks/presets')
  assert.ok(presets.length >= 6)
  const table = jobTable(server.deps)
  const connection = { connectionString: server.databaseUrl }
  const jobs = await startJobs({ pool, connection, table: { ...table, schedule: [] }, log, concurrency: 2 })
  t.after(() => jobs.stop())
  for (const { preset, sample } of presets) {
    const webhook = await mapped({ mapping: { preset } })
    const id = await receive(webhook.key, sample)
    const delivery = () => get(`webhooks/${webhook.id}/deliveries/${id}`)
    await until(async () => (await delivery()).mapping.state !== 'pending', 20_000)
    const { mapping } = await delivery()
    assert.equal(mapping.state, 'mapped', `${preset}: ${JSON.stringify(mapping.issues)}`)
    assert.equal(mapping.contact_ids.length, 1)
    const contact = await get(`contacts/${mapping.contact_ids[0]}`)
    assert.deepEqual([contact.webhook_id, contact.delivery_id], [webhook.id, id])
    assert.ok(contact.first_name)
    const [event] = await server.sql('select type from event_outbox where subject_id = $1', [contact.id])
    assert.deepEqual(event, { type: 'contact.created' })
  }
})

describe('the job', () => {
  test('is created with the delivery, but not for a webhook without a mapping or for a duplicate', async () => {
    const [webhook, plain] = [await mapped({ mapping: { preset: 'generic_form' } }), await mapped({})]
    const id = await receive(webhook.key, { first_name: 'Ana' })
    assert.ok(await isQueued(id))
    assert.equal((await get(`webhooks/${webhook.id}/deliveries/${id}`)).mapping.state, 'pending')
    assert.ok(!(await isQueued(await receive(plain.key, { first_name: 'Ana' }))))
  })

  test('creates each contact once, however often it runs, even concurrently', async () => {
    const webhook = await mapped({ mapping: { preset: 'generic_form' } })
    const id = await receive(webhook.key, { name: 'Ana Silva', email: 'ana@example.com', plan: 'pro' })
    await Promise.all(Array.from({ length: 5 }, () => map(webhook.id, id)))
    await map(webhook.id, id)
    const { mapping } = await get(`webhooks/${webhook.id}/deliveries/${id}`)
    assert.deepEqual([mapping.state, mapping.contact_ids.length], ['mapped', 1])
    const { first_name, last_name, email, extra } = await get(`contacts/${mapping.contact_ids[0]}`)
    assert.deepEqual(
      { first_name, last_name, email, extra },
      {
        first_name: 'Ana',
        last_name: 'Silva',
        email: 'ana@example.com',
        extra: { plan: 'pro' },
      },
    )
  })

  test('creates all contacts of a delivery or none, and says why not', async () => {
    const webhook = await mapped({ mapping: { each: '/people', fields: { first_name: '/name', email: '/mail' } } })
    const good = await receive(webhook.key, { people: [{ name: 'Ana' }, { name: 'Ben', mail: 'ben@example.com' }] })
    const bad = await receive(webhook.key, { people: [{ name: 'Ana' }, { name: 'Cem', mail: 'no address' }, {}] })
    for (const id of [good, bad]) await map(webhook.id, id)
    const made = (await get(`webhooks/${webhook.id}/deliveries/${good}`)).mapping
    assert.deepEqual([made.state, made.issues, made.contact_ids.length], ['mapped', null, 2])
    const failed = (await get(`webhooks/${webhook.id}/deliveries/${bad}`)).mapping
    assert.deepEqual([failed.state, failed.contact_ids], ['failed', []])
    assert.deepEqual(Object.keys(failed.issues).sort(), ['items[1].email', 'items[2].first_name'])
    assert.deepEqual(await server.sql('select id from contacts where delivery_id = $1', [bad]), [])
  })

  test('skips deliveries that are not meant to be a contact, and says so', async () => {
    const mapping = { when: { pointer: '/type', equals: ['lead'] }, fields: { first_name: '/name' } }
    const webhook = await mapped({ mapping })
    const id = await receive(webhook.key, { type: 'ping', name: 'Ana' })
    await map(webhook.id, id)
    const shown = (await get(`webhooks/${webhook.id}/deliveries/${id}`)).mapping
    assert.deepEqual([shown.state, shown.contact_ids], ['skipped', []])
    assert.match(shown.issues.skipped[0], /only deliveries with "lead" there/)
  })

  test('of an erased delivery or of a webhook whose mapping was removed does nothing', async () => {
    const webhook = await mapped({ mapping: { preset: 'generic_form' } })
    const [erased, late] = [await receive(webhook.key, { name: 'Ana' }), await receive(webhook.key, { name: 'Ben' })]
    await server.send('DELETE', `/v1/webhooks/${webhook.id}/deliveries/${erased}`, { key })
    await map(webhook.id, erased)
    await change(webhook.id, { mapping: null })
    await map(webhook.id, late)
    assert.equal((await get(`webhooks/${webhook.id}/deliveries/${late}`)).mapping.state, 'none')
    assert.deepEqual(await server.sql('select id from contacts where webhook_id = $1', [webhook.id]), [])
  })
})

describe('replay', () => {
  test('maps deliveries again that failed or came before the mapping, with the current mapping', async () => {
    const webhook = await mapped({})
    const early = await receive(webhook.key, { who: 'Ana' })
    await change(webhook.id, { mapping: { fields: { first_name: '/name' } } })
    await replay(webhook.id, early)
    await map(webhook.id, early)
    const failed = (await get(`webhooks/${webhook.id}/deliveries/${early}`)).mapping
    assert.equal(failed.state, 'failed')
    assert.match(JSON.stringify(failed.issues), /\/name/)
    await change(webhook.id, { mapping: { fields: { first_name: '/who' } } })
    const { body } = await replay(webhook.id, early)
    assert.deepEqual(body.data.mapping, { state: 'pending', issues: null, contact_ids: [] })
    assert.ok(await isQueued(early))
    await map(webhook.id, early)
    assert.equal((await get(`webhooks/${webhook.id}/deliveries/${early}`)).mapping.state, 'mapped')
  })

  test('does not map deliveries that created contacts, even if these were deleted since', async () => {
    const webhook = await mapped({ mapping: { preset: 'generic_form' } })
    const id = await receive(webhook.key, { name: 'Ana' })
    await map(webhook.id, id)
    const [contactId] = (await get(`webhooks/${webhook.id}/deliveries/${id}`)).mapping.contact_ids
    assert.equal((await replay(webhook.id, id)).body.data.mapping.state, 'mapped')
    await server.send('DELETE', `/v1/contacts/${contactId}`, { key })
    const { body } = await replay(webhook.id, id)
    assert.deepEqual([body.data.mapping.state, body.data.mapping.contact_ids, body.data.replays], ['mapped', [], 2])
  })

  test('erasing a delivery keeps its contacts', async () => {
    const webhook = await mapped({ mapping: { preset: 'generic_form' } })
    const id = await receive(webhook.key, { name: 'Ana' })
    await map(webhook.id, id)
    const [contactId] = (await get(`webhooks/${webhook.id}/deliveries/${id}`)).mapping.contact_ids
    await server.send('DELETE', `/v1/webhooks/${webhook.id}/deliveries/${id}`, { key })
    assert.equal((await get(`contacts/${contactId}`)).delivery_id, id)
  })
})

describe('preview', () => {
  const preview = (id: string, json: object) => server.send('POST', `/v1/webhooks/${id}/mapping/preview`, { key, json })

  test('shows the result for a stored delivery or a sample, and stores nothing', async () => {
    const webhook = await mapped({})
    const id = await receive(webhook.key, { name: 'Ana Silva', email: 'ana@example.com' })
    const before = await server.sql('select count(*)::int as count from contacts')
    const mapping = { preset: 'generic_form' }
    const expected = {
      outcome: 'mapped',
      contacts: [
        {
          first_name: 'Ana',
          last_name: 'Silva',
          email: 'ana@example.com',
          company: null,
          utm_source: null,
          utm_medium: null,
          extra: {},
        },
      ],
      issues: null,
    }
    assert.deepEqual((await preview(webhook.id, { delivery_id: id, mapping })).body.data, expected)
    const sample = { body: { name: 'Ana Silva', email: 'ana@example.com' }, mapping }
    assert.deepEqual((await preview(webhook.id, sample)).body.data, expected)
    const form = {
      body: 'name=Ana+Silva&email=ana%40example.com',
      content_type: 'application/x-www-form-urlencoded',
      mapping,
    }
    assert.deepEqual((await preview(webhook.id, form)).body.data, expected)
    const why = (await preview(webhook.id, { body: { mail: 'x' }, mapping })).body.data
    assert.deepEqual([why.outcome, why.contacts], ['failed', []])
    assert.ok(why.issues.first_name)
    assert.deepEqual(await server.sql('select count(*)::int as count from contacts'), before)
    assert.equal((await get(`webhooks/${webhook.id}/deliveries/${id}`)).mapping.state, 'none')
    await change(webhook.id, { mapping })
    assert.deepEqual((await preview(webhook.id, { delivery_id: id })).body.data, expected, 'the stored mapping')
  })

  test('says what is missing', async () => {
    const webhook = await mapped({})
    const mapping = { preset: 'generic_form' }
    for (const [json, field] of [
      [{ mapping }, 'delivery_id'],
      [{ mapping, delivery_id: webhook.id, body: {} }, 'delivery_id'],
      [{ mapping, delivery_id: 'x' }, 'delivery_id'],
      [{ mapping, delivery_id: webhook.id }, 'delivery_id'],
      [{ body: {} }, 'mapping'],
      [{ body: {}, mapping: { preset: 'x' } }, 'mapping.preset'],
    ] as const) {
      const { status, body } = await preview(webhook.id, json)
      assert.equal(status, 400)
      assert.ok(Object.hasOwn(body.details, field), `${JSON.stringify(json)}: ${JSON.stringify(body.details)}`)
    }
  })
})

describe('leads of Meta, which arrive as ids', () => {
  const notice = (...ids: string[]) => ({
    object: 'page',
    entry: [{ id: '1', changes: ids.map((leadgen_id) => ({ field: 'leadgen', value: { leadgen_id, form_id: '2' } })) }],
  })
  const lead = (name: string) => ({
    id: '1',
    field_data: [
      { name: 'full_name', values: [name] },
      { name: 'email', values: ['lead@example.com'] },
    ],
  })

  test('are fetched with the access token, which is in no URL', async () => {
    const webhook = await mapped({ mapping: { preset: 'meta_lead_ads' }, access_token: 'page-token' })
    leads.set('111', { status: 200, body: lead('Ana Silva') })
    leads.set('112', { status: 200, body: lead('Ben Ruiz') })
    const id = await receive(webhook.key, notice('111', '112'))
    await map(webhook.id, id)
    const { mapping } = await get(`webhooks/${webhook.id}/deliveries/${id}`)
    assert.deepEqual([mapping.state, mapping.contact_ids.length], ['mapped', 2], JSON.stringify(mapping))
    const contact = await get(`contacts/${mapping.contact_ids[0]}`)
    assert.deepEqual([contact.first_name, contact.email], ['Ana', 'lead@example.com'])
    for (const { url, authorization } of asked) {
      assert.equal(authorization, 'Bearer page-token')
      assert.ok(!url.includes('token'))
    }
  })

  test('are fetched in a preview only for stored deliveries, for callers who may change webhooks, and only a few', async () => {
    const webhook = await mapped({ mapping: { preset: 'meta_lead_ads' }, access_token: 'page-token' })
    leads.set('411', { status: 200, body: lead('Ana Silva') })
    const id = await receive(webhook.key, notice('411'))
    const many = await receive(webhook.key, notice(...Array.from({ length: 21 }, (_, i) => String(500 + i))))
    const reader = await server.key({ scopes: ['webhooks:read'] })
    const path = `/v1/webhooks/${webhook.id}/mapping/preview`
    const before = asked.length
    for (const [by, json, why] of [
      [key, { body: notice('411') }, /body to try are not fetched.*delivery_id/],
      [reader, { body: notice('411') }, /body to try are not fetched/],
      [reader, { delivery_id: id }, /needs webhooks:write/],
      [key, { delivery_id: many }, /announces 21 leads, but at most 20/],
    ] as const) {
      const { data } = (await server.send('POST', path, { key: by, json })).body
      assert.equal(data.outcome, 'failed')
      assert.match(data.issues.mapping[0], why)
    }
    assert.equal(asked.length, before, 'nothing was asked of Meta')
    const { data } = (await server.send('POST', path, { key, json: { delivery_id: id } })).body
    assert.deepEqual([data.outcome, data.contacts[0].first_name], ['mapped', 'Ana'])
    assert.equal(asked.length, before + 1)
  })

  test('are not fetched by the thousand if nothing proves that Meta sent them', async () => {
    const webhook = await mapped({ mapping: { preset: 'meta_lead_ads' }, access_token: 'page-token' })
    const id = await receive(webhook.key, notice(...Array.from({ length: 51 }, (_, i) => String(600 + i))))
    const before = asked.length
    await map(webhook.id, id)
    const { mapping } = await get(`webhooks/${webhook.id}/deliveries/${id}`)
    assert.equal(mapping.state, 'failed')
    assert.match(mapping.issues.mapping[0], /51 leads, but at most 50/)
    const [stored] = await server.sql('select mapping_issues from webhook_deliveries where id = $1', [id])
    assert.deepEqual(stored, {
      mapping_issues: { mapping: [{ code: 'lead.too_many', values: { count: 51, max: 50 } }] },
    })
    await server.sql(
      `update webhook_deliveries set mapping_issues = '{"mapping": ["As 0.2 said it."]}' where id = $1`,
      [id],
    )
    const older = (await get(`webhooks/${webhook.id}/deliveries/${id}`)).mapping
    assert.deepEqual(older.issues, { mapping: ['As 0.2 said it.'] })
    assert.equal(asked.length, before)
  })

  test('wait when Meta fails, and arrive when it is back', async () => {
    const webhook = await mapped({ mapping: { preset: 'meta_lead_ads' }, access_token: 'page-token' })
    leads.set('222', { status: 503, body: {} })
    const id = await receive(webhook.key, notice('222'))
    await assert.rejects(map(webhook.id, id), 'the queue tries again')
    const waiting = (await get(`webhooks/${webhook.id}/deliveries/${id}`)).mapping
    assert.equal(waiting.state, 'pending')
    assert.match(waiting.issues.mapping[0], /222/)
    leads.set('222', { status: 200, body: lead('Cem') })
    await map(webhook.id, id)
    assert.deepEqual((await get(`webhooks/${webhook.id}/deliveries/${id}`)).mapping.state, 'mapped')
  })

  test('without a token or with a refused one, say what to do', async () => {
    const webhook = await mapped({ mapping: { preset: 'meta_lead_ads' } })
    const id = await receive(webhook.key, notice('333'))
    await map(webhook.id, id)
    const without = (await get(`webhooks/${webhook.id}/deliveries/${id}`)).mapping
    assert.equal(without.state, 'failed')
    assert.match(JSON.stringify(without.issues), /access_token/)
    await change(webhook.id, { access_token: 'page-token' })
    leads.set('333', { status: 400, body: { error: { code: 190, message: 'Malformed access token page-token' } } })
    await replay(webhook.id, id)
    await map(webhook.id, id)
    const refused = (await get(`webhooks/${webhook.id}/deliveries/${id}`)).mapping
    assert.equal(refused.state, 'failed')
    assert.ok(!JSON.stringify(refused.issues).includes('page-token'))
  })
})
