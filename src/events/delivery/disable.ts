import { type Pool, transaction } from '../../db/database.ts'
import type { Parts } from '../../db/parts.ts'
import { firstIdAt } from '../../lib/ids.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { DAY_MS } from '../../lib/time/span.ts'
import type { Emit } from '../emit.ts'
import { findEndpoint } from '../endpoint-store.ts'
import { showEndpoint } from '../show.ts'
import { cancelPending, disableEndpoint, findEventWorkspaces, findUncancelled, removeEvents } from './store.ts'

const STEP = 1_000

export interface EndingOptions extends Pick<Parts, 'pool' | 'clock' | 'log'> {
  emit: Emit
}

/** Sends nothing more to an endpoint, and says so. What waits for it is cancelled by `cancelDeliveries`. */
export async function disable(options: EndingOptions, id: string, reason: string): Promise<boolean> {
  const { pool, clock, log, emit } = options
  const workspaceId = await transaction(pool, async (tx) => {
    const disabled = await disableEndpoint(tx, id, reason, new Date(clock.now()))
    if (disabled === null) return null
    const { workspace_id: owner, version: subjectVersion } = disabled
    const data = showEndpoint((await findEndpoint(tx, owner, id))!, clock.now())
    await emit(tx, { workspaceId: owner, type: 'endpoint.disabled', subjectId: id, subjectVersion, data })
    return owner
  })
  if (workspaceId === null) return false
  log.warn({ endpoint: id, workspace: workspaceId, reason }, 'event endpoint disabled')
  return true
}

/** What is left when it is aborted is cancelled by the purge. */
export async function cancelDeliveries(pool: Pool, endpointId: string, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && (await cancelPending(pool, endpointId, STEP)) === STEP);
}

/** The job events.purge: removes what is older than the retention, in small steps. Returns how many events went. */
export async function purgeEvents(pool: Pool, clock: Clock, retentionDays: number): Promise<number> {
  for (const endpointId of await findUncancelled(pool)) await cancelDeliveries(pool, endpointId)
  const beforeId = firstIdAt(clock.now() - retentionDays * DAY_MS)
  let total = 0
  for (const workspaceId of await findEventWorkspaces(pool)) {
    for (let afterId: string | null = firstIdAt(0); afterId !== null; ) {
      const step = await removeEvents(pool, workspaceId, { afterId, beforeId, most: STEP })
      total += step.removed
      afterId = step.lastId
    }
  }
  return total
}
