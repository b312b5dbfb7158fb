import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { createWorkLine } from '../lib/work-line.ts'
import { acceptsEncoding } from './accept-encoding.ts'
import type { Request } from './call.ts'

/** What is smaller fits into one packet anyway. */
export const COMPRESSED_MIN = 1_024

const TEXT_TYPE = /^(?:text\/(?!event-stream)|application\/(?:json|javascript|openmetrics-text)|image\/svg)/

export interface Compression {
  /** Null when the answer goes out as it is. */
  pack(request: Request, type: string, payload: string | Buffer): Promise<Buffer | null>
  /** Whether the answer depends on what the client accepts. */
  isEligible(request: Request, type: string, length: number): boolean
}

// Each takes a thread of four, which passwords and files need too, and some 300 KB. When they are taken the answer goes out
// as it is: nobody waits for a smaller one.
const AT_ONCE = 3
const LEVEL = 5

const pack = promisify(gzip)

/**
 * Answers that are made for one request. Not those that show a secret: beside text that somebody else can choose, the length
 * of what is compressed tells the secret letter by letter (https://breachattack.com). Routes that show a key, a signing
 * secret, a webhook URL, a link or codes say so (`showsSecret`). Streams go out as they are.
 */
export function createCompression(): Compression {
  const line = createWorkLine({ atOnce: AT_ONCE, waitingMax: 0 })
  const isEligible = ({ routeOptions }: Request, type: string, length: number) =>
    length >= COMPRESSED_MIN && !routeOptions.config.showsSecret && TEXT_TYPE.test(type)
  return {
    isEligible,
    async pack(request, type, payload) {
      if (request.method === 'HEAD' || !isEligible(request, type, payload.length)) return null
      if (!acceptsEncoding(request.headers['accept-encoding'], 'gzip')) return null
      return line.run(() => pack(payload, { level: LEVEL })).catch(() => null)
    },
  }
}

/** The framework's answers. */
export function addCompression(app: FastifyInstance, compression: Compression): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const type = String(reply.getHeader('content-type') ?? '')
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload)
    // Codings of files were made beforehand.
    if (!isWhole || payload.length < COMPRESSED_MIN || reply.hasHeader('content-encoding')) return done(null, payload)
    if (!compression.isEligible(request, type, payload.length)) return done(null, payload)
    reply.header('vary', withEncoding(reply.getHeader('vary')))
    compression.pack(request, type, payload).then((packed) => {
      if (packed === null) return done(null, payload)
      reply.header('content-encoding', 'gzip').removeHeader('content-length')
      done(null, packed)
    }, done)
  })
}

/** Beside what the answer varies by already. */
export function withEncoding(vary: unknown): string {
  const names = vary === undefined ? [] : String(vary).split(/\s*,\s*/)
  return names.some((name) => /^accept-encoding$/i.test(name))
    ? names.join(', ')
    : [...names, 'Accept-Encoding'].join(', ')
}
