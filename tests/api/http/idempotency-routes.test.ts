import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, describe, test } from 'node:test'
import { routes } from '../../../src/app/routes.ts'
import { newBrowserExample } from '../../../src/push/schemas.ts'
import { createMakers } from '../../helpers/makers.ts'
import { jpegFile } from '../../helpers/media-files.ts'
import { type Answer, type SendOptions, startServer } from '../../helpers/server.ts'
import { addPerson, type Person, signIn } from '../../helpers/session.ts'

// Walks the route table: every change can be repeated with its Idempotency-Key.

/** Mutating routes that store no answers, and why. A new route must be idempotent, or have a reason here. */
const EXEMPT: Record<string, string> = {
  'POST /v1/webhooks/receive/:webhook_key': 'the delivery id of the sender does it',
  'POST /v1/webhooks/:id/mapping/preview': 'changes nothing',
  'POST /v1/contacts/imports/:id/rows': 'stores nothing',
  'POST /v1/events/endpoints/:id/test': 'stores nothing',
  // Their bodies are passwords and codes, which must not be stored as a fast hash, and their answers are cookies and
  // secrets.
  'POST /v1/setup': 'works once',
  'POST /v1/auth/sign-in': 'a session for each',
  'POST /v1/auth/second-factor': 'a code counts once',
  'POST /v1/auth/sign-out': 'the second time there is no session',
  'POST /v1/auth/sign-out-everywhere': 'the second time there is no session',
  'POST /v1/auth/password': 'asks for the password of before',
  'POST /v1/auth/password/forgot': 'always the same answer',
  'POST /v1/auth/password/reset': 'its link works once',
  'POST /v1/auth/totp': 'a secret that counts after it is confirmed',
  'POST /v1/auth/totp/confirm': 'a code counts once',
  'POST /v1/auth/totp/backup-codes': 'asks for the password',
  'POST /v1/auth/passkeys': 'a challenge counts once',
  'POST /v1/auth/passkeys/options': 'a challenge for each',
  'POST /v1/auth/passkeys/sign-in/options': 'a challenge for each',
  'POST /v1/auth/passkeys/sign-in': 'a challenge counts once',
  'POST /v1/invitations/open': 'changes nothing',
  'POST /v1/invitations/accept': 'its link works once',
}

const document = JSON.parse(readFileSync(new URL('../../../openapi.full.json', import.meta.url), 'utf8'))
const mutating = routes.filter(([method]) => method !== 'GET' && method !== 'DELETE')
const nameOf = ([method, path]: (typeof routes)[number]) => `${method} ${path}`
const idempotent = mutating.filter(([, , , { idempotent }]) => idempotent !== undefined)

const started = Date.now()
const clock = { now: () => Date.parse('2026-07-01T12:00:00Z') + Date.now() - started }
const env = {
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'doorpost@example.com',
  THREADS_CLIENT_ID: 'a',
  THREADS_CLIENT_SECRET: 'b',
}
const server = await startServer({ clock, env, outbound: { lookup: async () => [] } })
const ours = await server.key()
const { MAKERS, STATES, findParts } = createMakers(server, ours, clock)
let owner: Person
before(async () => {
  owner = await signIn(server)
})

let count = 0

async function pause(): Promise<SendOptions> {
  await server.sql(
    "update installation set paused_at = now(), pause_code = 'older_database', pause_reason = 'restored'",
  )
  return {}
}

/** For routes where the example of the document does not work. */
const REQUESTS: Record<string, () => Promise<SendOptions>> = {
  'POST /v1/contacts/imports': async () => ({ headers: { 'content-type': 'text/csv' }, body: 'first_name\nAna\n' }),
  'POST /v1/contacts/:id/merge': async () => ({ json: { contact_ids: [await MAKERS.contacts!()] } }),
  'POST /v1/media': async () => ({ body: jpegFile(1_000 + ++count) }),
  'POST /v1/posts': async () => ({
    json: { content: 'All', accounts: [{ connection_id: await MAKERS.connections!() }] },
  }),
  'POST /v1/held/accept': async () => {
    await MAKERS.held!()
    return { json: { reason: 'honeypot' } }
  },
  'POST /v1/people/erase': async () => ({
    json: { email: decodeURIComponent(await MAKERS.people!()), confirm: true },
  }),
  'POST /v1/forms/:id/submissions': async () => ({
    json: { first_name: 'Ana', email: 'ana@example.com', consent: true },
  }),
  'POST /v1/keys': async () => ({ json: { name: `Key ${++count}` } }),
  'POST /v1/webhooks': async () => ({ json: { name: `Webhook ${++count}` } }),
  'POST /v1/views': async () => ({ json: { name: `View ${++count}`, filter: { status: 'won' } } }),
  'PATCH /v1/views/:id': async () => ({ json: { name: `View ${++count}` } }),
  'POST /v1/team/invitations': async () => ({ json: { email: `new${++count}@example.com`, role: 'viewer' } }),
  'POST /v1/publishing/look': pause,
  'POST /v1/publishing/resume': pause,
  'POST /v1/connections/links': async () => ({ json: { provider: 'threads' } }),
}

/** Paths of records that must be created here, or need more than a request. */
const PLACES: Record<string, () => Promise<string>> = {
  'POST /v1/contacts/:id/merge/undo': async () => {
    const id = await MAKERS.contacts!()
    const json = { contact_ids: [await MAKERS.contacts!()] }
    await server.send('POST', `/v1/contacts/${id}/merge`, { key: ours, json })
    return id
  },
  'POST /v1/keys/:id/rotate': async () => {
    const { body } = await owner.send('POST', '/v1/keys', { json: { name: `Key ${++count}` } })
    return body.data.id
  },
  'POST /v1/me/notifications/browsers/:id/test': async () => {
    const { body } = await owner.send('POST', '/v1/me/notifications/browsers', { json: newBrowserExample })
    return body.data.id
  },
  'POST /v1/removals/:id/extend': async () => {
    const json = { noun: 'contacts', records: [{ id: await MAKERS.contacts!() }] }
    return (await owner.send('POST', '/v1/removals', { json })).body.data.id
  },
  'PATCH /v1/connections/apps/:app': async () => 'instagram',
  'POST /v1/connections/apps/:app/check': async () => 'threads',
  'PATCH /v1/team/:user_id': async () => (await addPerson(server, { role: 'editor' })).id,
}

/** Skipped, because it signs in to a platform. */
const ELSEWHERE = new Set(['POST /v1/connections/sign-in'])

/** A request that succeeds however often it is sent. */
async function requestFor(route: (typeof routes)[number]) {
  const [method, path, access] = route
  const template = path.replace(/:(\w+)/g, '{$1}')
  const maker = PLACES[nameOf(route)] ?? MAKERS[template.split('/{', 1)[0]!.split('/').at(-1)!]
  let place = template
  if (template.includes('{')) {
    assert.ok(maker, `this test does not know how to make what ${path} is about`)
    const id = await maker()
    const state = STATES[path.split('/').at(-1)!]
    if (state) await server.sql('update posts set publication_state = $2 where $1 in (id, group_id)', [id, state])
    place = (await findParts(template, id)).replace(/\{(?:id|user_id|email|app)\}/, id)
  }
  const { requestBody } = document.paths[template][method.toLowerCase()]
  const example = Object.values<{ value: unknown }>(requestBody?.content['application/json']?.examples ?? {})[0]?.value
  const options = (await REQUESTS[nameOf(route)]?.()) ?? (example === undefined ? {} : { json: example })
  const send = (idempotencyKey: string, more: Record<string, string> = {}): Promise<Answer> => {
    const headers = { ...options.headers, 'idempotency-key': idempotencyKey, ...more }
    if (access.mode === 'user') return owner.send(method, place, { ...options, headers })
    return server.send(method, place, { ...options, headers, ...(access.mode === 'form' ? {} : { key: ours }) })
  }
  return { send, place }
}

test('every POST, PATCH and PUT can be repeated with its Idempotency-Key, or has a reason why not', () => {
  const names = mutating.map(nameOf)
  for (const route of mutating) {
    const isExempt = EXEMPT[nameOf(route)] !== undefined
    assert.equal(route[3].idempotent === undefined, isExempt, `${nameOf(route)} is idempotent, or exempt`)
  }
  for (const name of [...Object.keys(EXEMPT), ...ELSEWHERE]) assert.ok(names.includes(name), `${name} is a route`)
})

test('a route that shows a secret names the field that a repeat leaves out, or leaves it out itself', () => {
  for (const route of idempotent) {
    const { showsSecret, secret, idempotent: mode } = route[3]
    if (showsSecret && mode !== 'own') assert.ok(secret, nameOf(route))
  }
})

const walked = idempotent.filter((route) => !ELSEWHERE.has(nameOf(route)))

describe('a repeat', () => {
  for (const route of walked) {
    test(`of ${nameOf(route)} gets the first answer, does nothing, and no secret is stored`, async () => {
      const { send } = await requestFor(route)
      const key = `walk ${++count}`
      const first = await send(key)
      assert.ok(first.status === 200 || first.status === 201, first.text)
      assert.equal(first.headers.get('idempotency-replayed'), null)
      const before = await fingerprint()
      const again = await send(key)
      assert.equal(again.status, first.status, again.text)
      assert.equal(again.headers.get('idempotency-replayed'), 'true')
      assert.equal(again.headers.get('etag'), first.headers.get('etag'))
      // Uploading a file again only extends its life.
      const changed = (await changedSince(before)).filter((name) => !(name === 'media' && route[1] === '/v1/media'))
      assert.deepEqual(changed, [])
      const [row] = await server.sql<{ body: string }>('select body from idempotency_keys where key = $1', [key])
      assert.equal(again.text, row!.body)
      const hidden = Object.entries(first.body.data).filter(([name]) => again.body.data[name] !== first.body.data[name])
      const isSecret = route[3].showsSecret === true || route[3].secret !== undefined
      const lost = hidden.filter(([name]) => again.body.data[name] === null)
      assert.equal(lost.length, isSecret ? 1 : 0, JSON.stringify(lost))
      for (const [, value] of lost) assert.ok(!row!.body.includes(String(value)))
      if (!isSecret) assert.equal(again.text, first.text)
    })
  }
})

describe('an answer that cannot be stored', () => {
  before(async () => {
    await server.sql(`create function refuse_answer() returns trigger language plpgsql as $$
      begin if new.key like 'refused %' then raise exception 'no'; end if; return new; end $$`)
    await server.sql(`create trigger refuse_answer before insert on idempotency_keys for each row
      execute function refuse_answer()`)
  })
  for (const route of walked.filter(([, , , { idempotent }]) => idempotent === 'atomic')) {
    test(`to ${nameOf(route)} leaves no effect`, async () => {
      const { send } = await requestFor(route)
      const before = await fingerprint()
      assert.equal((await send(`refused ${++count}`)).status, 500)
      assert.deepEqual(await changedSince(before), [])
      assert.equal((await send(`walk ${++count}`)).status, 200, 'the same request works')
    })
  }
})

describe('If-Match', () => {
  // PUT names an address, not a record: contacts/upsert.test.ts covers it.
  for (const route of walked.filter(([method, , , { ifMatch }]) => ifMatch && method !== 'PUT')) {
    test(`of ${nameOf(route)} is checked after the stored answer: a repeat is not outdated by its own change`, async () => {
      const { send, place } = await requestFor(route)
      const key = `walk ${++count}`
      const read = await server.send('GET', place.replace(/\/merge.*/, ''), { key: ours })
      const headers = { 'if-match': read.headers.get('etag')! }
      const first = await send(key, headers)
      assert.equal(first.status, 200, first.text)
      assert.notEqual(first.headers.get('etag'), headers['if-match'], 'it has changed something')
      const again = await send(key, headers)
      assert.equal(again.status, 200, again.text)
      assert.equal(again.headers.get('idempotency-replayed'), 'true')
      assert.equal(again.headers.get('etag'), first.headers.get('etag'))
      assert.equal((await send(`walk ${++count}`, headers)).status, 412)
    })
  }
})

/**
 * A hash of every table, except stored answers and what the process writes by itself: uses of keys, sessions,
 * heartbeats.
 */
async function fingerprint(): Promise<Map<string, string>> {
  const rows = await server.sql<{ name: string; hash: string }>(
    `select c.oid::regclass::text as name,
            md5(query_to_xml(format('select md5(t::text) from %s t order by 1', c.oid::regclass), true, false, '')::text) as hash
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname in ('public', 'graphile_worker')
        and c.relname not in ('idempotency_keys', 'api_keys', 'sessions', 'installation', 'installation_nodes')`,
  )
  return new Map(rows.map(({ name, hash }) => [name, hash]))
}

async function changedSince(before: Map<string, string>): Promise<string[]> {
  return [...(await fingerprint())].filter(([name, hash]) => before.get(name) !== hash).map(([name]) => name)
}
