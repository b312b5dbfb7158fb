import type { Tx } from '../db/database.ts'
import { ApiError, type ErrorCode, validationError } from '../errors.ts'
import { createIssues } from '../lib/issues.ts'
import * as S from '../lib/schema.ts'
import type { Message } from '../messages/message.ts'
import type { Access, Created, Handler, Reply, Request, RouteConfig } from './call.ts'
import { answerOnce, answerRepeatable, type CreationDeps, readIdempotencyKey, replayKept } from './idempotency.ts'
import { refuseQuery } from './input.ts'
import type { Pagination } from './pagination.ts'
import { DeletedSchema, PaginationSchema } from './schemas.ts'

/** One operation: its documentation and its handler. Method, path and permission are in the route table. */
export interface Operation<D> {
  id: string
  summary: string
  description?: string
  tag: string
  body?: {
    /**
     * JSON by default, which for `late_json` the handler parses. For `raw` it gets the bytes, a `stream` it reads
     * itself unless it is JSON, and a `form` is either.
     */
    kind?: 'late_json' | 'raw' | 'stream' | 'form'
    schema: S.Schema
    examples?: Record<string, unknown>
    /** By their content types; of a stream also what is JSON instead. */
    others?: Record<string, { schema: S.Schema; examples?: Record<string, { value: unknown }> }>
    /** Overrides the usual limit for requests with a key, of a stream that for JSON. */
    maxBytes?: number
    /** The body may be left out. A raw one always may. */
    optional?: true
  }
  /** Defaults to ids: every parameter of the path is a UUID. */
  params?: S.Schema
  query?: S.Schema
  answers: Record<number, DocumentedAnswer>
  /** The message of the 404 if the path names something that does not exist. */
  missing?: Message
  /** Errors beyond those that follow from the access mode, the body and the query. */
  errors?: readonly ErrorCode[]
  /** The response shows a key, a secret, a link or codes: see `createCompression` in http/server/reply.ts. */
  showsSecret?: true
  /** Sends a refusal in another form than JSON, because people may read it. */
  refuse?: RouteConfig['refuse']
  /**
   * How a repeat with its Idempotency-Key is handled. `atomic`: `handle` works in the transaction it gets, and the
   * response is stored in it. `repeatable`: the work does not fit into one transaction and may safely run twice; the
   * response is stored afterwards. `own`: the handler calls `answerOnce`, because it has to prepare something before
   * the transaction.
   */
  idempotent?: 'atomic' | 'repeatable' | 'own'
  /** The field that a repeat shows as null, because it is not stored. */
  secret?: string
  ifMatch?: boolean
  /** The path of what a 201 has created. Defaults to the `id` of the data below the path of the request. */
  locate?: RouteConfig['locate']
  /**
   * Returns the data, which is sent with the first documented status, null for the 404, or the reply if it has sent
   * one. `tx` is set if the operation is `atomic` and an Idempotency-Key was sent: all writes belong in it.
   */
  handle: (deps: D, request: Request, reply: Reply, tx: Tx | null) => Promise<object | null>
}

/** What a response or an event shows, with an example. */
export interface Shown {
  schema: S.Schema
  example: object
}

interface DocumentedAnswer {
  description: string
  schema: S.Schema
  example?: unknown
  contentType?: string
  etag?: true
}

/**
 * `export const getContact = operation({ … })`, with `const operation = operationsOf<Deps>('Contacts')`. It has the errors
 * that are shared, and its own.
 */
export function operationsOf<D>(tag: string, shared: Partial<Operation<D>> = {}) {
  return (operation: Omit<Operation<D>, 'tag'>): Operation<D> => {
    const errors = [...(shared.errors ?? []), ...(operation.errors ?? [])]
    return { tag, ...shared, ...operation, ...(errors.length > 0 && { errors }) }
  }
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export type RouteRow<D> = readonly [method: Method, path: string, access: Access, operation: Operation<D>]
export type Routes<D> = readonly RouteRow<D>[]

/** What the server needs to know of an operation before calling it. */
export function routeConfigOf<D>(access: Access, operation: Operation<D>): RouteConfig {
  const { answers, body, query, missing, showsSecret, refuse, locate = locateBelow } = operation
  return {
    access,
    status: Number(Object.keys(answers)[0]),
    ...(answers[200]?.etag ? { isTagged: true } : {}),
    ...(answers[201] ? { locate } : {}),
    bodyKind: body ? (body.kind ?? 'json') : 'none',
    ...(body?.maxBytes ? { bodyMax: body.maxBytes } : {}),
    ...(showsSecret ? { showsSecret } : {}),
    ...(query ? { query } : {}),
    ...(missing ? { missing } : {}),
    ...(refuse ? { refuse } : {}),
  }
}

function locateBelow({ id }: Created, { routeOptions, params }: Request): string {
  const own = params as Record<string, string>
  return `${routeOptions.url!.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(own[name]!))}/${id}`
}

/** `takesNoQuery`: refuses query parameters before the operation is called. */
export function createHandler<D extends object>(operation: Operation<D>, deps: D, takesNoQuery = false): Handler {
  return (request, reply) => {
    if (takesNoQuery) refuseQuery(request)
    if (operation.idempotent !== undefined && request.headers['idempotency-key'] !== undefined) {
      return handleOnce(operation, deps as D & CreationDeps, request, reply)
    }
    return operation.handle(deps, request, reply, null)
  }
}

async function handleOnce<D extends CreationDeps>(operation: Operation<D>, deps: D, request: Request, reply: Reply) {
  const { idempotent, answers, secret, handle } = operation
  const issues = createIssues()
  const key = readIdempotencyKey(issues, request)
  if (key === null) {
    // The handler finds this again, together with all other problems.
    if (idempotent !== 'own') throw validationError(issues.details)
    return handle(deps, request, reply, null)
  }
  const options = { status: Number(Object.keys(answers)[0]), ...(secret ? { secret } : {}) }
  if (idempotent === 'atomic') {
    return answerOnce(deps, request, reply, key, (tx) => handle(deps, request, reply, tx), options)
  }
  if (idempotent === 'repeatable') {
    return answerRepeatable(deps, request, reply, key, () => handle(deps, request, reply, null), options)
  }
  try {
    return await handle(deps, request, reply, null)
  } catch (error) {
    // The first request may have changed what this one is refused for.
    const isRefusal = error instanceof ApiError && error.status < 500
    const replay = isRefusal ? await replayKept(deps, request, reply, key) : null
    if (replay === null) throw error
    return replay
  }
}

// The usual responses, as documented.

/** {success: true, data: …} */
export function dataAnswer(description: string, schema: S.Schema, example: object): DocumentedAnswer {
  const success = S.literal(true)
  return { description, schema: S.object({ success, data: schema }), example: { success: true, data: example } }
}

/** The same for a record that has its example beside its schema. `changes` override the example. */
export function recordAnswer(description: string, { schema, example }: Shown, changes: object = {}): DocumentedAnswer {
  return dataAnswer(description, schema, { ...example, ...changes })
}

/** {success: true, data: […]} */
export function listAnswer(description: string, item: S.Schema, ...examples: object[]): DocumentedAnswer {
  return dataAnswer(description, S.array(item), examples)
}

const onePage: Pagination = { page: 1, limit: 20, total: 1, totalPages: 1, next_cursor: null }

/** {success: true, data: […], pagination: {…}} */
export function pageAnswer(
  description: string,
  item: S.Schema,
  example: object,
  pagination: Partial<Pagination> = {},
): DocumentedAnswer {
  return withPagination(listAnswer(description, item, example), pagination)
}

export function withPagination(answer: DocumentedAnswer, pagination: Partial<Pagination>): DocumentedAnswer {
  return {
    ...answer,
    schema: S.object({ ...(answer.schema.properties as S.Fields), pagination: PaginationSchema }),
    example: { ...(answer.example as object), pagination: { ...onePage, ...pagination } },
  }
}

export function deletedAnswer(description: string, { id }: { id?: unknown }): DocumentedAnswer {
  return dataAnswer(description, DeletedSchema, { id, deleted: true })
}
