import { build, type Db, run, runOne, sql, type Tx } from '../db/database.ts'
import type { Said } from '../messages/message.ts'
import { reasonColumns } from '../messages/stored.ts'
import type { RemovalNoun, RemovalRecord } from './schemas.ts'

export const REMOVAL_CHANNEL = 'doorpost_removals'

const COLUMNS = [
  ...(['workspace_id', 'id', 'user_id', 'noun', 'records', 'due_at', 'started_at', 'created_at'] as const),
  ...(['reason', 'reason_code', 'reason_values'] as const),
] as const

export type RemovalRow = NonNullable<Awaited<ReturnType<typeof findForChange>>>

/** A person, and the workspace whose session it is. */
export interface Owner {
  workspaceId: string
  userId: string
}

interface NewRemoval extends Owner {
  id: string
  noun: RemovalNoun
  records: readonly RemovalRecord[]
  dueAt: Date
  createdAt: Date
}

export async function insertRemoval(tx: Tx, removal: NewRemoval) {
  const query = build.insertInto('removals').values({
    workspace_id: removal.workspaceId,
    id: removal.id,
    user_id: removal.userId,
    noun: removal.noun,
    records: JSON.stringify(removal.records),
    due_at: removal.dueAt,
    created_at: removal.createdAt,
  })
  return (await runOne(tx, query.returning(COLUMNS)))!
}

/** What waits in the workspace, and what was refused to this person, newest first. */
export function selectRemovals(db: Db, { workspaceId, userId }: Owner, after: Date) {
  const query = build
    .selectFrom('removals')
    .select(COLUMNS)
    .where('workspace_id', '=', workspaceId)
    .where('created_at', '>', after)
    .where((is) => is.or([is('reason', 'is', null), is('user_id', '=', userId)]))
  return run(db, query.orderBy('id', 'desc'))
}

/** The lock makes an undo and the job wait for each other. */
export function findForChange(tx: Tx, workspaceId: string, id: string) {
  const query = build.selectFrom('removals').select(COLUMNS).where('workspace_id', '=', workspaceId)
  return runOne(tx, query.where('id', '=', id).forUpdate())
}

export function updateRemoval(tx: Tx, { workspace_id, id }: Named, set: { due_at: Date } | { started_at: Date }) {
  const query = build.updateTable('removals').set(set).where('workspace_id', '=', workspace_id)
  return runOne(tx, query.where('id', '=', id).returning(COLUMNS))
}

type Named = Pick<RemovalRow, 'workspace_id' | 'id'>

export async function refuseRemoval(
  tx: Tx,
  { workspace_id, id }: Named,
  records: readonly RemovalRecord[],
  reason: Said,
): Promise<void> {
  const set = { records: JSON.stringify(records), ...reasonColumns(reason) }
  await run(tx, build.updateTable('removals').set(set).where('workspace_id', '=', workspace_id).where('id', '=', id))
}

export async function removeRemoval(tx: Tx, { workspace_id, id }: Named): Promise<void> {
  await run(tx, build.deleteFrom('removals').where('workspace_id', '=', workspace_id).where('id', '=', id))
}

/** Refusals that are no longer shown. */
export async function removeRefused(tx: Tx, workspaceId: string, before: Date): Promise<void> {
  const query = build.deleteFrom('removals').where('workspace_id', '=', workspaceId).where('reason', 'is not', null)
  await run(tx, query.where('created_at', '<=', before))
}

/** Every process tells the dashboards that are connected to it. */
export async function notifyRemovals(tx: Tx, workspaceId: string): Promise<void> {
  await run(tx, sql`select pg_notify(${REMOVAL_CHANNEL}, ${workspaceId})`)
}
