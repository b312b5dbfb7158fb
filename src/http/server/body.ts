import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { ApiError } from '../../errors.ts'
import { ByteCollector, ChunkRule, TINY_CHUNKS } from '../../lib/bounds/byte-collector.ts'
import { parseJson } from '../../lib/text/json.ts'
import { type Code, message } from '../../messages/message.ts'
import type { Request } from '../call.ts'
import { badBody } from '../input.ts'

export const PUBLIC_BODY_MAX = 51_200
const BODY_MAX = 1_048_576
/** Limit for routes that need no key: passwords, codes and links. */
const OPEN_BODY_MAX = 16_384
/** Parsing this much JSON takes ten milliseconds or more. */
const LARGE_BODY = 262_144

// After a refusal, the rest of the body is read and dropped up to this size, so that the client can read the response.
// It must be well above the largest limit: files that are a little too large are common.
const DROP_MAX = 24 * 1_048_576

/** Returns the bytes, or the parsed JSON. `goOn` tells a client that waits with its body to send it. */
export async function readBody(request: Request, goOn?: () => void): Promise<unknown> {
  const kind = request.routeOptions.config.bodyKind ?? 'none'
  if (kind === 'none') return dropRest(request.raw)
  if (kind === 'stream' ? !isJson(request) : kind === 'form' && isFileStream(request)) return openStream(request, goOn)
  const bytes = await readBytes(request, limitFor(request), goOn)
  if (kind === 'raw' || kind === 'form' || kind === 'late_json') return bytes
  const body = readJsonBody(request, bytes)
  // Lets other requests run before parsing a large body. A timer, because an immediate would run before them.
  if (bytes.length >= LARGE_BODY) await delay(1)
  return body
}

const JSON_TYPE = /^application\/json[\t ]*(?:;|$)/i

function isJson({ headers }: Request): boolean {
  return JSON_TYPE.test(headers['content-type'] ?? '')
}

const MULTIPART = /^multipart\/form-data[\t ]*(?:;|$)/i

export function isMultipart({ headers }: Request): boolean {
  return MULTIPART.test(headers['content-type'] ?? '')
}

/** Whether the form takes files and this body may have some. */
export function isFileStream(request: Request): boolean {
  return request.caller?.kind === 'form' && request.caller.takesFiles && isMultipart(request)
}

/** Returns undefined: the handler reads `request.raw` and enforces its size limit. */
function openStream(request: Request, goOn?: () => void): undefined {
  if (request.raw.destroyed) throw cutOff(new Error('connection closed'))
  allowLongBody(request.raw)
  goOn?.()
}

function limitFor(request: Request): number {
  const { caller } = request
  if (caller?.kind === 'webhook' || caller?.kind === 'form') return caller.maxBytes
  if (caller?.kind === 'public') return PUBLIC_BODY_MAX
  const { bodyMax, access } = request.routeOptions.config
  return bodyMax ?? (access?.mode === 'open' ? OPEN_BODY_MAX : BODY_MAX)
}

export function tooLarge(request: Request, limit: number): ApiError {
  const code = request.caller?.kind === 'public' ? 'body.too_large_without_key' : 'body.too_large'
  return new ApiError('payload_too_large', { message: message(code, { max: limit }) })
}

function readBytes(request: Request, limit: number, goOn?: () => void): Promise<Buffer> {
  const payload = request.raw
  const declared = Number(request.headers['content-length'] ?? 0)
  return new Promise((resolve, reject) => {
    if (declared > limit) return reject(tooLarge(request, limit))
    // The caller hung up during the look-up, so no event will follow.
    if (payload.destroyed) return reject(cutOff(new Error('connection closed')))
    goOn?.()
    const collected = new ByteCollector(declared)
    // A flag is cheaper than taking four listeners off again.
    let over = false
    const fail = (problem: Error) => {
      over = true
      reject(problem)
    }
    payload.on('data', (chunk: Buffer) => {
      if (over) return
      const isTooLarge = collected.length + chunk.length > limit
      if (!isTooLarge && !isCutTooFine(payload)) return collected.add(chunk)
      fail(isTooLarge ? tooLarge(request, limit) : badBody(TINY_CHUNKS))
    })
    payload.on('end', () => {
      over = true
      resolve(collected.bytes())
    })
    payload.on('close', () => {
      if (!over) fail(cutOff(new Error('connection closed')))
    })
  })
}

/** Every reader of a body checks this with each chunk, because the data after it was dropped. */
export function isCutTooFine(payload: Readable): boolean {
  return payload instanceof JoinedMessage && payload.isCutTooFine
}

export function cutOff(cause: Error): ApiError {
  return new ApiError('validation_error', { message: message('body.cut_off'), cause })
}

const DROP_MS = 20_000
const DROP_IDLE_MS = 5_000

/**
 * Keeps reading an unwanted body, within bounds: closing a socket with unread bytes resets it, and our response would
 * be lost. A client that stops sending is disconnected.
 */
export function dropRest(payload: IncomingMessage): void {
  if (payload.complete || payload.destroyed) return
  let dropped = 0
  const end = () => payload.destroy()
  const whole = setTimeout(end, DROP_MS).unref()
  const idle = setTimeout(end, DROP_IDLE_MS).unref()
  payload.on('error', () => {})
  payload.on('data', (chunk: Buffer) => {
    idle.refresh()
    dropped += chunk.length
    if (dropped > DROP_MAX) end()
  })
  payload.once('close', () => {
    clearTimeout(whole)
    clearTimeout(idle)
  })
  payload.resume()
}

const CHARSET = /;[\t ]*charset[\t ]*=[\t ]*"?([^";\s]+)"?/i

/** The content that a route accepts, and its message for anything else. */
export interface ContentRule {
  type: RegExp
  otherwise: { compressed: Code; type: Code; charset?: Code }
}

/** Refuses a body that is compressed, of another type, or in another character set. */
export function checkContent(request: Request, { type, otherwise }: ContentRule): void {
  const { headers } = request
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw badBody({ code: otherwise.compressed }, 'Content-Encoding')
  }
  const sent = headers['content-type'] ?? ''
  if (!type.test(sent)) throw badBody({ code: otherwise.type }, 'Content-Type')
  const charset = charsetOf(request.headers['content-type'])
  if (otherwise.charset && charset !== undefined && !/^utf-?8$/i.test(charset)) {
    throw badBody({ code: otherwise.charset }, 'Content-Type')
  }
}

export function charsetOf(contentType = ''): string | undefined {
  return CHARSET.exec(contentType)?.[1]
}

const JSON_CONTENT: ContentRule = {
  type: JSON_TYPE,
  otherwise: { compressed: 'content.compressed_json', type: 'content.not_json', charset: 'content.json_charset' },
}

/** Beacons of websites: a browser that leaves the page sends text, without a preflight. */
const KEYLESS_CONTENT: ContentRule = { ...JSON_CONTENT, type: /^(?:application\/json|text\/plain)[\t ]*(?:;|$)/i }

/** Parses a body, after checking that it says it is JSON. */
export function readJsonBody(request: Request, bytes: Buffer): unknown {
  checkContent(request, request.caller?.kind === 'public' ? KEYLESS_CONTENT : JSON_CONTENT)
  return readJson(request, bytes)
}

export function readJson(request: Request, bytes: Buffer): unknown {
  if (bytes.length === 0) throw badBody(message('body.no_object'))
  const parsed = parseJson(bytes)
  if ('problem' in parsed) throw badBody(parsed.problem)
  request.rawBody = bytes
  return parsed.value
}

const { IncomingMessage: BuiltinMessage } = process.getBuiltinModule('node:http')

/** Once a body is in too many small chunks, this many more are dropped so that the client can read the refusal. */
const DROPPED_CHUNKS_MAX = 10_000

/**
 * A request whose unread body is one buffer. Node keeps every chunk that arrives before anyone reads as an object of about
 * 470 bytes, so a sender of one-byte chunks could fill the memory while its key or form was looked up. Here chunks are
 * counted and joined as the parser pushes them, and handed on when the reader asks.
 */
export class JoinedMessage extends BuiltinMessage {
  /** The chunks were too many and too small (see ChunkRule). Later ones were dropped, so the body must be refused. */
  isCutTooFine = false
  #rule: ChunkRule | null = null
  #waiting: ByteCollector | null = null
  #isWanted = false
  #hasEnded = false
  #droppedChunks = 0

  override push(chunk: Buffer | null): boolean {
    if (chunk === null) {
      this.#hasEnded = true
      return this.#waiting === null && super.push(null)
    }
    if (this.isCutTooFine) return this.#drop()
    this.#rule ??= new ChunkRule()
    if (!this.#rule.accepts(chunk.length)) this.isCutTooFine = true
    if (this.#isWanted) {
      this.#isWanted = false
      return super.push(chunk)
    }
    this.#waiting ??= new ByteCollector()
    this.#waiting.add(chunk)
    return this.#waiting.length < this.readableHighWaterMark
  }

  override _read(size: number): void {
    if (this.#waiting === null) {
      this.#isWanted = true
    } else {
      const bytes = this.#waiting.bytes()
      this.#waiting = null
      super.push(bytes)
      if (this.#hasEnded) super.push(null)
    }
    super._read(size)
  }

  /** Returns false until there is a reader: the socket is paused meanwhile. */
  #drop(): boolean {
    if (++this.#droppedChunks > DROPPED_CHUNKS_MAX) this.destroy()
    return this.#isWanted
  }
}

// Node ends every request that exceeds its global time limit. Uploads may take longer: their readers set their own
// limits.

const isLong = Symbol('body without a common time limit')

type Marked = IncomingMessage & { [isLong]?: true }

function allowLongBody(message: IncomingMessage): void {
  ;(message as Marked)[isLong] = true
}

export function hasLongBody(message: IncomingMessage): boolean {
  return (message as Marked)[isLong] === true
}
