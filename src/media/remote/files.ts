import type { FileHandle } from 'node:fs/promises'
import type { SafeFetch } from '../../lib/net/safe-fetch.ts'
import { MediaError } from '../../platforms/shared/contract.ts'
import { CONTENT_TYPES, SNIFF_BYTES, sniffType } from '../facts/file-type.ts'
import { readFacts } from '../facts/headers.ts'
import { readRange } from '../stores/disk.ts'
import { openNameless } from '../stores/nameless.ts'
import { downloadMedia, wrongStatus } from './remote.ts'

interface OpenMediaOptions {
  /** Where the file is kept while it is open. Made when it is missing. */
  dir: string
  maxBytes: number
  /** For the whole download; defaults to ten minutes. */
  timeoutMs?: number
}

const TIMEOUT_MS = 600_000

/**
 * Downloads the file of a media URL and serves parts of it. The file has no name in `dir`, so that it goes when it is
 * closed or when the process dies, whichever is first. Throws a MediaError when there is no whole, known media file.
 */
export async function openMediaFile(safeFetch: SafeFetch, url: string, options: OpenMediaOptions) {
  const file = await openNameless(options.dir)
  try {
    const bytes = await download(safeFetch, url, file, options)
    const type = sniffType(await readRange(file, { start: 0, end: Math.min(bytes, SNIFF_BYTES) }))
    if (type === 'other') {
      throw new MediaError(
        'The media URL does not lead to a JPEG, PNG, GIF, WebP, MP4, MOV, WebM, PDF, MP3, Ogg, FLAC, WAV or M4A file.',
      )
    }
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
  { maxBytes, timeoutMs = TIMEOUT_MS }: OpenMediaOptions,
): Promise<number> {
  const { status, bytes } = await downloadMedia(safeFetch, { url, timeoutMs, maxBytes }, async (chunk, head) => {
    if (head.status === 200) await file.appendFile(chunk)
    return head.status === 200
  })
  if (status !== 200) throw wrongStatus(status)
  return bytes
}
