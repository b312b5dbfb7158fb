import type { SafeFetch } from '../lib/net/safe-fetch.ts'
import { type ByteSource, type MediaFacts, type MediaType, SNIFF_BYTES, sniffType } from './facts.ts'
import { readGifSize, readJpegSize, readPngSize, readWebpSize } from './image-header.ts'
import { readMovie } from './mp4-header.ts'
import { openRemote } from './remote.ts'

const TIMEOUT_MS = 20_000

/** Reads the header of a remote file: a few hundred kilobytes at most. Throws a MediaError if it cannot be fetched. */
export async function probeMedia(safeFetch: SafeFetch, url: string, timeoutMs = TIMEOUT_MS): Promise<MediaFacts> {
  return readFacts(await openRemote(safeFetch, url, timeoutMs))
}

type ReadHeader = (
  source: ByteSource,
  first: Buffer,
) => Partial<MediaFacts> | null | Promise<Partial<MediaFacts> | null>

const HEADER_READERS: Partial<Record<MediaType, ReadHeader>> = {
  jpeg: readJpegSize,
  png: (_, first) => readPngSize(first),
  gif: (_, first) => readGifSize(first),
  webp: (_, first) => readWebpSize(first),
  mp4: readMovie,
  mov: readMovie,
}

/** Malformed files have unknown facts; only the source itself can throw. */
export async function readFacts(source: ByteSource): Promise<MediaFacts> {
  const first = await source.read(0, SNIFF_BYTES)
  const type = sniffType(first)
  const header = await HEADER_READERS[type]?.(source, first)
  return { type, bytes: source.size, width: null, height: null, durationMs: null, ...header }
}
