import { randomBytes } from 'node:crypto'
import { chmod, rm } from 'node:fs/promises'
import pg from 'pg'
import { startEmbedded } from '../../src/db/embedded/embedded.ts'
import { readMigrations } from '../../src/db/migrations/files.ts'
import { migrate } from '../../src/db/migrations/migrate.ts'
import { migrateQueue } from '../../src/jobs/queue.ts'
import { createDataFolder } from './folder.ts'

/** A PostgreSQL server for tests, with a migrated database that every test file copies. */
export interface TestCluster {
  /** postgres://… of a database on it. */
  urlOf(database: string): string
  stop(): Promise<void>
}

const TEMPLATE = 'doorpost_template'

export const OLDEST_PACKAGE = `postgres-oldest-${process.platform}-${process.arch}`

export async function startCluster(options: { packageName?: string } = {}): Promise<TestCluster> {
  const dataDir = createDataFolder('test')
  // If we are root, the server runs under another account, which must reach its files.
  await chmod(dataDir, 0o711)
  // No autovacuum: it would constantly go through the databases of all files.
  const serverSettings = { max_connections: '400', max_wal_size: '256MB', autovacuum: 'off' }
  const server = await startEmbedded({ dataDir, applicationName: `test ${process.pid}`, serverSettings, ...options })
  const { host, user } = server.connection
  const urlOf = (database: string) => `postgres://${user}@/${database}?host=${encodeURIComponent(host)}`
  try {
    await runSql(urlOf('postgres'), `create database ${TEMPLATE}`)
    await migrate(
      { connectionString: urlOf(TEMPLATE) },
      { migrations: await readMigrations(), migrateJobs: migrateQueue },
    )
  } catch (error) {
    await server.stop()
    throw error
  }
  return {
    urlOf,
    async stop() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export interface TestDatabase {
  url: string
  name: string
  /** Of another database on the same server. */
  urlOf(database: string): string
  drop(): Promise<void>
}

// scripts/test.ts starts one server for all files and passes it here; a file that runs alone starts its own.
const SHARED = process.env.TEST_CLUSTER_URL

/** Already migrated, unless it is made from another template. */
export async function createDatabase(template = TEMPLATE): Promise<TestDatabase> {
  const own = SHARED === undefined ? await startCluster() : null
  const urlOf = own ? own.urlOf : (database: string) => SHARED!.replace('/postgres?', `/${database}?`)
  const name = `test_${randomBytes(6).toString('hex')}`
  const { rows } = await runSql(urlOf('postgres'), `select current_setting('server_version_num')::int as version`)
  // Version 14 only copies files; later ones write each block to the WAL unless told otherwise.
  const strategy = rows[0].version >= 150_000 ? 'strategy file_copy' : ''
  await runSql(urlOf('postgres'), `create database ${name} template ${template} ${strategy}`)
  return {
    url: urlOf(name),
    name,
    urlOf,
    async drop() {
      await runSql(urlOf('postgres'), `drop database ${name} with (force)`)
      await own?.stop()
    },
  }
}

export async function runSql(url: string, sql: string, values: unknown[] = []): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query(sql, values)
  } finally {
    await client.end()
  }
}
