import type { Tx } from '../db/database.ts'
import { type Emit, type EventType, type NewEvent, releaseHeld } from '../events/emit.ts'
import { fromRow } from '../posts/show.ts'
import { findPost } from '../posts/store.ts'
import { type PublicationState, STATE_TABLE } from './states.ts'
import { type PostKey, type PostUpdate, takePost } from './store.ts'

/** Emits the post as it is now, in the transaction that made it so. */
export async function emitPostEvent(emit: Emit, tx: Tx, post: PostKey, type: EventType, holdUntil: Date | null = null) {
  const event = await toEvent(tx, post, type)
  if (event !== null) await emit(tx, holdUntil === null ? event : { ...event, holdUntil })
}

/** Emits the event of the state that the post has just come into; the states on the way there have none. */
export async function emitStateEvent(emit: Emit, tx: Tx, post: PostKey, state: PublicationState | undefined) {
  const row = state && STATE_TABLE[state]
  if (row && 'event' in row) await emitPostEvent(emit, tx, post, row.event)
}

/** Takes the post from whoever has it into a new state, with its event. */
export async function enterState(emit: Emit, tx: Tx, post: PostKey, update: PostUpdate): Promise<void> {
  await takePost(tx, post, update)
  await emitStateEvent(emit, tx, post, update.publication_state)
}

/** The permalink has come: if post.published still waits for it, it is sent now, complete. */
export async function completePublishedEvent(tx: Tx, post: PostKey): Promise<void> {
  const event = await toEvent(tx, post, 'post.published')
  if (event !== null) await releaseHeld(tx, event)
}

async function toEvent(tx: Tx, { workspace_id: workspaceId, id }: PostKey, type: EventType): Promise<NewEvent | null> {
  const row = await findPost(tx, workspaceId, id)
  return row && { workspaceId, type, subjectId: row.id, subjectVersion: row.version, data: fromRow(row) }
}
