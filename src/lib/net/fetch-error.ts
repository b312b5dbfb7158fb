import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { type Message, message } from '../../messages/message.ts'
import { sentence } from '../../messages/sentence.ts'
import type { Deadline } from '../time/deadline.ts'
import type { UrlRules } from './url-guard.ts'

export interface AnswerHead {
  status: number
  headers: Headers
  /** The URL of the response, after redirects. */
  url: string
}

export type SafeFetchReason =
  | 'refused_url'
  | 'refused_address'
  | 'dns'
  | 'connect'
  | 'tls'
  | 'timeout'
  | 'too_late'
  | 'too_large'
  | 'reset'
  | 'bad_answer'
  | 'too_many_redirects'

/** Its text names at most the host, because paths and queries may contain secrets. */
export class SafeFetchError extends Error {
  override readonly name = 'SafeFetchError'
  readonly reason: SafeFetchReason
  readonly said: Message
  /** Whether any server may have seen the request; also true if a redirect led to the failure. */
  readonly sent: boolean
  /** Status and headers, if a response had begun. */
  readonly status: number | null
  readonly headers: Headers | null

  constructor(
    reason: SafeFetchReason,
    said: Message,
    facts: { sent: boolean; head?: AnswerHead | null; cause?: unknown },
  ) {
    super(sentence(said), { cause: facts.cause })
    this.reason = reason
    this.said = said
    this.sent = facts.sent
    this.status = facts.head?.status ?? null
    this.headers = facts.head?.headers ?? null
  }
}

/** The progress of one call, for cleaning up and for explaining a failure. */
export interface Journey {
  sent: boolean
  head: AnswerHead | null
  sockets: Socket[]
  signal: AbortSignal
}

export function lostAnswer(journey: Journey, url: URL, error: unknown): SafeFetchError {
  if (error instanceof SafeFetchError) return error
  const host = url.hostname
  const isGarbled = String((error as { code?: unknown } | undefined)?.code).startsWith('HPE_')
  if (isGarbled) return failure(journey, 'bad_answer', message('fetch.not_http', { host }), error)
  return failure(journey, 'reset', message('fetch.cut_off', { host }), error)
}

/** Once the time limit has passed, that is the reason, whatever the immediate error was. */
export function failure(journey: Journey, reason: SafeFetchReason, said: Message, cause?: unknown): SafeFetchError {
  const facts = { sent: journey.sent, head: journey.head, cause: plainCause(cause) }
  if (journey.signal.aborted) return new SafeFetchError('timeout', message('fetch.too_slow'), facts)
  return new SafeFetchError(reason, said, facts)
}

/** Only message and code: errors of the HTTP parser contain the bytes they failed on. */
function plainCause(cause: unknown): unknown {
  if (!(cause instanceof Error)) return cause
  return Object.assign(new Error(cause.message), { code: (cause as { code?: unknown }).code })
}

export function destroyAll(journey: Journey): void {
  for (const socket of journey.sockets.splice(0)) socket.destroy()
}

/** A body too large for memory. It is opened when it is sent, possibly again after a redirect. */
export interface StreamedBody {
  bytes: number
  open(): Readable
}

export type RequestBody = Uint8Array | string | StreamedBody

export interface SafeFetchRequest extends UrlRules {
  url: string
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers?: Record<string, string>
  body?: RequestBody
  /** Covers everything: look-ups, connections, redirects and the whole body. */
  timeoutMs: number
  maxBytes: number
  /** Defaults to 0: redirects are returned like other responses. */
  maxRedirects?: number
  /** `end` is exclusive. The server may ignore the range, so check the status. */
  range?: { start: number; end: number }
  signal?: AbortSignal
  /**
   * The owner of the request. Its connection is kept open for a while, for the owner's next request to the same origin
   * and checked address. If a kept connection turns out to be closed before any response, the request is sent again, so
   * use this only for requests that may arrive twice.
   */
  keepFor?: string
  /** Checked right before the request is written: once it has passed, no byte is sent. */
  notAfter?: Deadline
}

/** Receives one part of the body. `false` ends the download. */
export type ChunkSink = (chunk: Buffer, head: AnswerHead) => Promise<boolean | undefined> | boolean | undefined
