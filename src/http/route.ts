import type { ErrorCode } from '../errors.ts'
import type { Schema } from '../lib/schema.ts'
import type { Access, BodyKind, Reply, Request } from './call.ts'

/** One operation: what is documented of it, and what answers it. Method, path and permission stand in the route table. */
export interface Operation<D> {
  id: string
  summary: string
  description?: string
  tag: string
  body?: {
    kind: Exclude<BodyKind, 'none'>
    schema: Schema
    examples?: Record<string, unknown>
    /** More bytes than requests with a key may have elsewhere. */
    maxBytes?: number
    /** It may be left out. A raw one always may. */
    optional?: true
  }
  params?: Schema
  query?: Schema
  answers: Record<number, DocumentedAnswer>
  /** Beyond those that follow from the access mode and the body. */
  errors?: ErrorCode[]
  /** What this operation says in particular; the rest follows from its access. */
  errorExamples?: Partial<Record<ErrorCode, { message: string; field?: string }>>
  /** The answer shows a key, a secret, a link or codes: see http/server/compression.ts. */
  showsSecret?: true
  /** Honours Idempotency-Key. */
  idempotent?: boolean
  /** Honours If-Match. */
  ifMatch?: boolean
  handle: (deps: D, request: Request, reply: Reply) => Promise<unknown>
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
