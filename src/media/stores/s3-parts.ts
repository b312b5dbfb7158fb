import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { SafeFetchRequest } from '../../lib/net/fetch-error.ts'
import type { SafeFetchAnswer } from '../../lib/net/safe-fetch.ts'
import { MINUTE_MS, SECOND_MS } from '../../lib/time/span.ts'
import { type ReceivedFile, StoreAwayError } from './file-store.ts'

// https://docs.aws.amazon.com/AmazonS3/latest/userguide/mpuoverview.html: a file larger than 5 GB goes in parts. Nothing is to be
// seen of it before the last request, which puts them together.

export const PART_BYTES = 64 * 1024 * 1024
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

export interface PartsOptions {
  contentType: string
  signal?: AbortSignal | undefined
  /** For tests, with the pause before the second try. */
  partBytes?: number | undefined
  pauseMs?: number | undefined
}

/** A part at a time, read from the file: memory does not grow with it. What fails is tried again; in the end nothing is left. */
export async function putInParts(
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
