import {
  type ByteSource,
  type MediaFacts,
  type MediaType,
  type Size,
  SNIFF_BYTES,
  sizeOf,
  sniffType,
  turn,
} from './file-type.ts'

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

/** A malformed file has unknown facts; only the source itself can throw. */
export async function readFacts(source: ByteSource): Promise<MediaFacts> {
  const first = await source.read(0, SNIFF_BYTES)
  const type = sniffType(first)
  const header = await HEADER_READERS[type]?.(source, first)
  return { type, bytes: source.size, width: null, height: null, durationMs: null, isAnimated: null, ...header }
}

/** A real JPEG has about ten segments before its size; each one may cost a request. */
const MOST_SEGMENTS = 256
const MOST_EXIF_BYTES = 4_096
const ORIENTATION = 0x0112

/** Walks from marker to marker up to the frame header. */
async function readJpegSize(source: ByteSource): Promise<Size | null> {
  let isTurned = false
  let at = 2
  for (let i = 0; i < MOST_SEGMENTS; i++) {
    const head = await source.read(at, 9)
    if (head.length < 4 || head[0] !== 0xff) return null
    const marker = head[1]!
    if (marker === 0xff) {
      at += 1 // filler
      continue
    }
    if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) {
      at += 2 // markers without a length
      continue
    }
    // End of image or start of scan: the size should have come before.
    if (marker === 0xd9 || marker === 0xda) return null
    const length = head.readUInt16BE(2)
    if (length < 2) return null
    if (isFrameHeader(marker)) {
      if (head.length < 9) return null
      const size = sizeOf(head.readUInt16BE(7), head.readUInt16BE(5))
      return size && isTurned ? turn(size) : size
    }
    if (marker === 0xe1 && length > 8) {
      isTurned ||= isTurnedByExif(await source.read(at + 4, Math.min(length - 2, MOST_EXIF_BYTES)))
    }
    at += 2 + length
  }
  return null
}

function readPngSize(bytes: Buffer): Size | null {
  if (bytes.length < 24 || bytes.toString('latin1', 12, 16) !== 'IHDR') return null
  return sizeOf(bytes.readUInt32BE(16), bytes.readUInt32BE(20))
}

/** A real PNG has about ten chunks before its pixels; each one may cost a request. */
const MOST_CHUNKS = 64

/** Decided by a chunk that precedes the pixels of an animation. Null if neither was found. */
async function isAnimatedPng(source: ByteSource, first: Buffer): Promise<boolean | null> {
  let at = 8
  for (let i = 0; i < MOST_CHUNKS; i++) {
    const head = at + 8 <= first.length ? first.subarray(at, at + 8) : await source.read(at, 8)
    if (head.length < 8) return null
    const name = head.toString('latin1', 4, 8)
    if (name === 'acTL') return true
    if (name === 'IDAT') return false
    at += 12 + head.readUInt32BE(0)
  }
  return null
}

function isAnimatedWebp(bytes: Buffer): boolean {
  return bytes.toString('latin1', 12, 16) === 'VP8X' && ((bytes[20] ?? 0) & 0b10) !== 0
}

function readGifSize(bytes: Buffer): Size | null {
  return bytes.length < 10 ? null : sizeOf(bytes.readUInt16LE(6), bytes.readUInt16LE(8))
}

function readWebpSize(bytes: Buffer): Size | null {
  if (bytes.length < 30) return null
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      if (bytes.readUIntBE(23, 3) !== 0x9d012a) return null
      return sizeOf(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff)
    case 'VP8L': {
      if (bytes[20] !== 0x2f) return null
      const bits = bytes.readUInt32LE(21)
      return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) }
    }
    case 'VP8X':
      return { width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3) }
    default:
      return null
  }
}

/** SOF0 to SOF15, without the three codes for tables and extensions. */
function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}

/** Cameras store what the sensor saw and record how they were held: orientations 5 to 8 are a quarter turn. */
function isTurnedByExif(segment: Buffer): boolean {
  if (segment.toString('latin1', 0, 6) !== 'Exif\0\0') return false
  const tiff = segment.subarray(6)
  const order = tiff.toString('latin1', 0, 2)
  if (tiff.length < 8 || (order !== 'II' && order !== 'MM')) return false
  const read16 = (at: number) => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const directory = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (directory + 2 > tiff.length) return false
  const entries = read16(directory)
  for (let i = 0, at = directory + 2; i < entries && at + 12 <= tiff.length; i++, at += 12) {
    if (read16(at) === ORIENTATION) return read16(at + 8) >= 5 && read16(at + 8) <= 8
  }
  return false
}

// ISO/IEC 14496-12 (MP4) and QuickTime: each box has a length, a name and a content, which may be boxes again. Only
// headers are read; large tables are skipped. The nesting depth is fixed, so no file can make it deeper.

interface Box {
  name: string
  start: number
  end: number
}

const MOST_BOXES = 64
const MOST_TRACKS = 8

/** Null if there is no index where one is expected. */
async function readMovie(source: ByteSource): Promise<Partial<MediaFacts> | null> {
  const end = source.size ?? Number.MAX_SAFE_INTEGER
  const movie = find(await listBoxes(source, 0, end, 'moov'), 'moov')
  if (!movie) return null
  const boxes = await listBoxes(source, movie.start, movie.end)
  const time = await readTime(source, find(boxes, 'mvhd'))
  const video = await findVideo(source, boxes)
  const seconds = time?.seconds ?? (await readFragmentSeconds(source, boxes, time)) ?? video?.seconds ?? null
  return { ...video?.size, durationMs: seconds === null ? null : Math.round(seconds * 1_000) }
}

async function findVideo(source: ByteSource, movie: readonly Box[]) {
  for (const track of movie.filter(({ name }) => name === 'trak').slice(0, MOST_TRACKS)) {
    const boxes = await listBoxes(source, track.start, track.end, 'mdia')
    const media = await listInside(source, find(boxes, 'mdia'), 'minf')
    const handler = await readContent(source, find(media, 'hdlr'), 12)
    if (handler.toString('latin1', 8, 12) !== 'vide') continue
    const samples = await listInside(source, find(await listInside(source, find(media, 'minf')), 'stbl'), 'stsd')
    const seconds = (await readTime(source, find(media, 'mdhd')))?.seconds ?? null
    const size = await readTrackSize(source, find(boxes, 'tkhd'))
    return { size: size ?? (await readFormatSize(source, find(samples, 'stsd'))), seconds }
  }
  return null
}

/** Reads mvhd or mdhd, which begin alike. `seconds` is null if unknown or 0, as in fragmented files. */
async function readTime(source: ByteSource, box: Box | undefined) {
  const content = await readContent(source, box, 32)
  const isLong = content[0] === 1
  if (content.length < (isLong ? 32 : 20)) return null
  const scale = content.readUInt32BE(isLong ? 20 : 12)
  if (scale === 0) return null
  return { scale, seconds: readSeconds(content, isLong ? 24 : 16, isLong, scale) }
}

async function readFragmentSeconds(source: ByteSource, movie: readonly Box[], time: { scale: number } | null) {
  if (!time) return null
  const content = await readContent(source, find(await listInside(source, find(movie, 'mvex')), 'mehd'), 12)
  const isLong = content[0] === 1
  return content.length < (isLong ? 12 : 8) ? null : readSeconds(content, 4, isLong, time.scale)
}

function readSeconds(content: Buffer, at: number, isLong: boolean, scale: number): number | null {
  const duration = isLong ? Number(content.readBigUInt64BE(at)) : content.readUInt32BE(at)
  const isUnknown = duration === 0 || duration > Number.MAX_SAFE_INTEGER || (!isLong && duration === 0xffff_ffff)
  return isUnknown ? null : duration / scale
}

/** Phones record sideways and add a rotation matrix. */
async function readTrackSize(source: ByteSource, box: Box | undefined): Promise<Size | null> {
  const content = await readContent(source, box, 96)
  const matrix = content[0] === 1 ? 52 : 40
  if (content.length < matrix + 44) return null
  const size = sizeOf(content.readUInt32BE(matrix + 36) >>> 16, content.readUInt32BE(matrix + 40) >>> 16)
  const isTurned = content.readInt32BE(matrix) === 0 && content.readInt32BE(matrix + 4) !== 0
  return size && isTurned ? turn(size) : size
}

async function readFormatSize(source: ByteSource, box: Box | undefined): Promise<Size | null> {
  const content = await readContent(source, box, 44)
  const codec = content.toString('latin1', 12, 16).trim()
  if (content.length < 44 || !/^[\w .-]{2,4}$/.test(codec)) return null
  return sizeOf(content.readUInt16BE(40), content.readUInt16BE(42))
}

/**
 * The boxes from `start` to `end`, up to and including the first one called `last`. Stops at anything that is not a
 * box.
 */
async function listBoxes(source: ByteSource, start: number, end: number, last?: string): Promise<Box[]> {
  const boxes: Box[] = []
  for (let at = start; at + 8 <= end && boxes.length < MOST_BOXES; ) {
    const head = await source.read(at, 16)
    if (head.length < 8) break
    const name = head.toString('latin1', 4, 8)
    let size = head.readUInt32BE(0)
    let headBytes = 8
    if (size === 1) {
      if (head.length < 16) break
      size = Number(head.readBigUInt64BE(8))
      headBytes = 16
    } else if (size === 0) {
      size = end - at // to the end
    }
    if (size < headBytes || at + size > Number.MAX_SAFE_INTEGER) break
    boxes.push({ name, start: at + headBytes, end: Math.min(at + size, end) })
    if (name === last) break
    at += size
  }
  return boxes
}

async function listInside(source: ByteSource, box: Box | undefined, last?: string): Promise<Box[]> {
  return box ? listBoxes(source, box.start, box.end, last) : []
}

async function readContent(source: ByteSource, box: Box | undefined, length: number): Promise<Buffer> {
  if (!box || box.end <= box.start) return Buffer.alloc(0)
  return source.read(box.start, Math.min(length, box.end - box.start))
}

function find(boxes: readonly Box[], name: string): Box | undefined {
  return boxes.find((box) => box.name === name)
}
