import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { createPlace, createTemplate, until } from '../../helpers/process.ts'
import { blocksOf } from '../../helpers/samples.ts'

// Clients that do what docs/how-to/automation.md says n8n, Zapier, Make and Activepieces do, against a whole Doorpost
// that delivers by itself.

interface Hook {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

interface Event {
  id: string
  type: string
  data: { id: string; email?: string }
}

const place = createPlace(
  { after },
  { env: { ALLOW_PRIVATE_NETWORKS: 'true' }, template: await createTemplate({ after }) },
)
const doorpost = await place.start()
const { stdout } = await place.cli(['keys', 'create', '--name', 'automation'])
const KEY = stdout.trim().split('\n').at(-1)!

/** Deliveries take a moment. */
async function eventually(check: () => unknown): Promise<void> {
  let problem: unknown
  await until(async () => {
    try {
      await check()
      return true
    } catch (error) {
      problem = error
      return false
    }
  }).catch((error) => {
    throw problem ?? error
  })
}

// biome-ignore lint/suspicious/noExplicitAny: answers are read field by field
async function call(method: string, path: string, json?: unknown, key = KEY): Promise<{ status: number; body: any }> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const answer = await fetch(doorpost.url + path, { method, headers, ...(json ? { body: JSON.stringify(json) } : {}) })
  return { status: answer.status, body: await answer.json() }
}

/** The side of the automation program: a URL for each workflow. */
async function startProgram(statusOf: (path: string) => number = () => 200) {
  const hooks: Hook[] = []
  const receiver = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    hooks.push({ path: request.url!, headers: request.headers, body })
    response.writeHead(statusOf(request.url!)).end()
  })
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  after(() => receiver.close())
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  const caught = (path: string) => hooks.filter((hook) => hook.path === path)
  const eventsAt = (path: string) => caught(path).map(({ body }) => JSON.parse(body) as Event)
  return { url, caught, eventsAt }
}

async function createLead(email: string): Promise<string> {
  const { status, body } = await call('POST', '/v1/contacts', { first_name: 'Ana', email })
  assert.equal(status, 201)
  return body.data.id
}

/** Subscribes as all of them do, and answers the stored subscription. */
async function subscribe(url: string, events: string[]): Promise<{ id: string; secret: string }> {
  const { status, body } = await call('POST', '/v1/events/endpoints', { url, events, description: 'Automation' })
  assert.equal(status, 201, JSON.stringify(body))
  return body.data
}

test('the key is tested with a request that any live key may send, and a wrong one says so', async () => {
  assert.equal((await call('GET', '/v1/events?limit=1')).status, 200)
  const wrong = await call('GET', '/v1/events?limit=1', undefined, `svc_pk_${'x'.repeat(43)}`)
  assert.equal(wrong.status, 401)
  assert.equal(wrong.body.error, 'unauthorized')
})

test('n8n: looks whether the webhook exists, creates it, catches signed events, and deletes it', async () => {
  const n8n = await startProgram()
  const url = `${n8n.url}/webhook/leads`
  const exists = async () => {
    const { body } = await call('GET', '/v1/events/endpoints?limit=100')
    return body.data.some((endpoint: { url: string }) => endpoint.url === url)
  }
  assert.equal(await exists(), false)
  const { id, secret } = await subscribe(url, ['contact.created'])
  assert.equal(await exists(), true)

  const lead = await createLead('n8n@example.com')
  await eventually(() => assert.equal(n8n.caught('/webhook/leads').length, 1))
  const [hook] = n8n.caught('/webhook/leads')
  const event = new Webhook(secret).verify(hook!.body, hook!.headers as Record<string, string>) as Event
  assert.deepEqual([event.type, event.data.id, event.data.email], ['contact.created', lead, 'n8n@example.com'])
  assert.throws(() => new Webhook(secret).verify(`${hook!.body} `, hook!.headers as Record<string, string>))

  assert.equal((await call('DELETE', `/v1/events/endpoints/${id}`)).status, 200)
  assert.equal(await exists(), false)
})

test('the Python of the guide accepts what is delivered, and nothing that was changed', (t) => {
  if (spawnSync('python3', ['--version']).status !== 0) return t.skip('python3 is not installed')
  return (async () => {
    const code = blocksOf('docs/how-to/events.md').find((block) => block.code.includes('def is_ours'))!.code
    const program = await startProgram()
    const { id, secret } = await subscribe(`${program.url}/python`, ['contact.created'])
    await createLead('python@example.com')
    await eventually(() => assert.equal(program.caught('/python').length, 1))
    const [hook] = program.caught('/python')
    const isOurs = (body: string, usedSecret = secret) => {
      const ask = `import json, sys\nsecret, headers, body = json.load(sys.stdin)\nprint(is_ours(secret, headers, body.encode()))`
      const input = JSON.stringify([usedSecret, hook!.headers, body])
      const { stdout, stderr } = spawnSync('python3', ['-c', `${code}\n${ask}`], { input, encoding: 'utf8' })
      assert.equal(stderr, '')
      return stdout.trim()
    }
    assert.equal(isOurs(hook!.body), 'True')
    assert.equal(isOurs(`${hook!.body} `), 'False')
    assert.equal(isOurs(hook!.body, `whsec_${Buffer.alloc(32).toString('base64')}`), 'False')
    await call('DELETE', `/v1/events/endpoints/${id}`)
  })()
})

describe('Zapier', () => {
  test('samples are the newest events of the type, with an id each', async () => {
    await createLead('sample@example.com')
    await eventually(async () => {
      const { status, body } = await call('GET', '/v1/events?type=contact.created&order=desc&limit=3')
      assert.equal(status, 200)
      assert.ok(body.data.some((event: Event) => event.data.email === 'sample@example.com'))
      assert.ok(body.data.every((event: Event) => event.id && event.type === 'contact.created'))
    })
  })

  test('a Zap that is switched off unsubscribes, and gets nothing afterwards', async () => {
    const zapier = await startProgram()
    const { id } = await subscribe(`${zapier.url}/hooks/standard/1/a/`, ['contact.created'])
    await createLead('on@example.com')
    await eventually(() => assert.equal(zapier.eventsAt('/hooks/standard/1/a/').length, 1))
    assert.equal((await call('DELETE', `/v1/events/endpoints/${id}`)).status, 200)
    assert.equal((await call('DELETE', `/v1/events/endpoints/${id}`)).status, 404, 'a second time it is gone')

    const other = await subscribe(`${zapier.url}/hooks/standard/1/b/`, ['contact.created'])
    await createLead('off@example.com')
    await eventually(() => assert.equal(zapier.eventsAt('/hooks/standard/1/b/').length, 1))
    assert.equal(zapier.eventsAt('/hooks/standard/1/a/').length, 1)
    await call('DELETE', `/v1/events/endpoints/${other.id}`)
  })

  test('a hook that answers 410 because its Zap is gone is disabled', async () => {
    const zapier = await startProgram(() => 410)
    const { id } = await subscribe(`${zapier.url}/gone`, ['contact.created'])
    await createLead('gone@example.com')
    await eventually(async () => {
      const { body } = await call('GET', `/v1/events/endpoints/${id}`)
      assert.equal(body.data.status, 'disabled')
    })
    assert.equal(zapier.caught('/gone').length, 1)
  })
})

test('Make: learns the structure from a test delivery, and chooses other events later', async () => {
  const make = await startProgram()
  const { id, secret } = await subscribe(`${make.url}/abc`, ['contact.created'])
  const tried = await call('POST', `/v1/events/endpoints/${id}/test`, { type: 'contact.created' })
  assert.deepEqual([tried.body.data.delivered, tried.body.data.status], [true, 200])
  const [hook] = make.caught('/abc')
  const sample = new Webhook(secret).verify(hook!.body, hook!.headers as Record<string, string>) as Event
  assert.equal(sample.type, 'contact.created')
  assert.ok(sample.data.email, 'the sample has the fields of a real one')
  const changed = await call('PATCH', `/v1/events/endpoints/${id}`, { events: ['contact.status_changed'] })
  assert.equal(changed.status, 200)

  const lead = await createLead('make@example.com')
  await call('PATCH', `/v1/contacts/${lead}`, { status: 'won' })
  await eventually(() => assert.equal(make.eventsAt('/abc').at(-1)!.type, 'contact.status_changed'))
  assert.equal(make.eventsAt('/abc').filter(({ type }) => type === 'contact.created').length, 1, 'only the sample')
  await call('DELETE', `/v1/events/endpoints/${id}`)
})

test('Activepieces: polls with a cursor, and gets each event once', async () => {
  const seen: Event[] = []
  let cursor = ''
  const poll = async (): Promise<number> => {
    let found = 0
    for (;;) {
      const query = `limit=2&type=contact.created${cursor && `&cursor=${encodeURIComponent(cursor)}`}`
      const { status, body } = await call('GET', `/v1/events?${query}`)
      assert.equal(status, 200, JSON.stringify(body))
      cursor = body.pagination.next_cursor
      seen.push(...body.data)
      found += body.data.length
      if (body.data.length === 0) return found
    }
  }
  await poll()
  const before = seen.length
  const leads = [
    await createLead('a1@example.com'),
    await createLead('a2@example.com'),
    await createLead('a3@example.com'),
  ]
  await eventually(async () => {
    await poll()
    assert.deepEqual(
      seen.slice(before).map(({ data }) => data.id),
      leads,
    )
  })
  assert.equal(await poll(), 0)
  assert.equal(new Set(seen.map(({ id }) => id)).size, seen.length)
})
