import { ifMatchOf, readIfMatch, taggedByVersion } from '../http/answers/etag.ts'
import { type Caller, callerOf, type Request, scopesOf, workspaceOf } from '../http/call.ts'
import { answerCreated, type CreationDeps, readCreation } from '../http/idempotency.ts'
import { answerDeleted, checked, idOf, objectBody, readInput, readQuery } from '../http/input.ts'
import { readPage } from '../http/pagination.ts'
import { dataAnswer, deletedAnswer, operationsOf, pageAnswer, recordAnswer } from '../http/route.ts'
import { PageQuery } from '../http/schemas.ts'
import { message } from '../messages/message.ts'
import { toAttemptMessage } from '../messages/stored.ts'
import type { EventDoc } from './catalogue.ts'
import type { Endpoints } from './endpoints.ts'
import { readEndpoint, readEndpointChange, readSince } from './input.ts'
import * as schemas from './schemas.ts'
import { endpoint, endpointWithSecret } from './schemas.ts'
import { grantOf, requireVisible } from './visible.ts'

interface Deps extends CreationDeps {
  endpoints: Endpoints
  config: { allowPrivateNetworks: boolean; eventRetentionDays: number }
  eventDocs: readonly EventDoc[]
}

const operation = operationsOf<Deps>('Events')

export const ENDPOINT_NOT_FOUND = message('endpoint.not_found')
const onEndpoint = operationsOf<Deps>('Events', { missing: ENDPOINT_NOT_FOUND })

export const createEndpoint = operation({
  id: 'createEndpoint',
  showsSecret: true,
  summary: 'Create an endpoint',
  description:
    'A URL of yours that gets events as signed POST requests (Standard Webhooks 1.0). `secret` verifies them; it is shown ' +
    'this once. A repeat by Idempotency-Key answers with `secret: null`, because it is not kept: when the first answer was ' +
    `lost, rotate the secret. A workspace has at most ${schemas.ENDPOINTS_MAX} endpoints. Choosing a type needs the permission that ` +
    'reading its noun needs (`contacts:read` for `contact.*`, `posts:read` for `post.*` and `connection.*`, `webhooks:read` ' +
    'for `webhook.*`, `events:read` for `endpoint.*`), else 403. Without `events` it gets all types that the caller may see; ' +
    '`scopes` shows what that rests on, and stays when the key is revoked. With `kind`, a chat or a phone gets readable ' +
    'messages instead: its address is stored encrypted, `secret` is null.',
  idempotent: 'own',
  body: {
    schema: endpoint.newSchema,
    examples: {
      some: {
        url: endpoint.example.url,
        description: 'Our CRM',
        events: ['contact.*'],
        filters: { utm_source: 'newsletter' },
        headers: { 'x-team': 'growth' },
      },
      all: { url: endpoint.example.url },
      slack: { kind: 'slack', url: 'https://hooks.slack.com/services/T000/B000/XXXX', events: ['contact.created'] },
      phone: { kind: 'ntfy', url: 'https://ntfy.sh/my-leads-k3v9x2', events: ['contact.created'] },
    },
  },
  answers: { 201: recordAnswer('The endpoint is stored.', endpointWithSecret) },
  async handle(deps, request, reply) {
    const { create } = deps.endpoints
    const { input, idempotencyKey } = readCreation(request, (issues, body) =>
      readEndpoint(issues, body, deps.config.allowPrivateNetworks),
    )
    const caller = callerOf(request)
    const { workspaceId } = caller
    const granted = { ...input, scopes: chooseTypes(caller, input.events) }
    return answerCreated(deps, request, reply, idempotencyKey, (tx) => create(tx, workspaceId, granted), 'secret')
  },
})

export const listEndpoints = operation({
  id: 'listEndpoints',
  summary: 'List endpoints',
  description: 'Newest first, with how they are doing.',
  query: PageQuery,
  answers: { 200: pageAnswer('A page of endpoints.', endpoint.schema, endpoint.example) },
  async handle({ endpoints }, request, reply) {
    const page = readQuery(request, readPage)
    return reply.send({ success: true, ...(await endpoints.list(workspaceOf(request), page)) })
  },
})

export const getEndpoint = onEndpoint({
  id: 'getEndpoint',
  summary: 'Read an endpoint',
  answers: { 200: { ...recordAnswer('The endpoint.', endpoint), etag: true } },
  handle: async ({ endpoints }, request, reply) =>
    taggedByVersion(reply, await endpoints.get(workspaceOf(request), idOf(request))),
})

export const updateEndpoint = onEndpoint({
  id: 'updateEndpoint',
  idempotent: 'repeatable',
  summary: 'Change, pause or resume an endpoint',
  description:
    'Other `events` count for events that come. Only for callers who may see all that the endpoint gets; others get 403, ' +
    'also from `rotate` and `recover`. `status: active` brings a disabled endpoint back with a clean record; what ' +
    'it missed is sent by `recover`.',
  body: {
    schema: endpoint.changeSchema,
    examples: { pause: { status: 'paused' }, all_events: { events: null }, move: { url: endpoint.example.url } },
  },
  ifMatch: true,
  answers: { 200: { ...recordAnswer('The endpoint as it is now.', endpoint), etag: true } },
  async handle({ endpoints, config }, request, reply) {
    const place = placeOf(request)
    const current = await endpoints.get(place[0], place[1])
    if (current === null) return null
    const { change, ifMatch } = readInput(request, (issues, body) => ({
      change: readEndpointChange(issues, body, current, config.allowPrivateNetworks),
      ifMatch: readIfMatch(issues, request),
    }))
    const { events } = change
    const grant = events === undefined ? {} : { scopes: chooseTypes(callerOf(request), events) }
    return taggedByVersion(reply, await endpoints.update(...place, { ...change, ...grant }, ifMatch))
  },
})

export const deleteEndpoint = onEndpoint({
  id: 'deleteEndpoint',
  summary: 'Delete an endpoint',
  description: 'With its deliveries and attempts. The events stay in the feed.',
  ifMatch: true,
  answers: { 200: deletedAnswer('It is gone.', endpoint.example) },
  handle: ({ endpoints }, request) =>
    answerDeleted(request, (id) => endpoints.delete(workspaceOf(request), id, ifMatchOf(request))),
})

export const rotateEndpoint = onEndpoint({
  id: 'rotateEndpoint',
  idempotent: 'atomic',
  secret: 'secret',
  showsSecret: true,
  summary: 'Give an endpoint a new secret',
  description:
    `It is shown this once: a repeat for an Idempotency-Key has \`secret: null\`. The secret before signs along for ${schemas.OLD_SECRET_HOURS} hours, so that you can change it in your ` +
    'own time: until then each request has both signatures. A further rotation ends the one before.',
  answers: { 200: recordAnswer('The endpoint with its new secret.', endpointWithSecret) },
  handle: ({ endpoints }, request, _reply, tx) => endpoints.rotate(tx, ...placeOf(request)),
})

export const testEndpoint = onEndpoint({
  id: 'testEndpoint',
  summary: 'Send a test to an endpoint',
  description:
    'One signed request at once, with the example of the type (which the caller must be allowed to see), with the values of `filters`, whatever the status of the endpoint. It is not stored, not ' +
    'repeated, and says nothing about the health of the endpoint. The answer takes as long as the endpoint, up to 15 seconds.',
  body: {
    schema: schemas.endpointTest.schema,
    examples: { plain: {}, contact: { type: 'contact.created' } },
    optional: true,
  },
  answers: { 200: recordAnswer('What came of it.', schemas.endpointTestResult) },
  async handle({ endpoints, eventDocs }, request) {
    const [workspaceId, id, viewer] = placeOf(request)
    const { type } = checked((issues) =>
      schemas.endpointTest.read(issues, request.body === undefined ? {} : objectBody(request)),
    )
    if (type !== schemas.TEST_TYPE) requireVisible(viewer, [type])
    const { data: example } = eventDocs.find((doc) => doc.type === type)!.example
    const result = await endpoints.test(workspaceId, id, type, example)
    if (result === null) return null
    const { outcome, status, durationMs, answer } = result
    return {
      delivered: outcome === 'delivered',
      status,
      duration_ms: durationMs,
      ...toAttemptMessage(result.message),
      answer,
    }
  },
})

export const recoverEndpoint = onEndpoint({
  id: 'recoverEndpoint',
  idempotent: 'repeatable',
  summary: 'Send an endpoint everything it missed',
  description:
    'Every event since then that it wants and has not got becomes due now: those that failed, were cancelled, wait for a ' +
    'later attempt, or came while it was disabled or not there yet. `since` can lie as far back as events are kept (EVENT_RETENTION_DAYS, 30 by default).',
  body: { schema: schemas.recovery.schema, examples: { day: { since: '2026-06-30T12:00:00Z' } } },
  answers: { 200: dataAnswer('They are on their way.', schemas.RecoveredSchema, { recovered: 12 }) },
  async handle({ endpoints, clock, config }, request) {
    const place = placeOf(request)
    const since = readInput(request, (issues, body) => readSince(issues, body, clock.now(), config.eventRetentionDays))
    const recovered = await endpoints.recover(...place, since)
    return recovered === null ? null : { recovered }
  },
})

function placeOf(request: Request) {
  const caller = callerOf(request)
  return [caller.workspaceId, idOf(request), scopesOf(caller)] as const
}

/** Throws 403 for a type that the caller may not see. Returns the scopes to store with the choice. */
function chooseTypes(caller: Caller, types: readonly string[] | null): string[] | null {
  const viewer = scopesOf(caller)
  if (types !== null) requireVisible(viewer, types)
  return grantOf(viewer, caller.kind === 'user')
}
