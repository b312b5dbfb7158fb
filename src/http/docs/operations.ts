import type { Fields, Schema } from '../../lib/schema.ts'
import * as S from '../../lib/schema.ts'
import type { Access } from '../call.ts'
import type { Operation } from '../route.ts'
import { Uuid } from '../schemas.ts'
import type { Components, Json } from './components.ts'
import { type HeaderName, referHeaders } from './headers.ts'
import { describeRefusals } from './refusals.ts'

export function describeOperation<D>(access: Access, path: string, operation: Operation<D>, shared: Components): Json {
  const parameters = [
    ...describeParameters('path', operation.params ?? uuidsOf(path), shared),
    ...describeParameters('query', operation.query, shared),
    ...(operation.idempotent ? describeParameters('header', IDEMPOTENCY_KEY, shared) : []),
    ...(isTagged(operation) ? describeParameters('header', IF_NONE_MATCH, shared) : []),
    ...(operation.ifMatch ? describeParameters('header', IF_MATCH, shared) : []),
  ]
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    description: describeText(access, operation),
    ...(access.mode === 'key' ? {} : { security: SECURITY[access.mode] }),
    ...describePaging(operation),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(operation.body ? { requestBody: describeBody(access, operation.body, shared) } : {}),
    responses: {
      ...describeAnswers(operation, shared),
      ...(isTagged(operation) ? { 304: shared.referResponse('NotModified', NOT_MODIFIED) } : {}),
      ...describeRefusals(access, path, operation, shared),
    },
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
/** What the document says once, at its top. */
export const KEY_OR_SESSION: Json[] = [API_KEY, SESSION]
const SECURITY: Record<Exclude<Access['mode'], 'key'>, Json[]> = {
  key_or_public: [API_KEY, SESSION, {}],
  any_key: [API_KEY],
  user: [SESSION],
  webhook: [],
  form: [],
  handshake: [],
  open: [],
}

/** For generators that make iterators: where the cursor comes from and where it goes. */
function describePaging<D>({ query }: Operation<D>): Json {
  const { cursor, limit } = (query?.properties ?? {}) as Fields
  if (cursor === undefined || limit === undefined) return {}
  return { 'x-pagination': { items: 'data', cursor: 'cursor', next_cursor: 'pagination.next_cursor', limit: 'limit' } }
}

const IF_MATCH = S.partial({
  'If-Match': S.string({
    description: 'The `ETag` of an earlier answer, with its quotes. When it was changed since, nothing happens: 412.',
    examples: ['"3"'],
  }),
})
const IF_NONE_MATCH = S.partial({
  'If-None-Match': S.string({
    description:
      'The `ETag` of an earlier answer, or several. When nothing has changed since, the answer is 304 without a body.',
    examples: ['"3.b0JTXqLHXyBUG9mA"'],
  }),
})
const NOT_MODIFIED = {
  description: 'Nothing has changed since the answer with this `ETag`.',
  headers: referHeaders(['ETag', 'X-Request-Id']),
}

/** A read with an ETag. Changes show only the version. */
function isTagged<D>({ answers, body, idempotent }: Operation<D>): boolean {
  return answers[200]?.etag === true && body === undefined && idempotent === undefined
}

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

export function describeParameters(where: Place, schema: Schema | undefined, shared: Components): Json[] {
  const { properties = {}, required = [] } = (schema ?? {}) as { properties?: Fields; required?: string[] }
  return Object.entries(properties).map(([name, { description = explainName(where, name), ...rest }]) =>
    shared.referParameter({
      name,
      in: where,
      required: where === 'path' || required.includes(name),
      description,
      schema: shared.refer(rest),
    }),
  )
}

/** For ids in paths, and for filters that do what their name says. */
function explainName(where: Place, name: string): string {
  if (where !== 'path') return `Only those with this \`${name}\`.`
  return name === 'id' ? 'Which one.' : `The id of the ${name.replace(/_id$/, '')}.`
}

export const JSON_TYPE = 'application/json'
const FORM_TYPES = [JSON_TYPE, 'application/x-www-form-urlencoded', 'multipart/form-data']

const BEACON = {
  type: 'string',
  contentMediaType: JSON_TYPE,
  description: 'The same JSON as a text, as `navigator.sendBeacon` sends it. Only without a key.',
}

function describeBody(access: Access, body: NonNullable<Operation<unknown>['body']>, shared: Components): Json {
  const examples = Object.fromEntries(Object.entries(body.examples ?? {}).map(([name, value]) => [name, { value }]))
  const required = body.kind !== 'raw' && !body.optional
  const isJson = body.kind === undefined || body.kind === 'late_json'
  const types = isJson ? [JSON_TYPE] : body.kind === 'form' ? FORM_TYPES : ['*/*']
  const media = { schema: shared.refer(body.schema), examples }
  const content: Json = Object.fromEntries(types.map((type) => [type, media]))
  if (access.mode === 'form' || access.mode === 'key_or_public') {
    content['text/plain'] = { schema: BEACON, example: JSON.stringify(Object.values(body.examples ?? {})[0]) }
  }
  for (const [type, { schema, ...rest }] of Object.entries(body.others ?? {})) {
    content[type] = { schema: shared.refer(schema), ...rest }
  }
  return { required, content }
}

/** `X-Request-Id` and the rate limit are on every answer; components has them once. */
function describeAnswers<D>(operation: Operation<D>, shared: Components): Json {
  const answers = Object.entries(operation.answers).map(([status, answer]) => {
    const { contentType = JSON_TYPE, description, schema, example } = answer
    const headers: HeaderName[] = []
    if (operation.idempotent && !isDryRun(operation, status)) headers.push('Idempotency-Replayed')
    if (answer.etag) headers.push('ETag')
    if (status === '201') headers.push('Location')
    if (isPage(answer.schema)) headers.push('Link')
    const content =
      contentType === JSON_TYPE
        ? { schema: describeEnvelope(operation, status, shared) }
        : { schema: shared.refer(schema), ...(example === undefined ? {} : { example }) }
    return [
      status,
      {
        description,
        ...(headers.length > 0 ? { headers: referHeaders(headers) } : {}),
        content: { [contentType]: content },
      },
    ]
  })
  return Object.fromEntries(answers)
}

interface Named {
  $id?: string
  $ref?: string
}

interface Enveloped {
  data?: Schema & Named & { items?: Named }
  pagination?: Schema
}

function nameOf({ $id, $ref }: Named): string | undefined {
  return $id ?? $ref?.split('/').at(-1)
}

/**
 * The frame around the data: Contact → ContactResponse, ListedContact or PagedContact. Data without a name is called
 * after its operation. The example belongs to the data, if that has a name.
 */
function describeEnvelope<D>(operation: Operation<D>, status: string, shared: Components): unknown {
  const { id, answers } = operation
  const { schema, example } = answers[Number(status)]!
  const { success: _, data, pagination, ...others } = (schema.properties ?? {}) as Enveloped & Fields
  const item = data?.items && nameOf(data.items)
  const name = item ?? (data && nameOf(data))
  const isUsual = name !== undefined && Object.keys(others).length === 0
  const prefix = pagination ? 'Paged' : item ? 'Listed' : ''
  const own = `${id[0]!.toUpperCase()}${id.slice(1)}Response`
  const envelope = isUsual ? (prefix === '' ? `${name}Response` : `${prefix}${name}`) : ((schema.$id as string) ?? own)
  const { data: shown } = (example ?? {}) as { data?: unknown }
  if (name !== undefined && shown !== undefined) shared.addExample(name, item ? (shown as unknown[])[0] : shown)
  else if (example !== undefined) shared.addExample(envelope, example)
  return shared.define(envelope, shared.refer({ ...schema, $id: undefined }) as Json)
}

function isPage({ properties }: Schema): boolean {
  return (properties as Fields | undefined)?.pagination !== undefined
}

/** A 200 next to a 201 is a dry run: it stores nothing, so the response is not kept either. */
function isDryRun<D>({ answers }: Operation<D>, status: string): boolean {
  return status === '200' && answers[201] !== undefined
}
