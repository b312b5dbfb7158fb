import type { Tx } from '../db/database.ts'
import { type Emit, type EventType, releaseHeld } from '../events/emit.ts'
import { fromRow } from '../posts/show.ts'
import { findPost } from '../posts/store.ts'
import { type PublicationState, STATE_TABLE } from './states.ts'

interface Subject {
  workspaceId: string
  postId: string
}

/** Emits the post as it is now, in the transaction that made it so. */
export async function emitPostEvent(
  emit: Emit,
  tx: Tx,
  { workspaceId, postId }: Subject,
  type: EventType,
  holdUntil: Date | null = null,
): Promise<void> {
  const row = await findPost(tx, workspaceId, postId)
  if (row === null) return
  const event = { workspaceId, type, subjectId: row.id, subjectVersion: row.version, data: fromRow(row) }
  await emit(tx, holdUntil === null ? event : { ...event, holdUntil })
}

/** Emits the event of the state that the post has just come into; the states on the way there have none. */
export async function emitStateEvent(
  emit: Emit,
  tx: Tx,
  subject: Subject,
  state: PublicationState | undefined,
): Promise<void> {
  const row = state && STATE_TABLE[state]
  if (row && 'event' in row) await emitPostEvent(emit, tx, subject, row.event)
}

/** The permalink has come: if post.published still waits for it, it is sent now, complete. */
export async function completePublishedEvent(tx: Tx, { workspaceId, postId }: Subject): Promise<void> {
  const row = await findPost(tx, workspaceId, postId)
  if (row === null) return
  const subject = { workspaceId, subjectId: row.id, subjectVersion: row.version }
  await releaseHeld(tx, { ...subject, type: 'post.published', data: fromRow(row) })
}
