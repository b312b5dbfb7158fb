import type { SafeFetch } from '../lib/net/safe-fetch.ts'
import { message } from '../messages/message.ts'
import { MediaAwayError, MediaError, type MediaFile } from '../platforms/shared/contract.ts'
import type { MediaFacts } from './facts/file-type.ts'
import { CONTENT_TYPES } from './facts/file-type.ts'
import { readFacts } from './facts/headers.ts'
import type { TakenType } from './facts/soundness.ts'
import type { Library } from './library.ts'
import { ownFileOf, ownUrlOf } from './own-url.ts'
import { openMediaFile, probeMedia } from './remote/remote.ts'
import { StoreAwayError } from './stores/file-store.ts'

export interface MediaReaderOptions {
  library: Pick<Library, 'find'>
  mediaFetch: SafeFetch
  dir: string
  baseUrl: string
}

export interface OpenedMedia extends MediaFile {
  close(): Promise<void>
}

export type MediaReader = ReturnType<typeof createMediaReader>

/** Reads the files of posts: our own directly from the store, all others by download. */
export function createMediaReader({ library, mediaFetch, dir, baseUrl }: MediaReaderOptions) {
  const findOwn = async (url: string) => {
    const file = ownFileOf(url)
    return file === null ? null : library.find(file)
  }
  return {
    /** Throws a MediaError if the header of the file cannot be read. */
    async probe(url: string): Promise<MediaFacts> {
      const own = await findOwn(url)
      if (own === null) return probeMedia(mediaFetch, url)
      const read = (start: number, length: number) => readOwn(own, start, start + length)
      return readFacts({ size: own.row.bytes, read })
    },
    async open(url: string, limits: { maxBytes: number; timeoutMs?: number }): Promise<OpenedMedia> {
      const own = await findOwn(url)
      if (own === null) return openMediaFile(mediaFetch, url, { dir, ...limits })
      const { type, bytes, width, height, duration_ms: durationMs, is_animated: isAnimated } = own.row
      if (bytes > limits.maxBytes) throw new MediaError(message('file.too_large', { max: limits.maxBytes }))
      return {
        type: CONTENT_TYPES[type as TakenType],
        bytes,
        size: width === null || height === null ? null : { width, height },
        durationMs,
        isAnimated,
        read: (start, end) => readOwn(own, start, end),
        close: async () => {},
      }
    },
    /** The URL from which the platform can fetch the file itself. */
    async publicUrl(url: string): Promise<string> {
      const own = await findOwn(url)
      if (own === null) return url
      const { row, place } = own
      // Checked first: the platform would report an unreachable store as an unusable file.
      if ((await orMediaError(place.size(row.file))) === null) throw missing()
      const temporary = await orMediaError(place.temporaryUrl(row.file))
      // A port chosen by the system (PORT=0) is not known here, but the post's own URL has it.
      return temporary ?? (baseUrl.endsWith(':0') ? url : ownUrlOf(baseUrl, row.file))
    },
  }
}

type OwnFile = NonNullable<Awaited<ReturnType<Library['find']>>>

async function readOwn({ row, place }: OwnFile, start: number, end: number): Promise<Buffer> {
  const part = await orMediaError(place.read(row.file, { start, end: Math.min(end, row.bytes) }))
  if (part === null) throw missing()
  return part
}

function missing(): MediaError {
  return new MediaError(message('file.lost'))
}

async function orMediaError<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof StoreAwayError)) throw error
    throw new MediaAwayError(message('file.store_away'), { cause: error })
  }
}
