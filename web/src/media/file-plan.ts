import { t } from '@lingui/core/macro'
import { CONTENT_TYPES, type MediaType, sniffType } from '../../../src/media/facts/file-type.ts'
import type { Profile } from '../../../src/platforms/registry.ts'
import { judgeFile } from '../../../src/platforms/shared/file-rules.ts'
import { formatBytes } from '../parts/locale.ts'
import { sentence } from '../parts/sentence.ts'

/** A chosen file, as far as the browser can read it. Null means unknown. */
export interface FileFacts {
  type: FileType
  bytes: number
  /** As shown, after rotation. */
  width: number | null
  height: number | null
  seconds: number | null
  isAnimated: boolean
}

export type Plan =
  /** Uploads it unchanged, but without location and camera data. */
  | { action: 'upload'; warnings: string[] }
  /** Converts it to a JPEG within these limits. */
  | { action: 'convert'; mostBytes: number; mostPixels: number; loss: string | null; warnings: string[] }
  | { action: 'refuse'; reason: string }

/** The library's limit. */
const STORED_PIXELS = 120_000_000
/** More than any camera produces, or browsers have memory for. */
const MOST_PIXELS = 250_000_000

export function planFile(file: FileFacts, networks: readonly Profile[], mostBytes = Number.POSITIVE_INFINITY): Plan {
  const reason = findFlaw(file)
  if (reason !== null) return { action: 'refuse', reason }
  if (isPicture(file.type)) return planPicture(file, networks, mostBytes)
  if (file.bytes > mostBytes) return { action: 'refuse', reason: tooLarge(file.bytes, mostBytes) }
  return judged({ action: 'upload', warnings: [] }, file, networks)
}

function findFlaw({ type, bytes, width, height }: FileFacts): string | null {
  if (bytes === 0) return t`This file is empty. Choose another one.`
  if (type === 'svg') return t`No network takes SVG. Save the picture as PNG or JPEG, and add that.`
  if (type === 'webm') return t`No network takes WebM. Save the video as MP4, and add that.`
  if (!isStored(type) && !isPicture(type)) {
    return t`This is not a picture, video or PDF that can be posted. Doorpost takes JPEG, PNG, WebP, GIF and HEIC pictures, MP4 and MOV videos, and PDF files.`
  }
  if (!isPicture(type)) return null
  if (width === null || height === null) return unreadable(type)
  if (width * height > MOST_PIXELS) {
    return t`This picture has ${width} × ${height} pixels, too many to work with. Scale it down, and add it again.`
  }
  return null
}

function unreadable(type: FileType): string {
  if (isStored(type))
    return t`This picture cannot be read: the file is damaged or not complete. Save it again, or choose another one.`
  const name = type.toUpperCase()
  return t`This browser cannot read ${name} pictures. Save it as JPEG, and add that.`
}

function tooLarge(bytes: number, mostBytes: number): string {
  const [size, most] = [formatBytes(bytes), formatBytes(mostBytes)]
  return t`This file has ${size}, and at most ${most} can be stored. Make it smaller, and add it again.`
}

function planPicture(file: FileFacts, networks: readonly Profile[], mostBytes: number): Plan {
  const limits = networks.map(({ media }) => media.image)
  const [width, height] = [file.width!, file.height!]
  const mostPixels = Math.min(STORED_PIXELS, ...limits.map((each) => (each.pixels ?? Number.POSITIVE_INFINITY) - 1))
  const most = (type: string) =>
    Math.min(mostBytes, ...limits.map((each) => (type === 'gif' ? each.gifBytes : undefined) ?? each.bytes))
  const isTaken = isStored(file.type) && limits.every(({ types }) => types.some((type) => type === file.type))
  if (isTaken && file.bytes <= most(file.type) && width * height <= mostPixels) {
    return judged({ action: 'upload', warnings: [] }, file, networks)
  }
  // An animation cannot be made smaller here. Keeping it for the networks that accept it is better than a still
  // picture.
  if (isTaken && file.isAnimated) {
    if (file.bytes > mostBytes) return { action: 'refuse', reason: tooLarge(file.bytes, mostBytes) }
    return judged({ action: 'upload', warnings: [] }, file, networks)
  }
  const loss = file.isAnimated ? t`only the first picture of the animation is kept` : null
  const plan: Plan = { action: 'convert', mostBytes: most('jpeg'), mostPixels, loss, warnings: [] }
  // Type, bytes and pixels will fit; the aspect ratio may not.
  const future: FileFacts = { ...file, type: 'jpeg', bytes: 0, ...fitPixels({ width, height }, mostPixels) }
  return judged(plan, future, networks)
}

/** Refuses the file if no network accepts it. */
function judged(plan: Exclude<Plan, { action: 'refuse' }>, file: FileFacts, networks: readonly Profile[]): Plan {
  const found = networks.map((network) => problemsOf(file, network))
  if (networks.length > 0 && found.every((problems) => problems.length > 0)) {
    return { action: 'refuse', reason: [...new Set(found.flat())].join(' ') }
  }
  return { ...plan, warnings: [...plan.warnings, ...found.flat()] }
}

/** The same rules as the server's warnings. */
function problemsOf({ type, bytes, width, height, seconds }: FileFacts, network: Profile): string[] {
  const durationMs = seconds === null ? null : seconds * 1_000
  const facts = { type, bytes, width, height, durationMs }
  return judgeFile(network, null, t`This file`, facts).map(({ message }) =>
    typeof message === 'string' ? message : sentence(message),
  )
}

/** Detected from the bytes, because names can be wrong. Includes types that only browsers can read. */
export type FileType = MediaType | 'heic' | 'avif' | 'bmp' | 'tiff' | 'svg'

/** Enough to tell the type. SVG may begin with spaces and a comment. */
export const HEAD_BYTES = 1_024

const { webm: _, ...stored } = CONTENT_TYPES
export const STORED_TYPES = stored
export type StoredType = keyof typeof STORED_TYPES

function isStored(type: FileType): type is StoredType {
  return type in STORED_TYPES
}

export function typeOfContent(contentType: string): FileType {
  const found = Object.entries(STORED_TYPES).find(([, each]) => each === contentType)
  return (found?.[0] ?? 'other') as FileType
}

const PICTURES: readonly FileType[] = ['jpeg', 'png', 'gif', 'webp', 'heic', 'avif', 'bmp', 'tiff']

/** Browsers may read these; types that the library does not store are converted. */
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

export function isAnimated(type: FileType, bytes: Uint8Array): boolean {
  if (type === 'gif') return countUpTo(bytes, [0x21, 0xf9, 0x04], 2) === 2
  if (type === 'webp') return countUpTo(bytes.subarray(0, 64), [0x41, 0x4e, 0x49, 0x4d], 1) === 1
  // In the first bytes, right after the size.
  return type === 'png' && countUpTo(bytes.subarray(0, HEAD_BYTES), [0x61, 0x63, 0x54, 0x4c], 1) === 1
}

function countUpTo(bytes: Uint8Array, pattern: readonly number[], most: number): number {
  let found = 0
  for (let at = bytes.indexOf(pattern[0]!); at !== -1 && found < most; at = bytes.indexOf(pattern[0]!, at + 1)) {
    if (pattern.every((byte, index) => bytes[at + index] === byte)) found += 1
  }
  return found
}

export interface Size {
  width: number
  height: number
}

/** The same shape, never larger. */
export function fitPixels({ width, height }: Size, mostPixels: number): Size {
  const scale = Math.min(1, Math.sqrt(mostPixels / (width * height)))
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) }
}

interface Attempt extends Size {
  quality: number
}

/** Below this, artefacts are worse than fewer pixels. */
const QUALITIES = [0.92, 0.85, 0.78, 0.7]
const STEP = 0.8
const SHORTEST_EDGE = 320

/**
 * From the best to the smallest. From the second size on, only the two middle qualities are tried: the next size gives
 * about the same result.
 */
export function* attemptsFor(size: Size): Generator<Attempt> {
  for (const quality of QUALITIES) yield { ...size, quality }
  for (let scale = STEP; Math.min(size.width, size.height) * scale >= SHORTEST_EDGE; scale *= STEP) {
    const width = Math.round(size.width * scale)
    const height = Math.round(size.height * scale)
    for (const quality of QUALITIES.slice(1, 3)) yield { width, height, quality }
  }
}

/** "Converted to JPEG, 4.1 MB → 900 kB"; null if nothing changed. `after.size` is null if the pixels did not change. */
export function noteOf(
  before: Pick<FileFacts, 'bytes' | 'width' | 'height'> & { type: string },
  after: { type: string; bytes: number; size: Size | null },
  loss: string | null = null,
): string | null {
  const { size } = after
  const isConverted = before.type !== after.type
  const isScaled = size !== null && (size.width !== before.width || size.height !== before.height)
  const pixels = isScaled ? `${size.width} × ${size.height}` : ''
  const sizes = `${formatBytes(before.bytes)} → ${formatBytes(after.bytes)}${loss === null ? '' : `; ${loss}`}`
  const type = after.type.toUpperCase()
  if (isConverted && isScaled) return t`Converted to ${type} and scaled to ${pixels}, ${sizes}`
  if (isConverted) return t`Converted to ${type}, ${sizes}`
  if (isScaled) return t`Scaled to ${pixels}, ${sizes}`
  if (size !== null) return t`Compressed, ${sizes}`
  return before.bytes === after.bytes ? null : t`Without the place and camera data of the photo`
}

const NAME_MAX = 255

/** Without folders and refused characters, and within the length limit. */
export function storedName(name: string, ending: string | null): string {
  const plain = name.replace(/[/\\:\p{Cc}]/gu, '-').trim()
  const own = /\.[^.]{1,5}$/.exec(plain)?.[0] ?? ''
  const stem = [...plain.slice(0, plain.length - own.length)]
  const last = ending === null ? own : `.${ending}`
  return `${stem.slice(0, NAME_MAX - last.length).join('') || 'file'}${last}`
}

export interface Ready {
  blob: Blob
  contentType: string
  name: string
  note: string | null
  facts: FileFacts
}

/** Retrying does not help. */
export class Refused extends Error {}
