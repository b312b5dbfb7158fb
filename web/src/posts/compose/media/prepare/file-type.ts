import { CONTENT_TYPES, type MediaType, sniffType } from '../../../../../../src/media/facts/file-type.ts'

/** Names lie, and so does what the system makes of them. Beside what the library knows: what browsers may be able to read. */
export type FileType = MediaType | 'heic' | 'avif' | 'bmp' | 'tiff' | 'svg'

/** How much of a file tells its type. A text may begin with spaces and a comment. */
export const HEAD_BYTES = 1_024

const { webm: _, ...stored } = CONTENT_TYPES
/** What the library stores, and the header that it is sent with. */
export const STORED_TYPES = stored
export type StoredType = keyof typeof STORED_TYPES

export function isStored(type: FileType): type is StoredType {
  return type in STORED_TYPES
}

/** Of what the library says it has. */
export function typeOfContent(contentType: string): FileType {
  const found = Object.entries(STORED_TYPES).find(([, each]) => each === contentType)
  return (found?.[0] ?? 'other') as FileType
}

const PICTURES: readonly FileType[] = ['jpeg', 'png', 'gif', 'webp', 'heic', 'avif', 'bmp', 'tiff']

/** Some browsers can read all of these; the library stores some, the rest is converted. */
export function isPicture(type: FileType): boolean {
  return PICTURES.includes(type)
}

const HEIC = /^(?:heic|heix|heim|heis|hevc|hevx|mif1|msf1)$/

export function fileTypeOf(head: Uint8Array): FileType {
  const stored = sniffType(head)
  if (stored !== 'other') return stored
  const ascii = String.fromCharCode(...head.subarray(0, HEAD_BYTES))
  if (ascii.startsWith('BM') && ascii.startsWith('\0\0\0\0', 6)) return 'bmp'
  if (ascii.startsWith('II*\0') || ascii.startsWith('MM\0*')) return 'tiff'
  if (/^(?:\xef\xbb\xbf)?\s*<(?:\?xml|!--|!DOCTYPE svg|svg)/i.test(ascii) && ascii.includes('<svg')) return 'svg'
  const brand = ascii.slice(4, 8) === 'ftyp' ? ascii.slice(8, 12) : ''
  if (HEIC.test(brand)) return 'heic'
  return brand === 'avif' || brand === 'avis' ? 'avif' : 'other'
}

/** Whether a picture moves: it would be still as a JPEG. */
export function isAnimated(type: FileType, bytes: Uint8Array): boolean {
  if (type === 'gif') return countUpTo(bytes, [0x21, 0xf9, 0x04], 2) === 2
  if (type === 'webp') return countUpTo(bytes.subarray(0, 64), [0x41, 0x4e, 0x49, 0x4d], 1) === 1
  // Within the head: it follows the size, but for some metadata.
  return type === 'png' && countUpTo(bytes.subarray(0, HEAD_BYTES), [0x61, 0x63, 0x54, 0x4c], 1) === 1
}

function countUpTo(bytes: Uint8Array, pattern: readonly number[], most: number): number {
  let found = 0
  for (let at = bytes.indexOf(pattern[0]!); at !== -1 && found < most; at = bytes.indexOf(pattern[0]!, at + 1)) {
    if (pattern.every((byte, index) => bytes[at + index] === byte)) found += 1
  }
  return found
}
