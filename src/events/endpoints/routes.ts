import type { Pool } from '../../db/database.ts'
import { ApiError, validationError } from '../../errors.ts'
import { type Caller, callerOf, type Request, scopesOf } from '../../http/call.ts'
import { answerOnce, readIdempotencyKey } from '../../http/idempotency.ts'
import { readPage } from '../../http/pagination.ts'
import { queryOf } from '../../http/query.ts'
import type { Operation } from '../../http/route.ts'
import { DeletedSchema, IdParams, pageOf, success } from '../../http/schemas.ts'
import { objectBody } from '../../http/server/body.ts'
import { isUuid } from '../../lib/ids.ts'
import { createIssues } from '../../lib/issues.ts'
import * as S from '../../lib/schema.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { EventDoc } from '../catalogue.ts'
import { endpointExample, secretExample, testResultExample } from '../examples.ts'
import { readEndpoint, readEndpointChange, readSince, readTestType } from '../input.ts'
import {
  ENDPOINTS_MAX,
  EndpointPatchSchema,
  EndpointQuery,
  EndpointSchema,
  EndpointSecretSchema,
  EndpointTestResultSchema,
  EndpointTestSchema,
  NewEndpointSchema,
  OLD_SECRET_HOURS,
  RecoveredSchema,
  RecoverySchema,
  TEST_TYPE,
} from '../schemas.ts'
import { grantOf, requireVisible } from '../visible.ts'
import type { Endpoints } from './endpoints.ts'

export interface EndpointDeps {
  endpoints: Endpoints
  pool: Pool
  clock: Clock
  config: { allowPrivateNetworks: boolean; eventRetentionDays: number }
  eventDocs: readonly EventDoc[]
}

type Deps = EndpointDeps

const NOT_FOUND = 'There is no endpoint with this id. List them at GET /v1/events/endpoints.'
const WRONG_URL = 'The URL must begin with https://.'
const notFoundExample = { not_found: { message: NOT_FOUND } }
const withSecret = { success: true, data: { ...endpointExample, secret: secretExample } }

export const createEndpoint: Operation<Deps> = {
  id: 'createEndpoint',
  showsSecret: true,
  tag: 'Events',
  summary: 'Create an endpoint',
  description:
    'A URL of yours that gets events as signed POST requests (Standard Webhooks 1.0). `secret` verifies them; it is shown ' +
    'this once. A repeat by Idempotency-Key answers with `secret: null`, because it is not kept: when the first answer was ' +
    `lost, rotate the secret. A workspace has at most ${ENDPOINTS_MAX} endpoints. Choosing a type needs the permission that ` +
    'reading its noun needs (`contacts:read` for `contact.*`, `posts:read` for `post.*` and `connection.*`, `webhooks:read` ' +
    'for `webhook.*`, `events:read` for `endpoint.*`), else 403. Without `events` it gets all types that the caller may see; ' +
    '`scopes` shows what that rests on, and stays when the key is revoked.',
  idempotent: true,
  body: {
    kind: 'json',
    schema: S.refTo(NewEndpointSchema),
    examples: {
      some: { url: endpointExample.url, description: 'Our CRM', events: endpointExample.events },
      all: { url: endpointExample.url },
    },
  },
  answers: {
    201: {
      description: 'The endpoint is stored.',
      schema: success(S.refTo(EndpointSecretSchema)),
      example: withSecret,
    },
  },
  errorExamples: { validation_error: { field: 'url', message: WRONG_URL } },
  async handle(deps, request, reply) {
    const issues = createIssues()
    const input = readEndpoint(issues, objectBody(request), { allowPrivate: deps.config.allowPrivateNetworks })
    const idempotencyKey = readIdempotencyKey(issues, request)
    if (issues.count > 0) throw validationError(issues.details)
    const caller = callerOf(request)
    const { workspaceId } = caller
    const endpoint = { ...input, scopes: chooseTypes(caller, input.types) }
    if (idempotencyKey !== null) {
      return answerOnce(deps, request, reply, idempotencyKey, async (tx) => {
        const data = await deps.endpoints.createIn(tx, workspaceId, endpoint)
        const stored = { success: true, data: { ...data, secret: null } }
        return { status: 201, body: { success: true, data }, stored }
      })
    }
    const data = await deps.endpoints.create(workspaceId, endpoint)
    return reply.code(201).send({ success: true, data })
  },
}

export const listEndpoints: Operation<Deps> = {
  id: 'listEndpoints',
  tag: 'Events',
  summary: 'List endpoints',
  description: 'Newest first, with how they are doing.',
  query: EndpointQuery,
  answers: {
    200: {
      description: 'A page of endpoints.',
      schema: pageOf(S.refTo(EndpointSchema)),
      example: {
        success: true,
        data: [endpointExample],
        pagination: { page: 1, limit: 20, total: 1, totalPages: 1, next_cursor: null },
      },
    },
  },
  errors: ['validation_error'],
  errorExamples: { validation_error: { field: 'limit', message: 'limit must be a whole number from 1 to 1000.' } },
  async handle({ endpoints }, request, reply) {
    const issues = createIssues()
    const page = readPage(issues, queryOf(issues, request, EndpointQuery))
    if (issues.count > 0) throw validationError(issues.details)
    const result = await endpoints.list(callerOf(request).workspaceId, page)
    return reply.send({ success: true, data: result.endpoints, pagination: result.pagination })
  },
}

export const getEndpoint: Operation<Deps> = {
  id: 'getEndpoint',
  tag: 'Events',
  summary: 'Read an endpoint',
  params: IdParams,
  answers: {
    200: {
      description: 'The endpoint.',
      schema: success(S.refTo(EndpointSchema)),
      example: { success: true, data: endpointExample },
    },
  },
  errors: ['not_found'],
  errorExamples: notFoundExample,
  async handle({ endpoints }, request, reply) {
    const data = await endpoints.get(callerOf(request).workspaceId, endpointId(request))
    return reply.send({ success: true, data: data ?? refuse() })
  },
}

export const updateEndpoint: Operation<Deps> = {
  id: 'updateEndpoint',
  tag: 'Events',
  summary: 'Change, pause or resume an endpoint',
  description:
    'Other `events` count for events that come. Only for callers who may see all that the endpoint gets; others get 403, ' +
    'also from `rotate` and `recover`. `status: active` brings a disabled endpoint back with a clean record; what ' +
    'it missed is sent by `recover`.',
  params: IdParams,
  body: {
    kind: 'json',
    schema: S.refTo(EndpointPatchSchema),
    examples: { pause: { status: 'paused' }, all_events: { events: null }, move: { url: endpointExample.url } },
  },
  answers: {
    200: {
      description: 'The endpoint as it is now.',
      schema: success(S.refTo(EndpointSchema)),
      example: { success: true, data: endpointExample },
    },
  },
  errors: ['not_found'],
  errorExamples: { ...notFoundExample, validation_error: { field: 'url', message: WRONG_URL } },
  async handle({ endpoints, config }, request, reply) {
    const id = endpointId(request)
    const issues = createIssues()
    const change = readEndpointChange(issues, objectBody(request), { allowPrivate: config.allowPrivateNetworks })
    if (issues.count > 0) throw validationError(issues.details)
    const caller = callerOf(request)
    if (change.types !== undefined) change.scopes = chooseTypes(caller, change.types)
    const data = await endpoints.update(caller.workspaceId, id, change, scopesOf(caller))
    return reply.send({ success: true, data: data ?? refuse() })
  },
}

export const deleteEndpoint: Operation<Deps> = {
  id: 'deleteEndpoint',
  tag: 'Events',
  summary: 'Delete an endpoint',
  description: 'With its deliveries and attempts. The events stay in the feed.',
  params: IdParams,
  answers: {
    200: {
      description: 'It is gone.',
      schema: success(S.refTo(DeletedSchema)),
      example: { success: true, data: { id: endpointExample.id, deleted: true } },
    },
  },
  errors: ['not_found'],
  errorExamples: notFoundExample,
  async handle({ endpoints }, request, reply) {
    const id = endpointId(request)
    if (!(await endpoints.delete(callerOf(request).workspaceId, id))) refuse()
    return reply.send({ success: true, data: { id, deleted: true } })
  },
}

export const rotateEndpoint: Operation<Deps> = {
  id: 'rotateEndpoint',
  showsSecret: true,
  tag: 'Events',
  summary: 'Give an endpoint a new secret',
  description:
    `It is shown this once. The secret before signs along for ${OLD_SECRET_HOURS} hours, so that you can change it in your ` +
    'own time: until then each request has both signatures. A further rotation ends the one before.',
  params: IdParams,
  answers: {
    200: {
      description: 'The endpoint with its new secret.',
      schema: success(S.refTo(EndpointSecretSchema)),
      example: withSecret,
    },
  },
  errors: ['not_found'],
  errorExamples: notFoundExample,
  async handle({ endpoints }, request, reply) {
    const caller = callerOf(request)
    const data = await endpoints.rotate(caller.workspaceId, endpointId(request), scopesOf(caller))
    return reply.send({ success: true, data: data ?? refuse() })
  },
}

export const testEndpoint: Operation<Deps> = {
  id: 'testEndpoint',
  tag: 'Events',
  summary: 'Send a test to an endpoint',
  description:
    'One signed request at once, with the example of the type (which the caller must be allowed to see), whatever the status of the endpoint. It is not stored, not ' +
    'repeated, and says nothing about the health of the endpoint. The answer takes as long as the endpoint, up to 15 seconds.',
  params: IdParams,
  body: {
    kind: 'json',
    schema: S.refTo(EndpointTestSchema),
    examples: { plain: {}, contact: { type: 'contact.created' } },
    optional: true,
  },
  answers: {
    200: {
      description: 'What came of it.',
      schema: success(S.refTo(EndpointTestResultSchema)),
      example: { success: true, data: testResultExample },
    },
  },
  errors: ['not_found'],
  errorExamples: {
    ...notFoundExample,
    validation_error: { field: 'type', message: 'type must be an event type, but it is a number.' },
  },
  async handle({ endpoints, eventDocs }, request, reply) {
    const id = endpointId(request)
    const issues = createIssues()
    const type = readTestType(issues, request.body === undefined ? {} : objectBody(request))
    if (issues.count > 0) throw validationError(issues.details)
    const caller = callerOf(request)
    if (type !== TEST_TYPE) requireVisible(scopesOf(caller), [type])
    const { data: example } = eventDocs.find((doc) => doc.type === type)!.example
    const result = (await endpoints.test(caller.workspaceId, id, type, example)) ?? refuse()
    const { outcome, status, durationMs, message, answer } = result
    const data = { delivered: outcome === 'delivered', status, duration_ms: durationMs, message, answer }
    return reply.send({ success: true, data })
  },
}

export const recoverEndpoint: Operation<Deps> = {
  id: 'recoverEndpoint',
  tag: 'Events',
  summary: 'Send an endpoint everything it missed',
  description:
    'Every event since then that it wants and has not got becomes due now: those that failed, were cancelled, wait for a ' +
    'later attempt, or came while it was disabled or not there yet. `since` can lie as far back as events are kept (EVENT_RETENTION_DAYS, 30 by default).',
  params: IdParams,
  body: {
    kind: 'json',
    schema: S.refTo(RecoverySchema),
    examples: { day: { since: '2026-06-30T12:00:00Z' } },
  },
  answers: {
    200: {
      description: 'They are on their way.',
      schema: success(S.refTo(RecoveredSchema)),
      example: { success: true, data: { recovered: 12 } },
    },
  },
  errors: ['not_found'],
  errorExamples: {
    ...notFoundExample,
    validation_error: { field: 'since', message: 'since must be at most 30 days back: older events are not kept.' },
  },
  async handle({ endpoints, clock, config }, request, reply) {
    const id = endpointId(request)
    const issues = createIssues()
    const since = readSince(issues, objectBody(request), clock.now(), config.eventRetentionDays)
    if (issues.count > 0) throw validationError(issues.details)
    const caller = callerOf(request)
    const recovered = await endpoints.recover(caller.workspaceId, id, since, scopesOf(caller))
    return reply.send({ success: true, data: { recovered: recovered ?? refuse() } })
  },
}

/** Throws 403 for a type that the caller may not see. Returns what is stored with the choice. */
function chooseTypes(caller: Caller, types: readonly string[] | null): string[] | null {
  const viewer = scopesOf(caller)
  if (types !== null) requireVisible(viewer, types)
  return grantOf(viewer, caller.kind === 'user')
}

export function endpointId(request: Request): string {
  const { id } = request.params as { id: string }
  return isUuid(id) ? id.toLowerCase() : refuse()
}

export function refuse(): never {
  throw new ApiError('not_found', { message: NOT_FOUND })
}
