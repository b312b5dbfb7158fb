import { type Pool, transaction } from '../db/database.ts'
import { type PageRequest, type Pagination, sliceOf, toPage } from '../http/pagination.ts'
import type { Clock } from '../lib/clock.ts'
import { findEndpoint } from './endpoint-store.ts'
import { refuseDisabled } from './endpoints.ts'
import type { Events, ShownEvent } from './events.ts'
import { type EventDelivery, showAttempt, showDelivery } from './show.ts'
import {
  countDeliveries,
  type DeliveryFilter,
  findDelivery,
  findEvent,
  restartDelivery,
  selectAttempts,
  selectDeliveries,
} from './store.ts'

export type DeliveryDetail = Omit<EventDelivery, 'attempts'> & { attempts: object[]; event: ShownEvent }

/** What was sent to an endpoint. Each answer is null when the workspace has no such endpoint. */
export interface EventDeliveries {
  list(
    workspaceId: string,
    endpointId: string,
    filter: DeliveryFilter,
    page: PageRequest,
  ): Promise<{ deliveries: EventDelivery[]; pagination: Pagination } | null>
  /** Also null when there is no such delivery. */
  get(workspaceId: string, endpointId: string, eventId: string): Promise<DeliveryDetail | null>
  /** Sends an event again, or for the first time. Also null when there is no such event. */
  resend(workspaceId: string, endpointId: string, eventId: string): Promise<EventDelivery | null>
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
    async get(workspaceId, endpointId, eventId) {
      if ((await findEndpoint(pool, workspaceId, endpointId)) === null) return null
      const row = await findDelivery(pool, endpointId, eventId)
      const event = await findEvent(pool, workspaceId, eventId)
      if (row === null || event === null) return null
      const attempts = await selectAttempts(pool, endpointId, eventId)
      const [shown] = await events.show(workspaceId, [event])
      return { ...showDelivery(row), attempts: attempts.map(showAttempt), event: shown! }
    },
    resend: (workspaceId, endpointId, eventId) =>
      transaction(pool, async (tx) => {
        const endpoint = await findEndpoint(tx, workspaceId, endpointId)
        if (endpoint === null || (await findEvent(tx, workspaceId, eventId)) === null) return null
        refuseDisabled(endpoint.status)
        await restartDelivery(tx, { workspaceId, endpointId, eventId, now: new Date(clock.now()) })
        return showDelivery((await findDelivery(tx, endpointId, eventId))!)
      }),
  }
}
