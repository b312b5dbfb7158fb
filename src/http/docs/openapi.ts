import { ApiError, ERROR_STATUS, type ErrorBody, type ErrorCode, toErrorBody, validationError } from '../../errors.ts'
import type { Fields, Schema } from '../../lib/schema.ts'
import * as S from '../../lib/schema.ts'
import { type Message, message } from '../../messages/message.ts'
import { lacksScope } from '../access/auth.ts'
import { explainLimit, type Policy } from '../access/rate-limit.ts'
import type { Access } from '../call.ts'
import { takesAnyQuery } from '../query-values.ts'
import type { Operation, Routes } from '../route.ts'
import { ErrorSchema, Uuid } from '../schemas.ts'
import { type Components, createComponents, type Json } from './components.ts'

/** The OpenAPI 3.1 document, generated from the route table: it has every route and nothing else. */

export const API_VERSION = '1.0.0'

const DESCRIPTION = `Takes contacts in, publishes posts to four social platforms, receives webhooks, sends events out.

**Two modes.** Servers send an API key: \`Authorization: Bearer svc_pk_...\`. Websites send contacts and forms without one
(\`POST /v1/contacts\`, \`POST /v1/forms/{public_id}/submissions\`). A key is a secret: it does not belong in a browser.

**Answers.** Success is \`{"success": true, "data": ...}\`. A refusal is \`{"error", "message", "status", "details"}\`:
a stable code, a sentence that says what to do, and every broken rule by field. A 429 has \`error\` and \`message\` only.

**Query parameters** that an operation does not list are refused (400), with the nearest name that it has. Only the receive
URLs of webhooks take any, and contacts and forms that are sent without a key: links from advertisements carry their own.

**Order of checks.** Route and method (404, 405), key (401), rate (429), permission (403), size (413), content (400).

**Limits** are settings of the installation. Unless its operator has set others: 100 requests a minute for each key
(\`RATE_LIMIT_AUTHENTICATED\`), 20 contacts and submissions of forms a minute for each client address without one (\`RATE_LIMIT_PUBLIC\`), 600
deliveries a minute for each webhook (\`RATE_LIMIT_WEBHOOK\`). \`RateLimit-Policy\` tells those that count, \`RateLimit\` what is
left, \`Retry-After\` when to come back.

**Once only.** Send \`Idempotency-Key\` with a request that changes something: a repeat within 24 hours gets the first answer again and stores
nothing. After a 503, a 500 or no answer at all it is not certain whether the request was stored: send it again with the same
\`Idempotency-Key\`. \`X-Request-Id\` is on every answer.`

const TAGS = [
  { name: 'Contacts', description: 'Leads from servers and website forms.' },
  {
    name: 'Posts',
    description: 'Drafts and scheduled posts for Threads, Instagram, LinkedIn, X, Bluesky and Mastodon.',
  },
  { name: 'Media', description: 'Files for posts: uploaded once, kept while a post needs them.' },
  { name: 'Publishing', description: 'What happens to a scheduled post, and what a person can do about it.' },
  { name: 'Connections', description: 'Accounts on the platforms. They are connected by a one-time link.' },
  { name: 'Links', description: 'Short links that say which post or page brought a click or a lead.' },
  { name: 'Forms', description: 'Forms of websites: what they ask for, and what was sent with them.' },
  { name: 'Webhooks', description: 'What other services send in.' },
  { name: 'Events', description: 'What happened here, sent to URLs of yours or read as a feed.' },
  { name: 'Keys', description: 'API keys, made and revoked by people who are signed in.' },
  { name: 'Workspace', description: 'What the owners of a workspace decide for all of it.' },
  { name: 'Sign-in', description: 'How people sign in to the dashboard. Programs use an API key.' },
  { name: 'Team', description: 'Who may sign in, and as what.' },
  { name: 'System', description: 'Health, readiness, metrics and this document.' },
]

interface SentEvent {
  type: string
  when: string
  /** Describes `data`. */
  schema: Schema
  example: object
}

export function buildOpenApi<D>(routes: Routes<D>, events: readonly SentEvent[], serverUrl: string): Json {
  const paths: Record<string, Json> = {}
  const shared = createComponents()
  for (const [method, path, access, operation] of routes) {
    shared.place = operation.id
    paths[toTemplate(path)] ??= {}
    paths[toTemplate(path)]![method.toLowerCase()] = describeOperation(access, path, operation, shared)
  }
  const webhooks: Json = {}
  for (const event of events) {
    shared.place = event.type
    webhooks[event.type] = { post: describeEvent(event, shared) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Doorpost',
      version: API_VERSION,
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serverUrl }],
    tags: TAGS,
    security: [API_KEY],
    paths,
    webhooks,
    components: {
      schemas: shared.schemas(),
      responses: shared.responses,
      headers: HEADERS,
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key: `svc_pk_` and 38 letters and digits.' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'doorpost.session_token',
          description: 'The session of somebody who is signed in to the dashboard. Its role decides what it may do.',
        },
      },
    },
  }
}

/** `/v1/contacts/:id` → `/v1/contacts/{id}` */
function toTemplate(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}')
}

function describeOperation<D>(access: Access, path: string, operation: Operation<D>, shared: Components): Json {
  const parameters = [
    ...describeParameters('path', operation.params ?? uuidsOf(path), shared),
    ...describeParameters('query', operation.query, shared),
    ...(operation.idempotent ? describeParameters('header', IDEMPOTENCY_KEY, shared) : []),
    ...(operation.ifMatch ? describeParameters('header', IF_MATCH, shared) : []),
  ]
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    description: describeText(access, operation),
    security: SECURITY[access.mode],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(operation.body ? { requestBody: describeBody(access, operation.body, shared) } : {}),
    responses: describeAnswers(access, path, operation, shared),
  }
}

/** Path parameters are ids, unless the operation says otherwise. */
function uuidsOf(path: string): Schema {
  return { properties: Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name]) => [name, Uuid])) }
}

function describeText<D>(access: Access, operation: Operation<D>): string {
  const needs =
    'scope' in access
      ? `Permission of the key: \`${access.scope}\`.`
      : 'role' in access
        ? `Only for people who are signed in, as ${access.role} or above; never with a key.`
        : ''
  return [operation.description, needs].filter(Boolean).join('\n\n') || operation.summary
}

const API_KEY = { apiKey: [] }
const SESSION = { session: [] }
const SECURITY: Record<Access['mode'], Json[]> = {
  key: [API_KEY, SESSION],
  key_or_public: [API_KEY, SESSION, {}],
  any_key: [API_KEY],
  user: [SESSION],
  webhook: [],
  form: [],
  handshake: [],
  open: [],
}

const IF_MATCH = S.partial({
  'If-Match': S.string({
    description: 'The `ETag` of an earlier answer, with its quotes. When it was changed since, nothing happens: 412.',
    examples: ['"3"'],
  }),
})
const IDEMPOTENCY_KEY = S.partial({
  'Idempotency-Key': S.string({
    description:
      'Any text of your own, such as a UUID. A repeat of the request within 24 hours gets the first answer again. What it says decides whether it is ' +
      'one, not its bytes.',
    minLength: 1,
    maxLength: 255,
  }),
})

type Place = 'path' | 'query' | 'header'

function describeParameters(where: Place, schema: Schema | undefined, shared: Components): Json[] {
  const { properties = {}, required = [] } = (schema ?? {}) as { properties?: Fields; required?: string[] }
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    ...(description ? { description } : {}),
    schema: shared.refer(rest),
  }))
}

const JSON_TYPE = 'application/json'
const FORM_TYPES = [JSON_TYPE, 'application/x-www-form-urlencoded', 'multipart/form-data']

const BEACON = {
  type: 'string',
  contentMediaType: JSON_TYPE,
  description: 'The same JSON as a text, as `navigator.sendBeacon` sends it. Only without a key.',
}

function describeBody(access: Access, body: NonNullable<Operation<unknown>['body']>, shared: Components): Json {
  const examples = Object.fromEntries(Object.entries(body.examples ?? {}).map(([name, value]) => [name, { value }]))
  const required = body.kind !== 'raw' && !body.optional
  const types = body.kind === undefined ? [JSON_TYPE] : body.kind === 'form' ? FORM_TYPES : ['*/*']
  const media = { schema: shared.refer(body.schema), examples }
  const content: Json = Object.fromEntries(types.map((type) => [type, media]))
  if (access.mode === 'form' || access.mode === 'key_or_public') {
    content['text/plain'] = { schema: BEACON, example: JSON.stringify(Object.values(body.examples ?? {})[0]) }
  }
  return { required, content }
}

function describeAnswers<D>(access: Access, path: string, operation: Operation<D>, shared: Components): Json {
  const answers: Json = {}
  for (const [status, answer] of Object.entries(operation.answers)) {
    const { contentType = 'application/json', description, schema, example } = answer
    const headers: HeaderName[] = ['X-Request-Id']
    if (isLimited(access)) headers.push('RateLimit-Policy', 'RateLimit')
    if (operation.idempotent && !isDryRun(operation, status)) headers.push('Idempotency-Replayed')
    if (answer.etag) headers.push('ETag')
    const content = { schema: shared.refer(schema), ...(example === undefined ? {} : { example }) }
    answers[status] = { description, headers: referHeaders(headers), content: { [contentType]: content } }
  }
  const own = ownErrors(operation)
  for (const code of errorsOf(access, path, operation, own)) {
    const status = ERROR_STATUS[code]
    if (answers[status] !== undefined) continue
    const value = own[code] ?? usualError(code, access)
    const refusal = {
      description: errorDescriptions[code],
      headers: referHeaders(status === 429 || status === 503 ? ['X-Request-Id', 'Retry-After'] : ['X-Request-Id']),
      content: {
        'application/json': { schema: shared.refer(ErrorSchema), examples: { [code]: { value } } },
        ...(operation.refuse ? { 'text/html': PAGE } : {}),
      },
    }
    const isOwn = own[code] !== undefined || operation.refuse !== undefined
    answers[status] = isOwn ? refusal : shared.referResponse(nameOf(code, access), refusal)
  }
  return answers
}

/** For browsers that navigated to the response. */
const PAGE = { schema: { type: 'string' }, example: '<!doctype html>…' }

/** A 200 next to a 201 is a dry run: it stores nothing, so the response is not kept either. */
function isDryRun<D>({ answers }: Operation<D>, status: string): boolean {
  return status === '200' && answers[201] !== undefined
}

/** Stable, because client generators turn it into type names. */
function nameOf(code: ErrorCode, access: Access): string {
  const words: string[] = [code]
  if (code === 'forbidden' && 'scope' in access) words.push(access.scope)
  if (code === 'rate_limit_exceeded') words.push(access.mode.replace('_or_public', ''))
  return words.join('_').replace(/(?:^|[_:])([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

function isLimited(access: Access): boolean {
  return access.mode !== 'open' || !access.isUncounted
}

type ErrorExamples = Partial<Record<ErrorCode, ErrorBody>>

/** The possible errors follow from the access mode and the input. */
function errorsOf<D>(access: Access, path: string, operation: Operation<D>, own: ErrorExamples): ErrorCode[] {
  const codes = new Set([...(operation.errors ?? []), ...(Object.keys(own) as ErrorCode[])])
  if (operation.body) codes.add('payload_too_large')
  if (access.mode === 'key' || access.mode === 'key_or_public' || access.mode === 'user') {
    codes.add('unauthorized').add('forbidden')
  }
  if (isLimited(access)) codes.add('rate_limit_exceeded')
  if (access.mode !== 'open') codes.add('internal_error').add('service_unavailable')
  if (operation.ifMatch) codes.add('precondition_failed')
  if (!takesAnyQuery(access, path)) codes.add('validation_error')
  if (operation.idempotent) codes.add('idempotency_conflict').add('idempotency_mismatch')
  return [...codes].sort((a, b) => ERROR_STATUS[a] - ERROR_STATUS[b])
}

function ownErrors<D>({ query, missing, invalid = wrongLimit(query), errorExamples }: Operation<D>): ErrorExamples {
  const messages = { ...(missing ? { not_found: missing } : {}), ...errorExamples }
  const examples = Object.entries(messages).map(([code, said]) => [code, errorBody(code as ErrorCode, said)])
  return { ...(invalid ? { validation_error: invalidBody(invalid) } : {}), ...Object.fromEntries(examples) }
}

function wrongLimit(query: Schema | undefined): Record<string, Message> | undefined {
  const { limit, cursor } = (query?.properties ?? {}) as Fields
  return (
    limit &&
    cursor && { limit: message('field.out_of_range', { field: 'limit', min: 1, max: Number(limit.maximum), or: '' }) }
  )
}

function usualError(code: ErrorCode, access: Access): ErrorBody {
  if (code === 'validation_error') return invalidBody({ verbose: message('query.takes_none', { name: 'verbose' }) })
  if (code === 'rate_limit_exceeded') return errorBody(code, explainLimit(...LIMIT_EXAMPLES[access.mode], 33))
  return code === 'forbidden' && 'scope' in access ? errorBody(code, lacksScope(access.scope)) : errorBody(code)
}

function errorBody(code: ErrorCode, said?: Message): ErrorBody {
  return toErrorBody(new ApiError(code, said === undefined ? {} : { message: said }))
}

function invalidBody(invalid: Record<string, Message>): ErrorBody {
  return toErrorBody(validationError(Object.fromEntries(Object.entries(invalid).map(([name, text]) => [name, [text]]))))
}

/** Uses the default limits of an installation. */
const LIMIT_EXAMPLES: Record<Access['mode'], [Policy, number]> = {
  key: ['authenticated', 100],
  key_or_public: ['authenticated', 100],
  any_key: ['authenticated', 100],
  user: ['dashboard', 600],
  webhook: ['webhook', 600],
  form: ['public', 20],
  handshake: ['failed_auth', 300],
  open: ['open', 3_000],
}

const errorDescriptions: Record<ErrorCode, string> = {
  validation_error: 'The request breaks rules; all of them are listed.',
  unauthorized: 'The key is missing, malformed, unknown, expired or revoked.',
  forbidden: 'The key lacks the permission, or the request came by plain HTTP where only HTTPS is accepted.',
  not_found: 'There is no such thing in this workspace.',
  method_not_allowed: 'The path exists, the method does not; Allow lists those that do.',
  idempotency_conflict: 'The first request with this Idempotency-Key is still running.',
  precondition_failed: 'If-Match names another version: it was changed meanwhile, and is as it was.',
  payload_too_large: 'The body is too large.',
  idempotency_mismatch: 'The Idempotency-Key was used for a different request.',
  rate_limit_exceeded: 'Too many requests.',
  internal_error: 'A bug. Report it with the X-Request-Id.',
  service_unavailable:
    'The database cannot be reached. Whether anything was stored is not certain: send the request again after Retry-After, ' +
    'a create with the same Idempotency-Key.',
}

const HEADERS = {
  'X-Request-Id': { description: 'Names this request in the logs.', schema: { type: 'string' } },
  'RateLimit-Policy': {
    description: 'The quota, which is a setting of the installation, and its window in seconds.',
    schema: { type: 'string', examples: ['"authenticated";q=100;w=60'] },
  },
  RateLimit: {
    description: 'What is left, and the seconds until the window ends.',
    schema: { type: 'string', examples: ['"authenticated";r=99;t=60'] },
  },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } },
  ETag: { description: 'The version, for `If-Match`.', schema: { type: 'string', examples: ['"3"'] } },
  'Idempotency-Replayed': {
    description: '`true` when this is the stored answer of an earlier request.',
    schema: { type: 'string', enum: ['true'] },
  },
}
type HeaderName = keyof typeof HEADERS

function referHeaders(names: readonly HeaderName[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

const EVENT_HEADERS = S.object({
  'webhook-id': S.string('The id of the event: the same in every attempt. Drop what you have seen before.'),
  'webhook-timestamp': S.string(
    'When this attempt was made, in seconds since 1970. Refuse what is older than 5 minutes.',
  ),
  'webhook-signature': S.string({
    description:
      '`v1,` and the base64 of HMAC-SHA256 over `id.timestamp.body` with the secret of the endpoint; during a rotation ' +
      'two of them with a space between. One that fits is enough.',
    examples: ['v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='],
  }),
})

/** A request that we send, as Standard Webhooks 1.0.0 defines it. */
function describeEvent({ type, when, schema, example }: SentEvent, shared: Components): Json {
  const body = S.closed({
    id: Uuid,
    type: S.literal(type),
    timestamp: S.string({ format: 'date-time', description: 'When it happened.' }),
    subject_version: S.integer(
      'The version of what `data` is about. Drop an event whose version is lower than one you have seen.',
    ),
    index: S.integer('Counts the events of one change, which have the same `subject_version`, from 0.'),
    data: schema,
  })
  return {
    operationId: `on.${type}`,
    tags: ['Events'],
    summary: type,
    description: `${when} How to verify it, and when it is sent again: docs/how-to/events.md.`,
    security: [],
    parameters: describeParameters('header', EVENT_HEADERS, shared),
    requestBody: { required: true, content: { [JSON_TYPE]: { schema: shared.refer(body), example } } },
    responses: {
      '2XX': { description: 'Delivered. The body does not matter; its first 4 KB are kept for you to see.' },
      '410': { description: 'The endpoint is disabled at once.' },
      '429': { description: 'Sent again, and nothing else before Retry-After. Likewise 503.' },
      default: { description: 'Sent again, up to 8 attempts in 28 hours. Redirects are not followed.' },
    },
  }
}
