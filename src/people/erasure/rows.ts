import type { Insertable } from 'kysely'
import { build, type Db, run, runOne, type Tx } from '../../db/database.ts'
import type { DB } from '../../db/types.ts'
import type { Progress } from './erase.ts'

// The rows of erasures: who is to be erased, and how far that is.

const select = (workspaceId: string) => build.selectFrom('erasures').selectAll().where('workspace_id', '=', workspaceId)

export type ErasureRow = NonNullable<Awaited<ReturnType<typeof findErasure>>>

export function findErasure(db: Db, workspaceId: string, id: string) {
  return runOne(db, select(workspaceId).where('id', '=', id).where('in_background', '=', true))
}

/** The job that erases this person. */
export function findRunning(db: Db, workspaceId: string, hash: Buffer) {
  const query = select(workspaceId).where('email_sha256', '=', hash).where('in_background', '=', true)
  return runOne(db, query.where('finished_at', 'is', null))
}

/** Held until the transaction ends: whoever else runs it waits, and goes on behind. */
export function lockErasure(tx: Tx, workspaceId: string, id: string) {
  return runOne(tx, select(workspaceId).where('id', '=', id).forUpdate())
}

/** False when a job erases this person already. */
export async function insertErasure(tx: Tx, row: Insertable<DB['erasures']>): Promise<boolean> {
  const query = build
    .insertInto('erasures')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
  return (await runOne(tx, query.returning('id'))) !== null
}

export async function saveProgress(tx: Tx, id: string, progress: Progress & { total: number }): Promise<void> {
  const { phase, after, quiet, lookedAt, erased, total } = progress
  const counts = { looked_at: lookedAt, total, erased: JSON.stringify(erased) }
  await run(
    tx,
    build
      .updateTable('erasures')
      .set({ phase, after_key: after, quiet, ...counts })
      .where('id', '=', id),
  )
}

/** Only a hash of the address is left. */
export async function updateFinished(tx: Tx, id: string, at: Date): Promise<void> {
  const gone = { email_key: null, spellings: null, phase: null, after_key: null, quiet: [] }
  await run(
    tx,
    build
      .updateTable('erasures')
      .set({ ...gone, finished_at: at })
      .where('id', '=', id),
  )
}

export async function removeErasure(tx: Tx, id: string): Promise<void> {
  await run(tx, build.deleteFrom('erasures').where('id', '=', id))
}
