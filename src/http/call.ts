import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { ApiError } from '../errors.ts'
import type { Schema } from '../lib/schema.ts'
import type { Language } from '../messages/languages.ts'
import { type Message, message } from '../messages/message.ts'
import type { Scope, TeamRole } from '../scopes.ts'

/** Who sends the request. Set before a handler runs; every query is limited to its workspace. */
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
  /** The largest accepted body. */
  maxBytes: number
  /** Requests per window; null for the setting. */
  rateLimit: number | null
}

/** A visitor who fills in a form, on any website. The form determines the workspace. */
interface FormCaller {
  kind: 'form'
  workspaceId: string
  formId: string
  /** The largest accepted body. */
  maxBytes: number
  /** If true, a multipart body is a stream: files may be much larger than forms. */
  takesFiles: boolean
  address: string
}

/** What a route requires of its caller, in the order of the checks. */
export type Access =
  /** A key with this scope, or a session whose role has it. */
  | { mode: 'key'; scope: Scope }
  | { mode: 'key_or_public'; scope: Scope }
  /** A key, whatever its scopes. */
  | { mode: 'any_key' }
  /** A session only, with at least this role. No key may do it, whatever its scopes. */
  | { mode: 'user'; role: TeamRole }
  | { mode: 'webhook' }
  /** The path names a form. Reads count against the limit of pages. */
  | { mode: 'form'; isRead?: true }
  /** The operation itself checks the sender: a refusal must not reveal whether a key exists. */
  | { mode: 'handshake' }
  /** Counted by address, except where monitoring calls all day long and must get an answer. */
  | { mode: 'open'; isUncounted?: true }

/**
 * The handler reads a streamed body from `request.raw`, as fast as it can store it, unless it is JSON. A form's body is a stream if it may
 * have files, and bytes otherwise. For `late_json` the handler gets the bytes and parses them with `readJsonBody`: it
 * decides how many large bodies are in memory as objects.
 */
type BodyKind = 'json' | 'late_json' | 'raw' | 'stream' | 'form' | 'none'

/** What steps and handlers may know of a request. */
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
  /** The address that limits count by: an IPv4 address or an IPv6 /64. */
  clientBucket: string
  /** The bytes of a body that was read whole: nodes of version 0.2 compare repeats by them. */
  rawBody: Buffer | null
}

/** What names a thing that was created. */
export interface Created {
  id?: unknown
  group_id?: unknown
}

export interface RouteConfig {
  access?: Access
  /** The status sent with what the handler returns. */
  status?: number
  bodyKind?: BodyKind
  /** Overrides the caller's body limit, for routes that take whole files. */
  bodyMax?: number
  /** A GET gets an ETag, and 304 if the caller has it already. */
  isTagged?: true
  /** The path of what a 201 has created. */
  locate?: (data: Created, request: Request) => string
  /** The response contains a secret, so it is never compressed. */
  showsSecret?: true
  query?: Schema
  /** The message if the path names something that does not exist. */
  missing?: Message
  /** Sends a refusal in another form than JSON. Returns false to send JSON. */
  refuse?: (error: ApiError, request: Request, reply: Reply) => boolean
}

export interface Reply {
  readonly statusCode: number
  /** The language that the reader asked for. */
  readonly language: Language
  /** Answers in another language from here on. */
  speak(language: Language): void
  /** The URL that was asked for. */
  readonly url: string
  code(status: number): Reply
  header(name: string, value: string): Reply
  removeHeader(name: string): Reply
  /** The header as it was set. */
  headerOf(name: string): string | undefined
  type(contentType: string): Reply
  /** Writes JSON with its messages in the reader's language, and says so in the headers. */
  json(value: unknown): string
  /** Sends an object as JSON. A text without a content type is JSON already. */
  send(payload: string | Buffer | Readable | object): Reply
}

/** Sends the response itself, or returns its data; null becomes the 404. */
export type Handler = (request: Request, reply: Reply) => Promise<unknown>

/**
 * Checks a request before its body is read, and throws to refuse it. Returns a promise only if memory is not enough.
 */
export type Step = (request: Request, reply: Reply) => void | Promise<void>

export function callerOf(request: Request): Caller {
  if (request.caller === null) throw new Error('handler of an open route asked for its caller')
  return request.caller
}

/** The caller of a route that requires a session. */
export function personOf(request: Request): UserCaller {
  const caller = callerOf(request)
  if (caller.kind !== 'user') throw new Error('a route for people was called by something else')
  return caller
}

/** People in the dashboard do not see what they are deleting; programs do until it is gone (docs/decisions/0026-undo.md). */
export function hidesLeaving(request: Request): boolean {
  return callerOf(request).kind === 'user'
}

export function workspaceOf(request: Request): string {
  return callerOf(request).workspaceId
}

/** The key that created a row; null if it came in without one. */
export function keyIdOf(caller: Caller): string | null {
  return caller.kind === 'key' ? caller.keyId : null
}

/** The person who created a row in the dashboard; null if it came in otherwise. */
export function authorIdOf(caller: Caller): string | null {
  return caller.kind === 'user' ? caller.userId : null
}

/** The caller as one text, under which limits and stored responses are kept. */
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

/** The scopes of a key, or of a person's role. */
export function scopesOf(caller: Caller): ReadonlySet<Scope> {
  return caller.kind === 'key' || caller.kind === 'user' ? caller.scopes : NO_SCOPES
}

/** Throws 403 unless the caller also has this scope. `what` is the part of the request that needs it. */
export function requireScope(caller: Caller, scope: Scope, what: Message): void {
  if (scopesOf(caller).has(scope)) return
  throw new ApiError('forbidden', { message: message('access.needs_scope', { what, scope }) })
}

/** The public base URL. A port chosen by the system (PORT=0) is known once a request has come in through it. */
export function baseUrlAt(baseUrl: string, request: Request): string {
  return baseUrl.replace(/:0$/, `:${request.raw.socket.localPort}`)
}
