import type { ByteSource, MediaFacts } from './facts.ts'
import { type MediaType, SNIFF_BYTES, sniffType } from './file-type.ts'
import { isAnimatedPng, isAnimatedWebp, readGifSize, readJpegSize, readPngSize, readWebpSize } from './image-header.ts'
import { readMovie } from './mp4-header.ts'

type ReadHeader = (
  source: ByteSource,
  first: Buffer,
) => Partial<MediaFacts> | null | Promise<Partial<MediaFacts> | null>

const HEADER_READERS: Partial<Record<MediaType, ReadHeader>> = {
  jpeg: readJpegSize,
  png: async (source, first) => ({ ...readPngSize(first), isAnimated: await isAnimatedPng(source, first) }),
  gif: (_, first) => ({ ...readGifSize(first), isAnimated: true }),
  webp: (_, first) => ({ ...readWebpSize(first), isAnimated: isAnimatedWebp(first) }),
  mp4: readMovie,
  mov: readMovie,
}

/** Malformed files have unknown facts; only the source itself can throw. */
export async function readFacts(source: ByteSource): Promise<MediaFacts> {
  const first = await source.read(0, SNIFF_BYTES)
  const type = sniffType(first)
  const header = await HEADER_READERS[type]?.(source, first)
  return { type, bytes: source.size, width: null, height: null, durationMs: null, isAnimated: null, ...header }
}
