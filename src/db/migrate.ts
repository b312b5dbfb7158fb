import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { SetupError } from '../lib/problem.ts'
import type { Pool } from './database.ts'

export interface Migration {
  version: number
  name: string
  sql: string
  sha256: string
}

export const MIGRATIONS_FOLDER = new URL('../../migrations/', import.meta.url)

// Any constant does, as long as every Doorpost process takes the same one.
const MIGRATION_LOCK = 7_300_001

export async function readMigrations(folder: URL = MIGRATIONS_FOLDER): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => /^\d{4}_[a-z0-9_]+\.sql$/.test(file)).sort()
  return Promise.all(
    files.map(async (file) => {
      const sql = await readFile(new URL(file, folder), 'utf8')
      return {
        version: Number(file.slice(0, 4)),
        name: file.slice(5, -4),
        sql,
        sha256: createHash('sha256').update(sql).digest('hex'),
      }
    }),
  )
}

/** Brings the schema up to date, one process at a time. Returns the migrations that were applied. */
export async function migrate(
  pool: Pool,
  migrations: Migration[],
  migrateJobs: () => Promise<void>,
): Promise<Migration[]> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    try {
      await client.query(`create table if not exists schema_migrations (
        version integer primary key,
        name text not null,
        sha256 text not null,
        applied_at timestamptz not null default now()
      )`)
      const pending = pendingMigrations(migrations, await readApplied(client))
      for (const migration of pending) {
        await client.query('begin')
        try {
          // A long migration is not a runaway statement.
          await client.query('set local statement_timeout = 0')
          await client.query(migration.sql)
          await client.query('insert into schema_migrations (version, name, sha256) values ($1, $2, $3)', [
            migration.version,
            migration.name,
            migration.sha256,
          ])
          await client.query('commit')
        } catch (error) {
          await client.query('rollback')
          throw error
        }
      }
      await migrateJobs()
      return pending
    } finally {
      await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK])
    }
  } finally {
    client.release()
  }
}

/** Is the schema exactly what this program knows? Null when it is, else what is wrong. */
export async function schemaProblem(pool: Pool, migrations: Migration[]): Promise<string | null> {
  const client = await pool.connect()
  try {
    const pending = pendingMigrations(migrations, await readApplied(client))
    return pending.length > 0 ? `${pending.length} migrations have not been applied` : null
  } catch (error) {
    if (error instanceof SetupError) return error.message
    throw error
  } finally {
    client.release()
  }
}

interface Applied {
  version: number
  name: string
  sha256: string
}

async function readApplied(client: { query: (text: string) => Promise<{ rows: unknown[] }> }): Promise<Applied[]> {
  const result = await client.query('select version, name, sha256 from schema_migrations order by version')
  return result.rows as Applied[]
}

function pendingMigrations(known: Migration[], applied: Applied[]): Migration[] {
  const newest = known.at(-1)?.version ?? 0
  const ahead = applied.find((migration) => migration.version > newest)
  if (ahead) {
    throw new SetupError(
      `The database has schema version ${applied.at(-1)?.version}, but this Doorpost knows only ${newest}. ` +
        'Start the newer Doorpost that made it, or restore a backup from before the upgrade.',
    )
  }
  const byVersion = new Map(applied.map((migration) => [migration.version, migration]))
  for (const migration of known) {
    const done = byVersion.get(migration.version)
    if (done && done.sha256 !== migration.sha256) {
      throw new SetupError(
        `Migration ${migration.version} (${migration.name}) was changed after it had been applied to this database. ` +
          'Restore the file of the release, and put changes into a new migration.',
      )
    }
  }
  return known.filter((migration) => !byVersion.has(migration.version))
}
