import assert from 'node:assert/strict'
import { dispatch } from '../../src/events/delivery/feed.ts'
import type { Clock } from '../../src/lib/time/clock.ts'
import { TRACES } from '../../src/people/erasure/schemas.ts'
import { jpegFile } from './media-files.ts'
import type { TestServer } from './server.ts'

// Creates what the paths of the API are about, for tests that walk all routes.

const SCHEDULED = { content: 'Ours', status: 'scheduled', scheduled_date: '2031-01-01T00:00:00Z' }

/** `ours` is a key with every permission. Mail must be set up, and the clock must be before 2031. */
export function createMakers(server: TestServer, ours: string, clock: Clock) {
  const create = async (key: string | undefined, path: string, json: unknown, headers = {}) => {
    const { status, body } = await server.send('POST', path, { ...(key === undefined ? {} : { key }), json, headers })
    assert.equal(status, 201)
    return body.data
  }

  let accounts = 0

  /** An action that makes sense only in some state. */
  const STATES: Record<string, string> = { retry: 'failed', resolve: 'unconfirmed' }

  /** What an id in a path stands for. Add a new noun here, or its routes fail. */
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
      const { body } = await server.send('POST', '/v1/media?name=harbour.jpg', {
        key: ours,
        body: jpegFile(++accounts),
      })
      return body.data.id
    },
    links: async () => (await create(ours, '/v1/links', { target: 'https://example.com/harbour' })).id,
    people: async () => {
      const email = `person${++accounts}@example.com`
      await create(ours, '/v1/contacts', { first_name: 'Ana', email })
      return encodeURIComponent(email)
    },
    'by-email': async () => MAKERS.people!(),
    // Small erasures leave no row.
    erasures: async () => {
      const { id } = server.deps.ids.next()
      await server.sql(
        `insert into erasures (id, workspace_id, email_sha256, in_background, erased, created_at, finished_at)
         values ($1, $2, sha256($3), true, $4, now(), now())`,
        [id, server.deps.workspaceId, id, Object.fromEntries(TRACES.map((trace) => [trace, 0]))],
      )
      return id
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

  /** Every row of every table with data of callers, and the queue. */
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

  return { MAKERS, STATES, findParts, snapshot }
}
