import { type AnswerHead, type SafeFetch, SafeFetchError, type SafeFetchReason } from '../../lib/net/safe-fetch.ts'
import type { SecretBox } from '../../lib/secrets/secret-box.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { ByteCollector } from '../../lib/work/byte-collector.ts'
import { readRetryAfter } from './schedule.ts'
import { secretContext, sign } from './signature.ts'

/** What an attempt needs to know of an endpoint. */
export interface Target {
  id: string
  url: string
  secret: Buffer
  old_secret: Buffer | null
  old_secret_until: Date | null
}

export interface Message {
  /** Of the event: the same in every attempt. */
  id: string
  type: string
  createdAt: Date
  subjectVersion: number
  /** JSON text. */
  data: string
}

/** `rejected`: it answered, but not with 2xx. The others say why there was no answer. */
export type Outcome = 'delivered' | 'rejected' | SafeFetchReason

export interface AttemptResult {
  startedAt: Date
  durationMs: number
  outcome: Outcome
  status: number | null
  /** What went wrong and what to do; null when it was delivered. */
  message: string | null
  /** The beginning of the answer's body. */
  answer: string | null
  /** Not before, said the endpoint. */
  retryAt: Date | null
}

/** One signed request. Throws only what is our own fault, such as a secret that cannot be opened. */
export type SendAttempt = (target: Target, message: Message, signal?: AbortSignal) => Promise<AttemptResult>

export interface SenderOptions {
  safeFetch: SafeFetch
  box: SecretBox
  clock: Clock
  userAgent: string
  /** Private networks, plain http and any port are right. */
  allowPrivate: boolean
  timeoutMs?: number
}

const TIMEOUT_MS = 15_000
const ANSWER_BYTES = 4_096

export function createSender(options: SenderOptions): SendAttempt {
  const { safeFetch, box, clock, userAgent, allowPrivate, timeoutMs = TIMEOUT_MS } = options

  const secretsOf = (target: Target, now: number): string[] => {
    const context = secretContext(target.id)
    const isOldValid = target.old_secret !== null && (target.old_secret_until?.getTime() ?? 0) > now
    return [target.secret, ...(isOldValid ? [target.old_secret!] : [])].map((sealed) => box.open(sealed, context))
  }

  return async (target, message, signal) => {
    const now = clock.now()
    const body = bodyOf(message)
    const timestamp = Math.floor(now / 1_000)
    const headers = {
      'content-type': 'application/json',
      'user-agent': userAgent,
      'webhook-id': message.id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': sign({ id: message.id, timestamp, body }, secretsOf(target, now)),
    }
    const request = {
      url: target.url,
      method: 'POST' as const,
      headers,
      body,
      timeoutMs,
      // The body is not read beyond its beginning, however long it says it is.
      maxBytes: Number.MAX_SAFE_INTEGER,
      maxRedirects: 0,
      httpsOnly: !allowPrivate,
      ...(allowPrivate ? { ports: null } : {}),
      ...(signal ? { signal } : {}),
    }
    const start = createAnswerStart()
    const startedMs = performance.now()
    const finish = (outcome: Outcome, status: number | null, text: string | null): AttemptResult => ({
      startedAt: new Date(now),
      durationMs: Math.round(performance.now() - startedMs),
      outcome,
      status,
      message: text,
      answer: start.text(),
      retryAt: toDate(outcome === 'delivered' ? null : readRetryAfter(start.retryAfter(), clock.now())),
    })
    const answered = (status: number) =>
      status >= 200 && status < 300
        ? finish('delivered', status, null)
        : finish('rejected', status, explainStatus(status))
    try {
      const head = await safeFetch.download(request, start.sink)
      start.see(head)
      return answered(head.status)
    } catch (error) {
      if (!(error instanceof SafeFetchError)) throw error
      // The status is the answer. A body that is compressed, cut off or endless changes nothing about it.
      start.see(error)
      if (error.status !== null) return answered(error.status)
      return finish(error.reason, null, error.message)
    }
  }
}

/** The same bytes in every attempt: `data` is JSON text as it was stored. */
export function bodyOf({ id, type, createdAt, subjectVersion, data }: Message): string {
  const head = JSON.stringify({ id, type, timestamp: createdAt.toISOString(), subject_version: subjectVersion })
  return `${head.slice(0, -1)},"data":${data}}`
}

/** Keeps the beginning of a body, and its head. */
function createAnswerStart() {
  const collected = new ByteCollector()
  let seen: Headers | null = null
  const see = ({ headers }: { headers: Headers | null }) => {
    seen = headers
  }
  return {
    see,
    sink(chunk: Buffer, head: AnswerHead): boolean {
      see(head)
      collected.add(chunk)
      return collected.length < ANSWER_BYTES
    },
    retryAfter: () => seen?.get('retry-after') ?? null,
    /** As the database can hold it. A character that was cut in two is left out. */
    text(): string | null {
      if (collected.length === 0) return null
      const start = collected.bytes().subarray(0, ANSWER_BYTES)
      return new TextDecoder().decode(start, { stream: collected.length >= ANSWER_BYTES }).replaceAll('\0', '')
    },
  }
}

function explainStatus(status: number): string {
  if (status === 410) return 'The endpoint answered 410: it is gone, and nothing more is sent to it.'
  if (status >= 300 && status < 400) {
    return `The endpoint answered ${status}. Redirects are not followed: give the address that it leads to.`
  }
  return `The endpoint answered ${status}. It has to answer with a status from 200 to 299.`
}

function toDate(time: number | null): Date | null {
  return time === null ? null : new Date(time)
}
