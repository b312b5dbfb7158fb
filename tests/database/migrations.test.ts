// @quick @sql

import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { readMigrations } from '../../src/db/migrations/files.ts'
import { migrate } from '../../src/db/migrations/migrate.ts'
import { createDatabase, runSql } from '../helpers/postgres.ts'
import { until } from '../helpers/process.ts'
import { startServer } from '../helpers/server.ts'

const database = await createDatabase()
after(() => database.drop())
const connection = { connectionString: database.url }

/** Applies these files, which come after those of the program, and returns how many were applied. */
async function apply(files: string[], onWait: (reason: string) => void = () => {}): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'doorpost-migrations-'))
  try {
    for (const [i, sql] of files.entries()) await writeFile(join(folder, `${8_001 + i}_test.sql`), sql)
    const migrations = [...(await readMigrations()), ...(await readMigrations(pathToFileURL(`${folder}/`)))]
    // Removes those of the previous test.
    await runSql(database.url, 'delete from schema_migrations where version > 8000')
    return (await migrate(connection, { migrations, migrateJobs: async () => {}, onWait })).length
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function locked<T>(statement: string, work: (release: () => Promise<unknown>) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query('begin')
    await client.query(statement)
    return await work(() => client.query('rollback'))
  } finally {
    await client.end()
  }
}

test('a migration may take longer than other statements', async () => {
  const name = new URL(database.url.replace('@/', '@localhost/')).pathname.slice(1)
  await runSql(database.url, `alter database ${name} set statement_timeout = '100ms'`)
  try {
    assert.equal(await apply(['select pg_sleep(0.4);', '-- no transaction\nselect pg_sleep(0.4);\n']), 2)
  } finally {
    await runSql(database.url, `alter database ${name} reset statement_timeout`)
  }
})

test('a second process waits until the first is done, says so once, and finds nothing left to do', async () => {
  const waits: string[] = []
  const migrations = await readMigrations()
  await runSql(database.url, 'delete from schema_migrations where version > 8000')
  await locked('select pg_advisory_xact_lock(7300001)', async (release) => {
    const second = migrate(connection, {
      migrations,
      migrateJobs: async () => {},
      onWait: (reason) => void waits.push(reason),
    })
    await until(() => waits.length > 0)
    await release()
    assert.deepEqual(await second, [])
  })
  assert.equal(waits.length, 1)
  assert.match(waits[0]!, /Another process is migrating/)
})

describe('a file that begins with "-- no transaction"', () => {
  const index = '-- no transaction\ncreate unique index concurrently if not exists places_name on places (name);\n'

  test('builds indexes concurrently, and rebuilds what an interrupted build left behind', async () => {
    await runSql(database.url, `create table places (name text); insert into places values ('a'), ('a')`)
    await assert.rejects(apply([index]), { code: '23505' })
    const isValid = async () => {
      const { rows } = await runSql(
        database.url,
        `select indisvalid from pg_index where indexrelid = to_regclass('places_name')`,
      )
      return rows[0]?.indisvalid
    }
    assert.equal(await isValid(), false, 'PostgreSQL leaves an invalid index')
    await runSql(database.url, 'truncate places')
    await apply([index])
    assert.equal(await isValid(), true)
    await apply([index])
  })

  test('does not wait for readers that hold the table', async () => {
    await runSql(database.url, 'drop index places_name')
    await locked('select * from contacts limit 0', () => apply([index]))
  })
})

test('a table in use is locked in short attempts, so that its users are not blocked', async () => {
  await runSql(database.url, 'create table rooms (name text)')
  const waits: string[] = []
  await locked('lock table rooms in access share mode', async (release) => {
    const migrating = apply(['alter table rooms add column size integer;'], (reason) => void waits.push(reason))
    await until(() => waits.length > 0)
    // Nothing queues behind the migration now.
    await runSql(database.url, `set statement_timeout = '5s'; select * from rooms`)
    await release()
    assert.equal(await migrating, 1)
  })
  assert.match(waits[0]!, /is waiting for a locked table/)
})

test('the first error is shown, not that of the rollback after it', async () => {
  await assert.rejects(apply(['select pg_terminate_backend(pg_backend_pid());']), { code: '57P01' })
  await assert.rejects(apply(['select broken from nowhere;']), { code: '42P01' })
})

describe('a schema that is newer than the program', () => {
  test('is accepted if it says so, and is refused otherwise', async () => {
    const server = await startServer()
    const newest = (await readMigrations()).at(-1)!.version
    const add = (version: number, compatibleWith: number | null) =>
      server.sql('insert into schema_migrations (version, name, sha256, compatible_with) values ($1, $2, $3, $4)', [
        version,
        'future',
        'x',
        compatibleWith,
      ])
    await add(9_001, newest)
    assert.equal((await server.send('GET', '/readyz')).status, 200)
    const other = await startServer({ beside: server })
    assert.equal((await other.send('GET', '/readyz')).status, 200, 'a node can also be started then')

    await add(9_002, newest + 1)
    const refused = await server.send('GET', '/readyz')
    assert.equal(refused.status, 503)
    assert.match(refused.body.message, /schema version 9002/)
    await server.sql('update schema_migrations set compatible_with = null where version = 9001')
    await server.sql('delete from schema_migrations where version = 9002')
    assert.equal((await server.send('GET', '/readyz')).status, 503)
    await assert.rejects(startServer({ beside: server }), /only knows version/)
  })
})
