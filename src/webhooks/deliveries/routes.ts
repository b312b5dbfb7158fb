import { ApiError, validationError } from '../../errors.ts'
import { sendPage } from '../../http/answer.ts'
import { callerOf, type Request } from '../../http/call.ts'
import { readPage } from '../../http/pagination.ts'
import { idOf } from '../../http/params.ts'
import { queryOf } from '../../http/query.ts'
import type { Operation } from '../../http/route.ts'
import { DeletedSchema, IdParams, pageOf, success } from '../../http/schemas.ts'
import { createIssues } from '../../lib/issues.ts'
import * as S from '../../lib/schema.ts'
import { deliveryExample, onePage } from '../examples.ts'
import { DELIVERIES_LIMIT_MAX, DeliveriesQuery, DeliveryParams, DeliverySchema, LISTED_BODY_MAX } from '../schemas.ts'
import { readDeliveryFilter } from '../sources/input.ts'
import { WEBHOOK_NOT_FOUND, webhookId, webhookNotFound } from '../sources/routes.ts'
import type { Webhooks } from '../webhooks.ts'

interface Deps {
  webhooks: Webhooks
}

const NOT_FOUND = 'There is no delivery with this id. List them at GET /v1/webhooks/{id}/deliveries.'

export const listDeliveries: Operation<Deps> = {
  id: 'listDeliveries',
  tag: 'Webhooks',
  summary: 'List what a webhook received',
  description:
    `Newest first, at most ${DELIVERIES_LIMIT_MAX} a page, with the bodies up to ` +
    `${LISTED_BODY_MAX.toLocaleString('en-US')} bytes; read larger ones one by one.`,
  params: IdParams,
  query: DeliveriesQuery,
  answers: {
    200: {
      description: 'A page of deliveries.',
      schema: pageOf(S.refTo(DeliverySchema)),
      example: { success: true, data: [deliveryExample], pagination: onePage },
    },
  },
  errors: ['validation_error', 'not_found'],
  errorExamples: {
    validation_error: { field: 'limit', message: `limit must be a whole number from 1 to ${DELIVERIES_LIMIT_MAX}.` },
    not_found: { message: WEBHOOK_NOT_FOUND },
  },
  async handle({ webhooks }, request, reply) {
    const issues = createIssues()
    const query = queryOf(issues, request, DeliveriesQuery)
    const page = readPage(issues, query, DELIVERIES_LIMIT_MAX)
    const filter = readDeliveryFilter(issues, query)
    if (issues.count > 0) throw validationError(issues.details)
    const result = await webhooks.deliveries.list(callerOf(request).workspaceId, webhookId(request), filter, page)
    if (result === null) throw webhookNotFound()
    return sendPage(reply, result)
  },
}

const deliveryAnswer = (description: string) => ({
  200: {
    description,
    schema: success(S.refTo(DeliverySchema)),
    example: { success: true, data: deliveryExample },
  },
})

const ofOne = {
  tag: 'Webhooks',
  params: DeliveryParams,
  errors: ['not_found'],
  errorExamples: { not_found: { message: NOT_FOUND } },
} satisfies Partial<Operation<Deps>>

export const getDelivery: Operation<Deps> = {
  ...ofOne,
  id: 'getDelivery',
  summary: 'Read a delivery',
  answers: deliveryAnswer('The delivery.'),
  async handle({ webhooks }, request, reply) {
    const data = await webhooks.deliveries.get(...placeOf(request))
    if (data === null) throw deliveryNotFound()
    return reply.send({ success: true, data })
  },
}

export const getDeliveryBody: Operation<Deps> = {
  ...ofOne,
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
  async handle({ webhooks }, request, reply) {
    const place = placeOf(request)
    const body = await webhooks.deliveries.body(...place)
    if (body === null) throw deliveryNotFound()
    return reply
      .header('content-type', 'application/octet-stream')
      .header('content-disposition', `attachment; filename="${place[2]}.bin"`)
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(body)
  },
}

export const replayDelivery: Operation<Deps> = {
  ...ofOne,
  id: 'replayDelivery',
  summary: 'Replay a delivery',
  description:
    'Emits `webhook.received` again, under a new event id. When the webhook has a mapping and the delivery has made no ' +
    'contacts yet, it is mapped again, with the mapping as it is now.',
  answers: deliveryAnswer('The delivery as it is now.'),
  async handle({ webhooks }, request, reply) {
    const data = await webhooks.deliveries.replay(...placeOf(request))
    if (data === null) throw deliveryNotFound()
    return reply.send({ success: true, data })
  },
}

export const deleteDelivery: Operation<Deps> = {
  ...ofOne,
  id: 'deleteDelivery',
  summary: 'Erase a delivery',
  description: 'Contacts that were made from it stay.',
  answers: {
    200: {
      description: 'The delivery is gone.',
      schema: success(S.refTo(DeletedSchema)),
      example: { success: true, data: { id: deliveryExample.id, deleted: true } },
    },
  },
  async handle({ webhooks }, request, reply) {
    const place = placeOf(request)
    if (!(await webhooks.deliveries.delete(...place))) throw deliveryNotFound()
    return reply.send({ success: true, data: { id: place[2], deleted: true } })
  },
}

/** Workspace, webhook and delivery. */
function placeOf(request: Request): [workspaceId: string, webhookId: string, deliveryId: string] {
  return [
    callerOf(request).workspaceId,
    idOf(request, deliveryNotFound),
    idOf(request, deliveryNotFound, 'delivery_id'),
  ]
}

function deliveryNotFound(): ApiError {
  return new ApiError('not_found', { message: NOT_FOUND })
}
