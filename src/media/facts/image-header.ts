import { type ByteSource, type Size, sizeOf, turn } from './facts.ts'

/** A real JPEG has about ten parts before its size; each one may cost a request. */
const MOST_SEGMENTS = 256
const MOST_EXIF_BYTES = 4_096
const ORIENTATION = 0x0112

/** Walks from marker to marker up to the frame header. */
export async function readJpegSize(source: ByteSource): Promise<Size | null> {
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
    // End of image, start of scan: the size should have come before.
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

export function readPngSize(bytes: Buffer): Size | null {
  if (bytes.length < 24 || bytes.toString('latin1', 12, 16) !== 'IHDR') return null
  return sizeOf(bytes.readUInt32BE(16), bytes.readUInt32BE(20))
}

/** A real PNG has about ten chunks before its pixels; each one may cost a request. */
const MOST_CHUNKS = 64

/** By the chunk that stands before the pixels of an animation. Null when neither was found. */
export async function isAnimatedPng(source: ByteSource, first: Buffer): Promise<boolean | null> {
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

export function isAnimatedWebp(bytes: Buffer): boolean {
  return bytes.toString('latin1', 12, 16) === 'VP8X' && ((bytes[20] ?? 0) & 0b10) !== 0
}

export function readGifSize(bytes: Buffer): Size | null {
  return bytes.length < 10 ? null : sizeOf(bytes.readUInt16LE(6), bytes.readUInt16LE(8))
}

export function readWebpSize(bytes: Buffer): Size | null {
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

/** SOF0 to SOF15, without the three that stand for tables and extensions. */
function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}

/** Cameras store what the sensor saw and note how they were held: orientations 5 to 8 are a quarter turn. */
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
