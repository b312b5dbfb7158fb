import { ApiError, validationError } from '../errors.ts'
import { sendJson } from '../http/answer.ts'
import { callerOf, type Request } from '../http/call.ts'
import { readPage } from '../http/pagination.ts'
import { queryOf } from '../http/query.ts'
import type { Operation } from '../http/route.ts'
import { IdParams, pageOf, success } from '../http/schemas.ts'
import { isUuid } from '../lib/ids.ts'
import { createIssues } from '../lib/issues.ts'
import * as S from '../lib/schema.ts'
import {
  DELIVERIES_LIMIT_MAX,
  DeliveriesQuery,
  DeliverySchema,
  deliveryExample,
  KeyParams,
  ListQuery,
  ReceiptSchema,
  WebhookSchema,
  webhookExample,
} from './schemas.ts'
import type { Webhooks } from './webhooks.ts'

interface Deps {
  webhooks: Webhooks
}

const NOT_FOUND = 'There is no webhook with this id. List them at GET /v1/webhooks.'

export const receiveWebhook: Operation<Deps> = {
  id: 'receiveWebhook',
  tag: 'Webhooks',
  summary: 'Receive a webhook',
  description:
    'Takes any content type, up to 1 MiB, and keeps the bytes exactly as sent. The URL itself is the credential: it can ' +
    'only append. A repeat with the same delivery id (webhook-id, svix-id, x-github-delivery, x-shopify-webhook-id or ' +
    'idempotency-key) and the same body is stored once. Unknown, revoked and malformed keys get the same 404.',
  params: KeyParams,
  body: { kind: 'raw', schema: {}, examples: { order: { order: 'A-1' } } },
  answers: {
    200: {
      description: 'The delivery is stored.',
      schema: success(S.refTo(ReceiptSchema)),
      example: {
        success: true,
        data: { id: deliveryExample.id, received_at: deliveryExample.received_at, duplicate: false },
      },
    },
  },
  errors: ['not_found'],
  errorExamples: {
    not_found: { message: 'There is no webhook at this address. Check the URL, or create a new webhook.' },
  },
  async handle({ webhooks }, request, reply) {
    const caller = callerOf(request)
    if (caller.kind !== 'webhook') throw new Error('a webhook route was reached without its key')
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const question = request.url.indexOf('?')
    const query = question === -1 ? '' : request.url.slice(question + 1)
    const data = await webhooks.receive({ ...caller, rawHeaders: request.raw.rawHeaders, query, body })
    return sendJson(reply, 200, { success: true, data })
  },
}

export const listWebhooks: Operation<Deps> = {
  id: 'listWebhooks',
  tag: 'Webhooks',
  summary: 'List webhooks',
  description:
    'Newest first, revoked ones included. The receive URL itself was shown once, when the webhook was created.',
  query: ListQuery,
  answers: {
    200: {
      description: 'A page of webhooks.',
      schema: pageOf(S.refTo(WebhookSchema)),
      example: {
        success: true,
        data: [webhookExample],
        pagination: { page: 1, limit: 20, total: 1, totalPages: 1, next_cursor: null },
      },
    },
  },
  errors: ['validation_error'],
  errorExamples: { validation_error: { field: 'limit', message: 'limit must be a whole number from 1 to 1000.' } },
  async handle({ webhooks }, request, reply) {
    const issues = createIssues()
    const page = readPage(issues, queryOf(issues, request, ListQuery))
    if (issues.count > 0) throw validationError(issues.details)
    const result = await webhooks.list(callerOf(request).workspaceId, page)
    return reply.send({ success: true, data: result.webhooks, pagination: result.pagination })
  },
}

export const listDeliveries: Operation<Deps> = {
  id: 'listDeliveries',
  tag: 'Webhooks',
  summary: 'List what a webhook received',
  description: `Newest first, with the bodies; at most ${DELIVERIES_LIMIT_MAX} a page.`,
  params: IdParams,
  query: DeliveriesQuery,
  answers: {
    200: {
      description: 'A page of deliveries.',
      schema: pageOf(S.refTo(DeliverySchema)),
      example: {
        success: true,
        data: [deliveryExample],
        pagination: { page: 1, limit: 20, total: 1, totalPages: 1, next_cursor: null },
      },
    },
  },
  errors: ['validation_error', 'not_found'],
  errorExamples: {
    validation_error: { field: 'limit', message: `limit must be a whole number from 1 to ${DELIVERIES_LIMIT_MAX}.` },
    not_found: { message: NOT_FOUND },
  },
  async handle({ webhooks }, request, reply) {
    const issues = createIssues()
    // Bodies are up to 1 MiB each.
    const page = readPage(issues, queryOf(issues, request, DeliveriesQuery), DELIVERIES_LIMIT_MAX)
    if (issues.count > 0) throw validationError(issues.details)
    const result = await webhooks.deliveries(callerOf(request).workspaceId, webhookId(request), page)
    if (result === null) throw webhookNotFound()
    return reply.send({ success: true, data: result.deliveries, pagination: result.pagination })
  },
}

function webhookId(request: Request): string {
  const { id } = request.params as { id: string }
  if (!isUuid(id)) throw webhookNotFound()
  return id
}

function webhookNotFound(): ApiError {
  return new ApiError('not_found', { message: NOT_FOUND })
}
