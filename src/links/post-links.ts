import type { Tx } from '../db/database.ts'
import { removeLink, selectOfPost } from './store.ts'

/** Removes the links of a post that is not out yet, except those it still has in its text. */
export async function keepOnlyIn(tx: Tx, workspaceId: string, postId: string, kept: readonly string[]): Promise<void> {
  for (const { id } of await selectOfPost(tx, workspaceId, postId)) {
    if (!kept.includes(id)) await removeLink(tx, workspaceId, id)
  }
}
