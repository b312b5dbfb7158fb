import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../errors.ts'
import { createByteCollector, createChunkRule, TINY_CHUNKS } from '../lib/byte-collector.ts'
import { nameOfType } from '../lib/issues.ts'
import { parseJson } from '../lib/json.ts'
import type { Request } from './call.ts'

export const PUBLIC_BODY_MAX = 51_200
export const BODY_MAX = 1_048_576
/** Of routes that anybody may call: passwords, codes and links. */
export const OPEN_BODY_MAX = 16_384
/** To read this much JSON takes ten milliseconds and more. */
const LARGE_BODY = 262_144

// After a refusal the rest of the body is read and dropped up to here, so that the client gets to read the answer. It
// has to be well above the largest limit: files that are a little too large are common.
const DRAIN_MAX = 24 * 1_048_576

/** Messages that asked "Expect: 100-continue" and have not been told to go on. */
export type AwaitingContinue = WeakMap<IncomingMessage, () => void>

/** Reads bodies ourselves: the limit depends on the caller, and every refusal has to come in our own shape. */
export function addBodyReader(app: FastifyInstance, awaitingContinue: AwaitingContinue): void {
  // Fastify refuses a Content-Type it cannot read before any parser is asked. Which ones are taken is for the route to
  // say: a webhook takes all.
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw
    if (headers['content-type'] !== undefined && request.mediaType === undefined) delete headers['content-type']
    done()
  })
  app.decorateRequest('bodyProblem', null)
  // Thrown here and not by the parser: Fastify closes the connection after a parser's error, and a client that is still
  // sending would be reset before it had read the answer.
  app.addHook('preValidation', (request, _reply, done) => done(request.bodyProblem ?? undefined))
  app.removeAllContentTypeParsers()
  // Named as well: for "*" alone the framework would take the header apart at every request.
  app.addContentTypeParser(['application/json', '*'], (request, _payload, done) => {
    readBody(request, awaitingContinue.get(request.raw), (problem, body) => {
      request.bodyProblem = problem
      done(null, body)
    })
  })
}

/** Calls back once, with the problem or with what the route asks for: the bytes, or the value of the JSON. */
export function readBody(
  request: Request,
  goOn: (() => void) | undefined,
  done: (problem: Error | null, body?: unknown) => void,
): void {
  const kind = request.routeOptions.config.bodyKind ?? 'none'
  if (kind === 'none') {
    drain(request.raw)
    done(null)
    return
  }
  readBytes(request, limitFor(request), goOn, (problem, bytes) => {
    if (problem || kind === 'raw') return done(problem, bytes)
    let body: unknown
    try {
      body = readJsonBody(request, bytes!)
    } catch (error) {
      return done(error as Error)
    }
    // Others get their turn before anything is made of a large one. A timer, because an immediate would come before them.
    if (bytes!.length >= LARGE_BODY) setTimeout(done, 1, null, body)
    else done(null, body)
  })
}

function limitFor(request: Request): number {
  const { caller } = request
  if (caller?.kind === 'webhook') return caller.maxBytes
  if (caller?.kind === 'public') return PUBLIC_BODY_MAX
  const { bodyMax, access } = request.routeOptions.config
  return bodyMax ?? (access?.mode === 'open' ? OPEN_BODY_MAX : BODY_MAX)
}

function tooLarge(request: Request, limit: number): ApiError {
  const hint = request.caller?.kind === 'public' ? ' Requests with an API key may send up to 1,048,576 bytes.' : ''
  const message = `The body is larger than ${limit.toLocaleString('en-US')} bytes. Send a smaller one.${hint}`
  return new ApiError('payload_too_large', { message })
}

function readBytes(
  request: Request,
  limit: number,
  goOn: (() => void) | undefined,
  done: (problem: Error | null, bytes?: Buffer) => void,
): void {
  const payload = request.raw
  const declared = Number(request.headers['content-length'] ?? 0)
  if (declared > limit) {
    drain(payload)
    done(tooLarge(request, limit))
    return
  }
  // The caller hung up while it was looked up: no event will come any more.
  if (payload.destroyed) {
    done(cutOff(new Error('connection closed')))
    return
  }
  goOn?.()
  const collected = createByteCollector(declared)
  const rule = createChunkRule()
  // A flag is cheaper than taking four listeners off again.
  let over = false
  const finish = (problem: Error | null, bytes?: Buffer) => {
    if (over) return
    over = true
    done(problem, bytes)
  }
  const onError = (cause: Error) => finish(cutOff(cause))
  payload.on('data', (chunk: Buffer) => {
    if (over) return
    const problem =
      collected.length + chunk.length > limit
        ? tooLarge(request, limit)
        : rule.accepts(chunk.length)
          ? null
          : badBody(TINY_CHUNKS)
    if (problem === null) return collected.add(chunk)
    drain(payload)
    finish(problem)
  })
  payload.on('end', () => finish(null, collected.bytes()))
  payload.on('error', onError)
  payload.on('close', () => {
    if (!over) onError(new Error('connection closed'))
  })
}

function cutOff(cause: Error): ApiError {
  return new ApiError('validation_error', { message: 'The body ended before all of it had arrived.', cause })
}

/**
 * Keeps reading what is refused, within bounds: closing a socket with unread bytes resets it, and the client would see
 * a broken connection instead of our answer.
 */
function drain(payload: IncomingMessage): void {
  let dropped = 0
  const rule = createChunkRule()
  payload.on('error', () => {})
  payload.on('data', (chunk: Buffer) => {
    dropped += chunk.length
    if (dropped > DRAIN_MAX || !rule.accepts(chunk.length)) payload.destroy()
  })
  payload.resume()
}

const JSON_TYPE = /^application\/json[\t ]*(?:;|$)/i
const CHARSET = /;[\t ]*charset[\t ]*=[\t ]*"?([^";\s]+)"?/i

function readJsonBody(request: Request, bytes: Buffer): unknown {
  const encoding = request.headers['content-encoding']
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw badBody(
      'Content-Encoding is not supported. Send the body as plain JSON, without compression.',
      'Content-Encoding',
    )
  }
  const type = request.headers['content-type'] ?? ''
  if (!JSON_TYPE.test(type)) {
    throw badBody(
      'Content-Type must be application/json. Send the body as a JSON object with that header.',
      'Content-Type',
    )
  }
  const charset = CHARSET.exec(type)?.[1]
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
    throw badBody('The charset of Content-Type must be utf-8. JSON is always sent as UTF-8.', 'Content-Type')
  }
  if (bytes.length === 0) throw badBody('The body is empty. Send a JSON object.')
  const parsed = parseJson(bytes)
  if ('problem' in parsed) throw badBody(parsed.problem)
  request.rawBody = bytes
  return parsed.value
}

function badBody(message: string, field = 'body'): ApiError {
  return new ApiError('validation_error', { message, details: { [field]: [message] } })
}

/** The body as an object, or the refusal. Also for requests that came without any body. */
export function objectBody(request: Request): Record<string, unknown> {
  const body = request.body
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown>
  if (body === undefined) throw badBody('The body is empty. Send a JSON object with Content-Type: application/json.')
  throw badBody(`The body must be a JSON object, but it is ${nameOfType(body)}.`)
}
