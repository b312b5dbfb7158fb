import { type Tx, transaction } from '../db/database.ts'
import type { Parts } from '../db/parts.ts'
import { ApiError } from '../errors.ts'
import { etagOf, type IfMatch } from '../http/answers/etag.ts'
import { dequeue, enqueue } from '../jobs/queue.ts'
import type { Jobs } from '../jobs/table.ts'
import { type Message, message } from '../messages/message.ts'
import { showReason } from '../messages/stored.ts'
import type { RemovalNoun, RemovalRecord, RemovalState } from './schemas.ts'
import * as store from './store.ts'

const UNDO_MS = 10_000
/** How long a refusal is shown. */
const SHOWN_MS = 24 * 60 * 60 * 1000
const TASK = 'removals.carry_out'

/** Deletes one record as its DELETE route does, event included. A record that is gone already is no error. */
type Remove = (workspaceId: string, id: string, ifMatch: IfMatch | null) => Promise<unknown>

/** Locks records before their removal is written, and throws if they cannot be deleted. */
type Hold = (tx: Tx, workspaceId: string, ids: readonly string[]) => Promise<void>

interface Ways {
  removers: Record<RemovalNoun, Remove>
  holds: Partial<Record<RemovalNoun, Hold>>
}

export interface Removals extends Ways, Pick<Parts, 'pool' | 'jobs' | 'clock' | 'ids'> {
  /** Calls the handler with a workspace whenever what waits in it has changed, in any process. */
  onChange: (handler: (workspaceId: string) => void) => void
}

export function openRemovals(core: Parts, ways: Ways): Removals {
  const handlers: Array<(workspaceId: string) => void> = []
  core.listener.onNotice(store.REMOVAL_CHANNEL, (workspaceId) => {
    for (const handle of handlers) handle(workspaceId)
  })
  return { ...core, ...ways, onChange: (handler) => void handlers.push(handler) }
}

interface Asked {
  noun: RemovalNoun
  records: readonly RemovalRecord[]
}

export function addRemoval({ pool, clock, ids, holds }: Removals, open: Tx | null, owner: store.Owner, asked: Asked) {
  return transaction(open ?? pool, async (tx) => {
    const recordIds = asked.records.map((record) => record.id)
    await holds[asked.noun]?.(tx, owner.workspaceId, recordIds)
    const { id, at } = ids.next()
    const now = clock.now()
    await store.removeRefused(tx, owner.workspaceId, new Date(now - SHOWN_MS))
    const times = { dueAt: new Date(now + UNDO_MS), createdAt: new Date(at) }
    const row = await store.insertRemoval(tx, { ...owner, ...asked, ...times, id })
    await enqueueFor(tx, row)
    await store.notifyRemovals(tx, owner.workspaceId)
    return show(row)
  })
}

export async function listRemovals({ reads, clock }: Pick<Parts, 'reads' | 'clock'>, owner: store.Owner) {
  return (await store.selectRemovals(reads, owner, new Date(clock.now() - SHOWN_MS))).map(show)
}

/** The ten seconds begin again. Null if it can no longer be undone. */
export function extendRemoval({ pool, clock }: Removals, owner: store.Owner, id: string) {
  return transaction(pool, async (tx) => {
    const found = await findOwn(tx, owner, id)
    if (found === null || stateOf(found) !== 'waiting') return null
    const row = (await store.updateRemoval(tx, found, { due_at: new Date(clock.now() + UNDO_MS) }))!
    await enqueueFor(tx, row)
    return show(row)
  })
}

/** Also puts away a refusal that was read. Returns false if it can no longer be undone. */
export function undoRemoval({ pool }: Removals, owner: store.Owner, id: string): Promise<boolean> {
  return transaction(pool, async (tx) => {
    const found = await findOwn(tx, owner, id)
    if (found === null || stateOf(found) === 'running') return false
    await store.removeRemoval(tx, found)
    await dequeue(tx, TASK, id)
    await store.notifyRemovals(tx, owner.workspaceId)
    return true
  })
}

/**
 * The job. Each record is deleted in a transaction of its own, so that the locks are short; after a crash the next run
 * does the rest.
 */
export async function carryOut(deps: Removals, payload: Jobs[typeof TASK]): Promise<void> {
  const row = await begin(deps, payload)
  if (row === null) return
  const left: RemovalRecord[] = []
  let reason: Message | null = null
  for (const record of row.records as unknown as RemovalRecord[]) {
    const refusal = await removeRecord(deps, row, record)
    if (refusal === null) continue
    left.push(record)
    reason ??= refusal
  }
  await transaction(deps.jobs, async (tx) => {
    if (reason === null) await store.removeRemoval(tx, row)
    else await store.refuseRemoval(tx, row, left, reason)
    await store.notifyRemovals(tx, row.workspace_id)
  })
}

/** Null if it was undone or is done. After this it can no longer be undone. */
function begin({ jobs, clock }: Removals, { workspace_id, removal_id }: Jobs[typeof TASK]) {
  return transaction(jobs, async (tx) => {
    const row = await store.findForChange(tx, workspace_id, removal_id)
    if (row === null || stateOf(row) === 'refused') return null
    const now = new Date(clock.now())
    if (row.due_at <= now) return store.updateRemoval(tx, row, { started_at: now })
    // It was extended while this run began, or the queue's clock is ahead of ours.
    await enqueueFor(tx, row)
    return null
  })
}

/** Returns why it was refused; null if the record is gone. */
async function removeRecord({ removers }: Removals, row: store.RemovalRow, { id, version }: RemovalRecord) {
  try {
    await removers[row.noun as RemovalNoun](row.workspace_id, id, version === null ? null : [etagOf(version)])
    return null
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    return error.code === 'precondition_failed' ? message('removal.changed') : error.said
  }
}

async function findOwn(tx: Tx, { workspaceId, userId }: store.Owner, id: string) {
  const row = await store.findForChange(tx, workspaceId, id)
  return row?.user_id === userId ? row : null
}

function enqueueFor(tx: Tx, { workspace_id, id, due_at }: store.RemovalRow): Promise<void> {
  return enqueue(tx, { task: TASK, key: id, payload: { workspace_id, removal_id: id }, runAt: due_at })
}

function stateOf({ reason, started_at }: store.RemovalRow): RemovalState {
  if (reason !== null) return 'refused'
  return started_at === null ? 'waiting' : 'running'
}

function show(row: store.RemovalRow) {
  const { id, noun, user_id, due_at, created_at } = row
  const record_ids = (row.records as unknown as RemovalRecord[]).map((record) => record.id)
  return { id, noun, record_ids, user_id, state: stateOf(row), ...showReason(row), due_at, created_at }
}
