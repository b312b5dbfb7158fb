import { createRequire } from 'node:module'
import type { Readable } from 'node:stream'
import { ApiError } from '../../errors.ts'
import { TINY_CHUNKS } from '../../lib/bounds/byte-collector.ts'
import type { Guest } from '../../lib/bounds/places.ts'
import { message } from '../../messages/message.ts'
import type { Request } from '../call.ts'
import { badBody } from '../input.ts'
import { cutOff, isCutTooFine, tooLarge } from './body.ts'

// multipart/form-data: the fields of a body, and its files as they arrive.

// Loads the parser when the first form needs it.
const load = createRequire(import.meta.url)
type Module = typeof import('@fastify/busboy')

export interface MultipartRules {
  /** The limit for all fields together. */
  fieldsMaxBytes: number
  filesMax: number
  /** Whether a file is wanted; others are skipped. */
  takes(field: string, name: string | undefined): boolean
  tooManyFiles(field: string): ApiError
}

/** What was received of a file. `discard` deletes it. */
interface Received {
  discard(): Promise<void>
}

interface SentFile<A> {
  field: string
  /** The name that the sender gave it. */
  name: string | undefined
  contentType: string
  arrival: A
}

interface Parts<A> {
  pairs: Array<[string, string]>
  files: SentFile<A>[]
}

type Receive<A> = (stream: Readable, field: string, guest: Guest) => Promise<A>

const PARTS_MAX = 1_000
const NAME_BYTES_MAX = 256
const HEADER_BYTES_MAX = 16_384
/** Beside fields and files: boundaries and headers of parts. */
const FRAME_BYTES_MAX = 65_536
/** The same as for other bodies. Once a file begins, the limits of uploads apply. */
const BEFORE_FILES_MS = 30_000

/** Reads the whole body of a form without file fields. Files in it are ignored. */
export async function readMultipartBytes(request: Request, rules: MultipartRules, bytes: Buffer) {
  const { pairs } = await readParts(request, rules, null, (busboy) => {
    busboy.end(bytes)
    return () => {}
  })
  return pairs
}

/** Reads a body with files, each with `receive` as it arrives. If anything fails, those that were received are discarded. */
export function readMultipartStream<A extends Received>(
  request: Request,
  rules: MultipartRules & { fileMaxBytes: number },
  receive: Receive<A>,
): Promise<Parts<A>> {
  const { raw, headers } = request
  const most = rules.fieldsMaxBytes + FRAME_BYTES_MAX + rules.fileMaxBytes * rules.filesMax
  if (Number(headers['content-length'] ?? 0) > most) return Promise.reject(tooLarge(request, most))
  let beforeFiles: NodeJS.Timeout | undefined
  const receiveInTime: Receive<A> = (...file) => {
    clearTimeout(beforeFiles)
    return receive(...file)
  }
  return readParts(request, rules, receiveInTime, (busboy, fail) => {
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

function readParts<A extends Received>(
  request: Request,
  rules: MultipartRules,
  receive: Receive<A> | null,
  feed: Feed,
): Promise<Parts<A>> {
  const pairs: Parts<A>['pairs'] = []
  const files: SentFile<A>[] = []
  const open = new Set<Readable>()
  const tasks: Promise<void>[] = []
  let left = rules.fieldsMaxBytes
  return new Promise((resolve, reject) => {
    let isOver = false
    let stop = () => {}
    const fail = (error: unknown) => {
      if (isOver) return
      isOver = true
      stop()
      // Wakes up readers that wait for more of a file.
      for (const stream of open) stream.destroy(new Error('the form was refused'))
      void Promise.allSettled(tasks)
        .then(() => Promise.all(files.map(({ arrival }) => arrival.discard())))
        .then(() => reject(error))
    }
    const busboy = openBusboy(request, rules, fail)
    if (busboy === null) return
    busboy.on('field', (name: string, value: string, isNameCut: boolean) => {
      left -= Buffer.byteLength(name) + Buffer.byteLength(value)
      if (left < 0) fail(tooLarge(request, rules.fieldsMaxBytes))
      else if (!isNameCut && name !== undefined) pairs.push([name, value])
    })
    if (receive !== null) {
      const onFile = (field: string, stream: Readable, name: string | undefined, _: string, contentType: string) => {
        // The reader gets the error too, but there may be no reader at this moment.
        stream.on('error', () => {})
        if (isOver || !rules.takes(field, name)) return void stream.resume()
        if (tasks.length >= rules.filesMax) {
          stream.resume()
          return fail(rules.tooManyFiles(field))
        }
        const place = tasks.length
        open.add(stream)
        const guest = { bytes: () => request.raw.socket.bytesRead, giveWay: () => fail(tooSlow()) }
        const task = receive(stream, field, guest).finally(() => open.delete(stream))
        const keep = (arrival: A) => {
          // Keeps the order of the body: a large file may finish after those that follow it.
          files[place] = { field, name, contentType, arrival }
        }
        tasks.push(task.then(keep, fail))
      }
      busboy.on('file', onFile as never)
    }
    busboy.on('error', () => fail(badBody(message('submission.not_multipart'))))
    busboy.on('finish', () => {
      void Promise.all(tasks).then(() => {
        if (isOver) return
        isOver = true
        stop()
        resolve({ pairs, files })
      })
    })
    stop = feed(busboy, fail)
    if (isOver) stop()
  })
}

function tooSlow(): ApiError {
  const said = message('submission.file_too_slow')
  return new ApiError('rate_limit_exceeded', { message: said, headers: { 'retry-after': '3' } })
}

function openBusboy(request: Request, rules: MultipartRules, fail: (error: unknown) => void): Busboy | null {
  const { Busboy } = load('@fastify/busboy') as Module
  const limits = {
    fieldNameSize: NAME_BYTES_MAX,
    fieldSize: rules.fieldsMaxBytes,
    fields: PARTS_MAX,
    parts: PARTS_MAX,
    headerPairs: 20,
    headerSize: HEADER_BYTES_MAX,
  }
  try {
    const headers = { ...request.headers, 'content-type': request.headers['content-type']! }
    return new Busboy({ headers, limits })
  } catch {
    fail(badBody(message('submission.not_multipart')))
    return null
  }
}
