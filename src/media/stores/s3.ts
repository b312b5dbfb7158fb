import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { ByteCollector } from '../../lib/bounds/byte-collector.ts'
import type { SafeFetchRequest } from '../../lib/net/fetch-error.ts'
import { SafeFetchError } from '../../lib/net/fetch-error.ts'
import { createSafeFetch, type SafeFetchAnswer } from '../../lib/net/safe-fetch.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../lib/time/span.ts'
import { message } from '../../messages/message.ts'
import { type FileStore, type ReceivedFile, StoreAwayError } from './file-store.ts'
import { pourInto } from './pour.ts'

export interface S3Settings {
  endpoint: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  region: string
}

/** A store that is well answers a short question at once; callers wait no longer than this to hear that it is not. */
const ANSWER_MS = 1_500
/** A post can wait a little longer for the first byte, and for the rest of a part. */
const FIRST_BYTE_MS = 5 * SECOND_MS
const READ_MS = 60 * SECOND_MS
/** A file goes out at 128 kB a second at least. */
const putMsOf = (bytes: number) => 10 * SECOND_MS + bytes / 128
/** For one reader, however slow. */
const STREAM_MS = 3_600 * SECOND_MS
/** Networks fetch within minutes; a video that is processed again, within hours. */
const URL_SECONDS = DAY_MS / SECOND_MS
/** Of an error; a file is never read into memory as a whole. */
const ANSWER_BYTES_MAX = 65_536

type Method = 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
type Question = Partial<SafeFetchRequest> & { query?: Record<string, string> }

export interface S3Store extends FileStore {
  /** As `put`, for files of any size: large ones go in parts. */
  putLarge(name: string, file: ReceivedFile, options: PartsOptions): Promise<void>
}

/** Files in a bucket of any S3-compatible store, by its address with the bucket as the first part of the path. */
export function createS3Store(settings: S3Settings, now: () => number): S3Store {
  const { endpoint, bucket } = settings
  // The operator chose this address: it may be on this machine or in a private network.
  const safeFetch = createSafeFetch({ allowedOrigins: [endpoint] })
  const urlOf = (name: string) => `${endpoint}/${bucket}/${name}`

  const call = async (method: Method, name: string, more: Question = {}) => {
    const { headers = {}, range, query } = more
    const url = query ? `${urlOf(name)}?${new URLSearchParams(query)}` : urlOf(name)
    // Headers that are not signed may be added; a range is one of them.
    const signed = await sign(settings, now(), { method, url, headers })
    return { url: signed.url, method, headers: signed.headers, ...(range ? { range } : {}), maxBytes: ANSWER_BYTES_MAX }
  }
  const ask = async (method: Method, name: string, more: Question & { timeoutMs: number }) => {
    const request = await call(method, name, more)
    const { timeoutMs, body, signal, maxBytes = request.maxBytes } = more
    const given = { ...(body ? { body } : {}), ...(signal ? { signal } : {}) }
    const answer = await orAway(safeFetch({ ...request, timeoutMs, maxBytes, ...given }))
    if (answer.status >= 500 || answer.status === 429) throw refused(method, answer.status, answer.body)
    return answer
  }

  const put = async (name: string, file: ReceivedFile, contentType: string, signal?: AbortSignal) => {
    const headers = { 'content-type': contentType, 'x-amz-content-sha256': file.sha256.toString('hex') }
    const body = { bytes: file.bytes, open: () => createReadStream(file.path) }
    const limits = { timeoutMs: putMsOf(file.bytes), ...(signal ? { signal } : {}) }
    const answer = await ask('PUT', name, { headers, body, ...limits })
    if (answer.status !== 200) throw refused('PUT', answer.status, answer.body)
  }
  const size = async (name: string) => {
    const { status, headers } = await ask('HEAD', name, { timeoutMs: ANSWER_MS })
    if (status === 404) return null
    if (status !== 200) throw refused('HEAD', status, null)
    return Number(headers.get('content-length'))
  }

  return {
    kind: 's3',
    // Whether we may write there shows when we do: a key may be allowed to write and not to look.
    async check() {
      await ask('HEAD', 'doorpost-check', { timeoutMs: ANSWER_MS })
    },
    put: (name, file, contentType) => put(name, file, contentType),
    async putLarge(name, file, options) {
      if (file.bytes <= (options.partBytes ?? PART_BYTES)) return put(name, file, options.contentType, options.signal)
      await putInParts({ ask, refused, size, putMsOf }, name, file, options)
    },
    size,
    async stream(name, range) {
      const request = await call('GET', name, { range })
      return orAway(
        pourInto(
          new PassThrough(),
          safeFetch,
          { ...request, timeoutMs: STREAM_MS, maxBytes: Number.MAX_SAFE_INTEGER },
          ANSWER_MS,
        ),
      )
    },
    async read(name, range) {
      if (range.end <= range.start) return Buffer.alloc(0)
      const maxBytes = range.end - range.start + ANSWER_BYTES_MAX
      const request = { ...(await call('GET', name, { range })), timeoutMs: READ_MS, maxBytes }
      const stop = new AbortController()
      const first = setTimeout(() => stop.abort(), FIRST_BYTE_MS)
      const collected = new ByteCollector()
      const take = (chunk: Buffer) => {
        clearTimeout(first)
        collected.add(chunk)
        return true
      }
      const download = safeFetch.download({ ...request, signal: stop.signal }, take)
      const { status } = await orAway(download.finally(() => clearTimeout(first)))
      if (status === 404) return null
      if (status === 416) return Buffer.alloc(0)
      if (status !== 206) throw refused('GET', status, collected.bytes())
      return collected.bytes()
    },
    async remove(name) {
      const { status, body } = await ask('DELETE', name, { timeoutMs: ANSWER_MS })
      if (![200, 204, 404].includes(status)) throw refused('DELETE', status, body)
    },
    async temporaryUrl(name) {
      const url = `${urlOf(name)}?X-Amz-Expires=${URL_SECONDS}`
      return (await sign(settings, now(), { method: 'GET', url, headers: {}, signQuery: true })).url
    },
  }
}

interface ToSign {
  method: string
  url: string
  headers: Record<string, string>
  signQuery?: boolean
}

/** Loaded when it is first needed: most installations have no bucket. */
async function sign({ accessKeyId, secretAccessKey, region }: S3Settings, now: number, request: ToSign) {
  const { AwsV4Signer } = await import('aws4fetch')
  const datetime = new Date(now).toISOString().replace(/[:-]|\.\d{3}/g, '')
  const signer = new AwsV4Signer({ ...request, accessKeyId, secretAccessKey, region, service: 's3', datetime })
  const { url, headers } = await signer.sign()
  return { url: url.href, headers: Object.fromEntries(headers) }
}

/** The code of an error is a word; the rest may hold names of keys. */
function refused(method: string, status: number, body: Buffer | null): StoreAwayError {
  const code = /<Code>(\w{1,60})<\/Code>/.exec(body?.toString('latin1') ?? '')?.[1]
  const answered = { method, status }
  return new StoreAwayError(
    code ? message('store.answered_code', { ...answered, code }) : message('store.answered', answered),
  )
}

async function orAway<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof SafeFetchError)) throw error
    throw new StoreAwayError(message('store.away', { problem: error.message }), { cause: error })
  }
}

// https://docs.aws.amazon.com/AmazonS3/latest/userguide/mpuoverview.html: a file larger than 5 GB goes in parts. Nothing is to be
// seen of it before the last request, which puts them together.

const PART_BYTES = 64 * 1024 * 1024
const PARTS_MAX = 10_000
const TRIES = 4
const FIRST_PAUSE_MS = SECOND_MS
const SHORT_MS = 30 * SECOND_MS
/** The store copies all parts. */
const COMPLETE_MS = 10 * MINUTE_MS

interface PartsStore {
  /** Throws a StoreAwayError where trying again may help. */
  ask(
    method: 'POST' | 'PUT' | 'DELETE',
    name: string,
    more: Partial<SafeFetchRequest> & { timeoutMs: number; query: Record<string, string> },
  ): Promise<SafeFetchAnswer>
  refused(method: string, status: number, body: Buffer | null): StoreAwayError
  size(name: string): Promise<number | null>
  putMsOf(bytes: number): number
}

interface PartsOptions {
  contentType: string
  signal?: AbortSignal | undefined
  /** For tests, with the pause before the second try. */
  partBytes?: number | undefined
  pauseMs?: number | undefined
}

/** A part at a time, read from the file: memory does not grow with it. What fails is tried again; in the end nothing is left. */
async function putInParts(
  given: PartsStore,
  name: string,
  file: Pick<ReceivedFile, 'path' | 'bytes'>,
  options: PartsOptions,
): Promise<void> {
  const { signal, partBytes = PART_BYTES, pauseMs = FIRST_PAUSE_MS } = options
  const ask: PartsStore['ask'] = (...words) => tryAgain(() => given.ask(...words), pauseMs, signal)
  const store = { ...given, ask }
  const uploadId = await begin(store, name, options)
  try {
    const size = Math.max(partBytes, Math.ceil(file.bytes / PARTS_MAX))
    const etags: string[] = []
    for (let start = 0; start < file.bytes; start += size) {
      const part = { path: file.path, start, end: Math.min(start + size, file.bytes), number: etags.length + 1 }
      etags.push(await putPart(store, name, uploadId, part, signal))
    }
    await complete(store, name, uploadId, etags, signal).catch(async (error) => {
      // The answer may be lost, and all be there.
      if ((await store.size(name).catch(() => null)) !== file.bytes) throw error
    })
  } catch (error) {
    // Parts of an upload that nobody ends cost money, and no list shows them.
    await abandon(store, name, uploadId).catch(() => {})
    throw error
  }
}

async function begin({ ask, refused }: PartsStore, name: string, { contentType, signal }: PartsOptions) {
  const headers = { 'content-type': contentType }
  const answer = await ask('POST', name, { query: { uploads: '' }, headers, timeoutMs: SHORT_MS, ...stoppedBy(signal) })
  const id = /<UploadId>([^<]{1,2000})<\/UploadId>/.exec(answer.body.toString())?.[1]
  if (answer.status !== 200 || id === undefined) throw refused('POST', answer.status, answer.body)
  return fromXml(id)
}

interface Part {
  path: string
  start: number
  end: number
  /** From 1. */
  number: number
}

async function putPart(
  { ask, refused, putMsOf }: PartsStore,
  name: string,
  uploadId: string,
  { path, start, end, number }: Part,
  signal: AbortSignal | undefined,
): Promise<string> {
  const open = () => createReadStream(path, { start, end: end - 1 })
  const hash = createHash('sha256')
  await pipeline(open(), hash)
  const answer = await ask('PUT', name, {
    query: { partNumber: String(number), uploadId },
    headers: { 'x-amz-content-sha256': hash.digest('hex') },
    body: { bytes: end - start, open },
    timeoutMs: putMsOf(end - start),
    ...stoppedBy(signal),
  })
  const etag = answer.headers.get('etag')
  if (answer.status !== 200 || etag === null) throw refused('PUT', answer.status, answer.body)
  return etag
}

async function complete(
  { ask, refused }: PartsStore,
  name: string,
  uploadId: string,
  etags: readonly string[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const parts = etags.map((etag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${toXml(etag)}</ETag></Part>`)
  const body = `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${parts.join('')}</CompleteMultipartUpload>`
  const headers = {
    'content-type': 'application/xml',
    'x-amz-content-sha256': createHash('sha256').update(body).digest('hex'),
  }
  const answer = await ask('POST', name, {
    query: { uploadId },
    headers,
    body,
    timeoutMs: COMPLETE_MS,
    ...stoppedBy(signal),
  })
  // The store begins to answer before it knows how it ends: an error may come with 200.
  const isDone = answer.status === 200 && answer.body.includes('<CompleteMultipartUploadResult')
  if (!isDone) throw refused('POST', answer.status, answer.body)
}

async function abandon({ ask, refused }: PartsStore, name: string, uploadId: string): Promise<void> {
  const answer = await ask('DELETE', name, { query: { uploadId }, timeoutMs: SHORT_MS })
  if (![200, 204, 404].includes(answer.status)) throw refused('DELETE', answer.status, answer.body)
}

/** The pauses double. Once the signal is aborted, a failure is final. */
async function tryAgain<T>(work: () => Promise<T>, pauseMs: number, signal: AbortSignal | undefined): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof StoreAwayError) || tries === TRIES || signal?.aborted) throw error
      await delay(pauseMs * 2 ** (tries - 1), undefined, stoppedBy(signal))
    }
  }
}

function stoppedBy(signal: AbortSignal | undefined): { signal?: AbortSignal } {
  return signal === undefined ? {} : { signal }
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function toXml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ENTITIES[sign]!)
}

function fromXml(text: string): string {
  return text.replace(
    /&(?:amp|lt|gt|quot);/g,
    (entity) => Object.keys(ENTITIES).find((sign) => ENTITIES[sign] === entity)!,
  )
}
