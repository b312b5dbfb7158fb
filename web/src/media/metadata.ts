import type { FileType } from './file-plan.ts'

type Bytes = Uint8Array<ArrayBuffer>

/**
 * Removes location, camera and owner; the pixels and the orientation of a JPEG stay. Null if the file is incomplete.
 */
export function withoutMetadata(type: FileType, bytes: Bytes): Bytes | null {
  if (type === 'jpeg') return cleanJpeg(bytes)
  if (type === 'png') return cleanPng(bytes)
  return type === 'webp' ? cleanWebp(bytes) : bytes
}

/**
 * Exif and XMP (APP1), IPTC (APP13), and comments. Colour profiles (APP2) and Adobe's segment (APP14) stay, because
 * they change how it looks.
 */
const JPEG_PRIVATE = new Set([0xe1, 0xed, 0xfe])
const [START_OF_SCAN, END_OF_IMAGE] = [0xda, 0xd9]

function cleanJpeg(bytes: Bytes): Bytes | null {
  const view = viewOf(bytes)
  const kept: Uint8Array[] = [bytes.subarray(0, 2)]
  let orientation = 1
  let at = 2
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1]!
    if (marker === START_OF_SCAN) {
      const end = endOfScans(bytes, at)
      const turned = orientation > 1 ? [orientationSegment(orientation)] : []
      return end === null ? null : joined([kept[0]!, ...turned, ...kept.slice(1), bytes.subarray(at, end)])
    }
    const end = at + 2 + view.getUint16(at + 2)
    if (end > bytes.length || end < at + 4) return null
    if (marker === 0xe1) orientation = readOrientation(bytes.subarray(at + 4, end)) ?? orientation
    // The index of further pictures is removed along with them.
    const isIndex = marker === 0xe2 && nameAt(bytes, at + 4) === 'MPF\0'
    if (!JPEG_PRIVATE.has(marker) && !isIndex) kept.push(bytes.subarray(at, end))
    at = end
  }
  return null
}

/** Phones append a short video or a second picture, each with its own location data. */
function endOfScans(bytes: Uint8Array, start: number): number | null {
  const view = viewOf(bytes)
  let at = start
  while (at + 2 <= bytes.length) {
    const marker = bytes[at + 1]!
    if (marker === END_OF_IMAGE) return at + 2
    // Inside a scan, 0xff is followed by 0 or a restart marker.
    const isInScan = marker === 0 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd7)
    if (!isInScan && at + 4 > bytes.length) return null
    const next = isInScan ? at + 1 + (marker === 0xff ? 0 : 1) : at + 2 + view.getUint16(at + 2)
    at = bytes.indexOf(0xff, next)
    if (at === -1) return null
  }
  return null
}

const EXIF = [0x45, 0x78, 0x69, 0x66, 0, 0]
const ORIENTATION = 0x0112

/** Null if the Exif segment does not say. */
function readOrientation(segment: Uint8Array): number | null {
  if (!EXIF.every((byte, index) => segment[index] === byte) || segment.length < EXIF.length + 8) return null
  const tiff = viewOf(segment.subarray(EXIF.length))
  const isLittle = tiff.getUint16(0) === 0x4949
  const start = tiff.getUint32(4, isLittle)
  if (start + 2 > tiff.byteLength) return null
  const count = tiff.getUint16(start, isLittle)
  for (let i = 0; i < count; i++) {
    const entry = start + 2 + i * 12
    if (entry + 12 > tiff.byteLength) return null
    if (tiff.getUint16(entry, isLittle) !== ORIENTATION) continue
    const value = tiff.getUint16(entry + 8, isLittle)
    return value >= 1 && value <= 8 ? value : null
  }
  return null
}

/** The smallest possible Exif segment: one entry. */
function orientationSegment(orientation: number): Uint8Array {
  const tiff = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
  const length = 2 + EXIF.length + tiff.length
  return Uint8Array.from([0xff, 0xe1, length >> 8, length & 0xff, ...EXIF, ...tiff])
}

const PNG_PRIVATE = new Set(['eXIf', 'tEXt', 'zTXt', 'iTXt', 'tIME'])

function cleanPng(bytes: Bytes): Bytes | null {
  const view = viewOf(bytes)
  const kept: Uint8Array[] = [bytes.subarray(0, 8)]
  let at = 8
  while (at + 12 <= bytes.length) {
    const end = at + 12 + view.getUint32(at)
    if (end > bytes.length) return null
    const name = nameAt(bytes, at + 4)
    if (!PNG_PRIVATE.has(name)) kept.push(bytes.subarray(at, end))
    if (name === 'IEND') return joined(kept)
    at = end
  }
  return null
}

const EXIF_AND_XMP_FLAGS = 0x08 | 0x04

function cleanWebp(bytes: Bytes): Bytes | null {
  const view = viewOf(bytes)
  const head = bytes.slice(0, 12)
  const kept: Uint8Array[] = [head]
  let at = 12
  while (at + 8 <= bytes.length) {
    const length = view.getUint32(at + 4, true)
    const end = at + 8 + length + (length % 2)
    if (end > bytes.length) return null
    const name = nameAt(bytes, at)
    if (name === 'VP8X') {
      const chunk = bytes.slice(at, end)
      chunk[8]! &= ~EXIF_AND_XMP_FLAGS
      kept.push(chunk)
    } else if (name !== 'EXIF' && name !== 'XMP ') {
      kept.push(bytes.subarray(at, end))
    }
    at = end
  }
  if (at !== bytes.length) return null
  const whole = joined(kept)
  viewOf(whole).setUint32(4, whole.length - 8, true)
  return whole
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function nameAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4))
}

function joined(parts: readonly Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
