import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { pipeline } from 'node:stream'
import { message } from '../../messages/message.ts'
import { ChunkRule } from '../bounds/byte-collector.ts'
import type { Deadline } from '../time/deadline.ts'
import { USER_AGENT } from '../version.ts'
import {
  type AnswerHead,
  type ChunkSink,
  failure,
  type Journey,
  lostAnswer,
  type RequestBody,
  SafeFetchError,
  type SafeFetchRequest,
  type StreamedBody,
} from './fetch-error.ts'

// One request and its response, on an open connection.

// A normal import would also load the code of fetch() and WebSocket: 13 MB.
const { request: createRequest } = process.getBuiltinModule('node:http')

const MAX_HEADER_BYTES = 16_384

/** The connection is open and, with https, verified before the first byte is written. `sent` relies on that. */
export async function exchange(
  journey: Journey,
  socket: Socket,
  url: URL,
  hop: Hop,
  notAfter?: Deadline,
): Promise<IncomingMessage> {
  const headers: Record<string, string> = { ...hop.headers, host: url.host }
  const hasBody = hop.body !== undefined || !['GET', 'HEAD', 'DELETE'].includes(hop.method)
  const streamed = isStreamed(hop.body) ? hop.body : null
  if (hasBody) headers['content-length'] = String(streamed?.bytes ?? Buffer.byteLength((hop.body as string) ?? ''))
  try {
    return await new Promise((resolve, reject) => {
      const outgoing = createRequest({
        createConnection: () => socket,
        method: hop.method,
        path: url.pathname + url.search,
        headers,
        setHost: false,
        maxHeaderSize: MAX_HEADER_BYTES,
        insecureHTTPParser: false,
      })
      // Node emits this and writes its data in the same turn, so no other code runs in between.
      outgoing.once('socket', () => {
        if (notAfter?.hasPassed()) {
          outgoing.destroy(failure(journey, 'too_late', message('fetch.too_late', { host: url.hostname })))
        } else journey.sent = true
      })
      outgoing.on('response', (response: IncomingMessage) => {
        response.on('error', () => {})
        resolve(response)
      })
      outgoing.on('upgrade', () =>
        reject(failure(journey, 'bad_answer', message('fetch.other_protocol', { host: url.hostname }))),
      )
      outgoing.on('error', reject)
      // The connection may have closed before this point, and then the request would never notice.
      const onClose = () => reject(new Error('The connection was closed.'))
      socket.on('close', onClose)
      outgoing.once('close', () => socket.off('close', onClose))
      if (socket.destroyed) reject(new Error('The connection was closed.'))
      if (streamed === null) outgoing.end(hop.body as string | undefined)
      // A response, such as a refusal, may come before the end of the body. Then the rest is not sent, which is not an
      // error.
      else pipeline(streamed.open(), outgoing, (error) => error && !outgoing.destroyed && reject(error))
    })
  } catch (error) {
    throw lostAnswer(journey, url, error)
  }
}

function isStreamed(body: RequestBody | undefined): body is StreamedBody {
  return typeof body === 'object' && 'open' in body
}

export async function receive(
  journey: Journey,
  url: URL,
  request: SafeFetchRequest,
  response: IncomingMessage,
  sink: ChunkSink,
): Promise<AnswerHead & { bytes: number; whole: boolean }> {
  const head: AnswerHead = { status: response.statusCode!, headers: toHeaders(response.rawHeaders), url: url.href }
  journey.head = head
  const tooLarge = () =>
    failure(journey, 'too_large', message('fetch.too_large', { host: url.hostname, max: request.maxBytes }))
  const mayHaveBody = request.method !== 'HEAD' && head.status !== 204 && head.status !== 304
  if (mayHaveBody && response.headers['content-length'] !== '0') {
    // Never decompressed: a kilobyte can become a gigabyte.
    const { 'content-encoding': coding = '', 'transfer-encoding': transfer = '' } = response.headers
    if (!/^(?:identity)?$/i.test(coding.trim()) || !/^(?:chunked)?$/i.test(transfer.trim())) {
      throw failure(journey, 'bad_answer', message('fetch.compressed', { host: url.hostname }))
    }
    if (Number(response.headers['content-length']) > request.maxBytes) throw tooLarge()
  }
  let bytes = 0
  const rule = new ChunkRule()
  const chunks = response[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  for (;;) {
    const { value: chunk, done } = await chunks.next().catch((error: unknown) => {
      throw lostAnswer(journey, url, error)
    })
    if (done) break
    bytes += chunk.length
    if (bytes > request.maxBytes) throw tooLarge()
    if (!rule.accepts(chunk.length)) {
      throw failure(journey, 'bad_answer', message('fetch.tiny_pieces', { host: url.hostname }))
    }
    if ((await sink(chunk, head)) === false) return { ...head, bytes, whole: false }
  }
  if (!response.complete) throw lostAnswer(journey, url, undefined)
  return { ...head, bytes, whole: true }
}

function toHeaders(raw: readonly string[]): Headers {
  const headers = new Headers()
  for (let i = 0; i + 1 < raw.length; i += 2) {
    try {
      headers.append(raw[i]!, raw[i + 1]!)
    } catch {
      // A value that only Node's parser accepts is of no use here.
    }
  }
  return headers
}

// The requests of one call: the first, and one for each redirect.

// A normal import would also load the code of fetch() and WebSocket: 13 MB.
const { validateHeaderName, validateHeaderValue } = process.getBuiltinModule('node:http')

export interface Hop {
  url: string
  method: string
  headers: Record<string, string>
  body: RequestBody | undefined
}

/** Headers that only we set: framing, and those that would make the response unreadable. */
const OWN_HEADERS = 'host connection content-length transfer-encoding accept-encoding expect upgrade'.split(' ')
const PERSONAL_HEADERS = ['authorization', 'cookie', 'proxy-authorization']

export function firstHop(request: SafeFetchRequest): Hop {
  const headers: Record<string, string> = { 'user-agent': USER_AGENT, accept: '*/*' }
  for (const [name, value] of Object.entries(request.headers ?? {})) {
    try {
      validateHeaderName(name)
      validateHeaderValue(name, value)
    } catch {
      throw new SafeFetchError('refused_url', message('fetch.bad_header'), { sent: false })
    }
    headers[name.toLowerCase()] = value
  }
  for (const name of OWN_HEADERS) delete headers[name]
  headers['accept-encoding'] = 'identity'
  headers.connection = request.keepFor === undefined ? 'close' : 'keep-alive'
  if (request.range) headers.range = `bytes=${request.range.start}-${request.range.end - 1}`
  return { url: request.url, method: request.method ?? 'GET', headers, body: request.body }
}

export function nextHop(journey: Journey, hop: Hop, from: URL, location: string, status: number): Hop {
  if (!URL.canParse(location, from.href)) {
    throw failure(journey, 'refused_url', message('fetch.bad_redirect', { host: from.hostname }))
  }
  const url = new URL(location, from)
  const headers = { ...hop.headers }
  if (url.origin !== from.origin) for (const name of PERSONAL_HEADERS) delete headers[name]
  // Like browsers: 307 and 308 repeat the request, the others turn it into a GET.
  const repeats = status === 307 || status === 308 || hop.method === 'GET' || hop.method === 'HEAD'
  if (repeats) return { ...hop, url: url.href, headers }
  delete headers['content-type']
  return { url: url.href, method: 'GET', headers, body: undefined }
}
