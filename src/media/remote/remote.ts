import type { FileHandle } from 'node:fs/promises'
import { ByteCollector } from '../../lib/bounds/byte-collector.ts'
import type { ChunkSink, SafeFetchRequest } from '../../lib/net/fetch-error.ts'
import { type AnswerHead, SafeFetchError, type SafeFetchReason } from '../../lib/net/fetch-error.ts'
import type { SafeFetch } from '../../lib/net/safe-fetch.ts'
import { message } from '../../messages/message.ts'
import { MediaError } from '../../platforms/shared/contract.ts'
import { type ByteSource, CONTENT_TYPES, type MediaFacts, SNIFF_BYTES, sniffType } from '../facts/file-type.ts'
import { readFacts } from '../facts/headers.ts'
import { openNameless, readRange } from '../stores/disk.ts'

interface Part {
  start: number
  bytes: Buffer
}

/** The first bytes nearly always contain a file's index or size. */
const FIRST_BYTES = 65_536
const NEXT_BYTES = 32_768
/** The limit for one file. A server without range support is read up to here, then disconnected. */
const MOST_BYTES = 393_216
export const MOST_REDIRECTS = 3

/**
 * Reads pieces of a remote file with range requests. Reads come back short or empty past the end, past the limit for
 * one file, or from a server without ranges. Throws a MediaError if the server fails.
 */
async function openRemote(safeFetch: SafeFetch, url: string, timeoutMs: number): Promise<ByteSource> {
  const endsAt = performance.now() + timeoutMs
  const parts: Part[] = []
  let spent = 0
  let from = url

  async function load(start: number, wanted: number): Promise<{ head: AnswerHead; bytes: Buffer }> {
    const collected = new ByteCollector()
    let missing = 0
    const request = {
      url: from,
      range: { start, end: start + wanted },
      timeoutMs: Math.max(1, Math.floor(endsAt - performance.now())),
      maxBytes: Number.MAX_SAFE_INTEGER,
    }
    const head = await downloadMedia(safeFetch, request, (chunk, { status }) => {
      if (collected.length === 0) missing = status === 206 ? wanted : status === 200 && start === 0 ? MOST_BYTES : 0
      if (missing > 0) collected.add(chunk.subarray(0, missing))
      missing -= chunk.length
      return missing > 0
    })
    from = head.url
    const bytes = collected.bytes()
    spent += bytes.length
    return { head, bytes }
  }

  const { head, bytes } = await load(0, FIRST_BYTES)
  parts.push({ start: 0, bytes })
  const total = totalOf(head)
  const isRanged = head.status === 206
  if (isRanged && startOf(head) !== 0) throw wrongRange()

  return {
    size: total,
    async read(start, length) {
      const end = total === null ? start + length : Math.min(start + length, total)
      for (const part of parts) {
        const partEnd = part.start + part.bytes.length
        if (part.start <= start && end <= partEnd) return part.bytes.subarray(start - part.start, end - part.start)
      }
      const wanted = Math.min(Math.max(end - start, NEXT_BYTES), MOST_BYTES - spent, (total ?? Infinity) - start)
      if (!isRanged || wanted <= 0) return rest(parts, start)
      const next = await load(start, wanted)
      if (totalOf(next.head) !== total || next.head.status !== 206 || startOf(next.head) !== start) {
        // It no longer answers ranges, or the file has changed in between.
        spent = MOST_BYTES
        return rest(parts, start)
      }
      parts.push({ start, bytes: next.bytes })
      return next.bytes.subarray(0, end - start)
    },
  }
}

/**
 * Gives the same message for every file that cannot be fetched: the source of a URL must not learn from the difference
 * which names exist in our network, or what listens there. The log gets the reason as the cause.
 */
function downloadMedia(safeFetch: SafeFetch, request: SafeFetchRequest, sink: ChunkSink) {
  return safeFetch.download({ ...request, maxRedirects: MOST_REDIRECTS }, sink).catch((error: unknown) => {
    if (!(error instanceof SafeFetchError)) throw error
    const said = ANSWERED.includes(error.reason)
      ? message('file.unreadable_because', { problem: error.said })
      : message('file.unreadable')
    throw new MediaError(said, { cause: error })
  })
}

/** Only a server that we may read from gets this far. */
const ANSWERED: readonly SafeFetchReason[] = ['too_large', 'bad_answer']

/** The size of the whole file. Throws if the response is not a file. */
function totalOf(head: AnswerHead): number | null {
  if (head.status === 416) return 0
  if (head.status === 206) {
    if (startOf(head) === null) throw wrongRange()
    return wholeNumber(head.headers.get('content-range')?.split('/')[1])
  }
  if (head.status === 200) return wholeNumber(head.headers.get('content-length'))
  throw wrongStatus(head.status)
}

function wrongStatus(status: number): MediaError {
  return new MediaError(message('file.wrong_status', { status }))
}

function wrongRange(): MediaError {
  return new MediaError(message('file.wrong_range'))
}

function startOf(head: AnswerHead): number | null {
  return wholeNumber(/^bytes (\d+)-\d+\/(?:\d+|\*)$/.exec(head.headers.get('content-range') ?? '')?.[1])
}

function wholeNumber(text: string | null | undefined): number | null {
  return text && /^\d{1,15}$/.test(text) ? Number(text) : null
}

/** The rest of what is in memory, from `start`. */
function rest(parts: readonly Part[], start: number): Buffer {
  const part = parts.find((each) => each.start <= start && start < each.start + each.bytes.length)
  return part ? part.bytes.subarray(start - part.start) : Buffer.alloc(0)
}

interface OpenMediaOptions {
  /** The folder of the file while it is open. Created if missing. */
  dir: string
  maxBytes: number
  /** For the whole download; defaults to ten minutes. */
  timeoutMs?: number
}

const DOWNLOAD_MS = 600_000

/**
 * Downloads the file of a media URL and serves parts of it. The file has no name in `dir`, so it disappears when it is
 * closed or the process dies. Throws a MediaError if there is no complete file of a known type.
 */
export async function openMediaFile(safeFetch: SafeFetch, url: string, options: OpenMediaOptions) {
  const file = await openNameless(options.dir)
  try {
    const bytes = await download(safeFetch, url, file, options)
    const type = sniffType(await readRange(file, { start: 0, end: Math.min(bytes, SNIFF_BYTES) }))
    if (type === 'other') throw new MediaError(message('file.not_media'))
    const read = (start: number, length: number) => readRange(file, { start, end: Math.min(start + length, bytes) })
    const { width, height, durationMs, isAnimated } = await readFacts({ size: bytes, read })
    return {
      type: CONTENT_TYPES[type],
      bytes,
      size: width === null || height === null ? null : { width, height },
      durationMs,
      isAnimated,
      read: (start: number, end: number) => readRange(file, { start, end: Math.min(end, bytes) }),
      close: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

async function download(
  safeFetch: SafeFetch,
  url: string,
  file: FileHandle,
  { maxBytes, timeoutMs = DOWNLOAD_MS }: OpenMediaOptions,
): Promise<number> {
  const { status, bytes } = await downloadMedia(safeFetch, { url, timeoutMs, maxBytes }, async (chunk, head) => {
    if (head.status === 200) await file.appendFile(chunk)
    return head.status === 200
  })
  if (status !== 200) throw wrongStatus(status)
  return bytes
}

const PROBE_MS = 20_000

/** Reads the header of a remote file: a few hundred kilobytes at most. Throws a MediaError if it cannot be fetched. */
export async function probeMedia(safeFetch: SafeFetch, url: string, timeoutMs = PROBE_MS): Promise<MediaFacts> {
  return readFacts(await openRemote(safeFetch, url, timeoutMs))
}
