import type { Readable } from 'node:stream'
import type { Deadline } from '../time/deadline.ts'
import type { AnswerHead } from './fetch-error.ts'
import type { UrlRules } from './url-guard.ts'

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
