import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { pipeline } from 'node:stream'
import { ChunkRule } from '../bounds/byte-collector.ts'
import type { Deadline } from '../time/deadline.ts'
import { type AnswerHead, failure, type Journey, lostAnswer } from './fetch-error.ts'
import type { ChunkSink, RequestBody, SafeFetchRequest, StreamedBody } from './fetch-request.ts'
import type { Hop } from './hops.ts'

// One request and its answer, on a connection that stands.

// An import would load what fetch() and WebSocket are made of as well: 13 MB.
const { request: createRequest } = process.getBuiltinModule('node:http')

const MAX_HEADER_BYTES = 16_384

/** The connection stands and, with https, is verified before the first byte is written: that is what `sent` rests on. */
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
      // Node emits this and, in the same turn, writes what it has: nothing can come between but the machine itself.
      outgoing.once('socket', () => {
        if (notAfter?.hasPassed()) {
          const message = `It was too late to send the request to ${url.hostname}, so it was not sent.`
          outgoing.destroy(failure(journey, 'too_late', message))
        } else journey.sent = true
      })
      outgoing.on('response', (response: IncomingMessage) => {
        response.on('error', () => {})
        resolve(response)
      })
      outgoing.on('upgrade', () => reject(failure(journey, 'bad_answer', `${url.hostname} switched the protocol.`)))
      outgoing.on('error', reject)
      // In case it went between the connection and now, when the request would never hear of it.
      const onClose = () => reject(new Error('The connection was closed.'))
      socket.on('close', onClose)
      outgoing.once('close', () => socket.off('close', onClose))
      if (socket.destroyed) reject(new Error('The connection was closed.'))
      if (streamed === null) outgoing.end(hop.body as string | undefined)
      // An answer may come before the end, a refusal for example: then the rest is not sent, and that is no error.
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
  const tooLarge = () => failure(journey, 'too_large', `${url.hostname} sent more than ${request.maxBytes} bytes.`)
  const mayHaveBody = request.method !== 'HEAD' && head.status !== 204 && head.status !== 304
  if (mayHaveBody && response.headers['content-length'] !== '0') {
    // Never unpacked: a kilobyte can become a gigabyte.
    const { 'content-encoding': coding = '', 'transfer-encoding': transfer = '' } = response.headers
    if (!/^(?:identity)?$/i.test(coding.trim()) || !/^(?:chunked)?$/i.test(transfer.trim())) {
      throw failure(journey, 'bad_answer', `${url.hostname} sent a compressed answer, although it was asked not to.`)
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
      throw failure(journey, 'bad_answer', `${url.hostname} sent its answer in thousands of tiny pieces.`)
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
      // A value that only Node's parser lets pass is nothing anyone here reads.
    }
  }
  return headers
}
