import { type Pool, transaction } from '../../db/database.ts'
import type { Parts } from '../../db/parts.ts'
import { DAY_MS } from '../../lib/time/span.ts'
import { type Message, message } from '../../messages/message.ts'
import type { Emit } from '../emit.ts'
import { findEndpoint } from '../endpoint-store.ts'
import { showEndpoint } from '../endpoints.ts'
import { cancelPending, disableEndpoint, type JudgedEndpoint } from './store.ts'

/** An endpoint is disabled if it answers with this status, or if every attempt failed for five days. */
export const GONE = 410
const FAILING_MS = 5 * DAY_MS
const STEP = 1_000

export interface DisableOptions extends Pick<Parts, 'pool' | 'clock' | 'log'> {
  emit: Emit
}

/** Why an endpoint must be disabled after these attempts; null if it need not be. */
export function disableReason({ failing_since, last_failure_at }: JudgedEndpoint, isGone: boolean): Message | null {
  if (isGone) return message('endpoint.gone')
  if (failing_since === null || last_failure_at === null) return null
  if (last_failure_at.getTime() - failing_since.getTime() < FAILING_MS) return null
  return message('endpoint.failed_for_days')
}

/** Stops sending to an endpoint, and emits an event. `cancelDeliveries` cancels its waiting deliveries. */
export async function disable(
  { pool, clock, log, emit }: DisableOptions,
  id: string,
  reason: Message,
): Promise<boolean> {
  const workspaceId = await transaction(pool, async (tx) => {
    const disabled = await disableEndpoint(tx, id, reason, new Date(clock.now()))
    if (disabled === null) return null
    const { workspace_id: owner, version: subjectVersion } = disabled
    const data = showEndpoint((await findEndpoint(tx, owner, id))!, clock.now())
    await emit(tx, { workspaceId: owner, type: 'endpoint.disabled', subjectId: id, subjectVersion, data })
    return owner
  })
  if (workspaceId === null) return false
  log.warn({ endpoint: id, workspace: workspaceId, reason: reason.code }, 'event endpoint disabled')
  return true
}

/** If it is aborted, the job events.purge cancels the rest. */
export async function cancelDeliveries(pool: Pool, endpointId: string, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && (await cancelPending(pool, endpointId, STEP)) === STEP);
}
