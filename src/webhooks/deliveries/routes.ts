import { sendPage } from '../../http/answer.ts'
import { workspaceOf } from '../../http/call.ts'
import { idOf, readQuery } from '../../http/input.ts'
import { readPage } from '../../http/pagination.ts'
import { dataAnswer, deletedAnswer, operationsOf, pageAnswer } from '../../http/route.ts'
import * as S from '../../lib/schema.ts'
import { groupDigits } from '../../lib/text/text.ts'
import { deliveryExample } from '../examples.ts'
import { DELIVERIES_LIMIT_MAX, DeliveriesQuery, DeliverySchema, LISTED_BODY_MAX } from '../schemas.ts'
import { readDeliveryFilter } from '../sources/input.ts'
import { placeOf, WEBHOOK_NOT_FOUND } from '../sources/routes.ts'
import type { Webhooks } from '../webhooks.ts'

const operation = operationsOf<{ webhooks: Webhooks }>('Webhooks')

const NOT_FOUND = 'There is no delivery with this id. List them at GET /v1/webhooks/{id}/deliveries.'

export const listDeliveries = operation({
  id: 'listDeliveries',
  summary: 'List what a webhook received',
  description:
    `Newest first, at most ${DELIVERIES_LIMIT_MAX} a page, with the bodies up to ` +
    `${groupDigits(LISTED_BODY_MAX)} bytes; read larger ones one by one.`,
  query: DeliveriesQuery,
  answers: { 200: pageAnswer('A page of deliveries.', DeliverySchema, deliveryExample) },
  missing: WEBHOOK_NOT_FOUND,
  async handle({ webhooks }, request, reply) {
    const { page, filter } = readQuery(request, (issues, query) => ({
      page: readPage(issues, query, DELIVERIES_LIMIT_MAX),
      filter: readDeliveryFilter(issues, query),
    }))
    const result = await webhooks.deliveries.list(workspaceOf(request), idOf(request), filter, page)
    return result && sendPage(reply, result)
  },
})

export const getDelivery = operation({
  id: 'getDelivery',
  summary: 'Read a delivery',
  answers: { 200: dataAnswer('The delivery.', DeliverySchema, deliveryExample) },
  missing: NOT_FOUND,
  handle: ({ webhooks }, request) => webhooks.deliveries.get(...placeOf(request, 'delivery_id')),
})

export const getDeliveryBody = operation({
  id: 'getDeliveryBody',
  summary: 'Download the body of a delivery',
  description: 'The bytes exactly as they came, as a file: what a stranger sent is never shown as a page.',
  answers: {
    200: {
      description: 'The bytes.',
      schema: S.string({ format: 'binary' }),
      example: deliveryExample.body_text,
      contentType: 'application/octet-stream',
    },
  },
  missing: NOT_FOUND,
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

export const replayDelivery = operation({
  id: 'replayDelivery',
  summary: 'Replay a delivery',
  description:
    'Emits `webhook.received` again, under a new event id. When the webhook has a mapping and the delivery has made no ' +
    'contacts yet, it is mapped again, with the mapping as it is now.',
  answers: { 200: dataAnswer('The delivery as it is now.', DeliverySchema, deliveryExample) },
  missing: NOT_FOUND,
  handle: ({ webhooks }, request) => webhooks.deliveries.replay(...placeOf(request, 'delivery_id')),
})

export const deleteDelivery = operation({
  id: 'deleteDelivery',
  summary: 'Erase a delivery',
  description: 'Contacts that were made from it stay.',
  answers: { 200: deletedAnswer('The delivery is gone.', deliveryExample) },
  missing: NOT_FOUND,
  async handle({ webhooks }, request) {
    const place = placeOf(request, 'delivery_id')
    return (await webhooks.deliveries.delete(...place)) ? { id: place[2], deleted: true } : null
  },
})
