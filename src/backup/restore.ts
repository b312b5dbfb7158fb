import type { FileHandle } from 'node:fs/promises'
import type pg from 'pg'
import { createPool, destroyClient, type Pool, transaction } from '../db/database.ts'
import type { Migration } from '../db/migrations/files.ts'
import { migrate } from '../db/migrations/migrate.ts'
import { clearUnfinishedRestore } from '../db/migrations/unfinished-restore.ts'
import { restoredBackup } from '../installation/compare.ts'
import { findDatabaseNow, findInstallation, recordMismatch } from '../installation/store.ts'
import { migrateQueue } from '../jobs/queue.ts'
import { loadFiles } from './files-in.ts'
import type { CheckedBackup } from './format.ts'
import { migrationsOf } from './level.ts'
import type { OnProgress } from './progress.ts'
import { loadTables } from './load.ts'
import { NOTHING_STOPPED, type StoppedWaiting, stopWaiting } from './stop-waiting.ts'
import { takeTarget } from './target.ts'

interface RestoreOptions {
  file: FileHandle
  backup: CheckedBackup
  /** Straight to the database to restore into. */
  connection: pg.ClientConfig
  /** For messages. */
  place: string
  migrations: readonly Migration[]
  /** Where files go; null leaves them out. */
  mediaDir: string | null
  /** The original was stopped before the backup, and never sent anything after it. */
  moved: boolean
  /** Called when the target was found to be empty, before anything else is written. */
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
 * Restores a checked backup into an empty database: the schema of the backup, its rows, its files, then the migrations
 * since. Until the last step the database is marked as unfinished, and a restore that was interrupted starts again.
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
    // Without it the first queries would be planned as if the tables were empty.
    await client.query('analyze')
    signal.throwIfAborted()
    return { applied, files, ...(await release(pool, options)) }
  } catch (error) {
    // In the middle of a COPY a polite end would wait for the rest of it. The server rolls back what was not committed.
    destroyClient(client)
    throw error
  } finally {
    client.release(true)
    await pool.end()
  }
}

/** From here on it is an installation again: one that sends nothing until a person has looked. */
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
