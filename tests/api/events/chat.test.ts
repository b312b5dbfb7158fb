import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { describe, test } from 'node:test'
import { importPart } from '../../../src/contacts/csv/imports.ts'
import { transaction } from '../../../src/db/database.ts'
import { rotateEndpointSecretsIn } from '../../../src/events/endpoints.ts'
import { createSecretBox, deriveKey } from '../../../src/lib/secrets/secret-box.ts'
import type { Scope } from '../../../src/scopes.ts'
import { createOwner } from '../../helpers/owner.ts'
import { startReceiver } from '../../helpers/receiver.ts'
import { startServer } from '../../helpers/server.ts'

// Built-in endpoints for chats: readable messages for Slack, Discord, Teams and ntfy, delivered like all events.

const time = { now: Date.parse('2026-11-15T09:00:00Z') }
const clock = { now: () => time.now }
const server = await startServer({ clock, env: { ALLOW_PRIVATE_NETWORKS: 'true' } })
const strict = await startServer({ beside: server, clock })
const { deps } = server
const PATH = '/v1/events/endpoints'

async function newOwner() {
  const { workspaceId, key, send } = await createOwner(server)
  const create = async (json: object) => {
    const { status, body } = await send('POST', PATH, json)
    assert.equal(status, 201, JSON.stringify(body))
    return body.data
  }
  /** Creates a contact and sends it to all endpoints. */
  const lead = async (json: object = {}) => {
    const { status, body } = await send('POST', '/v1/contacts', {
      first_name: 'Ana',
      email: 'ana@example.com',
      ...json,
    })
    assert.equal(status, 201, JSON.stringify(body))
    await deps.courier.runDue()
    return body.data
  }
  return { workspaceId, key, send, create, lead }
}

const PATHS = {
  slack: '/services/T0000/B0000/verysecretverysecret',
  discord: '/api/webhooks/123456/verysecretverysecret',
  teams: '/workflows/verysecretverysecret?sig=verysecretverysecret',
  ntfy: '/verysecretverysecret',
}

for (const [kind, path] of Object.entries(PATHS)) {
  test(`${kind}: a lead becomes a message, and the address stays secret`, async () => {
    const owner = await newOwner()
    const receiver = await startReceiver()
    const { origin } = new URL(receiver.url)
    const made = await owner.create({ kind, url: `${origin}${path}`, events: ['contact.created'] })
    assert.deepEqual([made.kind, made.secret], [kind, null])
    assert.ok(made.url.startsWith(`${origin}/`) && made.url.includes('…'), made.url)
    await owner.lead({ company: 'Example Ltd' })
    const [request] = receiver.requests
    assert.equal(receiver.requests.length, 1)
    assert.equal(request!.path, kind === 'ntfy' ? '/' : path)
    assert.match(request!.body, /New lead.*Ana/)
    assert.match(request!.body, /Example Ltd/)
    assert.equal(request!.headers['webhook-signature'], undefined)
    const read = await owner.send('GET', `${PATH}/${made.id}`)
    const { secret, ...shown } = made
    assert.deepEqual({ ...read.body.data, last_success_at: null }, { ...shown, last_success_at: null })
    const { body: tested } = await owner.send('POST', `${PATH}/${made.id}/test`)
    assert.equal(tested.data.delivered, true, JSON.stringify(tested))
    assert.match(receiver.requests[1]!.body, /Test from Doorpost/)
    // Never in clear text: not in answers, not in the database, not in the logs.
    const list = await owner.send('GET', PATH)
    const rows = await server.sql('select to_jsonb(t)::text as row from event_endpoints t')
    for (const text of [JSON.stringify([made, read.body, list.body, rows]), server.logs.join('')]) {
      assert.ok(!text.includes('verysecret'))
    }
  })
}

describe('the origin of a lead', () => {
  const received = async (endpointScopes: Scope[]) => {
    const owner = await newOwner()
    const receiver = await startReceiver()
    const link = (await owner.send('POST', '/v1/links', { target: 'https://example.com/', name: 'Flyer' })).body.data
    const key = await server.key({ workspaceId: owner.workspaceId, scopes: endpointScopes })
    const url = `${new URL(receiver.url).origin}/topic-of-ours`
    const { status } = await server.send('POST', PATH, {
      key,
      json: { kind: 'ntfy', url, events: ['contact.created'] },
    })
    assert.equal(status, 201)
    await owner.lead({ dp: link.code })
    return JSON.parse(receiver.requests[0]!.body).message
  }
  test('is named', async () => {
    assert.match(await received(['contacts:read', 'events:read', 'events:write', 'links:read']), /^Link: Flyer$/m)
  })
  test('but not to an endpoint whose key may not read it', async () => {
    assert.doesNotMatch(await received(['contacts:read', 'events:read', 'events:write']), /Flyer/)
  })
})

describe('an ntfy token', () => {
  const ntfy = async () => {
    const owner = await newOwner()
    const receiver = await startReceiver()
    const url = `${new URL(receiver.url).origin}/topic-of-ours`
    const made = await owner.create({ kind: 'ntfy', url, token: 'tk_verysecrettoken', events: ['contact.created'] })
    const change = (json: object) => owner.send('PATCH', `${PATH}/${made.id}`, json)
    const test = () => owner.send('POST', `${PATH}/${made.id}/test`)
    return { owner, receiver, made, url, change, test }
  }
  test('is sent, stays with the server, and is never shown', async () => {
    const { owner, receiver, made, url, change, test } = await ntfy()
    await owner.lead()
    assert.equal(receiver.requests[0]!.headers.authorization, 'Bearer tk_verysecrettoken')
    assert.equal((await change({ url: `${url}2` })).status, 200)
    await test()
    assert.equal(receiver.requests[1]!.headers.authorization, 'Bearer tk_verysecrettoken')
    assert.equal(JSON.parse(receiver.requests[1]!.body).topic, 'topic-of-ours2')
    // What was read can be sent back.
    const { secret, ...shown } = made
    const back = await change({ ...shown, url: (await owner.send('GET', `${PATH}/${made.id}`)).body.data.url })
    assert.equal(back.status, 200, JSON.stringify(back.body))
    await test()
    assert.equal(JSON.parse(receiver.requests[2]!.body).topic, 'topic-of-ours2')
    assert.equal((await change({ token: null })).status, 200)
    await test()
    assert.equal(receiver.requests[3]!.headers.authorization, undefined)
    assert.ok(!JSON.stringify([made, back.body]).includes('tk_very') && !server.logs.join('').includes('tk_very'))
  })
  test('is not sent to another server', async () => {
    const { change, test } = await ntfy()
    const other = await startReceiver()
    assert.equal((await change({ url: `${new URL(other.url).origin}/topic-of-ours` })).status, 200)
    await test()
    assert.equal(other.requests[0]!.headers.authorization, undefined)
  })
  test('survives a new SECRET_KEY', async () => {
    const { receiver, test } = await ntfy()
    const now = deriveKey('a secret key for tests that is longer than it need be')
    const next = deriveKey('another secret key for tests that is just as long')
    try {
      await transaction(deps.pool, (tx) => rotateEndpointSecretsIn(tx, createSecretBox([next, now])))
    } finally {
      await transaction(deps.pool, (tx) => rotateEndpointSecretsIn(tx, createSecretBox([now, next])))
    }
    await test()
    assert.equal(receiver.requests[0]!.headers.authorization, 'Bearer tk_verysecrettoken')
  })
})

describe('refused', () => {
  const url = 'https://hooks.slack.com/services/T/B/x'
  const WRONG: Array<[name: string, json: object, field: string, message: RegExp]> = [
    ['an unknown kind', { kind: 'icq', url }, 'kind', /one of webhook, slack, discord, teams, ntfy/],
    ['a kind that is null', { kind: null, url }, 'kind', /one of/],
    ['an address of somebody else', { kind: 'slack', url: 'https://example.com/x' }, 'url', /hooks\.slack\.com/],
    ['a token for Slack', { kind: 'slack', url, token: 'x' }, 'token', /Only an endpoint of kind ntfy/],
    ['a token with a line break', { kind: 'ntfy', url: 'https://ntfy.sh/abc', token: 'a\nb' }, 'token', /spaces/],
    ['plain http', { kind: 'ntfy', url: 'http://ntfy.example/abc' }, 'url', /https/],
    ['a private address', { kind: 'ntfy', url: 'https://10.0.0.1/abc' }, 'url', /private/],
  ]
  for (const [name, json, field, message] of WRONG) {
    test(name, async () => {
      const { key } = await newOwner()
      const { status, body } = await strict.send('POST', PATH, { key, json })
      assert.equal(status, 400, JSON.stringify(body))
      assert.match(String(body.details?.[field] ?? JSON.stringify(body)), message)
    })
  }
  test('another kind, a part of an address, and a new secret', async () => {
    const owner = await newOwner()
    const { id } = await owner.create({ kind: 'slack', url })
    const kind = await owner.send('PATCH', `${PATH}/${id}`, { kind: 'discord' })
    assert.equal(kind.status, 400)
    assert.match(JSON.stringify(kind.body), /kind of an endpoint cannot be changed/)
    const masked = await owner.send('PATCH', `${PATH}/${id}`, { url: 'https://hooks.slack.com/other' })
    assert.equal(masked.status, 400)
    const rotated = await owner.send('POST', `${PATH}/${id}/rotate`)
    assert.equal(rotated.status, 400)
    assert.match(JSON.stringify(rotated.body), /has no signing secret. Create a new address in Slack/)
  })
})

describe('answers', () => {
  const answer = (status: number, body: string) => (_request: unknown, response: ServerResponse) =>
    void response.writeHead(status).end(body)
  const CASES: Array<[kind: keyof typeof PATHS, status: number, body: string, says: RegExp]> = [
    ['slack', 404, 'no_service', /no longer knows this webhook \(no_service\)\. Create a new webhook/],
    ['slack', 400, 'invalid_payload', /did not accept the message \(invalid_payload\)/],
    ['slack', 403, 'action_prohibited', /administrator/],
    ['discord', 404, '{"message": "Unknown Webhook", "code": 10015}', /Discord no longer knows this webhook/],
    ['ntfy', 403, '{"code":40301,"http":403,"error":"forbidden"}', /access token/],
    ['ntfy', 429, '{"code":42901,"http":429,"error":"limit reached"}', /fewer messages/],
    ['teams', 401, '{"error":{"code":"DirectApiAuthorizationRequired"}}', /Teams does not accept this address/],
    ['teams', 500, '', /answered 500/],
  ]
  for (const [kind, status, body, says] of CASES) {
    test(`${kind} ${status} ${body}: says what to do, and is retried`, async () => {
      const owner = await newOwner()
      const receiver = await startReceiver(answer(status, body))
      const made = await owner.create({ kind, url: `${new URL(receiver.url).origin}${PATHS[kind]}` })
      await owner.lead()
      const { body: read } = await owner.send('GET', `${PATH}/${made.id}`)
      assert.deepEqual([read.data.failures, read.data.status], [1, 'active'])
      const { body: list } = await owner.send('GET', `${PATH}/${made.id}/deliveries`)
      assert.equal(list.data[0].state, 'pending')
      const { body: detail } = await owner.send('GET', `${PATH}/${made.id}/deliveries/${list.data[0].event_id}`)
      assert.match(detail.data.attempts[0].message, says)
    })
  }
  test('discord 429: not before the time in the body', async () => {
    const owner = await newOwner()
    const receiver = await startReceiver(answer(429, '{"message": "slow down", "retry_after": 64.57, "global": false}'))
    const made = await owner.create({ kind: 'discord', url: `${new URL(receiver.url).origin}${PATHS.discord}` })
    await owner.lead()
    const { body } = await owner.send('GET', `${PATH}/${made.id}`)
    assert.equal(Date.parse(body.data.resting_until) - time.now, 65_000)
  })
  test('an answer that repeats the address or the token is stored without them', async () => {
    const owner = await newOwner()
    const receiver = await startReceiver((request, response) => {
      response.writeHead(400).end(`you sent ${request.headers.authorization} to /verysecretverysecret`)
    })
    const url = `${new URL(receiver.url).origin}/verysecretverysecret`
    const made = await owner.create({ kind: 'ntfy', url, token: 'tk_verysecrettoken' })
    const { body } = await owner.send('POST', `${PATH}/${made.id}/test`)
    assert.equal(body.data.answer, 'you sent Bearer … to …')
  })
  test('messages are sent one by one', async () => {
    const owner = await newOwner()
    let open = 0
    let most = 0
    const receiver = await startReceiver((_request, response) => {
      most = Math.max(most, ++open)
      setImmediate(() => {
        open--
        response.end('ok')
      })
    })
    await owner.create({
      kind: 'slack',
      url: `${new URL(receiver.url).origin}${PATHS.slack}`,
      events: ['contact.created'],
    })
    for (let i = 0; i < 10; i++) await owner.send('POST', '/v1/contacts', { first_name: `Ana ${i}` })
    await deps.courier.runDue()
    assert.deepEqual([receiver.requests.length, most], [10, 1])
  })
})

describe('many new leads at once', () => {
  for (const [kind, path] of Object.entries(PATHS)) {
    test(`${kind}: share a message, and each event is delivered`, async () => {
      const owner = await newOwner()
      const receiver = await startReceiver()
      const made = await owner.create({ kind, url: `${new URL(receiver.url).origin}${path}` })
      const csv = ['first_name,email', ...Array.from({ length: 40 }, (_, at) => `Ana ${at},ana${at}@example.com`)]
      const imported = await server.send('POST', '/v1/contacts/imports?notify=true', {
        key: owner.key,
        headers: { 'content-type': 'text/csv' },
        body: csv.join('\n'),
      })
      assert.equal(imported.status, 201, imported.text)
      const payload = { workspace_id: owner.workspaceId, import_id: imported.body.data.id, part: 0 }
      await importPart(deps, payload)
      await owner.send('POST', '/v1/posts/short', { content: 'Something else', status: 'draft' })
      await deps.courier.runDue()
      assert.deepEqual(
        receiver.requests.map(({ body }) => /40 new leads/.test(body)),
        [true, false],
        'the post has a message of its own',
      )
      const { body } = receiver.requests[0]!
      assert.match(body, /Ana 9/)
      assert.doesNotMatch(body, /Ana 10/)
      assert.match(body, /and 30 more/)
      const states = await server.sql(
        'select state, attempts, count(*)::integer as rows from event_deliveries where endpoint_id = $1 group by 1, 2',
        [made.id],
      )
      assert.deepEqual(states, [{ state: 'delivered', attempts: 1, rows: 41 }])
    })
  }

  test('are retried together if the chat refuses them', async () => {
    const owner = await newOwner()
    let status = 500
    const receiver = await startReceiver((_request, response) => response.writeHead(status).end())
    const made = await owner.create({ kind: 'ntfy', url: `${new URL(receiver.url).origin}${PATHS.ntfy}` })
    for (let i = 0; i < 20; i++) await owner.send('POST', '/v1/contacts', { first_name: `Ana ${i}` })
    await deps.courier.runDue()
    assert.equal(receiver.requests.length, 1)
    const { failures, resting_until: rest } = (await owner.send('GET', `${PATH}/${made.id}`)).body.data
    assert.deepEqual([failures, rest], [1, null], 'one request, one failure')
    status = 200
    time.now += 3_600_000
    await deps.courier.runDue()
    const left = await server.sql("select from event_deliveries where endpoint_id = $1 and state <> 'delivered'", [
      made.id,
    ])
    assert.deepEqual([left.length, receiver.requests.length], [0, 2])
  })
})
