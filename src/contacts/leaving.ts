import { type Pool, type Tx, transaction } from '../db/database.ts'
import { enqueue } from '../jobs/queue.ts'
import type { Jobs } from '../jobs/table.ts'
import type { Clock } from '../lib/time/clock.ts'
import { changeLeadsIn, type LeadChangeOptions } from './bulk.ts'
import { selectOwned } from './team.ts'

const STEP = 200

/** For the transaction that removes somebody from the team. A job, because they may have very many contacts. */
export function createOnLeave(clock: Clock) {
  return (tx: Tx, workspaceId: string, userId: string): Promise<void> =>
    enqueue(tx, {
      task: 'contacts.unassign',
      key: `${workspaceId}:${userId}`,
      payload: { workspace_id: workspaceId, user_id: userId },
      runAt: new Date(clock.now()),
    })
}

/**
 * The job: the contacts of somebody who left have no owner, which is told as `contact.assigned`. Whatever ends it in between,
 * the next run does the rest.
 */
export async function unassignContacts(
  { jobs, ...options }: Omit<LeadChangeOptions, 'pool'> & { jobs: Pool },
  { workspace_id: workspaceId, user_id: ownerId }: Jobs['contacts.unassign'],
): Promise<void> {
  for (;;) {
    const ids = await selectOwned(jobs, workspaceId, ownerId, STEP)
    if (ids.length === 0) return
    const which = { filter: { ownerId }, ids }
    await transaction(jobs, (tx) =>
      changeLeadsIn(options, tx, workspaceId, which, null, (lead) => ({ ...lead, owner_id: null })),
    )
  }
}
