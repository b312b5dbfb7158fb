import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { ApiError } from '../errors.ts'
import type { Schema } from '../lib/schema.ts'
import { type Message, message } from '../messages/message.ts'
import type { Scope, TeamRole } from '../scopes.ts'

/** Who asks. Set before a handler runs; every query takes its workspace. */
export type Caller = KeyCaller | UserCaller | PublicCaller | WebhookCaller | FormCaller

export interface KeyCaller {
  kind: 'key'
  workspaceId: string
  keyId: string
  scopes: ReadonlySet<Scope>
}

/** A person who is signed in to the dashboard. */
export interface UserCaller {
  kind: 'user'
  workspaceId: string
  userId: string
  sessionId: string
  role: TeamRole
  scopes: ReadonlySet<Scope>
}

interface PublicCaller {
  kind: 'public'
  workspaceId: string
  address: string
}

export interface WebhookCaller {
  kind: 'webhook'
  workspaceId: string
  sourceId: string
  /** The largest body it takes. */
  maxBytes: number
  /** Requests in a window; null for the setting. */
  rateLimit: number | null
}

/** A visitor who fills in a form, on any website. The form names the workspace. */
interface FormCaller {
  kind: 'form'
  workspaceId: string
  formId: string
  /** The largest body it takes. */
  maxBytes: number
  /** Then a multipart body is a stream: files may be much larger than forms. */
  takesFiles: boolean
  address: string
}

/** What a route asks of its caller, in the order of the checks. */
export type Access =
  /** A key with this scope, or a session whose role has it. */
  | { mode: 'key'; scope: Scope }
  | { mode: 'key_or_public'; scope: Scope }
  /** A session only, of at least this role. No key may do it, whatever its scopes. */
  | { mode: 'user'; role: TeamRole }
  | { mode: 'webhook' }
  /** The path names a form. Reading counts as pages do. */
  | { mode: 'form'; isRead?: true }
  /** The operation itself checks the sender: a refusal must not tell a live key from an invented one. */
  | { mode: 'handshake' }
  /** Counted for the address, unless machines that must get an answer ask all day long. */
  | { mode: 'open'; isUncounted?: true }

/**
 * A streamed body is read by the handler, from `request.raw`, at the pace at which it can be stored. That of a form is one
 * when it may have files, and bytes otherwise.
 */
type BodyKind = 'json' | 'raw' | 'stream' | 'form' | 'none'

/** What steps and handlers may ask of a request. */
export interface Request {
  readonly id: string
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly params: unknown
  readonly query: unknown
  readonly body?: unknown
  readonly raw: IncomingMessage
  readonly routeOptions: { readonly url?: string | undefined; readonly config: RouteConfig }
  /** Null only before authentication and on open routes. */
  caller: Caller | null
  /** The address the limits count by: an IPv4 address or an IPv6 /64. */
  clientBucket: string
  /** The bytes of a body that was read whole: nodes of 0.2 compare repeats by them. */
  rawBody: Buffer | null
}

export interface RouteConfig {
  access?: Access
  /** Of the answer with what the handler returns. */
  status?: number
  bodyKind?: BodyKind
  /** Instead of what the caller may send elsewhere: for routes that take whole files. */
  bodyMax?: number
  /** The answer has a secret in it, so it is never compressed. */
  showsSecret?: true
  query?: Schema
  /** The message where the path names nothing that there is. */
  missing?: Message
  /** Sends a refusal in another way than as JSON. False when JSON is right. */
  refuse?: (error: ApiError, request: Request, reply: Reply) => boolean
}

export interface Reply {
  readonly statusCode: number
  code(status: number): Reply
  header(name: string, value: string): Reply
  removeHeader(name: string): Reply
  /** As it was set. */
  headerOf(name: string): string | undefined
  type(contentType: string): Reply
  /** An object goes out as JSON; so does a text without a type, which is JSON already. */
  send(payload: string | Buffer | Readable | object): Reply
}

/** Sends the answer itself, or returns its data: null is the 404. */
export type Handler = (request: Request, reply: Reply) => Promise<unknown>

/** Checks a request before its body is read, and throws to refuse it. Returns a promise only when memory is not enough. */
export type Step = (request: Request, reply: Reply) => void | Promise<void>

export function callerOf(request: Request): Caller {
  if (request.caller === null) throw new Error('handler of an open route asked for its caller')
  return request.caller
}

export function workspaceOf(request: Request): string {
  return callerOf(request).workspaceId
}

/** The key that made a row; null when it came in without one. */
export function keyIdOf(caller: Caller): string | null {
  return caller.kind === 'key' ? caller.keyId : null
}

/** Who asks, as one text: what is counted, kept or limited for each caller goes by it. */
export function callerName(caller: Caller): string {
  switch (caller.kind) {
    case 'key':
      return `key:${caller.keyId}`
    case 'user':
      return `user:${caller.userId}`
    case 'webhook':
      return `webhook:${caller.sourceId}`
    case 'public':
      return `address:${caller.address}`
    case 'form':
      return `form:${caller.formId} address:${caller.address}`
  }
}

const NO_SCOPES: ReadonlySet<Scope> = new Set()

/** The permissions of a key, or of the role of a person. */
export function scopesOf(caller: Caller): ReadonlySet<Scope> {
  return caller.kind === 'key' || caller.kind === 'user' ? caller.scopes : NO_SCOPES
}

/** Throws 403 unless the caller has the permission as well. `what` is the part of the request that needs it. */
export function requireScope(caller: Caller, scope: Scope, what: string): void {
  if (scopesOf(caller).has(scope)) return
  throw new ApiError('forbidden', { message: message('access.needs_scope', { what, scope }) })
}

/** Where callers reach us. A port that the system chose (PORT=0) is known once somebody has come in by it. */
export function baseUrlAt(baseUrl: string, request: Request): string {
  return baseUrl.replace(/:0$/, `:${request.raw.socket.localPort}`)
}
