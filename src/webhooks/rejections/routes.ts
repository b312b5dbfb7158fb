import { sendPage } from '../../http/answer.ts'
import { type Request, workspaceOf } from '../../http/call.ts'
import { readQuery } from '../../http/input.ts'
import { readPage } from '../../http/pagination.ts'
import { idOf } from '../../http/params.ts'
import type { Operation } from '../../http/route.ts'
import { dataAnswer, deletedAnswer, pageAnswer, pageQueryUpTo } from '../../http/schemas.ts'
import * as S from '../../lib/schema.ts'
import { receiptExample, rejectionExample } from '../examples.ts'
import { DELIVERIES_LIMIT_MAX, LISTED_BODY_MAX, ReceiptSchema, RejectionSchema } from '../schemas.ts'
import { WEBHOOK_NOT_FOUND } from '../sources/routes.ts'
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
  query: S.object(pageQueryUpTo(DELIVERIES_LIMIT_MAX)),
  answers: { 200: pageAnswer('A page of rejections.', RejectionSchema, rejectionExample) },
  missing: WEBHOOK_NOT_FOUND,
  async handle({ webhooks }, request, reply) {
    const page = readQuery(request, (issues, query) => readPage(issues, query, DELIVERIES_LIMIT_MAX))
    const result = await webhooks.rejections.list(workspaceOf(request), idOf(request), page)
    return result && sendPage(reply, result)
  },
}

const ofOne = { tag: 'Webhooks', missing: NOT_FOUND }

export const getRejection: Operation<Deps> = {
  ...ofOne,
  id: 'getRejection',
  summary: 'Read a rejection',
  answers: { 200: dataAnswer('The rejection.', RejectionSchema, rejectionExample) },
  handle: ({ webhooks }, request) => webhooks.rejections.get(...placeOf(request)),
}

export const acceptRejection: Operation<Deps> = {
  ...ofOne,
  id: 'acceptRejection',
  summary: 'Take a rejection as a delivery',
  description:
    'You vouch for it: it becomes a delivery with `verified` false, under the id and time it has, and goes the way of every ' +
    'delivery. If it came again meanwhile and was taken, it is counted as a duplicate of that one.',
  answers: { 200: dataAnswer('It is a delivery now.', ReceiptSchema, receiptExample) },
  handle: ({ webhooks }, request) => webhooks.rejections.accept(...placeOf(request)),
}

export const deleteRejection: Operation<Deps> = {
  ...ofOne,
  id: 'deleteRejection',
  summary: 'Erase a rejection',
  answers: { 200: deletedAnswer('The rejection is gone.', rejectionExample) },
  async handle({ webhooks }, request) {
    const place = placeOf(request)
    return (await webhooks.rejections.delete(...place)) ? { id: place[2], deleted: true } : null
  },
}

/** Workspace, webhook and rejection. */
function placeOf(request: Request): [workspaceId: string, webhookId: string, rejectionId: string] {
  return [workspaceOf(request), idOf(request), idOf(request, 'rejection_id')]
}
