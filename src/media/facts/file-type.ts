// The type of a file by its first bytes. Pure: the dashboard uses it too.

export type MediaType = 'jpeg' | 'png' | 'gif' | 'webp' | 'mp4' | 'mov' | 'webm' | 'pdf' | Sound | 'other'
type Sound = 'mp3' | 'ogg' | 'flac' | 'wav' | 'm4a'

export const CONTENT_TYPES: Readonly<Record<Exclude<MediaType, 'other'>, string>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  pdf: 'application/pdf',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  flac: 'audio/flac',
  wav: 'audio/wav',
  m4a: 'audio/mp4',
}

export const SNIFF_BYTES = 64
/** Pictures, audiobooks and raw photos in the box format of MP4. */
const OTHER_BRANDS = /^(?:heic|heix|heim|heis|hevc|hevx|mif1|msf1|avif|avis|crx |M4B |M4P )$/
/** The first box of QuickTime files from before 2001. */
const OLD_QUICKTIME = /^(?:moov|mdat|wide|free|skip|pnot)$/

export function sniffType(first: Uint8Array): MediaType {
  const ascii = String.fromCharCode(...first.subarray(0, SNIFF_BYTES))
  if (ascii.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (ascii.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (/^GIF8[79]a/.test(ascii)) return 'gif'
  if (ascii.startsWith('RIFF') && ascii.startsWith('WEBP', 8)) return 'webp'
  if (ascii.startsWith('RIFF') && ascii.startsWith('WAVE', 8)) return 'wav'
  // PDF readers also accept a header further in. Here it must come first, because what precedes it could be a page with
  // a script.
  if (ascii.startsWith('%PDF-')) return 'pdf'
  if (ascii.startsWith('\x1aE\xdf\xa3')) return ascii.includes('webm') ? 'webm' : 'other'
  if (ascii.startsWith('OggS')) return 'ogg'
  if (ascii.startsWith('fLaC')) return 'flac'
  if (ascii.startsWith('ID3') || isMp3Frame(first)) return 'mp3'
  const box = ascii.slice(4, 8)
  if (box === 'ftyp' && ascii.length >= 12) {
    const brand = ascii.slice(8, 12)
    if (brand === 'M4A ') return 'm4a'
    return brand === 'qt  ' ? 'mov' : OTHER_BRANDS.test(brand) ? 'other' : 'mp4'
  }
  return OLD_QUICKTIME.test(box) ? 'mov' : 'other'
}

/** Eleven set bits, then MPEG layer III. */
function isMp3Frame([first = 0, second = 0]: Uint8Array): boolean {
  return first === 0xff && (second & 0xe6) === 0xe2
}

/** Facts from the beginning of a file and, for videos, from the index. Null means unknown; nothing is guessed. */
export interface MediaFacts {
  type: MediaType
  bytes: number | null
  /** As displayed: rotated if the file says so. */
  width: number | null
  height: number | null
  durationMs: number | null
  /** For pictures. Every GIF counts as an animation, even with one frame. */
  isAnimated: boolean | null
}

export interface ByteSource {
  /** Null if the server does not say. */
  size: number | null
  /** Reads at most `length` bytes: fewer at the end of the file, or at our own limit. */
  read(start: number, length: number): Promise<Buffer>
}

const BLOCK_BYTES = 65_536

/** The same, read in blocks, of which the last is kept: for many small steps forward. */
export function buffered(source: ByteSource): ByteSource {
  let blockAt = 0
  let block: Buffer = Buffer.alloc(0)
  return {
    size: source.size,
    async read(start, length) {
      if (start < blockAt || start + length > blockAt + block.length) {
        block = await source.read(start, Math.max(length, BLOCK_BYTES))
        blockAt = start
      }
      return block.subarray(start - blockAt, start - blockAt + length)
    },
  }
}

export interface Size {
  width: number
  height: number
}

/** Null if one of them is 0, which is not a size. */
export function sizeOf(width: number, height: number): Size | null {
  return width > 0 && height > 0 ? { width, height } : null
}

export function turn({ width, height }: Size): Size {
  return { width: height, height: width }
}
