import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { createPool } from '../../src/db/database.ts'
import { startEmbedded } from '../../src/db/embedded/embedded.ts'
import { childrenOf, readPostmaster } from '../../src/db/embedded/postmaster.ts'
import { readMigrations } from '../../src/db/migrations/files.ts'
import { migrate } from '../../src/db/migrations/migrate.ts'
import { migrateQueue } from '../../src/jobs/queue.ts'
import { removeDataFolder } from '../../tests/helpers/folder.ts'
import { cpuSeconds, stopChildren } from './children.ts'

/** One PostgreSQL server for all contestants, with the settings of Doorpost's embedded one. */
export interface Cluster {
  version: string
  /** A new database with Doorpost's schema. */
  createDatabase(name: string): Promise<string>
  /** For a Doorpost of another version, which creates its own tables. */
  createEmptyDatabase(name: string): Promise<string>
  /** A database with the same tables and indexes but without triggers, for the bare servers. */
  createBareDatabase(name: string): Promise<string>
  /** Drops a database, so that background work for it does not slow down the next contestant. */
  dropDatabase(name: string): Promise<void>
  /** Processor time of the server so far, including ended connections. */
  cpuSeconds(): number
  stop(): Promise<void>
}

const TEMPLATE = 'bench_template'

export async function startCluster(): Promise<Cluster> {
  const dataDir = await mkdtemp(join(tmpdir(), 'doorpost-bench-'))
  const server = await startEmbedded({ dataDir, applicationName: `bench ${process.pid}` })
  const { host, user } = server.connection
  const { pid } = readPostmaster(server.directory)!
  const urlOf = (database: string) => `postgres://${user}@/${database}?host=${encodeURIComponent(host)}`
  const stop = async () => {
    await server.stop()
    removeDataFolder(dataDir)
  }
  try {
    await runSql(urlOf('postgres'), `create database ${TEMPLATE}`)
    const pool = createPool({ connection: { connectionString: urlOf(TEMPLATE) }, size: 2, onError: () => {} })
    await migrate(
      { connectionString: urlOf(TEMPLATE) },
      { migrations: await readMigrations(), migrateJobs: migrateQueue },
    )
    await pool.end()
    const [row] = await runSql<{ version: string }>(
      urlOf('postgres'),
      `select current_setting('server_version') as version`,
    )
    const createDatabase = async (name: string) => {
      await runSql(urlOf('postgres'), `create database ${name} template ${TEMPLATE}`)
      return urlOf(name)
    }
    return {
      version: row!.version,
      stop,
      cpuSeconds: () => [pid, ...childrenOf(pid)].reduce((sum, each) => sum + (cpuSeconds(each, each === pid) ?? 0), 0),
      createDatabase,
      async createEmptyDatabase(name) {
        await runSql(urlOf('postgres'), `create database ${name}`)
        return urlOf(name)
      },
      async dropDatabase(name) {
        await runSql(urlOf('postgres'), `drop database ${name} with (force)`)
        await runSql(urlOf('postgres'), 'checkpoint')
      },
      async createBareDatabase(name) {
        const url = await createDatabase(name)
        await runSql(url, 'drop function count_contacts(), count_new_contacts(), note_gone_contacts() cascade')
        return url
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

const FORCED_EXIT_MS = 20_000

/**
 * Runs a benchmark, and ends every process that it started, also at Ctrl-C. `start` starts the server when it is needed.
 * The exit code says whether `work` returned true.
 */
export async function runWithCluster(work: (start: () => Promise<Cluster>) => Promise<boolean>): Promise<void> {
  let cluster: Cluster | null = null
  let interrupted = false
  const stopAll = async () => {
    await stopChildren()
    await cluster?.stop()
    cluster = null
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (interrupted) return
      interrupted = true
      console.log('\nstopping')
      // This fails the work, which then cleans up after itself.
      void stopAll()
      setTimeout(() => process.exit(130), FORCED_EXIT_MS).unref()
    })
  }
  try {
    const isGood = await work(async () => {
      cluster ??= await startCluster()
      return cluster
    })
    process.exitCode = isGood ? 0 : 1
  } catch (error) {
    if (!interrupted) console.error(error)
    process.exitCode = interrupted ? 130 : 1
  } finally {
    await stopAll()
  }
}

export async function runSql<R extends pg.QueryResultRow>(url: string, sql: string, values?: unknown[]): Promise<R[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const result = await client.query<R>(values ? { text: sql, values } : { text: sql })
    return result.rows
  } finally {
    await client.end()
  }
}
