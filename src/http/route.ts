import type { ErrorCode } from '../errors.ts'
import type { Schema } from '../lib/schema.ts'
import type { Access, Reply, Request, RouteConfig } from './call.ts'
import { refuseQuery } from './input.ts'
import { notFound } from './params.ts'
import type { Handler } from './server/app.ts'

/** One operation: what is documented of it, and what answers it. Method, path and permission stand in the route table. */
export interface Operation<D> {
  id: string
  summary: string
  description?: string
  tag: string
  body?: {
    /** JSON, unless it is raw: then the handler gets the bytes. */
    kind?: 'raw'
    schema: Schema
    examples?: Record<string, unknown>
    /** More bytes than requests with a key may have elsewhere. */
    maxBytes?: number
    /** It may be left out. A raw one always may. */
    optional?: true
  }
  /** Defaults to ids: every parameter of the path is a UUID. */
  params?: Schema
  query?: Schema
  answers: Record<number, DocumentedAnswer>
  /** The message of the 404 where the path names nothing that there is. */
  missing?: string
  /** An example of a 400: field → message. Where the query is that of a page, it defaults to a wrong `limit`. */
  invalid?: Record<string, string>
  /** What this operation says in other errors. */
  errorExamples?: Partial<Record<ErrorCode, string>>
  /** Beyond those that have an example or follow from the access mode, the body and the query. */
  errors?: readonly ErrorCode[]
  /** The answer shows a key, a secret, a link or codes: see http/server/compression.ts. */
  showsSecret?: true
  /** Honours Idempotency-Key. */
  idempotent?: boolean
  /** Honours If-Match. */
  ifMatch?: boolean
  /**
   * Returns the data of the answer, which is sent with the first documented status, or null for the 404. A handler that
   * sends the answer itself returns the reply.
   */
  handle: (deps: D, request: Request, reply: Reply) => Promise<object | null>
}

export interface DocumentedAnswer {
  description: string
  schema: Schema
  example?: unknown
  contentType?: string
  /** It has the version in `ETag`. */
  etag?: true
}

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

export type RouteRow<D> = readonly [method: Method, path: string, access: Access, operation: Operation<D>]

/** What the server has to know of an operation before it is called. */
export function configOf<D>(access: Access, operation: Operation<D>): RouteConfig {
  const { body, query, missing, showsSecret } = operation
  return {
    access,
    bodyKind: body ? (body.kind ?? 'json') : 'none',
    ...(body?.maxBytes ? { bodyMax: body.maxBytes } : {}),
    ...(showsSecret ? { showsSecret } : {}),
    ...(query ? { query } : {}),
    ...(missing ? { missing } : {}),
  }
}

/** `takesNoQuery`: parameters are refused before the operation is called. */
export function handlerOf<D>(operation: Operation<D>, deps: D, takesNoQuery = false): Handler {
  const status = Number(Object.keys(operation.answers)[0])
  return async (request, reply) => {
    if (takesNoQuery) refuseQuery(request)
    const data = await operation.handle(deps, request, reply)
    if (data === reply) return reply
    if (data === null) throw notFound(request)
    return reply.code(status).send({ success: true, data })
  }
}
