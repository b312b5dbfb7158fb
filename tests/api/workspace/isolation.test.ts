import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { readDocument } from '../../helpers/document.ts'
import { createMakers } from '../../helpers/makers.ts'
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

const document = readDocument()
const operations = Object.entries<Record<string, Operation>>(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
)
/** Actions for signed-in people are covered by the tests of keys, workspace and users. */
const takesKey = ({ security }: Operation) => security.some((way) => 'apiKey' in way)
const UNKNOWN_ID = '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9012'

// The dates below are ahead of this clock, whenever the tests run.
const started = Date.now()
const clock = { now: () => Date.parse('2026-07-01T12:00:00Z') + Date.now() - started }
// No name resolves and no worker sends mail: nothing leaves the machine.
const env = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'doorpost@example.com' }
const server = await startServer({ clock, env, outbound: { lookup: async () => [] } })
// The first workspace owns everything here; the second has a key with every permission, and tries to read it.
const ours = await server.key()
const otherWorkspace = await server.workspace()
const theirs = await server.key({ workspaceId: otherWorkspace })

const create = async (key: string | undefined, path: string, json: unknown, headers = {}) => {
  const { status, body } = await server.send('POST', path, { ...(key === undefined ? {} : { key }), json, headers })
  assert.equal(status, 201)
  return body.data
}

const { MAKERS, STATES, findParts, snapshot } = createMakers(server, ours, clock)

/** POST of these needs other records or a file: contacts/merge.test.ts and contacts/import-mapping.test.ts send them. */
const NEEDS_MORE = new Set(['/v1/contacts/{id}/merge', '/v1/contacts/{id}/merge/undo'])

describe('an id of another workspace', () => {
  const withId = operations.filter(
    ({ method, operation }) =>
      takesKey(operation) &&
      // It creates what is not there: contacts/upsert.test.ts covers it.
      method !== 'PUT' &&
      // The webhook key is a credential, not an id.
      operation.parameters?.some((parameter) => parameter.in === 'path' && parameter.name !== 'webhook_key'),
  )

  test('there are such routes', () => assert.ok(withId.length >= 6))

  for (const { method, path, operation } of withId) {
    test(`${method} ${path} is 404 like for an unknown id, and changes nothing`, async () => {
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
      const needsMore = NEEDS_MORE.has(path) || (method === 'POST' && path.endsWith('/imports/{id}/rows'))
      const expected = needsMore ? 400 : method === 'POST' && path.endsWith('/notes') ? 201 : 200
      assert.equal((await ask(ours, id)).status, expected, 'the owner may')
    })
  }
})

describe('lists', () => {
  const lists = operations.filter(
    ({ method, path, operation }) =>
      method === 'GET' &&
      path.startsWith('/v1') &&
      !path.includes('{') &&
      // The same for everyone.
      path !== '/v1/webhooks/presets' &&
      // A file, not a page: contacts/export.test.ts covers it.
      path !== '/v1/contacts/export' &&
      // Not a list: contacts/list.test.ts covers it.
      path !== '/v1/contacts/values' &&
      // Not lists: posts/calendar.test.ts, pause.test.ts, reports.test.ts and live.test.ts cover them.
      path !== '/v1/posts/calendar' &&
      path !== '/v1/publishing' &&
      // Not a list: link-page.test.ts covers it.
      path !== '/v1/link-page' &&
      path !== '/v1/keys/self' &&
      // The same for everyone.
      path !== '/v1/events/types' &&
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
    test(`GET ${path} shows and counts only its own, by page, filter and cursor`, async () => {
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
        // A feed never ends.
        if (path !== '/v1/events') assert.equal(body.pagination.next_cursor, null, query)
      }
    })
  }

  test('have separate totals for each workspace', async () => {
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

test('a contact without a key goes only to the first workspace', async () => {
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

test('the text of another workspace is not a repeat, and its id is not revealed', async () => {
  const text = { content: 'Said by both', status: 'scheduled', scheduled_date: '2031-02-02T00:00:00Z' }
  const first = await create(ours, '/v1/posts/short', text)
  const second = await create(theirs, '/v1/posts/short', text)
  assert.ok(!JSON.stringify(second).includes(first.id))
  assert.deepEqual(
    second.warnings.map(({ rule }: { rule: string }) => rule),
    ['any.account.missing'],
  )
})

test('a delivery goes to the workspace of its webhook, although the request names none', async () => {
  const webhook = await server.webhook(otherWorkspace)
  const { body } = await server.send('POST', `/v1/webhooks/receive/${webhook.key}`, { key: ours, body: 'x' })
  assert.deepEqual(
    await server.sql('select workspace_id, source_id from webhook_deliveries where id = $1', [body.data.id]),
    [{ workspace_id: otherWorkspace, source_id: webhook.id }],
  )
})
