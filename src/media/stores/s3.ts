import { createReadStream } from 'node:fs'
import { PassThrough } from 'node:stream'
import { ByteCollector } from '../../lib/bounds/byte-collector.ts'
import { SafeFetchError, type SafeFetchRequest } from '../../lib/net/fetch-error.ts'
import { createSafeFetch } from '../../lib/net/safe-fetch.ts'
import { DAY_MS, SECOND_MS } from '../../lib/time/span.ts'
import { type FileStore, type ReceivedFile, StoreAwayError } from './file-store.ts'
import { pourInto } from './pour.ts'
import { PART_BYTES, type PartsOptions, putInParts } from './s3-parts.ts'

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
  return new StoreAwayError(`The store for files answered ${method} with ${status}${code ? ` ${code}` : ''}.`)
}

async function orAway<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof SafeFetchError)) throw error
    throw new StoreAwayError(`The store for files does not answer: ${error.message}`, { cause: error })
  }
}
