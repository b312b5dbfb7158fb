import { createHmac, randomBytes } from 'node:crypto'
import type { Pool } from '../db/database.ts'
import type { Parts } from '../db/parts.ts'
import { ByteCollector } from '../lib/bounds/byte-collector.ts'
import { SafeFetchError, type SafeFetchReason } from '../lib/net/fetch-error.ts'
import type { SafeFetch } from '../lib/net/safe-fetch.ts'
import { message, type Said } from '../messages/message.ts'
import { type ChatKind, chatRequest, chatRetryAfter, explainChatAnswer, isChat, languageOf } from './chat/chat.ts'
import { leadsNotice, type Notice, noticeOf } from './chat/notice.ts'
import type { ChatAddress } from './chat/service.ts'
import { findCustoms, findOrigin } from './chat/store.ts'
import type { EndpointRow } from './endpoint-store.ts'
import { openHeaders, secretsIn } from './headers.ts'
import { readRetryAfter } from './schedule.ts'

export type Target = Pick<
  EndpointRow,
  | 'id'
  | 'workspace_id'
  | 'kind'
  | 'url'
  | 'language'
  | 'headers'
  | 'scopes'
  | 'secret'
  | 'old_secret'
  | 'old_secret_until'
>

export interface Message {
  /** The id of the event, the same in every attempt. */
  id: string
  type: string
  createdAt: Date
  subjectVersion: number
  /** Its place among the events of one change. */
  index: number
  data: string
}

/** `rejected`: the response was not 2xx. The others say why there was no response. */
export type Outcome = 'delivered' | 'rejected' | SafeFetchReason

export interface AttemptResult {
  startedAt: Date
  durationMs: number
  outcome: Outcome
  status: number | null
  /** Says what went wrong and what to do; null if it was delivered. */
  message: Said | null
  /** The beginning of the response's body. */
  answer: string | null
  /** The endpoint asked not to be called before this. */
  retryAt: Date | null
}

export interface SenderOptions extends Pick<Parts, 'box' | 'clock'> {
  pool: Pool
  baseUrl: string
  safeFetch: SafeFetch
  /** Endpoints may be in private networks, use plain http, and any port. */
  allowPrivate: boolean
  timeoutMs?: number
}

const TIMEOUT_MS = 15_000
const ANSWER_BYTES = 4_096

/**
 * Sends one request. `alongside` are other new leads, for a chat that gets one message about all of them. Throws only
 * for our own faults, such as a secret that cannot be opened.
 */
export type Send = (
  target: Target,
  message: Message,
  signal?: AbortSignal,
  alongside?: readonly Message[],
) => Promise<AttemptResult>

interface Prepared {
  url: string
  headers: Record<string, string>
  body: string
  /** Removed from the stored response, in case it repeats them. */
  hidden: readonly string[]
}

export function createSender(options: SenderOptions): Send {
  const { safeFetch, clock, allowPrivate, timeoutMs = TIMEOUT_MS } = options

  return async (target, event, signal, alongside = []) => {
    const now = clock.now()
    const chat = isChat(target.kind) ? target.kind : null
    const { url, headers, body, hidden } = await (chat === null
      ? prepareSigned(options, target, event, now)
      : prepareForChat(options, chat, target, [event, ...alongside]))
    const request = {
      url,
      method: 'POST' as const,
      headers,
      body,
      timeoutMs,
      // Only the beginning of the body is read.
      maxBytes: Number.MAX_SAFE_INTEGER,
      maxRedirects: 0,
      httpsOnly: !allowPrivate,
      keepFor: target.id,
      ...(allowPrivate ? { ports: null } : {}),
      ...(signal ? { signal } : {}),
    }
    const start = new ByteCollector()
    const startedMs = performance.now()
    const collect = (chunk: Buffer) => {
      start.add(chunk)
      return start.length < ANSWER_BYTES
    }
    const response = await safeFetch.download(request, collect).catch((error) => {
      if (error instanceof SafeFetchError) return error
      throw error
    })
    // Only the status counts, even if the body is compressed, cut off or endless.
    const { status, headers: answerHeaders } = response
    const failure = status === null && response instanceof SafeFetchError ? response : null
    const isDelivered = status !== null && status >= 200 && status < 300
    const answer = textOf(start, hidden)
    const explanation = () => (chat && explainChatAnswer(chat, { status: status!, answer })) ?? explainStatus(status!)
    const seconds = chat && status !== null ? chatRetryAfter(chat, { status, answer }) : null
    const retryAfter = seconds === null ? answerHeaders?.get('retry-after') : String(Math.ceil(seconds))
    return {
      startedAt: new Date(now),
      durationMs: Math.round(performance.now() - startedMs),
      outcome: isDelivered ? 'delivered' : (failure?.reason ?? 'rejected'),
      status,
      message: isDelivered ? null : (failure?.said ?? explanation()),
      answer,
      retryAt: isDelivered ? null : readRetryAfter(retryAfter, clock.now()),
    }
  }
}

async function prepareSigned({ box }: SenderOptions, target: Target, message: Message, now: number): Promise<Prepared> {
  const body = bodyOf(message)
  const timestamp = Math.floor(now / 1_000)
  const context = secretContext(target.id)
  const isOldValid = target.old_secret !== null && (target.old_secret_until?.getTime() ?? 0) > now
  const secrets = [target.secret, ...(isOldValid ? [target.old_secret!] : [])].map((sealed) =>
    box.open(sealed, context),
  )
  const own = openHeaders(box, target)
  const headers = {
    ...own,
    'content-type': 'application/json',
    'webhook-id': message.id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': sign({ id: message.id, timestamp, body }, secrets),
  }
  return { url: target.url, headers, body, hidden: secretsIn(own) }
}

async function prepareForChat(
  options: SenderOptions,
  kind: ChatKind,
  target: Target,
  messages: readonly Message[],
): Promise<Prepared> {
  const address = JSON.parse(options.box.open(target.secret, secretContext(target.id))) as ChatAddress
  const request = chatRequest(kind, address, await writeNotice(options, target, messages))
  const { pathname, search } = new URL(address.url)
  return { ...request, hidden: [address.token, `${pathname}${search}`].filter((each) => each !== null) }
}

async function writeNotice(
  { pool, baseUrl }: SenderOptions,
  target: Target,
  messages: readonly Message[],
): Promise<Notice> {
  const { workspace_id: workspaceId, scopes } = target
  const place = { baseUrl, language: languageOf(target) }
  const told = messages.map(({ type, createdAt, data }) => ({ ...place, type, createdAt, data: dataOf(data) }))
  const [first, ...others] = told as [(typeof told)[0], ...typeof told]
  if (others.length > 0) return leadsNotice(told)
  const origin = await findOrigin(pool, workspaceId, first.data, scopes)
  return noticeOf({ ...first, origin, ...(await findCustoms(pool, workspaceId)) })
}

function dataOf(text: string): Record<string, unknown> {
  return (JSON.parse(text) ?? {}) as Record<string, unknown>
}

/** The same bytes in every attempt: `data` is JSON text as it was stored. */
export function bodyOf({ id, type, createdAt, subjectVersion, index, data }: Message): string {
  const timestamp = createdAt.toISOString()
  const head = JSON.stringify({ id, type, timestamp, subject_version: subjectVersion, index })
  return `${head.slice(0, -1)},"data":${data}}`
}

/** Without NUL, which PostgreSQL cannot store, and without a character that was cut in two. */
function textOf(start: ByteCollector, hidden: readonly string[]): string | null {
  if (start.length === 0) return null
  const bytes = start.bytes().subarray(0, ANSWER_BYTES)
  const isCut = start.length >= ANSWER_BYTES
  const text = new TextDecoder().decode(bytes, { stream: isCut }).replaceAll('\0', '')
  const shown = hidden.reduce((rest, secret) => rest.replaceAll(secret, '…'), text)
  return isCut ? hidden.reduce(withoutCutSecret, shown) : shown
}

/** The end of a response that was cut off may be the beginning of a secret. */
function withoutCutSecret(text: string, secret: string): string {
  for (let length = secret.length - 1; length > 0; length--) {
    if (text.endsWith(secret.slice(0, length))) return `${text.slice(0, -length)}…`
  }
  return text
}

function explainStatus(status: number): Said {
  if (status === 410) return message('attempt.gone')
  return message(status >= 300 && status < 400 ? 'attempt.redirected' : 'attempt.refused', { status })
}

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** In the format of Standard Webhooks. Endpoints verify our signatures with it. */
export function createSigningSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64')
}

/** The context of an endpoint's secrets in the SecretBox. */
export function secretContext(endpointId: string): string {
  return `event_endpoint/${endpointId}/secret`
}

interface Signed {
  id: string
  /** Seconds since 1970, of this attempt. */
  timestamp: number
  body: string
}

/** The header webhook-signature: one signature for each secret (https://www.standardwebhooks.com, 1.0.0). */
export function sign({ id, timestamp, body }: Signed, secrets: readonly string[]): string {
  return secrets
    .map((secret) => {
      // Node decodes the text: an HMAC with a Buffer takes 31 µs instead of 7.
      const mac = createHmac('sha256', secret.slice(PREFIX.length), { encoding: 'base64' })
      return `v1,${mac.update(`${id}.${timestamp}.${body}`).digest('base64')}`
    })
    .join(' ')
}
