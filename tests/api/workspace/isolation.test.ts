import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, describe, test } from 'node:test'
import { dispatch } from '../../../src/events/delivery/dispatch.ts'
import { jpegFile } from '../../helpers/media-files.ts'
import { startServer } from '../../helpers/server.ts'

interface Parameter {
  name: string
  in: string
}
interface Operation {
  security: object[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { examples: Record<string, { value: unknown }> }> }
}

const document = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8'))
const operations = Object.entries<Record<string, Operation>>(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
)
/** What only people who are signed in may do is looked at in keys, workspace and users tests. */
const takesKey = ({ security }: Operation) => security.some((way) => 'apiKey' in way)
const UNKNOWN_ID = '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9012'
const SCHEDULED = { content: 'Ours', status: 'scheduled', scheduled_date: '2031-01-01T00:00:00Z' }

// The dates below are ahead of this clock, whenever the tests run.
const started = Date.now()
const clock = { now: () => Date.parse('2026-07-01T12:00:00Z') + Date.now() - started }
// No name leads anywhere: nothing leaves the machine.
// No mail goes out: nobody sends what waits.
const env = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'doorpost@example.com' }
const server = await startServer({ clock, env, outbound: { lookup: async () => [] } })
// The first workspace owns everything here; the second has a key with every permission, and looks.
const ours = await server.key()
const otherWorkspace = await server.workspace()
const theirs = await server.key({ workspaceId: otherWorkspace })

const create = async (key: string | undefined, path: string, json: unknown, headers = {}) => {
  const { status, body } = await server.send('POST', path, { ...(key === undefined ? {} : { key }), json, headers })
  assert.equal(status, 201)
  return body.data
}

let accounts = 0

/** An action that makes sense only in some state. */
const STATES: Record<string, string> = { retry: 'failed', resolve: 'unconfirmed' }

/** What an id in a path stands for. A new noun has to be added here before its routes pass. */
const MAKERS: Record<string, () => Promise<string>> = {
  contacts: async () => {
    const lead = { status: 'won', tags: ['vip'] }
    const { id } = await create(ours, '/v1/contacts', { first_name: 'Ana', email: 'ana@example.com', ...lead })
    await create(ours, `/v1/contacts/${id}/notes`, { text: 'Ours' })
    return id
  },
  views: async () => (await create(ours, '/v1/views', { name: `Ours ${++accounts}`, filter: { status: 'won' } })).id,
  imports: async () => {
    const headers = { 'content-type': 'text/csv' }
    const { body } = await server.send('POST', '/v1/contacts/imports', {
      key: ours,
      headers,
      body: 'first_name\nAna\n',
    })
    return body.data.id
  },
  media: async () => {
    const { body } = await server.send('POST', '/v1/media?name=harbour.jpg', { key: ours, body: jpegFile(++accounts) })
    return body.data.id
  },
  links: async () => (await create(ours, '/v1/links', { target: 'https://example.com/harbour' })).id,
  people: async () => {
    const email = `person${++accounts}@example.com`
    await create(ours, '/v1/contacts', { first_name: 'Ana', email })
    return encodeURIComponent(email)
  },
  posts: async () => (await create(ours, '/v1/posts/short', SCHEDULED)).id,
  groups: async () => {
    const accounts = [{ connection_id: await MAKERS.connections!() }, { connection_id: await MAKERS.connections!() }]
    return (await create(ours, '/v1/posts', { ...SCHEDULED, accounts })).group_id
  },
  connections: async () => {
    const profile = { id: `account ${++accounts}`, handle: 'ours', name: 'Ours', kind: 'member' as const }
    const tokens = { accessToken: 't', expiresAt: null, refreshToken: null, refreshExpiresAt: null, scopes: [] }
    const [connection] = await server.deps.connections.save(server.deps.workspaceId, 'threads', [profile], tokens)
    return connection!.id
  },
  webhooks: async () => {
    const webhook = await server.webhook()
    await server.send('POST', `/v1/webhooks/receive/${webhook.key}`, { body: 'Ours' })
    await server.sql(
      `insert into webhook_rejections (workspace_id, source_id, id, received_at, code, reason, query, headers, body, body_sha256)
       values ($1, $2, $3, now(), 'wrong_signature', 'It is wrong.', '', '[]', 'Ours', sha256('Ours'))`,
      [server.deps.workspaceId, webhook.id, server.deps.ids.next().id],
    )
    return webhook.id
  },
  forms: async () => {
    const consent = { purpose: 'newsletter', text: 'You may write to me.' }
    const notify = { emails: ['team@example.com'] }
    const form = await create(ours, '/v1/forms', { name: 'Ours', consent, notify, protection: 'off' })
    const json = { first_name: 'Ana', email: 'ana@example.com', consent: true }
    await create(undefined, `/v1/forms/${form.public_id}/submissions`, json)
    return form.id
  },
  held: async () => {
    const { public_id } = await create(ours, '/v1/forms', { name: 'Held' })
    const json = { first_name: 'Ana', email: 'ana@example.com', dp_topic: 'filled in' }
    return (await create(undefined, `/v1/forms/${public_id}/submissions`, json)).id
  },
  files: async () => {
    const fields = [{ name: 'email' }, { name: 'plan', type: 'file' }]
    const form = await create(ours, '/v1/forms', { name: 'Files', fields, protection: 'off' })
    const body = new FormData()
    body.append('email', 'ana@example.com')
    body.append('plan', new Blob(['Ours']), 'plan.txt')
    const answer = await fetch(`${server.url}/v1/forms/${form.public_id}/submissions`, { method: 'POST', body })
    await answer.arrayBuffer()
    const [file] = await server.sql<{ id: string }>('select id from submission_files order by id desc limit 1')
    return file!.id
  },
  events: async () => {
    const subject = await create(ours, '/v1/contacts', { first_name: 'Ana' })
    await dispatch(server.deps.pool, new Date(clock.now()))
    const [event] = await server.sql<{ id: string }>('select id from events where subject_id = $1', [subject.id])
    return event!.id
  },
  endpoints: async () => {
    const endpoint = await create(ours, '/v1/events/endpoints', { url: 'https://example.com/', events: null })
    await create(ours, '/v1/contacts', { first_name: 'Ana' })
    await dispatch(server.deps.pool, new Date(clock.now()))
    return endpoint.id
  },
}

/** Where to find what a second id in a path stands for. */
const PARTS: Record<string, string> = {
  note_id: 'select id from contact_notes where contact_id = $1',
  delivery_id: 'select id from webhook_deliveries where source_id = $1',
  rejection_id: 'select id from webhook_rejections where source_id = $1',
  submission_id: 'select id from submissions where form_id = $1',
  event_id: 'select event_id as id from event_deliveries where endpoint_id = $1',
}

async function findParts(path: string, id: string): Promise<string> {
  for (const [name, text] of Object.entries(PARTS)) {
    if (!path.includes(`{${name}}`)) continue
    const [part] = await server.sql<{ id: string }>(text, [id])
    return path.replace(`{${name}}`, part!.id)
  }
  return path
}

/** Every row of every table that holds data of callers, and the queue. */
async function snapshot(): Promise<unknown> {
  const rows: unknown[] = []
  for (const table of [
    'contacts',
    'contact_notes',
    'contact_changes',
    'contact_views',
    'contact_imports',
    'posts',
    'media',
    'links',
    'webhook_sources',
    'webhook_deliveries',
    'webhook_rejections',
    'connections',
    'forms',
    'form_consents',
    'submissions',
    'submission_files',
    'mails',
    'event_outbox',
    'events',
    'event_endpoints',
    'event_deliveries',
    'graphile_worker.jobs',
    'idempotency_keys',
  ]) {
    rows.push(await server.sql(`select to_jsonb(t) as row from ${table} t order by 1`))
  }
  return rows
}

describe("another workspace's id", () => {
  const withId = operations.filter(
    ({ operation }) =>
      takesKey(operation) &&
      // The webhook key is a credential, not an id.
      operation.parameters?.some((parameter) => parameter.in === 'path' && parameter.name !== 'webhook_key'),
  )

  test('there are such routes', () => assert.ok(withId.length >= 6))

  for (const { method, path, operation } of withId) {
    test(`${method} ${path} is 404 as for an id that never was, and changes nothing`, async () => {
      const maker = MAKERS[path.split('/{', 1)[0]!.split('/').at(-1)!]
      assert.ok(maker, `this test does not know how to make what ${path} is about`)
      const id = await maker()
      const state = STATES[path.split('/').at(-1)!]
      if (state) await server.sql('update posts set publication_state = $2 where $1 in (id, group_id)', [id, state])
      const example = Object.values(operation.requestBody?.content['application/json']?.examples ?? {})[0]?.value
      const place = await findParts(path, id)
      const ask = (key: string, which: string) =>
        server.send(method, place.replace(/\{(?:id|email)\}/, which), {
          key,
          ...(example === undefined ? {} : { json: example }),
        })
      const earlier = await snapshot()
      const foreign = await ask(theirs, id)
      const unknown = await ask(theirs, UNKNOWN_ID)
      assert.equal(foreign.status, 404)
      assert.equal(foreign.text, unknown.text)
      assert.deepEqual(await snapshot(), earlier)
      assert.equal(
        (await ask(ours, id)).status,
        method === 'POST' && path.endsWith('/notes') ? 201 : 200,
        'the owner may',
      )
    })
  }
})

describe('lists', () => {
  const lists = operations.filter(
    ({ method, path, operation }) =>
      method === 'GET' &&
      path.startsWith('/v1') &&
      !path.includes('{') &&
      // The same for everybody.
      path !== '/v1/webhooks/presets' &&
      // A file, not a page: contacts-export.test.ts looks at whose contacts are in it.
      path !== '/v1/contacts/export' &&
      // No list; contacts-list.test.ts looks at it.
      path !== '/v1/contacts/values' &&
      // No lists; posts-calendar.test.ts, pause.test.ts, reports.test.ts and live.test.ts look at them.
      path !== '/v1/posts/calendar' &&
      path !== '/v1/publishing' &&
      // No list; link-page.test.ts looks at it.
      path !== '/v1/link-page' &&
      !path.startsWith('/v1/reports/') &&
      path !== '/v1/live' &&
      takesKey(operation),
  )
  const DATES = 'created_after=2001-01-01T00:00:00Z&created_before=2100-01-01T00:00:00Z'
  const FILTERS: Record<string, string[]> = {
    '/v1/contacts': [
      'q=ana',
      'email=ana@example.com',
      'utm_source=shop',
      'utm_medium=mail',
      'form=order',
      'status=won',
      'owner_id=none',
      'tag=vip',
      DATES,
    ],
    '/v1/views': [],
    '/v1/contacts/imports': [],
    '/v1/people': ['q=ana'],
    '/v1/mails': ['kind=lead', 'state=waiting'],
    '/v1/posts': ['platform=short', 'status=scheduled', 'state=waiting', 'scheduled_after=2001-01-01T00:00:00Z', DATES],
    '/v1/media': ['type=image', 'q=HARBOUR'],
    '/v1/links': ['q=HARBOUR'],
    '/v1/webhooks': [],
    '/v1/forms': [],
    '/v1/held': ['reason=honeypot'],
    '/v1/connections': [],
    '/v1/events': ['order=desc', 'type=contact.created', 'created_after=2001-01-01T00:00:00Z'],
    '/v1/events/endpoints': [],
  }

  before(async () => {
    for (let i = 0; i < 3; i++) for (const maker of Object.values(MAKERS)) await maker()
    await create(ours, '/v1/contacts', { first_name: 'Ana', utm_source: 'shop', utm_medium: 'mail', form: 'order' })
  })

  for (const { path } of lists) {
    test(`GET ${path} shows and counts only one's own, by page, filter and cursor`, async () => {
      const filters = FILTERS[path]
      assert.ok(filters, `this test does not know ${path}`)
      const first = await server.send('GET', `${path}?limit=1`, { key: ours })
      assert.ok(first.body.pagination.total >= 3)
      const cursor = `cursor=${first.body.pagination.next_cursor}`
      for (const query of ['', 'page=2', ...filters, cursor]) {
        const mine = await server.send('GET', `${path}?${query}`, { key: ours })
        if (query !== 'page=2') assert.ok(mine.body.data.length > 0, `${query} finds something of the owner's`)
        const { body } = await server.send('GET', `${path}?${query}`, { key: theirs })
        assert.deepEqual([body.data, body.pagination.total], [[], 0], query)
        // A feed goes on for ever.
        if (path !== '/v1/events') assert.equal(body.pagination.next_cursor, null, query)
      }
    })
  }

  test('count for each workspace by itself', async () => {
    const earlier = await server.send('GET', '/v1/contacts', { key: ours })
    const own = await create(theirs, '/v1/contacts', { first_name: 'Ben' })
    const listed = await server.send('GET', '/v1/contacts', { key: theirs })
    assert.deepEqual([listed.body.data, listed.body.pagination.total], [[own], 1])
    const later = await server.send('GET', '/v1/contacts', { key: ours })
    assert.deepEqual(later.body, earlier.body)
    await server.send('DELETE', `/v1/contacts/${own.id}`, { key: theirs })
    assert.equal((await server.send('GET', '/v1/contacts', { key: theirs })).body.pagination.total, 0)
  })
})

test('a contact without a key goes to the first workspace only', async () => {
  const { id } = await create(undefined, '/v1/contacts', { first_name: 'Form' })
  assert.deepEqual(await server.sql('select workspace_id, key_id from contacts where id = $1', [id]), [
    { workspace_id: server.deps.workspaceId, key_id: null },
  ])
  assert.equal((await server.send('GET', `/v1/contacts/${id}`, { key: ours })).status, 200)
  assert.equal((await server.send('GET', `/v1/contacts/${id}`, { key: theirs })).status, 404)
})

for (const [path, json] of [
  ['/v1/contacts', { first_name: 'Once' }],
  ['/v1/posts/short', { content: 'Once' }],
  ['/v1/events/endpoints', { url: 'https://example.com/once' }],
] as const) {
  test(`an Idempotency-Key on ${path} belongs to its API key: no other caller gets the answer`, async () => {
    const headers = { 'idempotency-key': `chosen by all for ${path}` }
    const sameWorkspace = await server.key()
    const callers = [ours, theirs, sameWorkspace, ...(path === '/v1/contacts' ? [undefined] : [])]
    const ids = new Set<string>()
    for (const key of callers) ids.add((await create(key, path, json, headers)).id)
    assert.equal(ids.size, callers.length)
    for (const key of callers) {
      const again = await server.send('POST', path, { ...(key === undefined ? {} : { key }), json, headers })
      assert.equal(again.headers.get('idempotency-replayed'), 'true')
      assert.ok(ids.delete(again.body.data.id), 'each gets its own again')
    }
  })
}

test("a repeat of another workspace's text is no repeat, and its id is not told", async () => {
  const text = { content: 'Said by both', status: 'scheduled', scheduled_date: '2031-02-02T00:00:00Z' }
  const first = await create(ours, '/v1/posts/short', text)
  const second = await create(theirs, '/v1/posts/short', text)
  assert.ok(!JSON.stringify(second).includes(first.id))
  assert.deepEqual(
    second.warnings.map(({ rule }: { rule: string }) => rule),
    ['any.account.missing'],
  )
})

test('a delivery goes to the workspace of its webhook, though nobody is named in the request', async () => {
  const webhook = await server.webhook(otherWorkspace)
  const { body } = await server.send('POST', `/v1/webhooks/receive/${webhook.key}`, { key: ours, body: 'x' })
  assert.deepEqual(
    await server.sql('select workspace_id, source_id from webhook_deliveries where id = $1', [body.data.id]),
    [{ workspace_id: otherWorkspace, source_id: webhook.id }],
  )
})
