import { build, type Db, run, runOne, type Tx } from '../db/database.ts'
import { countRows } from '../db/statements/counts.ts'
import type { ReasonKind } from './protection/reasons.ts'
import { selectFiltered } from './submission-store.ts'

function selectHeld(workspaceId: string, filter: HeldFilter) {
  return selectFiltered(workspaceId, { ...filter, state: 'held' })
}

export interface HeldFilter {
  formId: string | null
  reason: ReasonKind | null
}

/** The oldest first: they expire first. */
export async function selectHeldIds(db: Db, workspaceId: string, filter: HeldFilter, most: number): Promise<string[]> {
  const rows = await run(db, selectHeld(workspaceId, filter).select('id').orderBy('id').limit(most))
  return rows.map(({ id }) => id)
}

/** Those that are still held, and that nobody else has locked. */
export async function lockHeld(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const held = build.selectFrom('submissions').select('id').where('id', 'in', ids).where('state', '=', 'held')
  const rows = ids.length === 0 ? [] : await run(tx, held.orderBy('id').forUpdate().skipLocked())
  return rows.map(({ id }) => id)
}

export function countHeld(db: Db, workspaceId: string, filter: HeldFilter): Promise<number> {
  return countRows(db, selectHeld(workspaceId, filter))
}

export async function removeHeld(db: Db, workspaceId: string, id: string): Promise<boolean> {
  const query = build
    .deleteFrom('submissions')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('state', '=', 'held')
  return (await runOne(db, query.returning('id'))) !== null
}
