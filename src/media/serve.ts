import { Readable } from 'node:stream'
import { ApiError, retryLater } from '../errors.ts'
import { hasEtag } from '../http/answers/etag.ts'
import type { Reply, Request } from '../http/call.ts'
import type { HttpApp } from '../http/server/app.ts'
import { createPlaces } from '../lib/bounds/places.ts'
import type { Log } from '../lib/log/log.ts'
import { message } from '../messages/message.ts'
import { CONTENT_TYPES } from './facts/file-type.ts'
import { TAKEN_TYPES, type TakenType } from './facts/soundness.ts'
import type { Library } from './library.ts'
import { FILES_PATH, ownFileOf } from './own-url.ts'
import type { StoredFile } from './store.ts'
import { type ByteRange, orStoreAway } from './stores/file-store.ts'

export const filesPath = `${FILES_PATH}/:file`

const MISSING = message('media.no_such_file')
const YEAR_SECONDS = 31_536_000
/** Each holds a file or a connection open. Browsers request six at a time, Meta a few more. */
const OPEN_MAX = 400
const OPEN_FOR_ONE_MAX = 60

/** Serves uploaded files to anyone who knows their names: browsers of the team, and networks that fetch them. */
export function addFiles(app: HttpApp, { library, log }: { library: Library; log: Log }): void {
  const places = createPlaces({ most: OPEN_MAX, mostForOne: OPEN_FOR_ONE_MAX })
  app.route({
    method: 'GET',
    url: filesPath,
    config: { access: { mode: 'open' }, missing: MISSING },
    async handler(request, reply) {
      const file = ownFileOf(`${FILES_PATH}/${(request.params as { file: string }).file}`)
      const found = file === null ? null : await library.find(file)
      if (found === null) return null
      const { row, place } = found
      describe(reply, row)
      const range = answerRange(request, reply, row)
      if (range === null) return reply.send('')
      reply.header('content-length', String(range.end - range.start))
      if (request.method === 'HEAD') return reply.send(Readable.from([]))
      const { socket } = request.raw
      // Also runs while the store is still opening the file: the response destroys a stream that comes too late.
      const giveWay = () => void socket.destroy()
      const leave = places.take(request.clientBucket, { bytes: () => socket.bytesWritten, giveWay })
      if (leave === null) throw busy(reply)
      try {
        const body = await orStoreAway(place.stream(row.file, range))
        if (body === null) {
          log.error({ id: row.id }, 'the file of a row is missing in the store')
          throw new ApiError('not_found', { message: MISSING })
        }
        body.once('close', leave)
        body.once('end', () => {
          library.traffic.served += 1
          library.traffic.servedBytes += range.end - range.start
        })
        return reply.send(body)
      } catch (error) {
        leave()
        undescribe(reply)
        throw error
      }
    },
  })
}

const HEADERS = [
  'accept-ranges',
  'cache-control',
  'content-disposition',
  'content-length',
  'content-range',
  'content-security-policy',
  'content-type',
  'cross-origin-resource-policy',
  'etag',
  'x-robots-tag',
]

/** Browsers never execute a file: the type is one of ours, sniffing is off, and it opens in a sandbox. */
function describe(reply: Reply, row: StoredFile): void {
  const { kind, extension } = TAKEN_TYPES[row.type as TakenType]
  const stem = row.name.replace(/\.[A-Za-z0-9]{1,5}$/, '') || 'file'
  reply
    .type(CONTENT_TYPES[row.type as TakenType])
    .header('accept-ranges', 'bytes')
    .header('etag', etagOf(row))
    .header('cache-control', `public, max-age=${YEAR_SECONDS}, immutable`)
    // The extension follows the type, whatever the file is called.
    .header('content-disposition', contentDisposition(kind === 'document' ? 'attachment' : 'inline', stem, extension))
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('x-robots-tag', 'noindex')
}

/** Removes the headers of a file from a refusal. */
function undescribe(reply: Reply): void {
  for (const name of HEADERS) reply.removeHeader(name)
  reply.code(200)
}

function etagOf({ sha256 }: StoredFile): string {
  return `"${sha256.toString('hex', 0, 16)}"`
}

/** RFC 6266: an ASCII name for old programs, and the real one. */
export function contentDisposition(disposition: 'attachment' | 'inline', stem: string, extension: string): string {
  const plain = `${stem.replace(/[^\w .()-]/g, '_').slice(0, 100)}.${extension}`
  const encoded = encodeURIComponent(`${stem}.${extension}`).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${disposition}; filename="${plain}"; filename*=UTF-8''${encoded}`
}

/** Sets the status. Null if the response has no body. */
function answerRange(request: Request, reply: Reply, row: StoredFile): ByteRange | null {
  const whole = { start: 0, end: row.bytes }
  if (hasEtag(request, etagOf(row))) {
    reply.code(304)
    return null
  }
  const { range: header, 'if-range': condition } = request.headers
  if (header === undefined || (condition !== undefined && condition !== etagOf(row))) return whole
  const range = readRange(header, row.bytes)
  if (range === null) return whole
  if (range === 'unsatisfiable') {
    reply.code(416).header('content-range', `bytes */${row.bytes}`).removeHeader('content-type')
    return null
  }
  reply.code(206).header('content-range', `bytes ${range.start}-${range.end - 1}/${row.bytes}`)
  return range
}

/** Null for a header to ignore: other units, several ranges, nonsense (RFC 9110, 14.2). */
export function readRange(header: string, size: number): ByteRange | 'unsatisfiable' | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim()) ?? []
  if (first === '' && last === '') return null
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size }
  }
  const start = Number(first)
  const end = last === '' ? size : Math.min(Number(last) + 1, size)
  if (last !== '' && Number(last) < start) return null
  return start >= size ? 'unsatisfiable' : { start, end }
}

function busy(reply: Reply): ApiError {
  undescribe(reply)
  return retryLater('rate_limit_exceeded', message('media.too_many_read'), 3)
}
