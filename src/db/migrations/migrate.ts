import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { SetupError } from '../../lib/problem.ts'
import { commandLine, startLine } from '../../lib/program.ts'
import { formatCount } from '../../lib/text/count.ts'
import { createPool, type Db, type Pool, type PoolLimits } from '../database.ts'
import { LOCKS } from '../writes/locks.ts'
import type { Migration } from './files.ts'

const LOCK_POLL_MS = 300

// A statement that waits for a strong lock makes everyone else wait behind it. So it gives up soon and retries.
const LOCK_TIMEOUT_MS = 2_000
const LOCK_PAUSE_MS = 1_000
const LOCK_PATIENCE_MS = 10 * 60_000

// A long migration is not a runaway statement.
const PATIENT: PoolLimits = { connectMs: 30_000, statementMs: 0, lockMs: 0 }

interface MigrateOptions {
  migrations: Migration[]
  /** Updates the tables of the job queue, under the same lock. */
  migrateJobs: (pool: Pool) => Promise<void>
  /** Called once for each thing that it waits for. */
  onWait?: (reason: string) => void
  /** Called with the number of migrations, before the first of them. */
  onPending?: (count: number) => void
  /** Set by the restore of a backup. Everyone else is refused until that is done. */
  isRestore?: boolean
  /** For commands that must not fill a database that was named by mistake: one without our tables is refused. */
  mustExist?: boolean
}

/** Updates the schema, one process at a time, without the time limits of pools. Returns the applied migrations. */
export async function migrate(connection: pg.ClientConfig, options: MigrateOptions): Promise<Migration[]> {
  const { migrations, migrateJobs, onWait = () => {}, isRestore = false, mustExist = false } = options
  const named = { ...connection, application_name: 'doorpost migrate' }
  const pool = createPool({ connection: named, size: 3, limits: PATIENT, onError: () => {} })
  try {
    const client = await pool.connect()
    try {
      // The lock ends with the connection, so it need not be released after a failure.
      await lockMigrations(client, onWait)
      if (!isRestore) await refuseUnfinishedRestore(client)
      if (mustExist) await refuseEmpty(client)
      await createMigrationsTable(client)
      const pending = pendingMigrations(migrations, await readApplied(client))
      if (pending.length > 0) options.onPending?.(pending.length)
      for (const migration of pending) {
        if (migration.inTransaction) await applyAtOnce(client, migration, onWait)
        else await applyStepwise(client, migration, onWait)
      }
      await migrateJobs(pool)
      return pending
    } catch (error) {
      throw await explainRefusal(client, error)
    } finally {
      client.release(true)
    }
  } finally {
    await pool.end()
  }
}

/** Polls: a session that waits inside a statement holds a snapshot, which would hold up CREATE INDEX CONCURRENTLY. */
async function lockMigrations(client: pg.ClientBase, onWait: (reason: string) => void): Promise<void> {
  for (let waits = 0; ; waits++) {
    const result = await client.query('select pg_try_advisory_lock($1) as locked', [LOCKS.migrations])
    if (result.rows[0].locked) return
    if (waits === 1) onWait('Another process is migrating the database. Waiting until it is done.')
    await delay(LOCK_POLL_MS)
  }
}

export async function hasSchema(client: Pick<pg.ClientBase, 'query'>): Promise<boolean> {
  const { rows } = await client.query(`select to_regclass('schema_migrations') is not null as has_schema`)
  return rows[0].has_schema
}

async function refuseEmpty(client: pg.ClientBase): Promise<void> {
  if (await hasSchema(client)) return
  throw new SetupError(
    `The database has no tables of Doorpost yet. If it is the right one, start Doorpost first (${startLine()}), or run: ` +
      `${commandLine('migrate')}. Otherwise correct DATABASE_URL or DATA_DIR.`,
  )
}

async function createMigrationsTable(client: pg.ClientBase): Promise<void> {
  await client.query(`create table if not exists schema_migrations (
    version integer primary key,
    name text not null,
    sha256 text not null,
    applied_at timestamptz not null default now()
  )`)
  const { rows } = await client.query(
    `select from pg_attribute where attrelid = 'schema_migrations'::regclass and attname = 'compatible_with'`,
  )
  if (rows.length === 0) await client.query('alter table schema_migrations add column compatible_with integer')
}

async function applyAtOnce(client: pg.ClientBase, migration: Migration, onWait: (reason: string) => void) {
  await retryLocks(migration, onWait, async () => {
    await client.query('begin')
    try {
      await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`)
      await client.query(migration.sql)
      await recordMigration(client, migration)
      await client.query('commit')
    } catch (error) {
      // The first error says what is wrong; an error of the rollback would only say that the connection is gone.
      await client.query('rollback').catch(() => {})
      throw error
    }
  })
}

/**
 * Runs statement by statement, for those that cannot run in a transaction. Each can be repeated if a later one fails.
 */
async function applyStepwise(client: pg.ClientBase, migration: Migration, onWait: (reason: string) => void) {
  for (const statement of migration.statements) {
    await dropInvalidIndex(client, statement)
    // An index that is built concurrently blocks nobody while it waits.
    const isConcurrent = /^\s*create\s+(unique\s+)?index\s+concurrently\s/i.test(statement)
    await client.query(`set lock_timeout = ${isConcurrent ? 0 : LOCK_TIMEOUT_MS}`)
    await retryLocks(migration, onWait, () => client.query(statement))
  }
  await client.query('set lock_timeout = 0')
  await recordMigration(client, migration)
}

/** An interrupted build leaves an index that is maintained but never used. */
async function dropInvalidIndex(client: pg.ClientBase, statement: string): Promise<void> {
  const name = /create\s+(?:unique\s+)?index\s+concurrently\s+if\s+not\s+exists\s+(\w+)/i.exec(statement)?.[1]
  if (name === undefined) return
  const { rows } = await client.query('select from pg_index where indexrelid = to_regclass($1) and not indisvalid', [
    name,
  ])
  if (rows.length > 0) await client.query(`drop index concurrently ${name}`)
}

async function retryLocks(migration: Migration, onWait: (reason: string) => void, work: () => Promise<unknown>) {
  const deadline = performance.now() + LOCK_PATIENCE_MS
  for (let told = false; ; told = true) {
    try {
      await work()
      return
    } catch (error) {
      if ((error as { code?: string }).code !== '55P03' || performance.now() > deadline) throw error
      if (!told) onWait(`Migration ${migration.version} (${migration.name}) is waiting for a locked table.`)
      await delay(LOCK_PAUSE_MS * (0.5 + Math.random()))
    }
  }
}

async function recordMigration(client: pg.ClientBase, migration: Migration): Promise<void> {
  await client.query('insert into schema_migrations (version, name, sha256, compatible_with) values ($1, $2, $3, $4)', [
    migration.version,
    migration.name,
    migration.sha256,
    migration.compatibleWith,
  ])
}

async function explainRefusal(client: pg.ClientBase, error: unknown): Promise<unknown> {
  const code = (error as { code?: string }).code
  // "insufficient privilege" and "no schema has been selected to create in"
  if (code !== '42501' && code !== '3F000') return error
  const { role, grants } = await findMissingRights(client)
  const remedy =
    grants.length > 0
      ? `As the owner of the database, run: ${grants.join(' ')}`
      : 'Connect as the role that owns the tables of Doorpost.'
  return new SetupError(
    `The role ${role} may not create what Doorpost needs in this database (${(error as Error).message}). ${remedy}`,
    { cause: error },
  )
}

export type SchemaState =
  | { kind: 'current' }
  /** The next start applies them. */
  | { kind: 'pending' | 'unusable'; problem: string }

/** Whether this program can work with the schema. */
export async function findSchemaState(db: Db, migrations: Migration[]): Promise<SchemaState> {
  try {
    const { length: count } = pendingMigrations(migrations, await readApplied(db))
    if (count === 0) return { kind: 'current' }
    const problem = `Not applied yet: ${formatCount(count, 'migration')}.`
    return { kind: 'pending', problem }
  } catch (error) {
    if (error instanceof SetupError) return { kind: 'unusable', problem: error.message }
    throw error
  }
}

interface Applied {
  version: number
  name: string
  sha256: string
  compatible_with: number | null
}

async function readApplied(db: {
  query: (config: pg.QueryConfig) => Promise<{ rows: unknown[] }>
}): Promise<Applied[]> {
  const result = await db.query({
    // Read as JSON, because a schema of version 0.1 does not have the column yet.
    text: `select version, name, sha256, (to_jsonb(applied) ->> 'compatible_with')::int as compatible_with
             from schema_migrations applied order by version`,
  })
  return result.rows as Applied[]
}

function pendingMigrations(known: Migration[], applied: Applied[]): Migration[] {
  const newest = known.at(-1)?.version ?? 0
  // In a rolling upgrade, older nodes continue if the newer schema is compatible with them.
  const isCompatible = ({ compatible_with }: Applied) => compatible_with !== null && compatible_with <= newest
  if (applied.some((migration) => migration.version > newest && !isCompatible(migration))) {
    throw new SetupError(
      `The database has schema version ${applied.at(-1)?.version}, but this version of Doorpost only knows version ${newest}. ` +
        'Start the newer version again, or restore a backup from before the upgrade.',
    )
  }
  const byVersion = new Map(applied.map((migration) => [migration.version, migration]))
  for (const migration of known) {
    const done = byVersion.get(migration.version)
    if (done && done.sha256 !== migration.sha256) {
      throw new SetupError(
        `Migration ${migration.version} (${migration.name}) was changed after it had been applied to this database. ` +
          'Restore the file from the release, and put changes into a new migration.',
      )
    }
  }
  return known.filter((migration) => !byVersion.has(migration.version))
}

interface MissingRights {
  role: string
  /** What the role may not create, such as "tables". */
  missing: string[]
  /** The statements that grant the privileges. */
  grants: string[]
}

/** Migrations create tables, and the job queue creates a schema. Since PostgreSQL 15, ordinary roles may do neither. */
export async function findMissingRights(db: Pick<pg.ClientBase, 'query'>): Promise<MissingRights> {
  const { rows } = await db.query(
    `select quote_ident(current_user) as role, quote_ident(current_database()) as database,
            quote_ident(coalesce(current_schema(), 'public')) as schema,
            coalesce(has_schema_privilege(current_schema(), 'create'), false) as tables,
            has_database_privilege(current_database(), 'create') as schemas`,
  )
  const { role, database, schema, tables, schemas } = rows[0]
  return {
    role,
    missing: [...(tables ? [] : ['tables']), ...(schemas ? [] : ['schemas'])],
    grants: [
      ...(tables ? [] : [`GRANT USAGE, CREATE ON SCHEMA ${schema} TO ${role};`]),
      ...(schemas ? [] : [`GRANT CREATE ON DATABASE ${database} TO ${role};`]),
    ],
  }
}

// A restore takes many transactions. While this table exists, the database is an incomplete installation, and only the
// restore may use it.

type Client = Pick<pg.ClientBase, 'query'>

export async function hasUnfinishedRestore(client: Client): Promise<boolean> {
  const { rows } = await client.query(`select to_regclass('unfinished_restore') is not null as found`)
  return rows[0].found
}

export async function markUnfinishedRestore(client: Client): Promise<void> {
  await client.query('create table unfinished_restore (started_at timestamptz not null default now())')
}

export async function clearUnfinishedRestore(client: { query(config: pg.QueryConfig): Promise<unknown> }) {
  await client.query({ text: 'drop table unfinished_restore' })
}

async function refuseUnfinishedRestore(client: Client): Promise<void> {
  if (!(await hasUnfinishedRestore(client))) return
  throw new SetupError(
    'The restore of a backup into this database was interrupted, so a part of the data is missing. Run the restore again: ' +
      `${commandLine('restore FILE')}. It starts from the beginning.`,
  )
}
