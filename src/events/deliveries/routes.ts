import { ApiError, validationError } from '../../errors.ts'
import { callerOf, type Request, scopesOf } from '../../http/call.ts'
import { readPage } from '../../http/pagination.ts'
import { queryChoice, queryOf } from '../../http/query.ts'
import type { Operation } from '../../http/route.ts'
import { IdParams, pageOf, success } from '../../http/schemas.ts'
import { isUuid } from '../../lib/ids.ts'
import { createIssues } from '../../lib/issues.ts'
import * as S from '../../lib/schema.ts'
import { endpointId, refuse } from '../endpoints/routes.ts'
import { deliveryDetailExample, deliveryExample } from '../examples.ts'
import { queryTypes } from '../input.ts'
import {
  DELIVERY_STATES,
  DeliveryParams,
  DeliveryQuery,
  EventDeliveryDetailSchema,
  EventDeliverySchema,
} from '../schemas.ts'
import { visibleTypes } from '../visible.ts'
import type { DeliveryRef, EventDeliveries } from './deliveries.ts'

interface Deps {
  eventDeliveries: EventDeliveries
}

const NOT_FOUND = 'There is no such delivery that you may see. List them at GET /v1/events/endpoints/{id}/deliveries.'

export const listEventDeliveries: Operation<Deps> = {
  id: 'listEventDeliveries',
  tag: 'Events',
  summary: 'List what was sent to an endpoint',
  description: 'Newest event first. Of events that the caller may not see nothing is listed or counted.',
  params: IdParams,
  query: DeliveryQuery,
  answers: {
    200: {
      description: 'A page of deliveries.',
      schema: pageOf(S.refTo(EventDeliverySchema)),
      example: {
        success: true,
        data: [deliveryExample],
        pagination: { page: 1, limit: 20, total: 1, totalPages: 1, next_cursor: null },
      },
    },
  },
  errors: ['validation_error', 'not_found'],
  errorExamples: {
    validation_error: { field: 'state', message: `state must be one of ${DELIVERY_STATES.join(', ')}.` },
    not_found: { message: 'There is no endpoint with this id. List them at GET /v1/events/endpoints.' },
  },
  async handle({ eventDeliveries }, request, reply) {
    const id = endpointId(request)
    const issues = createIssues()
    const query = queryOf(issues, request, DeliveryQuery)
    const page = readPage(issues, query)
    const state = queryChoice(issues, query, 'state', DELIVERY_STATES)
    const wanted = queryTypes(issues, query)
    if (issues.count > 0) throw validationError(issues.details)
    const caller = callerOf(request)
    const filter = { state, types: visibleTypes(scopesOf(caller), wanted) }
    const result = (await eventDeliveries.list(caller.workspaceId, id, filter, page)) ?? refuse()
    return reply.send({ success: true, data: result.deliveries, pagination: result.pagination })
  },
}

export const getEventDelivery: Operation<Deps> = {
  id: 'getEventDelivery',
  tag: 'Events',
  summary: 'Read a delivery',
  description: 'With what was sent, and every attempt with its answer.',
  params: DeliveryParams,
  answers: {
    200: {
      description: 'The delivery.',
      schema: success(S.refTo(EventDeliveryDetailSchema)),
      example: { success: true, data: deliveryDetailExample },
    },
  },
  errors: ['not_found'],
  errorExamples: { not_found: { message: NOT_FOUND } },
  async handle({ eventDeliveries }, request, reply) {
    const data = await eventDeliveries.get(deliveryOf(request), scopesOf(callerOf(request)))
    return reply.send({ success: true, data: data ?? refuseDelivery() })
  },
}

export const resendEvent: Operation<Deps> = {
  id: 'resendEvent',
  tag: 'Events',
  summary: 'Send an event to an endpoint again',
  description:
    'With the same id, at once and with all attempts ahead of it; to a paused endpoint when it is resumed. Also an event ' +
    'that the endpoint never got, whatever its `events`; but none that the caller may not see (404), or that whoever chose ' +
    'its events could not see (403).',
  params: DeliveryParams,
  answers: {
    200: {
      description: 'The delivery as it is now.',
      schema: success(S.refTo(EventDeliverySchema)),
      example: {
        success: true,
        data: { ...deliveryExample, state: 'pending', next_at: deliveryExample.delivered_at, delivered_at: null },
      },
    },
  },
  errors: ['not_found', 'validation_error'],
  errorExamples: {
    not_found: { message: NOT_FOUND },
    validation_error: {
      field: 'status',
      message: 'The endpoint is disabled. Set its status to active first: PATCH /v1/events/endpoints/{id}.',
    },
  },
  async handle({ eventDeliveries }, request, reply) {
    const data = await eventDeliveries.resend(deliveryOf(request), scopesOf(callerOf(request)))
    return reply.send({ success: true, data: data ?? refuseDelivery() })
  },
}

function deliveryOf(request: Request): DeliveryRef {
  const { id, event_id: event } = request.params as { id: string; event_id: string }
  if (!isUuid(id) || !isUuid(event)) refuseDelivery()
  const { workspaceId } = callerOf(request)
  return { workspaceId, endpointId: id.toLowerCase(), eventId: event.toLowerCase() }
}

function refuseDelivery(): never {
  throw new ApiError('not_found', { message: NOT_FOUND })
}
