import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import { JSON_TYPE } from '../../answers/answer.ts'
import type { Reply, Request } from '../../call.ts'
import { HUNG_UP, type Observe } from '../../metrics/metrics.ts'
import type { Compression } from './compression.ts'

/** An answer on its way to the socket: collected, compressed where that is wanted, sent once, and counted. */
export class HttpReply implements Reply {
  readonly #startedAt = performance.now()
  readonly #response: ServerResponse
  readonly #request: Request
  readonly #observe: Observe
  readonly #compression: Compression
  readonly #headers: OutgoingHttpHeaders = {}
  statusCode = 200
  /** Somebody has decided what the answer is. */
  isSent = false

  constructor(response: ServerResponse, request: Request, observe: Observe, compression: Compression) {
    this.#response = response
    this.#request = request
    this.#observe = observe
    this.#compression = compression
  }

  code(status: number): this {
    this.statusCode = status
    return this
  }

  header(name: string, value: string): this {
    // The only one that may be there several times.
    if (name === 'set-cookie') this.#headers[name] = [this.#headers[name] ?? [], value].flat() as string[]
    else this.#headers[name] = value
    return this
  }

  removeHeader(name: string): this {
    delete this.#headers[name]
    return this
  }

  headerOf(name: string): string | undefined {
    return this.#headers[name] as string | undefined
  }

  type(contentType: string): this {
    this.#headers['content-type'] = contentType
    return this
  }

  send(payload: string | Buffer | Readable | object): this {
    if (this.isSent) throw new Error('a request was answered twice')
    this.isSent = true
    if (typeof payload === 'string') this.#sendText(payload)
    else if (payload instanceof Readable) this.#sendStream(payload)
    else if (Buffer.isBuffer(payload)) this.#sendWhole(payload, payload.length)
    else this.#sendText(JSON.stringify(payload))
    return this
  }

  #sendText(text: string): void {
    if (text !== '') this.#headers['content-type'] ??= JSON_TYPE
    this.#sendWhole(text, Buffer.byteLength(text))
  }

  #sendWhole(body: string | Buffer, bytes: number): void {
    const { 'content-type': type, 'content-encoding': coding } = this.#headers
    if (coding !== undefined || !this.#compression.isEligible(this.#request, String(type), bytes)) {
      this.#end(body, bytes)
      return
    }
    this.#headers.vary = withEncoding(this.#headers.vary)
    void this.#compression.pack(this.#request, body).then((packed) => {
      if (packed !== null) this.#headers['content-encoding'] = packed.coding
      this.#end(packed?.bytes ?? body, packed?.bytes.length ?? bytes)
    })
  }

  #end(body: string | Buffer, bytes: number): void {
    const isGone = this.#response.destroyed
    if (this.statusCode !== 304) this.#headers['content-length'] = String(bytes)
    this.#response.writeHead(this.statusCode, this.#headers)
    // A byte for each character: both encodings are then the same, and this one is written as it is.
    if (typeof body === 'string') this.#response.end(body, bytes === body.length ? 'latin1' : 'utf8')
    else this.#response.end(body)
    this.#count(isGone ? HUNG_UP : this.statusCode)
  }

  /** As fast as the client takes it. One that fails breaks off: the client must not take it for whole. */
  #sendStream(stream: Readable): void {
    const response = this.#response
    // No event will come any more.
    if (response.destroyed) {
      stream.destroy()
      this.#count(HUNG_UP)
      return
    }
    response.once('close', () => this.#count(response.writableFinished ? this.statusCode : HUNG_UP))
    response.writeHead(this.statusCode, this.#headers)
    if (this.#request.method === 'HEAD') {
      stream.destroy()
      response.end()
      return
    }
    // The first bytes of a live stream may be a long time coming.
    response.flushHeaders()
    pipeline(stream, response, () => {})
  }

  #count(status: number): void {
    this.#observe(this.#request, status, performance.now() - this.#startedAt)
  }
}

/** Beside what the answer varies by already. */
function withEncoding(vary: OutgoingHttpHeaders[string]): string {
  const names =
    vary === undefined
      ? []
      : String(vary)
          .split(',')
          .map((name) => name.trim())
  return names.some((name) => /^accept-encoding$/i.test(name))
    ? names.join(', ')
    : [...names, 'Accept-Encoding'].join(', ')
}
