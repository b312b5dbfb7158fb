import { isUtf8 } from 'node:buffer'
import { createRequire } from 'node:module'
import type { Readable } from 'node:stream'
import { ApiError } from '../../errors.ts'
import type { Request } from '../../http/call.ts'
import { badBody, objectBody } from '../../http/input.ts'
import {
  type ContentRule,
  checkContent,
  cutOff,
  isCutTooFine,
  isFileStream,
  isMultipart,
  readJson,
  tooLarge,
} from '../../http/server/body.ts'
import { TINY_CHUNKS } from '../../lib/bounds/byte-collector.ts'
import { message } from '../../messages/message.ts'
import type { FormField } from '../fields/fields.ts'
import type { FileArrival, ReceiveFile } from './files.ts'

// Loads the parser when the first form needs it.
const load = createRequire(import.meta.url)
type Module = typeof import('@fastify/busboy')

interface ReceivingForm {
  maxBytes: number
  fields: ReadonlyArray<Pick<FormField, 'name' | 'type'>>
  settings: { files: { max_count: number; max_bytes: number } }
}

export interface Arrived {
  /** By name. A name that occurs several times has a list. */
  sent: Record<string, unknown>
  files: FileArrival[]
}

interface Parts {
  pairs: Array<[string, string]>
  files: FileArrival[]
}

const CONTENT: ContentRule = {
  type: /^(?:application\/(?:json|x-www-form-urlencoded)|multipart\/form-data|text\/plain)[\t ]*(?:;|$)/i,
  otherwise: { compressed: 'content.compressed_form', type: 'content.not_form', charset: 'content.form_charset' },
}

// Further pairs are ignored: 50 KB can hold tens of thousands.
const PAIRS_MAX = 1_000

export async function readArrived(request: Request, form: ReceivingForm, receive: ReceiveFile): Promise<Arrived> {
  checkContent(request, CONTENT)
  if (isFileStream(request)) {
    const { pairs, files } = await readMultipartStream(request, form, receive)
    return { sent: readPairs(pairs), files }
  }
  // A missing body is treated as empty, so that the response says what is missing.
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  // Beacons are plain text.
  if (/^(?:application\/json|text\/plain)/i.test(request.headers['content-type']!)) {
    return { sent: objectBody({ body: readJson(request, bytes) }), files: [] }
  }
  request.rawBody = bytes
  if (isMultipart(request))
    return { sent: readPairs((await readMultipartBytes(request, form, bytes)).pairs), files: [] }
  if (!isUtf8(bytes)) throw badBody(message('submission.not_utf8'))
  return { sent: readPairs(new URLSearchParams(bytes.toString())), files: [] }
}

function readPairs(pairs: Iterable<[string, string]>): Arrived['sent'] {
  const sent = Object.create(null) as Record<string, string | string[]>
  let count = 0
  for (const [name, text] of pairs) {
    if (++count > PAIRS_MAX) break
    // Browsers send a line break as two characters, but count it as one.
    const value = text.replaceAll('\r\n', '\n')
    const known = sent[name]
    if (known === undefined) sent[name] = value
    else if (Array.isArray(known)) known.push(value)
    else sent[name] = [known, value]
  }
  return sent
}

const PARTS_MAX = 1_000
const NAME_BYTES_MAX = 256
const HEADER_BYTES_MAX = 16_384
const FRAME_BYTES_MAX = 65_536
/** The same as for other bodies. Once a file begins, the limits of uploads apply. */
const BEFORE_FILES_MS = 30_000

/** Reads the whole body of a form without file fields. Files in it are ignored. */
function readMultipartBytes(request: Request, form: ReceivingForm, bytes: Buffer): Promise<Parts> {
  return readParts(request, form, null, (busboy) => {
    busboy.end(bytes)
    return () => {}
  })
}

/** Reads a body with files, and writes them to disk as they arrive. If anything fails, none is left there. */
function readMultipartStream(request: Request, form: ReceivingForm, receive: ReceiveFile): Promise<Parts> {
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

function readParts(request: Request, form: ReceivingForm, receive: ReceiveFile | null, feed: Feed): Promise<Parts> {
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
      // Wakes up readers that wait for more of a file.
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
        // The reader gets the error too, but there may be no reader at this moment.
        stream.on('error', () => {})
        if (isOver || !name || !isFileField(form, field)) return void stream.resume()
        if (tasks.length >= form.settings.files.max_count) {
          stream.resume()
          return fail(tooManyFiles(form, field))
        }
        const place = tasks.length
        open.add(stream)
        const guest = { bytes: () => request.raw.socket.bytesRead, giveWay: () => fail(tooSlow()) }
        const limits = { maxBytes: form.settings.files.max_bytes, field, guest }
        const task = receive(stream, limits).finally(() => open.delete(stream))
        const keep = (arrival: FileArrival['arrival']) => {
          // Keeps the order of the body: a large file may finish after those that follow it.
          arrived[place] = { field, name, arrival }
        }
        tasks.push(task.then(keep, fail))
      })
    }
    busboy.on('error', () => fail(badBody(message('submission.not_multipart'))))
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
  const said = message('submission.file_too_slow')
  return new ApiError('rate_limit_exceeded', { message: said, headers: { 'retry-after': '3' } })
}

function openBusboy(request: Request, form: ReceivingForm, fail: (error: unknown) => void): Busboy | null {
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
    fail(badBody(message('submission.not_multipart')))
    return null
  }
}

function isFileField({ fields }: ReceivingForm, name: string): boolean {
  return fields.some((field) => field.type === 'file' && field.name === name)
}

function tooManyFiles({ settings }: ReceivingForm, field: string): ApiError {
  const { max_count } = settings.files
  const said =
    max_count === 1 ? message('submission.one_file_only') : message('submission.too_many_files', { max: max_count })
  return badBody(said, field)
}
