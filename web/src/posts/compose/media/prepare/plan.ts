import { judgeFile } from '../../../../../../src/platforms/files/file-rules.ts'
import type { Profile } from '../../../../../../src/platforms/registry.ts'
import { type FileType, isPicture, isStored } from './file-type.ts'
import { fitPixels, formatBytes } from './sizes.ts'

/** A chosen file, as far as the browser can read it. Null means unknown. */
export interface FileFacts {
  type: FileType
  bytes: number
  /** As shown: turned when the file says so. */
  width: number | null
  height: number | null
  seconds: number | null
  isAnimated: boolean
}

/** A network that the file is meant for, by its rules. */
export type Network = Profile

export type Plan =
  /** As it is; only what it tells about place and camera is removed. */
  | { action: 'upload'; warnings: string[] }
  /** As a JPEG within these limits. */
  | { action: 'convert'; mostBytes: number; mostPixels: number; loss: string | null; warnings: string[] }
  | { action: 'refuse'; reason: string }

const TAKEN = 'Doorpost takes JPEG, PNG, WebP and GIF pictures, MP4 and MOV videos, and PDF files.'
/** Of a picture in the library. */
const STORED_PIXELS = 120_000_000
/** More than any camera has, and than browsers have memory for. */
const MOST_PIXELS = 250_000_000

/** What happens with a file before it is uploaded, so that all these networks take it. */
export function planFile(file: FileFacts, networks: readonly Network[], mostBytes = Number.POSITIVE_INFINITY): Plan {
  const reason = findFlaw(file)
  if (reason !== null) return { action: 'refuse', reason }
  if (isPicture(file.type)) return planPicture(file, networks, mostBytes)
  if (file.bytes > mostBytes) return { action: 'refuse', reason: tooLarge(file.bytes, mostBytes) }
  return judged({ action: 'upload', warnings: [] }, file, networks)
}

/** Why nobody can use it. */
function findFlaw({ type, bytes, width, height }: FileFacts): string | null {
  if (bytes === 0) return 'This file is empty. Choose another one.'
  if (type === 'svg') return 'No network takes SVG. Save the picture as PNG or JPEG, and add that.'
  if (type === 'webm') return 'No network takes WebM. Save the video as MP4, and add that.'
  if (!isStored(type) && !isPicture(type)) return `This is not a picture, video or PDF that can be posted. ${TAKEN}`
  if (!isPicture(type)) return null
  if (width === null || height === null) return unreadable(type)
  if (width * height > MOST_PIXELS) {
    return `This picture has ${width} × ${height} pixels, more than can be worked with. Scale it down, and add it again.`
  }
  return null
}

function unreadable(type: FileType): string {
  if (isStored(type))
    return 'This picture cannot be read: the file is damaged or not complete. Save it again, or choose another one.'
  const name = type.toUpperCase()
  return `This browser cannot read ${name} pictures. Save it as JPEG, and add that.${type === 'heic' ? ' Safari can read them, too.' : ''}`
}

function tooLarge(bytes: number, mostBytes: number): string {
  return `This file has ${formatBytes(bytes)}, and ${formatBytes(mostBytes)} can be stored. Make it smaller, and add it again.`
}

function planPicture(file: FileFacts, networks: readonly Network[], mostBytes: number): Plan {
  const limits = networks.map(({ media }) => media.image)
  const [width, height] = [file.width!, file.height!]
  const mostPixels = Math.min(STORED_PIXELS, ...limits.map((each) => (each.pixels ?? Number.POSITIVE_INFINITY) - 1))
  const most = (type: string) =>
    Math.min(mostBytes, ...limits.map((each) => (type === 'gif' ? each.gifBytes : undefined) ?? each.bytes))
  const isTaken = isStored(file.type) && limits.every(({ types }) => types.some((type) => type === file.type))
  if (isTaken && file.bytes <= most(file.type) && width * height <= mostPixels) {
    return judged({ action: 'upload', warnings: [] }, file, networks)
  }
  // A smaller animation cannot be made here. The networks that do take it are worth more than a still picture.
  if (isTaken && file.isAnimated) {
    if (file.bytes > mostBytes) return { action: 'refuse', reason: tooLarge(file.bytes, mostBytes) }
    return judged({ action: 'upload', warnings: [] }, file, networks)
  }
  const loss = file.isAnimated ? 'only the first picture of the animation is kept' : null
  const plan: Plan = { action: 'convert', mostBytes: most('jpeg'), mostPixels, loss, warnings: [] }
  // Type, bytes and pixels will fit; what is left is its shape and a width that is too small.
  const future: FileFacts = { ...file, type: 'jpeg', bytes: 0, ...fitPixels({ width, height }, mostPixels) }
  return judged(plan, future, networks)
}

/** With what each network has against it. Refused when nobody takes it. */
function judged(plan: Exclude<Plan, { action: 'refuse' }>, file: FileFacts, networks: readonly Network[]): Plan {
  const found = networks.map((network) => problemsOf(file, network))
  if (networks.length > 0 && found.every((problems) => problems.length > 0)) {
    return { action: 'refuse', reason: [...new Set(found.flat())].join(' ') }
  }
  return { ...plan, warnings: [...plan.warnings, ...found.flat()] }
}

/** By the same rules that the server warns by. */
function problemsOf({ type, bytes, width, height, seconds }: FileFacts, network: Network): string[] {
  const durationMs = seconds === null ? null : seconds * 1_000
  const facts = { type, bytes, width, height, durationMs }
  return judgeFile(network, null, 'This file', facts).map(({ message }) => message)
}
