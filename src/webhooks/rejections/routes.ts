import { sendPage } from '../../http/answer.ts'
import { workspaceOf } from '../../http/call.ts'
import { idOf, readQuery } from '../../http/input.ts'
import { readPage } from '../../http/pagination.ts'
import { dataAnswer, deletedAnswer, operationsOf, pageAnswer } from '../../http/route.ts'
import { pageQueryUpTo } from '../../http/schemas.ts'
import * as S from '../../lib/schema.ts'
import { groupDigits } from '../../lib/text/text.ts'
import { receiptExample, rejectionExample } from '../examples.ts'
import { DELIVERIES_LIMIT_MAX, LISTED_BODY_MAX, ReceiptSchema, RejectionSchema } from '../schemas.ts'
import { placeOf, WEBHOOK_NOT_FOUND } from '../sources/routes.ts'
import type { Webhooks } from '../webhooks.ts'

const operation = operationsOf<{ webhooks: Webhooks }>('Webhooks')

const NOT_FOUND = 'There is no rejection with this id. List them at GET /v1/webhooks/{id}/rejections.'

export const listRejections = operation({
  id: 'listRejections',
  summary: 'List what a webhook refused',
  description:
    'Newest first, each with the reason and all that was sent but credentials (bodies up to ' +
    `${groupDigits(LISTED_BODY_MAX)} bytes; read larger ones one by one). The newest 1,000 are kept: a wrong ` +
    'secret loses nothing that is looked at in time.',
  query: S.partial(pageQueryUpTo(DELIVERIES_LIMIT_MAX)),
  answers: { 200: pageAnswer('A page of rejections.', RejectionSchema, rejectionExample) },
  missing: WEBHOOK_NOT_FOUND,
  async handle({ webhooks }, request, reply) {
    const page = readQuery(request, (issues, query) => readPage(issues, query, DELIVERIES_LIMIT_MAX))
    const result = await webhooks.rejections.list(workspaceOf(request), idOf(request), page)
    return result && sendPage(reply, result)
  },
})

export const getRejection = operation({
  id: 'getRejection',
  summary: 'Read a rejection',
  answers: { 200: dataAnswer('The rejection.', RejectionSchema, rejectionExample) },
  missing: NOT_FOUND,
  handle: ({ webhooks }, request) => webhooks.rejections.get(...placeOf(request, 'rejection_id')),
})

export const acceptRejection = operation({
  id: 'acceptRejection',
  summary: 'Take a rejection as a delivery',
  description:
    'You vouch for it: it becomes a delivery with `verified` false, under the id and time it has, and goes the way of every ' +
    'delivery. If it came again meanwhile and was taken, it is counted as a duplicate of that one.',
  answers: { 200: dataAnswer('It is a delivery now.', ReceiptSchema, receiptExample) },
  missing: NOT_FOUND,
  handle: ({ webhooks }, request) => webhooks.rejections.accept(...placeOf(request, 'rejection_id')),
})

export const deleteRejection = operation({
  id: 'deleteRejection',
  summary: 'Erase a rejection',
  answers: { 200: deletedAnswer('The rejection is gone.', rejectionExample) },
  missing: NOT_FOUND,
  async handle({ webhooks }, request) {
    const place = placeOf(request, 'rejection_id')
    return (await webhooks.rejections.delete(...place)) ? { id: place[2], deleted: true } : null
  },
})
