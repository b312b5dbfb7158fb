import { type Db, type Pool, transaction } from '../../db/database.ts'
import { ApiError } from '../../errors.ts'
import { type PageRequest, type Pagination, sliceOf, toPage } from '../../http/pagination.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { maySeeEvent, scopeOfEvent } from '../../scopes.ts'
import { refuseDisabled } from '../endpoints/endpoints.ts'
import { findEndpoint } from '../endpoints/store.ts'
import type { Events, ShownEvent } from '../events.ts'
import { type EventDelivery, showAttempt, showDelivery } from '../show.ts'
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

export type DeliveryDetail = Omit<EventDelivery, 'attempts'> & { attempts: object[]; event: ShownEvent }

/**
 * What was sent to an endpoint. Each answer is null when the workspace has no such endpoint. An event that the viewer may
 * not see is not there for it.
 */
export interface EventDeliveries {
  list(
    workspaceId: string,
    endpointId: string,
    filter: DeliveryFilter,
    page: PageRequest,
  ): Promise<{ deliveries: EventDelivery[]; pagination: Pagination } | null>
  /** Also null when there is no such delivery. */
  get(delivery: DeliveryRef, viewer: Viewer): Promise<DeliveryDetail | null>
  /** Sends an event again, or for the first time. Also null when there is no such event. */
  resend(delivery: DeliveryRef, viewer: Viewer): Promise<EventDelivery | null>
}

export interface DeliveryRef {
  workspaceId: string
  endpointId: string
  eventId: string
}

export interface EventDeliveriesOptions {
  pool: Pool
  /** For lists. */
  reads: Pool
  clock: Clock
  events: Events
}

export function createEventDeliveries({ pool, reads, clock, events }: EventDeliveriesOptions): EventDeliveries {
  return {
    async list(workspaceId, endpointId, filter, page) {
      if ((await findEndpoint(pool, workspaceId, endpointId)) === null) return null
      const total = await countDeliveries(reads, endpointId, filter)
      const rows = await selectDeliveries(reads, endpointId, filter, sliceOf(page, total))
      const shown = toPage(page, total, rows)
      return { deliveries: shown.rows.map(showDelivery), pagination: shown.pagination }
    },
    async get({ workspaceId, endpointId, eventId }, viewer) {
      if ((await findEndpoint(pool, workspaceId, endpointId)) === null) return null
      const row = await findDelivery(pool, endpointId, eventId)
      const event = await findVisible(pool, { workspaceId, eventId }, viewer)
      if (row === null || event === null) return null
      const attempts = await selectAttempts(pool, endpointId, eventId)
      const [shown] = await events.show(workspaceId, [event])
      return { ...showDelivery(row), attempts: attempts.map(showAttempt), event: shown! }
    },
    resend: ({ workspaceId, endpointId, eventId }, viewer) =>
      transaction(pool, async (tx) => {
        const endpoint = await findEndpoint(tx, workspaceId, endpointId)
        const event = await findVisible(tx, { workspaceId, eventId }, viewer)
        if (endpoint === null || event === null) return null
        refuseUngranted(endpoint, event.type)
        refuseDisabled(endpoint.status)
        await restartDelivery(tx, { workspaceId, endpointId, eventId, now: new Date(clock.now()) })
        return showDelivery((await findDelivery(tx, endpointId, eventId))!)
      }),
  }
}

async function findVisible(
  db: Db,
  { workspaceId, eventId }: { workspaceId: string; eventId: string },
  viewer: Viewer,
): Promise<EventRow | null> {
  const event = await findEvent(db, workspaceId, eventId)
  return event !== null && (viewer === null || maySeeEvent(viewer, event.type)) ? event : null
}

/** Whoever chose what it gets could not see this: the endpoint does not get it by another's hand either. */
function refuseUngranted({ scopes }: { scopes: string[] | null }, type: string): void {
  if (scopes === null || maySeeEvent(new Set(scopes), type)) return
  throw new ApiError('forbidden', {
    message: `This endpoint may not get ${type}: its events were chosen with a key that lacks ${scopeOfEvent(type)}. Choose them again with one that has it: PATCH /v1/events/endpoints/{id}.`,
  })
}
