/** What a file is by its first bytes. Names lie, and so does what the system makes of them. */
export type FileType =
  | 'jpeg'
  | 'png'
  | 'gif'
  | 'webp'
  | 'heic'
  | 'avif'
  | 'bmp'
  | 'tiff'
  | 'svg'
  | 'mp4'
  | 'mov'
  | 'webm'
  | 'pdf'
  | 'other'

/** How much of a file tells its type. A text may begin with spaces and a comment. */
export const HEAD_BYTES = 1_024

/** What the library stores, and the header that it is sent with. */
export const STORED_TYPES = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  pdf: 'application/pdf',
} as const satisfies Partial<Record<FileType, string>>
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
const NO_VIDEO = /^(?:crx |M4A |M4B |M4P )$/
/** What QuickTime files of before 2001 begin with. */
const OLD_QUICKTIME = /^(?:moov|mdat|wide|free|skip|pnot)$/

export function fileTypeOf(head: Uint8Array): FileType {
  const ascii = String.fromCharCode(...head.subarray(0, HEAD_BYTES))
  if (ascii.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (ascii.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (/^GIF8[79]a/.test(ascii)) return 'gif'
  if (ascii.startsWith('RIFF') && ascii.startsWith('WEBP', 8)) return 'webp'
  if (ascii.startsWith('BM') && ascii.startsWith('\0\0\0\0', 6)) return 'bmp'
  if (ascii.startsWith('II*\0') || ascii.startsWith('MM\0*')) return 'tiff'
  if (ascii.startsWith('%PDF-')) return 'pdf'
  if (ascii.startsWith('\x1aE\xdf\xa3')) return ascii.includes('webm') ? 'webm' : 'other'
  if (/^(?:\xef\xbb\xbf)?\s*<(?:\?xml|!--|!DOCTYPE svg|svg)/i.test(ascii) && ascii.includes('<svg')) return 'svg'
  return boxTypeOf(ascii)
}

/** Of files in the box format of MP4. */
function boxTypeOf(ascii: string): FileType {
  const box = ascii.slice(4, 8)
  if (box !== 'ftyp') return OLD_QUICKTIME.test(box) ? 'mov' : 'other'
  const brand = ascii.slice(8, 12)
  if (brand === 'qt  ') return 'mov'
  if (HEIC.test(brand)) return 'heic'
  if (brand === 'avif' || brand === 'avis') return 'avif'
  return NO_VIDEO.test(brand) ? 'other' : 'mp4'
}

/** Whether a picture moves: it would be still as a JPEG. */
export function isAnimated(type: FileType, bytes: Uint8Array): boolean {
  if (type === 'gif') return countUpTo(bytes, [0x21, 0xf9, 0x04], 2) === 2
  if (type === 'webp') return countUpTo(bytes.subarray(0, 64), [0x41, 0x4e, 0x49, 0x4d], 1) === 1
  return false
}

function countUpTo(bytes: Uint8Array, pattern: readonly number[], most: number): number {
  let found = 0
  for (let at = bytes.indexOf(pattern[0]!); at !== -1 && found < most; at = bytes.indexOf(pattern[0]!, at + 1)) {
    if (pattern.every((byte, index) => bytes[at + index] === byte)) found += 1
  }
  return found
}
