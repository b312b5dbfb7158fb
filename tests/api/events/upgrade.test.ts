import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createPool } from '../../../src/db/database.ts'
import { readMigrations } from '../../../src/db/migrations/files.ts'
import { migrate } from '../../../src/db/migrations/migrate.ts'
import { migrateQueue } from '../../../src/jobs/queue.ts'
import { createDatabase, runSql } from '../../helpers/postgres.ts'
import { startReceiver } from '../../helpers/receiver.ts'
import { startServer } from '../../helpers/server.ts'

// The state of a 0.1 database before 0010_event_versions_scopes.sql.

const CONTACT = '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9012'
const ENDPOINT = '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9040'
const EVENT = '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9050'
const WORKSPACE = '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9001'

test('endpoints of 0.1 keep their event types, contacts begin at version 1, and old events have an unknown version', async () => {
  const database = await createDatabase()
  after(() => database.drop())
  await runSql(database.url, 'drop schema public cascade; drop schema graphile_worker cascade; create schema public')
  const connection = { connectionString: database.url }
  const pool = createPool({ connection, size: 2, onError: () => {} })
  const migrations = await readMigrations()
  const migrateTo = (wanted: typeof migrations) =>
    migrate(connection, { migrations: wanted, migrateJobs: migrateQueue })
  await migrateTo(migrations.filter(({ version }) => version < 8))
  await pool.query(`insert into workspaces (id, name) values ('${WORKSPACE}', 'Main')`)
  await pool.query(`insert into contacts (workspace_id, id, first_name, extra, created_at)
    values ('${WORKSPACE}', '${CONTACT}', 'Ana', '{}', now())`)
  const receiver = await startReceiver()
  await pool.query(
    `insert into event_endpoints (id, workspace_id, url, secret, created_at, updated_at)
     values ('${ENDPOINT}', '${WORKSPACE}', $1, '', now(), now())`,
    [receiver.url],
  )
  await pool.query(`insert into events (workspace_id, id, position, type, subject_id, data, created_at)
    values ('${WORKSPACE}', '${EVENT}', nextval('event_positions'), 'contact.created', '${CONTACT}', '{}', now())`)
  await pool.query(`insert into event_outbox (id, workspace_id, type, subject_id, data, created_at)
    values (gen_random_uuid(), '${WORKSPACE}', 'contact.updated', '${CONTACT}', '{}', now())`)
  await migrateTo(migrations)
  await pool.end()

  const server = await startServer({
    env: { DATABASE_URL: database.url, ALLOW_PRIVATE_NETWORKS: 'true' },
  })
  const key = await server.key()
  const path = `/v1/events/endpoints/${ENDPOINT}`
  // The secret inserted above cannot be decrypted.
  await server.send('POST', `${path}/rotate`, { key })
  await server.sql('update event_endpoints set old_secret = null')
  const { body: shown } = await server.send('GET', path, { key })
  assert.deepEqual([shown.data.events, shown.data.scopes], [null, null])
  const changed = await server.send('PATCH', `/v1/contacts/${CONTACT}`, {
    key,
    json: { company: 'Example Ltd' },
    headers: { 'if-match': '"1"' },
  })
  assert.deepEqual([changed.status, changed.headers.get('etag')], [200, '"2"'])
  await server.deps.courier.runDue()
  const { body } = await server.send('GET', '/v1/events', { key })
  const versions = body.data.map((event: { subject_version: number }) => event.subject_version)
  assert.deepEqual(versions.sort(), [0, 0, 2])
  const got = receiver.requests.map((request) => JSON.parse(request.body).type)
  assert.deepEqual(got.sort(), ['contact.updated', 'contact.updated'])
  const narrow = await server.key({ scopes: ['events:read', 'events:write', 'contacts:read'] })
  assert.equal((await server.send('PATCH', path, { key: narrow, json: { status: 'paused' } })).status, 403)
})
