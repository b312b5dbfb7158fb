import type { Pool } from '../../db/database.ts'
import { ApiError, validationError } from '../../errors.ts'
import { callerOf, type Request } from '../../http/call.ts'
import { answerOnce, readIdempotencyKey } from '../../http/idempotency.ts'
import { readPage } from '../../http/pagination.ts'
import { idOf } from '../../http/params.ts'
import { queryFlag, queryOf } from '../../http/query.ts'
import type { Operation } from '../../http/route.ts'
import { DeletedSchema, IdParams, pageOf, success } from '../../http/schemas.ts'
import { objectBody } from '../../http/server/body.ts'
import { createIssues } from '../../lib/issues.ts'
import * as S from '../../lib/schema.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { onePage, webhookExample, webhookWithUrlExample } from '../examples.ts'
import {
  ListQuery,
  NewWebhookSchema,
  RevokeQuery,
  WebhookPatchSchema,
  WebhookSchema,
  WebhookWithUrlSchema,
} from '../schemas.ts'
import type { Webhooks } from '../webhooks.ts'
import { readSource, readSourceChange } from './input.ts'
import { nameTaken } from './sources.ts'

interface Deps {
  webhooks: Webhooks
  pool: Pool
  clock: Clock
}

export const WEBHOOK_NOT_FOUND = 'There is no webhook with this id. List them at GET /v1/webhooks.'

export const createWebhook: Operation<Deps> = {
  id: 'createWebhook',
  showsSecret: true,
  tag: 'Webhooks',
  summary: 'Create a webhook',
  description:
    'The answer shows its `receive_url`, once: give it to the sender. Secrets are kept encrypted and never shown. A webhook ' +
    'of a provider without its secret refuses everything and keeps it: set the secret when the sender shows it, then ' +
    'accept what was refused. A repeat for an Idempotency-Key shows the webhook with `receive_url` null, because the URL ' +
    'is not kept; rotate it to get a new one.',
  idempotent: true,
  body: {
    kind: 'json',
    schema: S.refTo(NewWebhookSchema),
    examples: {
      smallest: { name: 'Website form' },
      signed: { name: 'Shop orders', provider: 'shopify', secret: 'hush', retention_days: 30 },
      mapped: { name: 'Leads', mapping: { preset: 'generic_form' } },
    },
  },
  answers: {
    201: {
      description: 'The webhook is there. Keep its URL secret.',
      schema: success(S.refTo(WebhookWithUrlSchema)),
      example: { success: true, data: webhookWithUrlExample },
    },
  },
  errorExamples: { validation_error: { field: 'name', message: 'name is required. Send a non-empty string.' } },
  async handle(deps, request, reply) {
    const issues = createIssues()
    const input = readSource(issues, objectBody(request))
    const idempotencyKey = readIdempotencyKey(issues, request)
    if (issues.count > 0) throw validationError(issues.details)
    const { workspaceId } = callerOf(request)
    const create = async (db: Parameters<typeof deps.webhooks.sources.createIn>[0]) => {
      const data = await deps.webhooks.sources.createIn(db, workspaceId, input)
      if (data === null) throw validationError({ name: [nameTaken(input.name)] })
      return data
    }
    if (idempotencyKey === null) return reply.code(201).send({ success: true, data: await create(deps.pool) })
    return answerOnce(deps, request, reply, idempotencyKey, async (tx) => {
      const data = await create(tx)
      const stored = { success: true, data: { ...data, receive_url: null } }
      return { status: 201, body: { success: true, data }, stored }
    })
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
      example: { success: true, data: [webhookExample], pagination: onePage },
    },
  },
  errors: ['validation_error'],
  errorExamples: { validation_error: { field: 'limit', message: 'limit must be a whole number from 1 to 1000.' } },
  async handle({ webhooks }, request, reply) {
    const issues = createIssues()
    const page = readPage(issues, queryOf(issues, request, ListQuery))
    if (issues.count > 0) throw validationError(issues.details)
    const result = await webhooks.sources.list(callerOf(request).workspaceId, page)
    return reply.send({ success: true, data: result.webhooks, pagination: result.pagination })
  },
}

const webhookAnswer = (description: string) => ({
  200: {
    description,
    schema: success(S.refTo(WebhookSchema)),
    example: { success: true, data: webhookExample },
  },
})

export const getWebhook: Operation<Deps> = {
  id: 'getWebhook',
  tag: 'Webhooks',
  summary: 'Read a webhook',
  params: IdParams,
  answers: webhookAnswer('The webhook.'),
  errors: ['not_found'],
  errorExamples: { not_found: { message: WEBHOOK_NOT_FOUND } },
  async handle({ webhooks }, request, reply) {
    const data = await webhooks.sources.get(callerOf(request).workspaceId, webhookId(request))
    if (data === null) throw webhookNotFound()
    return reply.send({ success: true, data })
  },
}

export const updateWebhook: Operation<Deps> = {
  id: 'updateWebhook',
  tag: 'Webhooks',
  summary: 'Change a webhook',
  description:
    'Only what is sent changes; null clears. A new `secret` leaves the one before valid for 24 hours, so that the sender ' +
    'can change over; `secret: null` ends both at once. While `paused` the URL answers 503 with `Retry-After`, so that senders try again.',
  params: IdParams,
  body: {
    kind: 'json',
    schema: S.refTo(WebhookPatchSchema),
    examples: { pause: { paused: true }, secret: { provider: 'github', secret: 'the new one' } },
  },
  answers: webhookAnswer('The webhook as it is now.'),
  errors: ['not_found'],
  errorExamples: {
    not_found: { message: WEBHOOK_NOT_FOUND },
    validation_error: { field: 'max_bytes', message: 'max_bytes must be a whole number from 1024 to 1048576.' },
  },
  async handle({ webhooks }, request, reply) {
    const id = webhookId(request)
    const issues = createIssues()
    const change = readSourceChange(issues, objectBody(request))
    const data = await webhooks.sources.update(callerOf(request).workspaceId, id, issues, change)
    if (data === null) throw webhookNotFound()
    return reply.send({ success: true, data })
  },
}

export const rotateWebhook: Operation<Deps> = {
  id: 'rotateWebhook',
  showsSecret: true,
  tag: 'Webhooks',
  summary: 'Get a new receive URL',
  description:
    'Shown once. The URL before works for 24 hours more, the one before that ends at once: to end a URL that leaked, ' +
    'rotate twice.',
  params: IdParams,
  answers: {
    200: {
      description: 'The webhook with its new URL.',
      schema: success(S.refTo(WebhookWithUrlSchema)),
      example: {
        success: true,
        data: { ...webhookWithUrlExample, previous_key_until: '2026-11-16T09:30:00.000Z' },
      },
    },
  },
  errors: ['not_found', 'validation_error'],
  errorExamples: {
    not_found: { message: WEBHOOK_NOT_FOUND },
    validation_error: { field: 'id', message: 'This webhook is revoked and cannot be changed. Create a new one.' },
  },
  async handle({ webhooks }, request, reply) {
    const data = await webhooks.sources.rotate(callerOf(request).workspaceId, webhookId(request))
    if (data === null) throw webhookNotFound()
    return reply.send({ success: true, data })
  },
}

export const deleteWebhook: Operation<Deps> = {
  id: 'deleteWebhook',
  tag: 'Webhooks',
  summary: 'Revoke a webhook',
  description:
    'Its URL answers 404 from then on. What it received stays until its time is over, or goes at once with `erase`: large ' +
    'amounts are erased in the background. Contacts that were made from it stay.',
  params: IdParams,
  query: RevokeQuery,
  answers: {
    200: {
      description: 'The webhook is revoked.',
      schema: success(S.refTo(DeletedSchema)),
      example: { success: true, data: { id: webhookExample.id, deleted: true } },
    },
  },
  errors: ['validation_error', 'not_found'],
  errorExamples: {
    validation_error: { field: 'erase', message: 'erase must be true or false.' },
    not_found: { message: WEBHOOK_NOT_FOUND },
  },
  async handle({ webhooks }, request, reply) {
    const id = webhookId(request)
    const issues = createIssues()
    const erase = queryFlag(issues, queryOf(issues, request, RevokeQuery), 'erase')
    if (issues.count > 0) throw validationError(issues.details)
    if (!(await webhooks.revoke(callerOf(request).workspaceId, id, erase))) throw webhookNotFound()
    return reply.send({ success: true, data: { id: id.toLowerCase(), deleted: true } })
  },
}

export function webhookId(request: Request): string {
  return idOf(request, webhookNotFound)
}

export function webhookNotFound(): ApiError {
  return new ApiError('not_found', { message: WEBHOOK_NOT_FOUND })
}
