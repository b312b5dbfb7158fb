import { randomBytes } from 'node:crypto'
import { type SafeFetch, SafeFetchError, type SafeFetchRequest } from '../lib/net/safe-fetch.ts'
import { parseJson } from '../lib/text/json.ts'
import { type ClockOffsets, readClockOffset } from './clock-offset.ts'
import { type Http, type HttpRequest, TransportError } from './contract.ts'

interface PlatformHttpOptions {
  /** Hosts with their port, when it is not the usual one: graph.threads.net, 127.0.0.1:4010. */
  allowedHosts: readonly string[]
  timeoutMs?: number
  /** Of an answer. */
  maxBytes?: number
  /** Our time, which the platforms' is compared with. */
  now?: () => number
  /** Is told how far the clocks of the platforms are ahead; null when that is not looked at. */
  offsets?: ClockOffsets | null
}

type Body = { type: string; bytes: Uint8Array | string }
type Part = NonNullable<HttpRequest['multipart']>[number]

export const PLATFORM_TIMEOUT_MS = 30_000
const MAX_BYTES = 1_048_576
// Captions and tokens travel in queries: 2,200 characters of emoji alone are 26,400.
const MAX_URL_LENGTH = 65_536

/**
 * The platforms' servers. A token leaves for the hosts named here and no other, over https unless the guarded fetch knows
 * the origin as ours. Redirects are answers; nothing is retried.
 */
export function createPlatformHttp(safeFetch: SafeFetch, options: PlatformHttpOptions): Http {
  const now = options.now ?? Date.now
  const hosts = new Set(options.allowedHosts.map((host) => host.toLowerCase()))
  return async (request) => {
    const url = buildUrl(request)
    if (!hosts.has(url.host)) throw new TransportError(`${url.host} is not a server of this platform.`, false)
    const askedAt = now()
    const answer = await send(safeFetch, {
      url: url.href,
      method: request.method,
      ...buildBody(request),
      timeoutMs: request.timeoutMs ?? options.timeoutMs ?? PLATFORM_TIMEOUT_MS,
      maxBytes: options.maxBytes ?? MAX_BYTES,
      httpsOnly: true,
      ports: null,
      maxUrlLength: MAX_URL_LENGTH,
      ...(request.notAfter ? { notAfter: request.notAfter } : {}),
    })
    const parsed = parseJson(answer.body)
    const clockOffsetMs = options.offsets === null ? null : readClockOffset(answer.headers, askedAt, now())
    if (clockOffsetMs !== null) options.offsets?.save(url.host, clockOffsetMs)
    return {
      status: answer.status,
      headers: answer.headers,
      text: answer.body.toString(),
      json: 'value' in parsed ? parsed.value : undefined,
      clockOffsetMs,
    }
  }
}

async function send(safeFetch: SafeFetch, request: SafeFetchRequest) {
  try {
    return await safeFetch(request)
  } catch (error) {
    if (error instanceof SafeFetchError) throw new TransportError(error.message, error.sent, error)
    throw error
  }
}

function buildUrl({ url: text, query }: HttpRequest): URL {
  // The parser's own error would repeat the URL, with the token in it.
  if (!URL.canParse(text)) throw new TransportError('The address of the platform is not a URL.', false)
  const url = new URL(text)
  // Appended as text: what stands in the URL already may be escaped in a way of its own (LinkedIn's lists).
  const added = query === undefined ? '' : new URLSearchParams(query).toString().replaceAll('+', '%20')
  if (added !== '') url.search += url.search === '' ? added : `&${added}`
  return url
}

function buildBody(request: HttpRequest): { headers: Record<string, string>; body?: Uint8Array | string } {
  const bodies: Body[] = []
  if (request.form) {
    const bytes = new URLSearchParams(request.form).toString()
    bodies.push({ type: 'application/x-www-form-urlencoded', bytes })
  }
  if (request.json !== undefined) bodies.push({ type: 'application/json', bytes: JSON.stringify(request.json) })
  if (request.bytes) bodies.push({ type: 'application/octet-stream', bytes: request.bytes })
  if (request.multipart) bodies.push(encodeMultipart(request.multipart))
  if (bodies.length > 1) throw new TypeError('A request has one body at most.')
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(request.headers ?? {})) headers[name.toLowerCase()] = value
  const [body] = bodies
  if (body === undefined) return { headers }
  // The boundary stands in the type, so that nobody else can know it.
  if (request.multipart) headers['content-type'] = body.type
  return { headers: { 'content-type': body.type, ...headers }, body: body.bytes }
}

/** As browsers write it: https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data */
function encodeMultipart(parts: readonly Part[]): Body {
  const boundary = `doorpost-${randomBytes(16).toString('hex')}`
  const chunks: Uint8Array[] = []
  for (const { name, value, filename, type } of parts) {
    let head = `--${boundary}\r\ncontent-disposition: form-data; name="${escapeName(name)}"`
    if (filename !== undefined) head += `; filename="${escapeName(filename)}"`
    const contentType = type ?? (typeof value === 'string' ? undefined : 'application/octet-stream')
    if (contentType !== undefined) head += `\r\ncontent-type: ${contentType.replace(/[\r\n]/g, '')}`
    chunks.push(
      Buffer.from(`${head}\r\n\r\n`),
      typeof value === 'string' ? Buffer.from(value) : value,
      Buffer.from('\r\n'),
    )
  }
  chunks.push(Buffer.from(`--${boundary}--\r\n`))
  return { type: `multipart/form-data; boundary=${boundary}`, bytes: Buffer.concat(chunks) }
}

function escapeName(name: string): string {
  return name.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22')
}
