import { createRequire } from 'node:module'
import type { Readable } from 'node:stream'
import { ApiError } from '../../errors.ts'
import type { Request } from '../../http/call.ts'
import { badBody, cutOff, isCutTooFine, tooLarge } from '../../http/server/bodies/body.ts'
import { TINY_CHUNKS } from '../../lib/bounds/byte-collector.ts'
import type { OpenForm } from '../form-cache.ts'
import type { FileArrival, ReceiveFile } from './files.ts'

// Loaded when the first form comes that needs it.
const load = createRequire(import.meta.url)
type Module = typeof import('@fastify/busboy')

/** What a multipart body has: names with values, and files that are on this machine's disk. */
export interface Parts {
  pairs: Array<[string, string]>
  files: FileArrival[]
}

const PARTS_MAX = 1_000
const NAME_BYTES_MAX = 256
const HEADER_BYTES_MAX = 16_384
/** Boundaries and headers of the parts, beside what is in them. */
const FRAME_BYTES_MAX = 65_536
/** As for every other body. When a file begins, the limits of its place count. */
const BEFORE_FILES_MS = 30_000

/** The whole body of a form that takes no files: those that it has are left out. */
export function readMultipartBytes(request: Request, form: OpenForm, bytes: Buffer): Promise<Parts> {
  return readParts(request, form, null, (busboy) => {
    busboy.end(bytes)
    return () => {}
  })
}

/** A body with files, which are written to disk as they come. Whatever goes wrong, none is left there. */
export function readMultipartStream(request: Request, form: OpenForm, receive: ReceiveFile): Promise<Parts> {
  const { raw, headers } = request
  const { max_bytes, max_count } = form.settings.files
  const most = form.maxBytes + FRAME_BYTES_MAX + max_bytes * max_count
  if (Number(headers['content-length'] ?? 0) > most) return Promise.reject(tooLarge(request, most))
  let beforeFiles: NodeJS.Timeout | undefined
  const receiveInTime: ReceiveFile = (stream, limits) => {
    clearTimeout(beforeFiles)
    return receive(stream, limits)
  }
  return readParts(request, form, receiveInTime, (busboy, fail) => {
    let bytes = 0
    beforeFiles = setTimeout(() => fail(cutOff(new Error('stalled'))), BEFORE_FILES_MS)
    const onData = (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > most) fail(tooLarge(request, most))
      else if (isCutTooFine(raw)) fail(badBody(TINY_CHUNKS))
    }
    const onClose = () => {
      if (!raw.complete) fail(cutOff(new Error('connection closed')))
    }
    raw.on('data', onData).on('close', onClose)
    raw.pipe(busboy)
    return () => {
      clearTimeout(beforeFiles)
      raw.off('data', onData).off('close', onClose).unpipe(busboy)
    }
  })
}

type Busboy = InstanceType<Module['Busboy']>
type Feed = (busboy: Busboy, fail: (error: ApiError) => void) => () => void

function readParts(request: Request, form: OpenForm, receive: ReceiveFile | null, feed: Feed): Promise<Parts> {
  const pairs: Parts['pairs'] = []
  const arrived: FileArrival[] = []
  const open = new Set<Readable>()
  const tasks: Promise<void>[] = []
  let left = form.maxBytes
  return new Promise((resolve, reject) => {
    let isOver = false
    let stop = () => {}
    const fail = (error: unknown) => {
      if (isOver) return
      isOver = true
      stop()
      // Whoever waits for more of a file is told that none will come.
      for (const stream of open) stream.destroy(new Error('the form was refused'))
      void Promise.allSettled(tasks)
        .then(() => Promise.all(arrived.map((each) => each.arrival.discard())))
        .then(() => reject(error))
    }
    const busboy = openBusboy(request, form, fail)
    if (busboy === null) return
    busboy.on('field', (name: string, value: string, isNameCut: boolean) => {
      left -= Buffer.byteLength(name) + Buffer.byteLength(value)
      if (left < 0) fail(tooLarge(request, form.maxBytes))
      else if (!isNameCut && name !== undefined) pairs.push([name, value])
    })
    if (receive !== null) {
      busboy.on('file', (field: string, stream: Readable, name: string | undefined) => {
        // Whoever reads it hears of an error; nobody may be reading it yet, or any more.
        stream.on('error', () => {})
        if (isOver || !name || !isFileField(form, field)) return void stream.resume()
        if (tasks.length >= form.settings.files.max_count) {
          stream.resume()
          return fail(tooManyFiles(form, field))
        }
        const place = tasks.length
        open.add(stream)
        const guest = { bytes: () => request.raw.socket.bytesRead, giveWay: () => fail(tooSlow()) }
        tasks.push(
          receive(stream, { maxBytes: form.settings.files.max_bytes, field, guest }).then(
            (arrival) => {
              open.delete(stream)
              // In the order in which they came: a large one may be done after those that follow.
              arrived[place] = { field, name, arrival }
            },
            (error) => {
              open.delete(stream)
              fail(error)
            },
          ),
        )
      })
    }
    busboy.on('error', () => fail(badBody(BROKEN)))
    busboy.on('finish', () => {
      void Promise.all(tasks).then(() => {
        if (isOver) return
        isOver = true
        stop()
        resolve({ pairs, files: arrived })
      })
    })
    stop = feed(busboy, fail)
    if (isOver) stop()
  })
}

function tooSlow(): ApiError {
  const message = 'The file came too slowly while others were waiting. Please send the form again.'
  return new ApiError('rate_limit_exceeded', { message, headers: { 'retry-after': '3' } })
}

const BROKEN =
  'The body is not a valid multipart form. Send it as browsers and FormData write it, and let them set Content-Type.'

function openBusboy(request: Request, form: OpenForm, fail: (error: unknown) => void): Busboy | null {
  const { Busboy } = load('@fastify/busboy') as Module
  const limits = {
    fieldNameSize: NAME_BYTES_MAX,
    fieldSize: form.maxBytes,
    fields: PARTS_MAX,
    parts: PARTS_MAX,
    headerPairs: 20,
    headerSize: HEADER_BYTES_MAX,
  }
  try {
    const headers = { ...request.headers, 'content-type': request.headers['content-type']! }
    return new Busboy({ headers, limits })
  } catch {
    fail(badBody(BROKEN))
    return null
  }
}

function isFileField({ fields }: OpenForm, name: string): boolean {
  return fields.some((field) => field.type === 'file' && field.name === name)
}

function tooManyFiles({ settings }: OpenForm, field: string): ApiError {
  const { max_count } = settings.files
  return badBody(max_count === 1 ? 'Please send one file only.' : `Please send at most ${max_count} files.`, field)
}
