import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { ByteCollector } from '../../lib/bounds/byte-collector.ts'
import { type AnswerHead, SafeFetchError, type SafeFetchRequest } from '../../lib/net/fetch-error.ts'
import { createSafeFetch, type SafeFetchAnswer } from '../../lib/net/safe-fetch.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../lib/time/span.ts'
import { message } from '../../messages/message.ts'
import { type ByteRange, type FileStore, type ReceivedFile, StoreAwayError } from './file-store.ts'
import { pour } from './pour.ts'

export interface S3Settings {
  endpoint: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  region: string
}

/** A healthy store answers a short request at once; callers wait no longer than this to learn that it is not. */
const ANSWER_MS = 1_500
/** A post can wait a little longer for the first byte, and for the rest of a part. */
const FIRST_BYTE_MS = 5 * SECOND_MS
const READ_MS = 60 * SECOND_MS
/** Assumes an upload speed of at least 128 kB a second. */
const putMsOf = (bytes: number) => 10 * SECOND_MS + bytes / 128
/** For one reader, however slow. */
const STREAM_MS = 3_600 * SECOND_MS
/** Networks fetch within minutes; a video that is processed again, within hours. */
const URL_SECONDS = DAY_MS / SECOND_MS
/** The longest error body that is read; a file is never read into memory as a whole. */
const ANSWER_BYTES_MAX = 65_536

type Method = 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'

interface Question extends Pick<SafeFetchRequest, 'timeoutMs' | 'headers' | 'body'> {
  query?: Record<string, string>
  signal?: AbortSignal | undefined
}

export interface S3Store extends FileStore {
  /** Like `put`, for files of any size: large ones go in parts. */
  putLarge(name: string, file: ReceivedFile, options: PartsOptions): Promise<void>
}

/** Files in a bucket of any S3-compatible store, with the bucket as the first part of the path. */
export function createS3Store(settings: S3Settings, now: () => number): S3Store {
  const { endpoint, bucket } = settings
  // The operator chose this address, so it may be on this machine or in a private network.
  const safeFetch = createSafeFetch({ allowedOrigins: [endpoint] })
  const urlOf = (name: string) => `${endpoint}/${bucket}/${name}`

  const ask: Ask = async (method, name, { query, headers = {}, signal, ...more }) => {
    const url = query ? `${urlOf(name)}?${new URLSearchParams(query)}` : urlOf(name)
    const signed = await sign(settings, now(), { method, url, headers })
    const request = { ...signed, method, maxBytes: ANSWER_BYTES_MAX, ...more, ...(signal ? { signal } : {}) }
    const answer = await orAway(safeFetch(request))
    if (answer.status >= 500 || answer.status === 429) throw refused(method, answer)
    return answer
  }
  /** Unsigned headers, such as a range, may be added. */
  const getRange = async (name: string, range: ByteRange) => {
    const signed = await sign(settings, now(), { method: 'GET', url: urlOf(name), headers: {} })
    return { ...signed, method: 'GET' as const, range }
  }
  const put = async (name: string, file: ReceivedFile, contentType: string, signal?: AbortSignal) => {
    const headers = { 'content-type': contentType, 'x-amz-content-sha256': file.sha256.toString('hex') }
    const body = { bytes: file.bytes, open: () => createReadStream(file.path) }
    expect(await ask('PUT', name, { headers, body, timeoutMs: putMsOf(file.bytes), signal }), 'PUT', [200])
  }
  const size = async (name: string) => {
    const answer = await ask('HEAD', name, { timeoutMs: ANSWER_MS })
    if (answer.status === 404) return null
    return Number(expect(answer, 'HEAD', [200]).headers.get('content-length'))
  }

  return {
    kind: 's3',
    // Does not test for write permission: a key may be allowed to write but not to read.
    async check() {
      await ask('HEAD', 'doorpost-check', { timeoutMs: ANSWER_MS })
    },
    put: (name, file, contentType) => put(name, file, contentType),
    async putLarge(name, file, options) {
      if (file.bytes <= (options.partBytes ?? PART_BYTES)) return put(name, file, options.contentType, options.signal)
      await putInParts({ ask, size }, name, file, options)
    },
    size,
    async stream(name, range) {
      const request = await getRange(name, range)
      const limits = { timeoutMs: STREAM_MS, maxBytes: Number.MAX_SAFE_INTEGER }
      const stop = new AbortController()
      const first = setTimeout(() => stop.abort(), ANSWER_MS)
      const isWanted = ({ status }: AnswerHead) => status === 200 || status === 206
      const poured = pour(safeFetch, { ...request, ...limits }, { stop, lookAt: 0, isWanted })
      return orAway(poured.finally(() => clearTimeout(first))).catch((error: Error) => {
        if ((error.cause as SafeFetchError | undefined)?.status === 404) return null
        throw error
      })
    },
    async read(name, range) {
      if (range.end <= range.start) return Buffer.alloc(0)
      const maxBytes = range.end - range.start + ANSWER_BYTES_MAX
      const request = { ...(await getRange(name, range)), timeoutMs: READ_MS, maxBytes }
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
      if (status !== 206) throw refused('GET', { status, body: collected.bytes() })
      return collected.bytes()
    },
    async remove(name) {
      expect(await ask('DELETE', name, { timeoutMs: ANSWER_MS }), 'DELETE', [200, 204, 404])
    },
    async temporaryUrl(name) {
      const url = `${urlOf(name)}?X-Amz-Expires=${URL_SECONDS}`
      return (await sign(settings, now(), { method: 'GET', url, headers: {}, signQuery: true })).url
    },
  }
}

/** Throws a StoreAwayError if trying again may help. */
type Ask = (method: Method, name: string, question: Question) => Promise<SafeFetchAnswer>

interface ToSign {
  method: string
  url: string
  headers: Record<string, string>
  signQuery?: boolean
}

/** Loaded on first use, because most installations have no bucket. */
async function sign({ accessKeyId, secretAccessKey, region }: S3Settings, now: number, request: ToSign) {
  const { AwsV4Signer } = await import('aws4fetch')
  const datetime = new Date(now).toISOString().replace(/[:-]|\.\d{3}/g, '')
  const signer = new AwsV4Signer({ ...request, accessKeyId, secretAccessKey, region, service: 's3', datetime })
  const { url, headers } = await signer.sign()
  return { url: url.href, headers: Object.fromEntries(headers) }
}

function expect(answer: SafeFetchAnswer, method: Method, statuses: readonly number[]): SafeFetchAnswer {
  if (!statuses.includes(answer.status)) throw refused(method, answer)
  return answer
}

/** Reports only the error code; the rest may contain names of keys. */
function refused(method: Method, { status, body }: { status: number; body: Buffer }): StoreAwayError {
  const code = /<Code>(\w{1,60})<\/Code>/.exec(body.toString('latin1'))?.[1]
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
    throw new StoreAwayError(message('store.away', { problem: error.said }), { cause: error })
  }
}

// https://docs.aws.amazon.com/AmazonS3/latest/userguide/mpuoverview.html: a file larger than 5 GB goes in parts. It
// becomes visible only with the last request, which joins them.

const PART_BYTES = 64 * 1024 * 1024
const PARTS_MAX = 10_000
const TRIES = 4
const FIRST_PAUSE_MS = SECOND_MS
const SHORT_MS = 30 * SECOND_MS
/** Takes long, because the store copies all parts. */
const COMPLETE_MS = 10 * MINUTE_MS

interface PartsOptions {
  contentType: string
  signal?: AbortSignal | undefined
  /** For tests, with the pause before the second try. */
  partBytes?: number | undefined
  pauseMs?: number | undefined
}

/**
 * Reads and sends one part at a time, so memory does not grow with the file. Failures are retried; if it fails for
 * good, nothing is left.
 */
async function putInParts(
  store: { ask: Ask; size: FileStore['size'] },
  name: string,
  { path, bytes }: Pick<ReceivedFile, 'path' | 'bytes'>,
  { contentType, signal, partBytes = PART_BYTES, pauseMs = FIRST_PAUSE_MS }: PartsOptions,
): Promise<void> {
  const ask = (method: Method, question: Question) =>
    tryAgain(() => store.ask(method, name, { ...question, signal }), pauseMs, signal)
  const headers = { 'content-type': contentType }
  const begun = expect(await ask('POST', { query: { uploads: '' }, headers, timeoutMs: SHORT_MS }), 'POST', [200])
  const id = /<UploadId>([^<]{1,2000})<\/UploadId>/.exec(begun.body.toString())?.[1]
  if (id === undefined) throw refused('POST', begun)
  const uploadId = fromXml(id)
  try {
    const size = Math.max(partBytes, Math.ceil(bytes / PARTS_MAX))
    const etags: string[] = []
    for (let start = 0; start < bytes; start += size) {
      const part = { path, start, end: Math.min(start + size, bytes) }
      etags.push(await putPart(ask, { partNumber: String(etags.length + 1), uploadId }, part))
    }
    await complete(ask, uploadId, etags).catch(async (error) => {
      // The response may be lost although everything is there.
      if ((await store.size(name).catch(() => null)) !== bytes) throw error
    })
  } catch (error) {
    // Parts of an unfinished upload cost money, and no list shows them.
    const abandon = () => store.ask('DELETE', name, { query: { uploadId }, timeoutMs: SHORT_MS })
    await tryAgain(abandon, pauseMs, signal).catch(() => {})
    throw error
  }
}

type AskForPart = (method: Method, question: Question) => Promise<SafeFetchAnswer>

/** Returns its ETag. */
async function putPart(
  ask: AskForPart,
  query: Record<string, string>,
  { path, start, end }: { path: string; start: number; end: number },
): Promise<string> {
  const open = () => createReadStream(path, { start, end: end - 1 })
  const hash = createHash('sha256')
  await pipeline(open(), hash)
  const headers = { 'x-amz-content-sha256': hash.digest('hex') }
  const body = { bytes: end - start, open }
  const answer = await ask('PUT', { query, headers, body, timeoutMs: putMsOf(end - start) })
  const etag = expect(answer, 'PUT', [200]).headers.get('etag')
  if (etag === null) throw refused('PUT', answer)
  return etag
}

async function complete(ask: AskForPart, uploadId: string, etags: readonly string[]): Promise<void> {
  const parts = etags.map((etag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${toXml(etag)}</ETag></Part>`)
  const body = `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${parts.join('')}</CompleteMultipartUpload>`
  const sha256 = createHash('sha256').update(body).digest('hex')
  const headers = { 'content-type': 'application/xml', 'x-amz-content-sha256': sha256 }
  const answer = await ask('POST', { query: { uploadId }, headers, body, timeoutMs: COMPLETE_MS })
  // The store begins to respond before it knows the outcome: an error may come with status 200.
  const isDone = answer.status === 200 && answer.body.includes('<CompleteMultipartUploadResult')
  if (!isDone) throw refused('POST', answer)
}

/** Retries with doubling pauses. Once the signal is aborted, a failure is final. */
async function tryAgain<T>(work: () => Promise<T>, pauseMs: number, signal: AbortSignal | undefined): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof StoreAwayError) || tries === TRIES || signal?.aborted) throw error
      await delay(pauseMs * 2 ** (tries - 1), undefined, signal ? { signal } : {})
    }
  }
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
