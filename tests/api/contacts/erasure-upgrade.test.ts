import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createPool } from '../../../src/db/database.ts'
import { readMigrations } from '../../../src/db/migrations/files.ts'
import { migrate } from '../../../src/db/migrations/migrate.ts'
import { migrateQueue } from '../../../src/jobs/queue.ts'
import { createDatabase, runSql } from '../../helpers/postgres.ts'
import { startServer } from '../../helpers/server.ts'

// The state of a 0.2 database before 0042_erasures.sql.

const WORKSPACE = '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9001'

test('events of 0.2 that name somebody besides their contact are found, others need not be looked at', async () => {
  const database = await createDatabase()
  after(() => database.drop())
  await runSql(database.url, 'drop schema public cascade; drop schema graphile_worker cascade; create schema public')
  const connection = { connectionString: database.url }
  const pool = createPool({ connection, size: 2, onError: () => {} })
  const migrations = await readMigrations()
  const migrateTo = (wanted: typeof migrations) =>
    migrate(connection, { migrations: wanted, migrateJobs: migrateQueue })
  const erasures = migrations.find(({ name }) => name.includes('erasures'))!
  await migrateTo(migrations.filter(({ version }) => version < erasures.version))
  await pool.query(`insert into workspaces (id, name) values ('${WORKSPACE}', 'Main')`)
  const stored: Record<string, [email: string | null, told: object]> = {
    own: ['ben@example.com', { email: 'ben@example.com' }],
    moved: ['pia@example.com', { email: 'plover@example.com' }],
    naming: ['bo@example.com', { email: 'bo@example.com', extra: { message: 'ask plover@example.com' } }],
    nameless: [null, { email: null, extra: { message: 'ask plover@example.com' } }],
    silent: [null, { email: null }],
  }
  for (const [first_name, [email, told]] of Object.entries(stored)) {
    await pool.query({
      text: `with contact as (
               insert into contacts (workspace_id, id, first_name, email, email_key, extra, created_at)
               values ($1, gen_random_uuid(), $2, $3, $3, '{}', now()) returning id),
             counted as (
               insert into row_counts (workspace_id, kind, slot, rows) values ($1, 'events', 0, 1)
               on conflict (workspace_id, kind, slot) do update set rows = row_counts.rows + 1)
             insert into events (workspace_id, id, position, type, subject_id, data, created_at)
             select $1, gen_random_uuid(), nextval('event_positions'), 'contact.created', id, $4, now() from contact`,
      values: [WORKSPACE, first_name, email, JSON.stringify({ first_name, ...told })],
    })
  }
  await migrateTo(migrations)
  // Inserted like a 0.2 node does, which does not know the column.
  await pool.query({
    text: `insert into event_outbox (id, workspace_id, type, subject_id, data, created_at)
           values (gen_random_uuid(), $1, 'contact.updated', gen_random_uuid(), $2, now())`,
    values: [
      WORKSPACE,
      JSON.stringify({ first_name: 'of 0.2', email: 'x@example.com', company: 'plover@example.com' }),
    ],
  })
  await pool.end()

  const server = await startServer({ env: { DATABASE_URL: database.url } })
  const marked = await server.sql<{ name: string }>(
    `select data ->> 'first_name' as name from events where names_others is not false order by 1`,
  )
  assert.deepEqual(
    marked.map(({ name }) => name),
    ['moved', 'nameless', 'naming'],
  )
  const key = await server.key()
  const { body } = await server.send('POST', '/v1/people/erase', {
    key,
    json: { email: 'plover@example.com', confirm: true },
  })
  assert.equal(body.data.erased.events, 4)
})
