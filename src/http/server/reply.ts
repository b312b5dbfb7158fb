import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { createWorkLine } from '../../lib/bounds/work-line.ts'
import { writeJson } from '../../messages/for-reader.ts'
import type { Language } from '../../messages/languages.ts'
import { JSON_TYPE } from '../answers/answer.ts'
import { etagOfText, hasEtag } from '../answers/etag.ts'
import { linkPages } from '../answers/page-links.ts'
import type { Reply, Request } from '../call.ts'
import { languageOf, markSpoken } from '../language.ts'
import { HUNG_UP, type Observe } from '../metrics/metrics.ts'
import type { Pagination } from '../pagination.ts'

/** A response on its way to the socket: collected, compressed if useful, sent once, and counted. */
export class HttpReply implements Reply {
  readonly #startedAt = performance.now()
  readonly #response: ServerResponse
  readonly #request: Request
  readonly #observe: Observe
  readonly #compression: Compression
  readonly #headers: OutgoingHttpHeaders = {}
  #language: Language | null = null
  statusCode = 200
  /** True once the response is decided. */
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
    // The only header that may occur several times.
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

  get url(): string {
    return this.#request.url
  }

  get language(): Language {
    return this.#language ?? languageOf(this.#request)
  }

  speak(language: Language): void {
    this.#language = language
  }

  json(value: unknown): string {
    const { text, isSpoken } = writeJson(value, this.language)
    if (isSpoken) markSpoken(this)
    return text
  }

  send(payload: string | Buffer | Readable | object): this {
    if (this.isSent) throw new Error('a request was answered twice')
    this.isSent = true
    if (typeof payload === 'string') this.#sendText(payload)
    else if (payload instanceof Readable) this.#sendStream(payload)
    else if (Buffer.isBuffer(payload)) this.#sendWhole(payload, payload.length)
    else this.#sendJson(payload)
    return this
  }

  #sendJson(payload: object): void {
    const { method, routeOptions } = this.#request
    if ('pagination' in payload) linkPages(this, payload.pagination as Pagination)
    const text = this.json(payload)
    const isRead = this.statusCode === 200 && (method === 'GET' || method === 'HEAD')
    if (isRead && routeOptions.config.isTagged) this.#headers.etag = etagOfText(this.headerOf('etag'), text)
    this.#sendText(text)
  }

  #sendText(text: string): void {
    if (text !== '') this.#headers['content-type'] ??= JSON_TYPE
    this.#sendWhole(text, Buffer.byteLength(text))
  }

  #sendWhole(body: string | Buffer, bytes: number): void {
    const { 'content-type': type, 'content-encoding': coding } = this.#headers
    if (coding !== undefined || !this.#compression.isEligible(this.#request, String(type), bytes)) {
      if (this.#isKnown()) this.code(304).#end('', 0)
      else this.#end(body, bytes)
      return
    }
    this.#headers.vary = this.#headers.vary === undefined ? 'Accept-Encoding' : withEncoding(this.#headers.vary)
    if (this.#isKnown()) {
      this.code(304).#end('', 0)
      return
    }
    const packing = this.#compression.pack(this.#request, body)
    if (packing === null) {
      this.#end(body, bytes)
      return
    }
    void packing.then((packed) => {
      if (packed !== null) this.#headers['content-encoding'] = packed.coding
      this.#end(packed?.bytes ?? body, packed?.bytes.length ?? bytes)
    })
  }

  /** Whether the client has this already. A change is never skipped for it. */
  #isKnown(): boolean {
    const { etag } = this.#headers
    const { method } = this.#request
    if (etag === undefined || this.statusCode !== 200 || (method !== 'GET' && method !== 'HEAD')) return false
    return hasEtag(this.#request, etag as string)
  }

  #end(body: string | Buffer, bytes: number): void {
    const isGone = this.#response.destroyed
    if (this.statusCode === 304) {
      // It describes the answer that the client has, so it repeats only what caches need: RFC 9110, section 15.4.5.
      for (const name of ABOUT_BODY) delete this.#headers[name]
    } else this.#headers['content-length'] = String(bytes)
    this.#response.writeHead(this.statusCode, this.#headers)
    // If each character is one byte, both encodings agree, and latin1 is written without conversion.
    if (typeof body === 'string') this.#response.end(body, bytes === body.length ? 'latin1' : 'utf8')
    else this.#response.end(body)
    this.#count(isGone ? HUNG_UP : this.statusCode)
  }

  /**
   * Sends as fast as the client reads. A failing stream breaks off, so that the client does not take it for complete.
   */
  #sendStream(stream: Readable): void {
    const response = this.#response
    // The client is gone, and no event will follow.
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
    // The first bytes of a live stream may take a long time.
    response.flushHeaders()
    pipeline(stream, response, () => {})
  }

  #count(status: number): void {
    this.#observe(this.#request, status, performance.now() - this.#startedAt)
  }
}

const ABOUT_BODY = ['content-type', 'content-length', 'content-encoding', 'content-language']

/** Adds to an existing Vary header. */
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

/** Smaller responses fit into one packet anyway. */
const COMPRESSED_MIN = 1_024

const TEXT_TYPE = /^(?:text\/(?!event-stream)|application\/(?:json|javascript|openmetrics-text)|image\/svg)/

// Each compression takes one of four threads, which passwords and files need too, and some 300 KB. If all are busy, the
// response goes out uncompressed without waiting.
const AT_ONCE = 3
const GZIP = { level: 5 }
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

const packGzip = promisify(gzip)
const packBrotli = promisify(brotliCompress)

type Compression = ReturnType<typeof createCompression>

/**
 * Compresses responses made for one request, except those that show a secret: next to text that an attacker can choose,
 * the compressed length reveals the secret letter by letter (https://breachattack.com). Routes that show a key, a
 * signing secret, a webhook URL, a link or codes are marked with `showsSecret`. Streams are not compressed.
 */
export function createCompression() {
  const line = createWorkLine({ atOnce: AT_ONCE, waitingMax: 0 })
  return {
    /** Whether the response depends on the encodings that the client accepts. */
    isEligible: ({ routeOptions }: Request, type: string, length: number): boolean =>
      length >= COMPRESSED_MIN && !routeOptions.config.showsSecret && TEXT_TYPE.test(type),
    /** Null, at once or later, if the response goes out uncompressed. */
    pack({ method, headers }: Request, payload: string | Buffer) {
      const accepted = headers['accept-encoding']
      if (method === 'HEAD') return null
      // Brotli is slightly smaller, at the same cost.
      const coding = acceptsEncoding(accepted, 'br') ? 'br' : acceptsEncoding(accepted, 'gzip') ? 'gzip' : null
      if (coding === null) return null
      const pack = () => (coding === 'br' ? packBrotli(payload, BROTLI) : packGzip(payload, GZIP))
      return line.run(async () => ({ coding, bytes: await pack() })).catch(() => null)
    },
  }
}

/** Whether the client accepts this encoding. `*` and a missing header count as no: uncompressed is always right. */
export function acceptsEncoding(header: string | string[] | undefined, coding: 'gzip' | 'br'): boolean {
  if (header === undefined) return false
  for (const part of String(header).split(',', 20)) {
    const [name = '', ...parameters] = part.split(';')
    if (name.trim().toLowerCase() !== coding) continue
    return !parameters.some((parameter) => /^\s*q\s*=\s*0(?:\.0*)?\s*$/i.test(parameter))
  }
  return false
}
