import { type Tx, transaction } from '../db/database.ts'
import type { Parts } from '../db/parts.ts'
import { ApiError } from '../errors.ts'
import { type PageRequest, sliceOf, toPage } from '../http/pagination.ts'
import { maySeeEvent, scopeOfEvent } from '../scopes.ts'
import type { Viewer } from './visible.ts'
import { refuseDisabled } from './endpoints.ts'
import { findEndpoint } from './endpoint-store.ts'
import { type Events, findVisibleEvent } from './events.ts'
import { showAttempt, showDelivery } from './show.ts'
import * as store from './store.ts'

/** `reads` is for lists. */
interface EventDeliveriesOptions extends Pick<Parts, 'pool' | 'reads' | 'clock'> {
  events: Events
}

/** Answers are null where there is no such endpoint or delivery, and for events that the viewer may not see. */
export function createEventDeliveries({ pool, reads, clock, events }: EventDeliveriesOptions) {
  return {
    async list(workspaceId: string, endpointId: string, filter: store.DeliveryFilter, page: PageRequest) {
      if ((await findEndpoint(pool, workspaceId, endpointId)) === null) return null
      const { total, isCapped } = await store.countDeliveries(reads, endpointId, filter)
      const slice = sliceOf(page, isCapped ? Number.POSITIVE_INFINITY : total)
      const found = await store.selectDeliveries(reads, endpointId, filter, slice)
      const { rows, pagination } = toPage(page, total, found, { isCapped })
      return { data: rows.map(showDelivery), pagination }
    },
    async get({ workspaceId, endpointId, eventId }: store.DeliveryRef, viewer: Viewer) {
      if ((await findEndpoint(pool, workspaceId, endpointId)) === null) return null
      const row = await store.findDelivery(pool, endpointId, eventId)
      const event = await findVisibleEvent(pool, workspaceId, eventId, viewer)
      if (row === null || event === null) return null
      const attempts = await store.selectAttempts(pool, endpointId, eventId)
      const [shown] = await events.showEvents(workspaceId, [event])
      return { ...showDelivery(row), attempts: attempts.map(showAttempt), event: shown! }
    },
    resend: (open: Tx | null, delivery: store.DeliveryRef, viewer: Viewer) =>
      transaction(open ?? pool, async (tx) => {
        const { workspaceId, endpointId, eventId } = delivery
        const endpoint = await findEndpoint(tx, workspaceId, endpointId)
        const event = await findVisibleEvent(tx, workspaceId, eventId, viewer)
        if (endpoint === null || event === null) return null
        refuseUngranted(endpoint, event.type)
        refuseDisabled(endpoint.status)
        await store.restartDelivery(tx, delivery, new Date(clock.now()))
        return showDelivery((await store.findDelivery(tx, endpointId, eventId))!)
      }),
  }
}

export type EventDeliveries = ReturnType<typeof createEventDeliveries>

/** Whoever chose its events could not see this one: nobody else may send it there either. */
function refuseUngranted({ scopes }: { scopes: string[] | null }, type: string): void {
  if (scopes === null || maySeeEvent(new Set(scopes), type)) return
  throw new ApiError('forbidden', {
    message: `This endpoint may not get ${type}: its events were chosen with a key that lacks ${scopeOfEvent(type)}. Choose them again with one that has it: PATCH /v1/events/endpoints/{id}.`,
  })
}
