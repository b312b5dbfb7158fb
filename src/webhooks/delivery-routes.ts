import { sendPage } from '../http/answers/answer.ts'
import { workspaceOf } from '../http/call.ts'
import { idOf, readQuery } from '../http/input.ts'
import { readPage } from '../http/pagination.ts'
import { deletedAnswer, operationsOf, pageAnswer, recordAnswer } from '../http/route.ts'
import { pageQueryUpTo } from '../http/schemas.ts'
import * as S from '../lib/schema.ts'
import { groupDigits } from '../lib/text/text.ts'
import { message } from '../messages/message.ts'
import { readDeliveryFilter } from './input.ts'
import { placeOf, WEBHOOK_NOT_FOUND } from './routes.ts'
import { DELIVERIES_LIMIT_MAX, DeliveriesQuery, delivery, LISTED_BODY_MAX, receipt, rejection } from './schemas.ts'
import { NO_DELIVERY, type Webhooks } from './webhooks.ts'

type Deps = { webhooks: Webhooks }

const onWebhook = operationsOf<Deps>('Webhooks', { missing: WEBHOOK_NOT_FOUND })
const onDelivery = operationsOf<Deps>('Webhooks', { missing: NO_DELIVERY })
const onRejection = operationsOf<Deps>('Webhooks', { missing: message('rejection.not_found', { id: '{id}' }) })

export const listDeliveries = onWebhook({
  id: 'listDeliveries',
  summary: 'List what a webhook received',
  description:
    `Newest first, at most ${DELIVERIES_LIMIT_MAX} a page, with the bodies up to ` +
    `${groupDigits(LISTED_BODY_MAX)} bytes; read larger ones one by one.`,
  query: DeliveriesQuery,
  answers: { 200: pageAnswer('A page of deliveries.', delivery.schema, delivery.example) },
  async handle({ webhooks }, request, reply) {
    const { page, filter } = readQuery(request, (issues, query) => ({
      page: readPage(issues, query, DELIVERIES_LIMIT_MAX),
      filter: readDeliveryFilter(issues, query),
    }))
    const result = await webhooks.deliveries.list([workspaceOf(request), idOf(request)], filter, page)
    return result && sendPage(reply, result)
  },
})

export const getDelivery = onDelivery({
  id: 'getDelivery',
  summary: 'Read a delivery',
  answers: { 200: recordAnswer('The delivery.', delivery) },
  handle: ({ webhooks }, request) => webhooks.deliveries.get(...placeOf(request, 'delivery_id')),
})

export const getDeliveryBody = onDelivery({
  id: 'getDeliveryBody',
  summary: 'Download the body of a delivery',
  description: 'The bytes exactly as they came, as a file: what a stranger sent is never shown as a page.',
  answers: {
    200: {
      description: 'The bytes.',
      schema: S.string({ format: 'binary' }),
      example: delivery.example.body_text,
      contentType: 'application/octet-stream',
    },
  },
  async handle({ webhooks }, request, reply) {
    const place = placeOf(request, 'delivery_id')
    const body = await webhooks.deliveries.body(...place)
    if (body === null) return null
    return reply
      .header('content-type', 'application/octet-stream')
      .header('content-disposition', `attachment; filename="${place[2]}.bin"`)
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(body)
  },
})

export const replayDelivery = onDelivery({
  id: 'replayDelivery',
  idempotent: 'atomic',
  summary: 'Replay a delivery',
  description:
    'Emits `webhook.received` again, under a new event id. When the webhook has a mapping and the delivery has made no ' +
    'contacts yet, it is mapped again, with the mapping as it is now.',
  answers: { 200: recordAnswer('The delivery as it is now.', delivery) },
  handle: ({ webhooks }, request, _reply, tx) => webhooks.deliveries.replay(tx, ...placeOf(request, 'delivery_id')),
})

export const deleteDelivery = onDelivery({
  id: 'deleteDelivery',
  summary: 'Erase a delivery',
  description: 'Contacts that were made from it stay.',
  answers: { 200: deletedAnswer('The delivery is gone.', delivery.example) },
  handle: ({ webhooks }, request) => webhooks.deliveries.delete(...placeOf(request, 'delivery_id')),
})

export const listRejections = onWebhook({
  id: 'listRejections',
  summary: 'List what a webhook refused',
  description:
    'Newest first, each with the reason and all that was sent but credentials (bodies up to ' +
    `${groupDigits(LISTED_BODY_MAX)} bytes; read larger ones one by one). The newest 1,000 are kept: a wrong ` +
    'secret loses nothing that is looked at in time.',
  query: S.partial(pageQueryUpTo(DELIVERIES_LIMIT_MAX)),
  answers: { 200: pageAnswer('A page of rejections.', rejection.schema, rejection.example) },
  async handle({ webhooks }, request, reply) {
    const page = readQuery(request, (issues, query) => readPage(issues, query, DELIVERIES_LIMIT_MAX))
    const result = await webhooks.rejections.list([workspaceOf(request), idOf(request)], page)
    return result && sendPage(reply, result)
  },
})

export const getRejection = onRejection({
  id: 'getRejection',
  summary: 'Read a rejection',
  answers: { 200: recordAnswer('The rejection.', rejection) },
  handle: ({ webhooks }, request) => webhooks.rejections.get(...placeOf(request, 'rejection_id')),
})

export const acceptRejection = onRejection({
  id: 'acceptRejection',
  idempotent: 'repeatable',
  summary: 'Take a rejection as a delivery',
  description:
    'You vouch for it: it becomes a delivery with `verified` false, under the id and time it has, and goes the way of every ' +
    'delivery. If it came again meanwhile and was taken, it is counted as a duplicate of that one.',
  answers: { 200: recordAnswer('It is a delivery now.', receipt) },
  handle: ({ webhooks }, request) => webhooks.rejections.accept(...placeOf(request, 'rejection_id')),
})

export const deleteRejection = onRejection({
  id: 'deleteRejection',
  summary: 'Erase a rejection',
  answers: { 200: deletedAnswer('The rejection is gone.', rejection.example) },
  handle: ({ webhooks }, request) => webhooks.rejections.delete(...placeOf(request, 'rejection_id')),
})
