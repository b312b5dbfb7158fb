import { sendPage } from '../http/answers/answer.ts'
import { callerOf, type Request, scopesOf, workspaceOf } from '../http/call.ts'
import { idOf, readQuery } from '../http/input.ts'
import { readPageAt } from '../http/pagination.ts'
import type { Query } from '../http/query-values.ts'
import { listAnswer, operationsOf, pageAnswer, recordAnswer } from '../http/route.ts'
import type { Issues } from '../lib/issues.ts'
import { message } from '../messages/message.ts'
import { scopeOfEvent } from '../scopes.ts'
import type { EventDoc } from './catalogue.ts'
import { ENDPOINT_NOT_FOUND } from './endpoint-routes.ts'
import type { EventDeliveries, Events, FeedCursor, FeedRequest } from './events.ts'
import * as schemas from './schemas.ts'
import type { DeliveryRef } from './store.ts'
import { visibleTypes } from './visible.ts'

interface Deps {
  events: Events
  eventDeliveries: EventDeliveries
  eventDocs: readonly EventDoc[]
}

const operation = operationsOf<Deps>('Events')

export const listEvents = operation({
  id: 'listEvents',
  summary: 'Read the feed of events',
  description:
    'Oldest first: the feed for those who cannot host a URL. Keep `pagination.next_cursor` and ask again with it: in this ' +
    'order it is never null, also when the page is empty, and it skips and repeats nothing, however late an event is ' +
    'committed. Events are kept for EVENT_RETENTION_DAYS (30). With `order=desc` newest first, for people; that list ends. It ' +
    'holds the events that the caller may see: `contact.*` needs `contacts:read`, `post.*` and `connection.*` `posts:read`, ' +
    '`webhook.*` `webhooks:read`. The others are neither listed nor counted, and asking for one by `type` is 403.',
  query: schemas.EventQuery,
  answers: {
    200: pageAnswer('A page of events.', schemas.EventSchema, schemas.event.example, {
      next_cursor: schemas.cursorExample,
    }),
  },
  async handle({ events }, request, reply) {
    const caller = callerOf(request)
    const viewer = scopesOf(caller)
    const { feed, wanted, ...rest } = readQuery(request, (issues, query) => {
      const { order, type, subject_id, created_after } = schemas.eventFilter.read(issues, query)
      const feed = readFeed(issues, query, order, (text) => events.readCursor(text, viewer))
      return { feed, wanted: type, subjectId: subject_id, fromId: created_after }
    })
    const filter = { types: visibleTypes(viewer, wanted), ...rest }
    return sendPage(reply, await events.list(caller.workspaceId, filter, feed))
  },
})

export const listEventTypes = operation({
  id: 'listEventTypes',
  summary: 'List the types of events',
  description:
    'Each with when it happens, the permission that seeing it needs, and a sample: what an endpoint gets, and the feed shows. All types there are, whatever the key may see. `contact.*` stands for all of a noun.',
  answers: { 200: listAnswer('The types.', schemas.eventKind.schema, schemas.eventKind.example) },
  handle: async ({ eventDocs }) =>
    eventDocs
      .filter(({ isInFeed }) => isInFeed)
      .map(({ type, when, example }) => ({ type, description: when, scope: scopeOfEvent(type), sample: example })),
})

export const getEvent = operation({
  id: 'getEvent',
  summary: 'Read an event',
  description: 'With its delivery to each endpoint. One that the caller may not see is 404.',
  answers: { 200: recordAnswer('The event.', schemas.eventDetail) },
  missing: message('event.not_found'),
  async handle({ events }, request) {
    const caller = callerOf(request)
    return events.get(caller.workspaceId, idOf(request), scopesOf(caller))
  },
})

const NO_DELIVERY = message('attempt.no_delivery', { id: '{id}' })

export const listEventDeliveries = operation({
  id: 'listEventDeliveries',
  summary: 'List what was sent to an endpoint',
  description: 'Newest event first. Of events that the caller may not see nothing is listed or counted.',
  query: schemas.deliveriesQuery.schema,
  answers: { 200: pageAnswer('A page of deliveries.', schemas.eventDelivery.schema, schemas.eventDelivery.example) },
  missing: ENDPOINT_NOT_FOUND,
  async handle({ eventDeliveries }, request, reply) {
    const id = idOf(request)
    const { page, filter: sent } = readQuery(request, schemas.deliveriesQuery.read)
    const caller = callerOf(request)
    const filter = { state: sent.state, types: visibleTypes(scopesOf(caller), sent.type) }
    const result = await eventDeliveries.list(caller.workspaceId, id, filter, page)
    return result && reply.send({ success: true, ...result })
  },
})

export const getEventDelivery = operation({
  id: 'getEventDelivery',
  summary: 'Read a delivery',
  description: 'With what was sent, and every attempt with its answer.',
  answers: { 200: recordAnswer('The delivery.', schemas.eventDeliveryDetail) },
  missing: NO_DELIVERY,
  handle: ({ eventDeliveries }, request) => eventDeliveries.get(deliveryOf(request), scopesOf(callerOf(request))),
})

export const resendEvent = operation({
  id: 'resendEvent',
  idempotent: 'atomic',
  summary: 'Send an event to an endpoint again',
  description:
    'With the same id, at once and with all attempts ahead of it; to a paused endpoint when it is resumed. Also an event ' +
    'that the endpoint never got, whatever its `events` and `filters`; but none that the caller may not see (404), or that the caller who chose ' +
    'its events could not see (403).',
  answers: {
    200: recordAnswer('The delivery as it is now.', schemas.eventDelivery, {
      state: 'pending',
      next_at: schemas.eventDelivery.example.delivered_at,
      delivered_at: null,
    }),
  },
  missing: NO_DELIVERY,
  handle: ({ eventDeliveries }, request, _reply, tx) =>
    eventDeliveries.resend(tx, deliveryOf(request), scopesOf(callerOf(request))),
})

function readFeed(
  issues: Issues,
  query: Query,
  chosen: FeedCursor['order'] | null,
  readCursor: (text: string) => FeedCursor | null,
): FeedRequest {
  const { page, limit, cursor } = readPageAt(issues, query, readCursor)
  if (cursor === null) return { order: chosen ?? 'asc', page, limit, afterPosition: null, epoch: 1 }
  if (chosen !== null && chosen !== cursor.order) issues.add('cursor', 'cursor.other_order', { order: cursor.order })
  return { order: cursor.order, page, limit, afterPosition: cursor.position, epoch: cursor.epoch }
}

function deliveryOf(request: Request): DeliveryRef {
  return { workspaceId: workspaceOf(request), endpointId: idOf(request), eventId: idOf(request, 'event_id') }
}
