import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { type Message, message } from '../../messages/message.ts'
import { sentence } from '../../messages/sentence.ts'
import type { Deadline } from '../time/deadline.ts'
import type { UrlRules } from './url-guard.ts'

export interface AnswerHead {
  status: number
  headers: Headers
  /** Where the answer came from, after redirects. */
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

/** Its text names the host at most: paths and queries carry secrets. */
export class SafeFetchError extends Error {
  override readonly name = 'SafeFetchError'
  readonly reason: SafeFetchReason
  readonly said: Message
  /** Whether any server may have seen the request: also true when a redirect led to the failure. */
  readonly sent: boolean
  /** Status and headers, when an answer had begun. */
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

/** What one call has done so far, for cleaning up and for telling how it failed. */
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

/** Once time is up, that is the reason, whatever it looked like from close by. */
export function failure(journey: Journey, reason: SafeFetchReason, said: Message, cause?: unknown): SafeFetchError {
  const facts = { sent: journey.sent, head: journey.head, cause: plainCause(cause) }
  if (journey.signal.aborted) return new SafeFetchError('timeout', message('fetch.too_slow'), facts)
  return new SafeFetchError(reason, said, facts)
}

/** Message and code only: errors of the HTTP parser carry the bytes they stumbled over. */
function plainCause(cause: unknown): unknown {
  if (!(cause instanceof Error)) return cause
  return Object.assign(new Error(cause.message), { code: (cause as { code?: unknown }).code })
}

export function destroyAll(journey: Journey): void {
  for (const socket of journey.sockets.splice(0)) socket.destroy()
}

/** A body that does not belong in memory: opened when it is sent, which may happen again after a redirect. */
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
  /** For everything: names, connections, redirects and the whole body. */
  timeoutMs: number
  maxBytes: number
  /** 0, the default: redirects are answers like others. */
  maxRedirects?: number
  /** `end` is exclusive. The server may ignore it: look at the status. */
  range?: { start: number; end: number }
  signal?: AbortSignal
  /**
   * Whose request it is. Its connection is kept for a while for the next one of the same owner to the same origin and checked address.
   * If a kept one turns out to have ended before anything was answered, the request is sent once more: only for what may
   * arrive twice.
   */
  keepFor?: string
  /** Looked at right before the request is written: once it has passed, not a byte is sent. */
  notAfter?: Deadline
}

/** Takes one part of the body. `false` ends the download. */
export type ChunkSink = (chunk: Buffer, head: AnswerHead) => Promise<boolean | undefined> | boolean | undefined
