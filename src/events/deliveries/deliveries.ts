import { type Db, type Pool, transaction } from '../../db/database.ts'
import { ApiError } from '../../errors.ts'
import { type PageRequest, sliceOf, toPage } from '../../http/pagination.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { maySeeEvent, scopeOfEvent } from '../../scopes.ts'
import { refuseDisabled } from '../endpoints/endpoints.ts'
import { findEndpoint } from '../endpoints/store.ts'
import type { Events } from '../events.ts'
import { showAttempt, showDelivery } from '../show.ts'
import {
  countDeliveries,
  type DeliveryFilter,
  type EventRow,
  findDelivery,
  findEvent,
  restartDelivery,
  selectAttempts,
  selectDeliveries,
} from '../store.ts'
import type { Viewer } from '../visible.ts'

export interface DeliveryRef {
  workspaceId: string
  endpointId: string
  eventId: string
}

interface EventDeliveriesOptions {
  pool: Pool
  /** For lists. */
  reads: Pool
  clock: Clock
  events: Events
}

/**
 * What was sent to an endpoint. Each answer is null when the workspace has no such endpoint or delivery. An event that the
 * viewer may not see is not there for it.
 */
export function createEventDeliveries({ pool, reads, clock, events }: EventDeliveriesOptions) {
  return {
    async list(workspaceId: string, endpointId: string, filter: DeliveryFilter, page: PageRequest) {
      if ((await findEndpoint(pool, workspaceId, endpointId)) === null) return null
      const total = await countDeliveries(reads, endpointId, filter)
      const rows = await selectDeliveries(reads, endpointId, filter, sliceOf(page, total))
      const shown = toPage(page, total, rows)
      return { deliveries: shown.rows.map(showDelivery), pagination: shown.pagination }
    },
    async get(delivery: DeliveryRef, viewer: Viewer) {
      const { workspaceId, endpointId, eventId } = delivery
      if ((await findEndpoint(pool, workspaceId, endpointId)) === null) return null
      const row = await findDelivery(pool, endpointId, eventId)
      const event = await findVisible(pool, delivery, viewer)
      if (row === null || event === null) return null
      const attempts = await selectAttempts(pool, endpointId, eventId)
      const [shown] = await events.showEvents(workspaceId, [event])
      return { ...showDelivery(row), attempts: attempts.map(showAttempt), event: shown! }
    },
    /** Sends an event again, or for the first time. */
    resend: (delivery: DeliveryRef, viewer: Viewer) =>
      transaction(pool, async (tx) => {
        const { workspaceId, endpointId, eventId } = delivery
        const endpoint = await findEndpoint(tx, workspaceId, endpointId)
        const event = await findVisible(tx, delivery, viewer)
        if (endpoint === null || event === null) return null
        refuseUngranted(endpoint, event.type)
        refuseDisabled(endpoint.status)
        await restartDelivery(tx, { ...delivery, now: new Date(clock.now()) })
        return showDelivery((await findDelivery(tx, endpointId, eventId))!)
      }),
  }
}

export type EventDeliveries = ReturnType<typeof createEventDeliveries>

async function findVisible(db: Db, { workspaceId, eventId }: DeliveryRef, viewer: Viewer): Promise<EventRow | null> {
  const event = await findEvent(db, workspaceId, eventId)
  return event !== null && (viewer === null || maySeeEvent(viewer, event.type)) ? event : null
}

/** Whoever chose its events could not see this one: nobody else may send it there either. */
function refuseUngranted({ scopes }: { scopes: string[] | null }, type: string): void {
  if (scopes === null || maySeeEvent(new Set(scopes), type)) return
  throw new ApiError('forbidden', {
    message: `This endpoint may not get ${type}: its events were chosen with a key that lacks ${scopeOfEvent(type)}. Choose them again with one that has it: PATCH /v1/events/endpoints/{id}.`,
  })
}
