import { callerOf, type Request, scopesOf, workspaceOf } from '../../http/call.ts'
import { idOf, readQuery } from '../../http/input.ts'
import { readPage } from '../../http/pagination.ts'
import { queryChoice } from '../../http/query.ts'
import { dataAnswer, operationsOf, pageAnswer } from '../../http/route.ts'
import { ENDPOINT_NOT_FOUND } from '../endpoints/routes.ts'
import { deliveryDetailExample, deliveryExample } from '../examples.ts'
import { queryTypes } from '../input.ts'
import { DELIVERY_STATES, DeliveryQuery, EventDeliveryDetailSchema, EventDeliverySchema } from '../schemas.ts'
import { visibleTypes } from '../visible.ts'
import type { DeliveryRef, EventDeliveries } from './deliveries.ts'

const operation = operationsOf<{ eventDeliveries: EventDeliveries }>('Events')

const NOT_FOUND = 'There is no such delivery that you may see. List them at GET /v1/events/endpoints/{id}/deliveries.'

export const listEventDeliveries = operation({
  id: 'listEventDeliveries',
  summary: 'List what was sent to an endpoint',
  description: 'Newest event first. Of events that the caller may not see nothing is listed or counted.',
  query: DeliveryQuery,
  answers: { 200: pageAnswer('A page of deliveries.', EventDeliverySchema, deliveryExample) },
  invalid: { state: `state must be one of ${DELIVERY_STATES.join(', ')}.` },
  missing: ENDPOINT_NOT_FOUND,
  async handle({ eventDeliveries }, request, reply) {
    const id = idOf(request)
    const { page, state, wanted } = readQuery(request, (issues, query) => ({
      page: readPage(issues, query),
      state: queryChoice(issues, query, 'state', DELIVERY_STATES),
      wanted: queryTypes(issues, query),
    }))
    const caller = callerOf(request)
    const filter = { state, types: visibleTypes(scopesOf(caller), wanted) }
    const result = await eventDeliveries.list(caller.workspaceId, id, filter, page)
    return result && reply.send({ success: true, data: result.deliveries, pagination: result.pagination })
  },
})

export const getEventDelivery = operation({
  id: 'getEventDelivery',
  summary: 'Read a delivery',
  description: 'With what was sent, and every attempt with its answer.',
  answers: { 200: dataAnswer('The delivery.', EventDeliveryDetailSchema, deliveryDetailExample) },
  missing: NOT_FOUND,
  handle: ({ eventDeliveries }, request) => eventDeliveries.get(deliveryOf(request), scopesOf(callerOf(request))),
})

export const resendEvent = operation({
  id: 'resendEvent',
  summary: 'Send an event to an endpoint again',
  description:
    'With the same id, at once and with all attempts ahead of it; to a paused endpoint when it is resumed. Also an event ' +
    'that the endpoint never got, whatever its `events`; but none that the caller may not see (404), or that whoever chose ' +
    'its events could not see (403).',
  answers: {
    200: dataAnswer('The delivery as it is now.', EventDeliverySchema, {
      ...deliveryExample,
      state: 'pending',
      next_at: deliveryExample.delivered_at,
      delivered_at: null,
    }),
  },
  missing: NOT_FOUND,
  invalid: { status: 'The endpoint is disabled. Set its status to active first: PATCH /v1/events/endpoints/{id}.' },
  handle: ({ eventDeliveries }, request) => eventDeliveries.resend(deliveryOf(request), scopesOf(callerOf(request))),
})

function deliveryOf(request: Request): DeliveryRef {
  return { workspaceId: workspaceOf(request), endpointId: idOf(request), eventId: idOf(request, 'event_id') }
}
