import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { createWorkLine } from '../../../lib/bounds/work-line.ts'
import type { Request } from '../../call.ts'

/** What is smaller fits into one packet anyway. */
const COMPRESSED_MIN = 1_024

const TEXT_TYPE = /^(?:text\/(?!event-stream)|application\/(?:json|javascript|openmetrics-text)|image\/svg)/

// Each takes a thread of four, which passwords and files need too, and some 300 KB. When they are taken the answer goes out
// as it is: nobody waits for a smaller one.
const AT_ONCE = 3
const GZIP = { level: 5 }
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

const packGzip = promisify(gzip)
const packBrotli = promisify(brotliCompress)

export type Compression = ReturnType<typeof createCompression>

/**
 * Answers that are made for one request. Not those that show a secret: beside text that somebody else can choose, the length
 * of what is compressed tells the secret letter by letter (https://breachattack.com). Routes that show a key, a signing
 * secret, a webhook URL, a link or codes say so (`showsSecret`). Streams go out as they are.
 */
export function createCompression() {
  const line = createWorkLine({ atOnce: AT_ONCE, waitingMax: 0 })
  return {
    /** Whether the answer depends on what the client accepts. */
    isEligible: ({ routeOptions }: Request, type: string, length: number): boolean =>
      length >= COMPRESSED_MIN && !routeOptions.config.showsSecret && TEXT_TYPE.test(type),
    /** Null when the answer goes out as it is. */
    async pack({ method, headers }: Request, payload: string | Buffer) {
      const accepted = headers['accept-encoding']
      if (method === 'HEAD') return null
      // The smaller one by a little, at the same cost.
      const coding = acceptsEncoding(accepted, 'br') ? 'br' : acceptsEncoding(accepted, 'gzip') ? 'gzip' : null
      if (coding === null) return null
      const pack = () => (coding === 'br' ? packBrotli(payload, BROTLI) : packGzip(payload, GZIP))
      return line.run(async () => ({ coding, bytes: await pack() })).catch(() => null)
    },
  }
}

/** Whether the client takes this coding. `*` and silence count as no: what is not compressed is always right. */
export function acceptsEncoding(header: string | string[] | undefined, coding: 'gzip' | 'br'): boolean {
  if (header === undefined) return false
  for (const part of String(header).split(',', 20)) {
    const [name = '', ...parameters] = part.split(';')
    if (name.trim().toLowerCase() !== coding) continue
    return !parameters.some((parameter) => /^\s*q\s*=\s*0(?:\.0*)?\s*$/i.test(parameter))
  }
  return false
}
