import { Readable } from 'node:stream'
import { SafeFetchError, type StreamedBody } from '../../lib/net/fetch-error.ts'
import type { SafeFetch } from '../../lib/net/safe-fetch.ts'
import { parseJson } from '../../lib/text/json.ts'
import { type Http, type HttpAnswer, type HttpRequest, TransportError } from './contract.ts'

interface PlatformHttpOptions {
  /** Includes the port if it is not the default. `any` is for requests without secrets. */
  allowedHosts: readonly string[] | 'any'
  timeoutMs?: number
  maxBytes?: number
  /** Defaults to true. */
  httpsOnly?: boolean
  now?: () => number
  offsets?: ClockOffsets
}

type Body = { type: string; bytes: Uint8Array | string | StreamedBody }

export const PLATFORM_TIMEOUT_MS = 30_000
const MAX_BYTES = 1_048_576
// Captions and tokens travel in queries.
const MAX_URL_LENGTH = 65_536

/** Tokens go to these hosts only. No redirects, no retries. */
export function createPlatformHttp(safeFetch: SafeFetch, options: PlatformHttpOptions): Http {
  const now = options.now ?? Date.now
  const { allowedHosts } = options
  const hosts = allowedHosts === 'any' ? null : new Set(allowedHosts.map((host) => host.toLowerCase()))
  return async (request) => {
    const url = buildUrl(request)
    if (hosts !== null && !hosts.has(url.host))
      throw new TransportError(`${url.host} is not a server of this platform.`, false)
    const content = await buildBody(request)
    const askedAt = now()
    const answer = await safeFetch({
      url: url.href,
      method: request.method,
      ...content,
      timeoutMs: request.timeoutMs ?? options.timeoutMs ?? PLATFORM_TIMEOUT_MS,
      maxBytes: options.maxBytes ?? MAX_BYTES,
      httpsOnly: options.httpsOnly ?? true,
      ports: null,
      maxUrlLength: MAX_URL_LENGTH,
      ...(request.notAfter ? { notAfter: request.notAfter } : {}),
    }).catch((error: unknown) => {
      if (error instanceof SafeFetchError) throw new TransportError(error.message, error.sent, error)
      throw error
    })
    const parsed = parseJson(answer.body)
    const clockOffsetMs = readClockOffset(answer.headers, askedAt, now())
    if (clockOffsetMs !== null) options.offsets?.set(url.host, clockOffsetMs)
    const { status, headers, body } = answer
    const json = 'value' in parsed ? parsed.value : undefined
    return { status, headers, text: body.toString(), json, clockOffsetMs }
  }
}

/** A time limit for all requests together. */
export function withinTime(http: Http, totalMs: number): Http {
  const endsAt = performance.now() + totalMs
  return (request) => {
    const leftMs = Math.max(1, Math.floor(endsAt - performance.now()))
    return http({ ...request, timeoutMs: Math.min(request.timeoutMs ?? leftMs, leftMs) })
  }
}

function buildUrl({ url: text, query }: HttpRequest): URL {
  // The parser's own error would repeat the token.
  if (!URL.canParse(text)) throw new TransportError('The address of the platform is not a URL.', false)
  const url = new URL(text)
  // Built as text: the URL may have its own escaping (LinkedIn's lists).
  const added = query === undefined ? '' : new URLSearchParams(query).toString().replaceAll('+', '%20')
  if (added !== '') url.search += url.search === '' ? added : `&${added}`
  return url
}

async function buildBody(request: HttpRequest): Promise<{ headers: Record<string, string>; body?: Body['bytes'] }> {
  const { form, json, bytes, stream, multipart } = request
  const bodies: Body[] = []
  if (form) bodies.push({ type: 'application/x-www-form-urlencoded', bytes: new URLSearchParams(form).toString() })
  if (json !== undefined) bodies.push({ type: 'application/json', bytes: JSON.stringify(json) })
  if (bytes) bodies.push({ type: 'application/octet-stream', bytes })
  if (stream) {
    const open = () => Readable.from(stream.open(), { objectMode: false })
    bodies.push({ type: 'application/octet-stream', bytes: { bytes: stream.bytes, open } })
  }
  if (multipart) bodies.push(await encodeMultipart(multipart))
  if (bodies.length > 1) throw new TypeError('A request has one body at most.')
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(request.headers ?? {})) headers[name.toLowerCase()] = value
  const [body] = bodies
  if (body === undefined) return { headers }
  if (multipart) headers['content-type'] = body.type
  return { headers: { 'content-type': body.type, ...headers }, body: body.bytes }
}

async function encodeMultipart(parts: NonNullable<HttpRequest['multipart']>): Promise<Body> {
  const form = new FormData()
  for (const { name, value, filename, type = 'application/octet-stream' } of parts) {
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, new Blob([value as Uint8Array<ArrayBuffer>], { type }), filename)
  }
  const encoded = new Response(form)
  return { type: encoded.headers.get('content-type')!, bytes: new Uint8Array(await encoded.arrayBuffer()) }
}

/** Searches start this long before the send, because times are rounded. */
export const SEARCH_MARGIN_MS = 60_000

/** Smaller offsets are rounding and latency. */
const TOLERATED_MS = 10_000

function readClockOffset(headers: Headers, askedAt: number, answeredAt: number): number | null {
  const date = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(date)) return null
  const offset = Math.round(date + 500 - (askedAt + answeredAt) / 2)
  return Math.abs(offset) < TOLERATED_MS ? 0 : offset
}

export function inPlatformTime(moment: Date, answer: Pick<HttpAnswer, 'clockOffsetMs'>): Date {
  return new Date(moment.getTime() + (answer.clockOffsetMs ?? 0))
}

/** The newest offset, by host. */
export type ClockOffsets = Map<string, number>
