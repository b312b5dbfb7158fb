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
import { onePage, receiptExample, rejectionExample } from '../examples.ts'
import {
  DELIVERIES_LIMIT_MAX,
  LISTED_BODY_MAX,
  ReceiptSchema,
  RejectionParams,
  RejectionSchema,
  RejectionsQuery,
} from '../schemas.ts'
import { WEBHOOK_NOT_FOUND, webhookId, webhookNotFound } from '../sources/routes.ts'
import type { Webhooks } from '../webhooks.ts'

interface Deps {
  webhooks: Webhooks
}

const NOT_FOUND = 'There is no rejection with this id. List them at GET /v1/webhooks/{id}/rejections.'

export const listRejections: Operation<Deps> = {
  id: 'listRejections',
  tag: 'Webhooks',
  summary: 'List what a webhook refused',
  description:
    'Newest first, each with the reason and all that was sent but credentials (bodies up to ' +
    `${LISTED_BODY_MAX.toLocaleString('en-US')} bytes; read larger ones one by one). The newest 1,000 are kept: a wrong ` +
    'secret loses nothing that is looked at in time.',
  params: IdParams,
  query: RejectionsQuery,
  answers: {
    200: {
      description: 'A page of rejections.',
      schema: pageOf(S.refTo(RejectionSchema)),
      example: { success: true, data: [rejectionExample], pagination: onePage },
    },
  },
  errors: ['validation_error', 'not_found'],
  errorExamples: {
    validation_error: { field: 'limit', message: `limit must be a whole number from 1 to ${DELIVERIES_LIMIT_MAX}.` },
    not_found: { message: WEBHOOK_NOT_FOUND },
  },
  async handle({ webhooks }, request, reply) {
    const issues = createIssues()
    const page = readPage(issues, queryOf(issues, request, RejectionsQuery), DELIVERIES_LIMIT_MAX)
    if (issues.count > 0) throw validationError(issues.details)
    const result = await webhooks.rejections.list(callerOf(request).workspaceId, webhookId(request), page)
    if (result === null) throw webhookNotFound()
    return sendPage(reply, result)
  },
}

const ofOne = {
  tag: 'Webhooks',
  params: RejectionParams,
  errors: ['not_found'],
  errorExamples: { not_found: { message: NOT_FOUND } },
} satisfies Partial<Operation<Deps>>

export const getRejection: Operation<Deps> = {
  ...ofOne,
  id: 'getRejection',
  summary: 'Read a rejection',
  answers: {
    200: {
      description: 'The rejection.',
      schema: success(S.refTo(RejectionSchema)),
      example: { success: true, data: rejectionExample },
    },
  },
  async handle({ webhooks }, request, reply) {
    const data = await webhooks.rejections.get(...placeOf(request))
    if (data === null) throw rejectionNotFound()
    return reply.send({ success: true, data })
  },
}

export const acceptRejection: Operation<Deps> = {
  ...ofOne,
  id: 'acceptRejection',
  summary: 'Take a rejection as a delivery',
  description:
    'You vouch for it: it becomes a delivery with `verified` false, under the id and time it has, and goes the way of every ' +
    'delivery. If it came again meanwhile and was taken, it is counted as a duplicate of that one.',
  answers: {
    200: {
      description: 'It is a delivery now.',
      schema: success(S.refTo(ReceiptSchema)),
      example: { success: true, data: receiptExample },
    },
  },
  async handle({ webhooks }, request, reply) {
    const data = await webhooks.rejections.accept(...placeOf(request))
    if (data === null) throw rejectionNotFound()
    return reply.send({ success: true, data })
  },
}

export const deleteRejection: Operation<Deps> = {
  ...ofOne,
  id: 'deleteRejection',
  summary: 'Erase a rejection',
  answers: {
    200: {
      description: 'The rejection is gone.',
      schema: success(S.refTo(DeletedSchema)),
      example: { success: true, data: { id: rejectionExample.id, deleted: true } },
    },
  },
  async handle({ webhooks }, request, reply) {
    const place = placeOf(request)
    if (!(await webhooks.rejections.delete(...place))) throw rejectionNotFound()
    return reply.send({ success: true, data: { id: place[2], deleted: true } })
  },
}

/** Workspace, webhook and rejection. */
function placeOf(request: Request): [workspaceId: string, webhookId: string, rejectionId: string] {
  return [
    callerOf(request).workspaceId,
    idOf(request, rejectionNotFound),
    idOf(request, rejectionNotFound, 'rejection_id'),
  ]
}

function rejectionNotFound(): ApiError {
  return new ApiError('not_found', { message: NOT_FOUND })
}
