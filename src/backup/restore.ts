import type { FileHandle } from 'node:fs/promises'
import type pg from 'pg'
import { createPool, destroyClient, type Pool, runCount, runOne, sql, type Tx, transaction } from '../db/database.ts'
import type { Migration } from '../db/migrations/files.ts'
import {
  clearUnfinishedRestore,
  hasUnfinishedRestore,
  markUnfinishedRestore,
  migrate,
} from '../db/migrations/migrate.ts'
import { LOCKS } from '../db/writes/locks.ts'
import { restoredBackup } from '../installation/compare.ts'
import { findDatabaseNow, findInstallation, recordMismatch } from '../installation/store.ts'
import { migrateQueue } from '../jobs/queue.ts'
import { SetupError } from '../lib/problem.ts'
import { message } from '../messages/message.ts'
import { toReason } from '../messages/stored.ts'
import { loadFiles } from './files.ts'
import type { CheckedBackup, Header, OnProgress } from './format.ts'
import { loadTables } from './load.ts'
import { quoteName } from './tables.ts'

interface RestoreOptions {
  file: FileHandle
  backup: CheckedBackup
  /** A direct connection to the target database. */
  connection: pg.ClientConfig
  place: string
  migrations: readonly Migration[]
  /** The folder for files; null to leave files out. */
  mediaDir: string | null
  /** The original was stopped before the backup and has sent nothing since. */
  moved: boolean
  /** Called once the target was found to be empty, before anything is written. */
  onTaken?: () => void
  onStep: (step: string) => void
  onProgress: OnProgress
  signal: AbortSignal
}

export interface RestoreFacts {
  applied: Migration[]
  files: number
  isPaused: boolean
  stopped: StoppedWaiting
}

const PATIENT = { connectMs: 30_000, statementMs: 0, lockMs: 0 }

/**
 * Restores a checked backup into an empty database: the backup's schema, its rows, its files, then newer migrations.
 * The database stays marked as unfinished until the last step, and an interrupted restore starts again.
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreFacts> {
  const { file, backup, connection, place, migrations, onStep, onProgress, signal } = options
  const level = migrationsOf(backup.header, migrations)
  const named = { ...connection, application_name: 'doorpost restore' }
  const pool = createPool({ connection: named, size: 3, limits: PATIENT, onError: () => {} })
  const client = await pool.connect()
  try {
    const { wasInterrupted } = await takeTarget(client, place)
    options.onTaken?.()
    if (wasInterrupted) onStep('Removed what an interrupted restore has left.')
    const schema = { migrateJobs: migrateQueue, isRestore: true }
    await migrate(connection, { ...schema, migrations: level })
    signal.throwIfAborted()
    await loadTables({ client, file, backup, onProgress, signal })
    const files = options.mediaDir === null ? 0 : await loadFiles(file, options.mediaDir, onProgress, signal)
    onStep('Preparing the restored database.')
    const applied = await migrate(connection, { ...schema, migrations: [...migrations] })
    // Without it, the first queries would be planned as if the tables were empty.
    await client.query('analyze')
    signal.throwIfAborted()
    return { applied, files, ...(await release(pool, options)) }
  } catch (error) {
    // During a COPY, an orderly end would wait for the rest of it. The server rolls back what was not committed.
    destroyClient(client)
    throw error
  } finally {
    client.release(true)
    await pool.end()
  }
}

/** Turns it into an installation again, which sends nothing until a person has checked it. */
function release(pool: Pool, { backup, moved }: RestoreOptions): Promise<Pick<RestoreFacts, 'isPaused' | 'stopped'>> {
  return transaction(pool, async (tx) => {
    const now = await findDatabaseNow(tx)
    const installation = await findInstallation(tx)
    const pauses = installation?.hasPosts ?? false
    if (installation !== null) {
      const mismatch = restoredBackup(backup.header.createdAt)
      await recordMismatch(tx, mismatch, { sends: 0, position: 0 }, { now, pauses })
    }
    const stopped = moved ? NOTHING_STOPPED : await stopWaiting(tx, now)
    await clearUnfinishedRestore(tx)
    return { isPaused: pauses, stopped }
  })
}

/** The migrations that lead to the backup's schema. Throws if this program lacks one of them. */
export function migrationsOf({ migrations, program }: Header, known: readonly Migration[]): Migration[] {
  const newest = known.at(-1)?.version ?? 0
  const level = migrations.at(-1)?.version ?? 0
  if (level > newest) {
    throw new SetupError(
      `The backup was made by Doorpost ${program} with schema version ${level}, but this version only knows version ${newest}. Nothing was changed. Install Doorpost ${program} or later, and run the restore again.`,
    )
  }
  const needed = known.filter(({ version }) => migrations.some((each) => each.version === version))
  const isSame =
    needed.length === migrations.length && needed.every(({ sha256 }, at) => sha256 === migrations[at]!.sha256)
  if (isSame) return needed
  throw new SetupError(
    `The backup was made by a development version of Doorpost (${program}), whose schema is not that of any release. Nothing was changed. Restore it with that version.`,
  )
}

const SHOWN_MAX = 5
const COUNT_MAX = 1_000
/** Tables with data by which people recognise their installation. */
const TELLING = ['contacts', 'posts', 'users', 'connections', 'webhook_sources', 'forms']

/**
 * Claims an empty database for a restore. Refuses one that has tables, and removes the remains of an interrupted
 * restore. The lock ends with the connection.
 */
async function takeTarget(client: pg.ClientBase, place: string): Promise<{ wasInterrupted: boolean }> {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as locked', [LOCKS.restore])
  if (!rows[0].locked) throw new SetupError(`Another restore into ${place} is running. Wait until it has ended.`)
  const wasInterrupted = await hasUnfinishedRestore(client)
  if (wasInterrupted) await removeAll(client)
  else await refuseTables(client, place)
  await markUnfinishedRestore(client)
  return { wasInterrupted }
}

async function refuseTables(client: pg.ClientBase, place: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class class
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
        and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = class.oid and deptype = 'e')
      order by relname`,
  )
  const names = rows.map(({ name }) => name)
  if (names.length === 0) return
  const remedy =
    'Nothing was changed. Restore into an empty one: another DATA_DIR for the embedded database, or with DATABASE_URL a new database (createdb NAME).'
  const found = names.includes('schema_migrations')
    ? `an installation of Doorpost (${await describeContents(client, names)})`
    : `other tables (${names.slice(0, SHOWN_MAX).join(', ')}${names.length > SHOWN_MAX ? ', ...' : ''})`
  throw new SetupError(`The database to restore into is not empty: ${place} has ${found}. ${remedy}`)
}

async function describeContents(client: pg.ClientBase, names: readonly string[]): Promise<string> {
  const counts: string[] = []
  for (const name of TELLING.filter((each) => names.includes(each))) {
    const { rows } = await client.query(
      `select count(*)::int as n from (select from ${quoteName(name)} limit ${COUNT_MAX + 1}) as counted`,
    )
    const count = rows[0].n
    if (count > 0) counts.push(`${count > COUNT_MAX ? `more than ${COUNT_MAX}` : count} ${name.replaceAll('_', ' ')}`)
  }
  return counts.length === 0 ? 'without contacts, posts or users' : counts.join(', ')
}

/** Only called where an earlier restore found an empty database, so everything there came from that restore. */
async function removeAll(client: pg.ClientBase): Promise<void> {
  await client.query('drop schema if exists graphile_worker cascade')
  await client.query(`do $$
    declare one record;
    begin
      for one in
        select 'table' as kind, oid::regclass::text as name from pg_class class
         where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
           and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = class.oid and deptype = 'e')
        union all
        select 'routine', oid::regprocedure::text from pg_proc routine
         where pronamespace = current_schema()::regnamespace
           and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = routine.oid and deptype = 'e')
        union all
        select 'sequence', oid::regclass::text from pg_class class
         where relnamespace = current_schema()::regnamespace and relkind = 'S'
           and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = class.oid and deptype in ('a', 'i', 'e'))
      loop
        execute format('drop %s if exists %s cascade', one.kind, one.name);
      end loop;
    end $$`)
}

const EVENT_COLUMNS = sql.raw(
  'workspace_id, id, type, subject_id, subject_version, change_index, names_others, webhook_id, data, created_at',
)

interface StoppedWaiting {
  deliveries: number
  /** Events that were not in the feed yet. They are added to it, but not sent to endpoints. */
  events: number
  since: Date | null
  mails: number
}

const NOTHING_STOPPED: StoppedWaiting = { deliveries: 0, events: 0, since: null, mails: 0 }

/**
 * Stops everything that was waiting when the backup was made, because it has probably been sent since. A person decides
 * what to send again. Called once the restored database has the schema of this version.
 */
async function stopWaiting(tx: Tx, now: Date): Promise<StoppedWaiting> {
  const oldest = await runOne(
    tx,
    sql<{ since: Date | null }>`select least((select min(created_at) from event_deliveries where state = 'pending'),
             (select min(created_at) from event_outbox where hold_until is null)) as since`,
  )
  // Places them in the feed as events/delivery does, but without deliveries.
  const events = sql`with moved as (
      delete from event_outbox where hold_until is null returning ${EVENT_COLUMNS}),
    counted as (
      insert into row_counts as counts (workspace_id, kind, slot, rows)
      select workspace_id, 'events', 0, count(*) from moved group by 1 order by 1
      on conflict (workspace_id, kind, slot) do update set rows = counts.rows + excluded.rows)
    insert into events (${EVENT_COLUMNS}, position)
    select ${EVENT_COLUMNS}, nextval('event_positions') from (select * from moved order by id) as moved`
  const deliveries = sql`update event_deliveries set state = 'cancelled', next_at = null where state = 'pending'`
  const { reason, reason_code } = toReason(message('mail.restored'))
  const mails = sql`update mails set state = 'dropped', reason = ${reason}, reason_code = ${reason_code}, done_at = ${now}
     where state = 'waiting'`
  return {
    since: oldest?.since ?? null,
    events: await runCount(tx, events),
    deliveries: await runCount(tx, deliveries),
    mails: await runCount(tx, mails),
  }
}
