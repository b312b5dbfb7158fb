import { type Profile, rulePrefixOf } from './registry.ts'
import { listTypes, MB, type MediaRules } from './shared/media.ts'
import type { RuleId, Warning } from './shared/rules.ts'

export const REEL_SECONDS_MAX = 90
const VIDEOS: ReadonlySet<string> = new Set(['mp4', 'mov', 'webm'])
const SOUNDS: ReadonlySet<string> = new Set(['mp3', 'ogg', 'flac', 'wav', 'm4a'])
// 1080 × 566 counts as 1.91.
const RATIO_SLACK = 0.011

const SHRINK_PIXELS_MAX = 120_000_000
const SHRINK_BYTES_MAX = 64 * MB
const SHRUNK_TYPES: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp'])

export interface FileFacts {
  type: string
  bytes: number | null
  width: number | null
  height: number | null
  durationMs: number | null
  isAnimated?: boolean | null
}

/** Null when it is small enough or cannot be shrunk: animations, and files that the platform fetches. */
export function shrinkTargetOf(
  { uploaded, image }: MediaRules,
  { type, bytes, width, height, isAnimated }: Omit<FileFacts, 'durationMs'>,
) {
  const isPicture = SHRUNK_TYPES.has(type) && isAnimated !== true && image.types.some((each) => each === type)
  if (!uploaded || !isPicture || bytes === null || width === null || height === null) return null
  const pixels = width * height
  const mostPixels = (image.pixels ?? Infinity) - 1
  if (bytes <= image.bytes && pixels <= mostPixels) return null
  if (bytes > SHRINK_BYTES_MAX || pixels > SHRINK_PIXELS_MAX) return null
  return { mostBytes: image.bytes, mostPixels: Math.min(mostPixels, SHRINK_PIXELS_MAX), inputPixels: SHRINK_PIXELS_MAX }
}

/** A final fault is certain to stop the post. */
export type Fault = Warning & { isFinal: boolean }

export function judgeFile(...args: Parameters<typeof findFaults>): Warning[] {
  return findFaults(...args).map(toWarning)
}

export function toWarning({ rule, field, message }: Fault): Warning {
  return { rule, field, message }
}

export function findFaults(
  rules: Profile,
  mediaType: string | null,
  field: string,
  facts: FileFacts,
  canShrink = false,
): Fault[] {
  const faults: Fault[] = []
  const { label: name, media } = rules
  const kind = kindOf(facts.type, media)
  const rule = `${rulePrefixOf(rules)}.${kind}.file` as RuleId
  const warn = (message: string, isFinal = false) =>
    faults.push({ rule, field, message: `${field} ${message}`, isFinal })
  const limits = media[kind] ?? media.image
  if (!limits.types.some((type) => type === facts.type)) {
    const actual = facts.type === 'other' ? 'neither a picture nor a video we know' : facts.type.toUpperCase()
    warn(
      `is ${actual}, but ${name} takes ${listTypes(limits.types, 'or')} ${kind === 'audio' ? 'sounds' : `${kind}s`}.`,
    )
    return faults
  }
  const isShrunk = canShrink && shrinkTargetOf(media, facts) !== null
  if (isShrunk) faults.push({ ...shrunkWarning(name, field, facts), isFinal: false })
  const mostBytes = (facts.type === 'gif' ? limits.gifBytes : undefined) ?? limits.bytes
  if (facts.bytes !== null && facts.bytes > mostBytes && !isShrunk) {
    warn(`has ${toMb(facts.bytes)} MB, but ${name} takes ${toMb(mostBytes)} MB at most.`, true)
  }
  if (facts.durationMs !== null && limits.seconds) {
    const seconds = facts.durationMs / 1000
    const length = `is ${seconds.toFixed(1)} seconds long`
    const [least, most] = mediaType === 'reel' ? [limits.seconds[0], REEL_SECONDS_MAX] : limits.seconds
    const isFinal = limits.refusesLonger === true
    if (seconds > most) warn(`${length}, but ${mediaType === 'reel' ? 'a reel' : name} takes ${most} at most.`, isFinal)
    if (seconds < least) warn(`${length}, but ${name} wants ${least} at least.`)
  }
  const { width, height } = facts
  if (width === null || height === null || height === 0) return faults
  if (width < (limits.leastWidth ?? 0)) {
    warn(`is ${width} pixels wide, but ${name} wants ${limits.leastWidth} at least.`)
  }
  if (width * height >= (limits.pixels ?? Infinity) && !isShrunk) {
    warn(`has ${width} × ${height} pixels, but ${name} takes ${limits.pixels! - 1} at most.`, true)
  }
  const ratio = width / height
  const [tallest, widest] = limits.ratio ?? [0, Infinity]
  if (ratio < tallest - RATIO_SLACK || ratio > widest + RATIO_SLACK) {
    warn(`is ${width} × ${height}, but ${name} takes shapes from ${tallest}:1 to ${widest}:1.`)
  }
  return faults
}

function shrunkWarning(name: string, field: string, { bytes, width, height }: FileFacts): Warning {
  const actual = `${toMb(bytes!)} MB and ${width} × ${height} pixels`
  const what = `${field} has ${actual}, more than ${name} takes. Doorpost sends a smaller JPEG of it`
  const message = `${what}: upright, without what it tells about place and camera, transparent parts white. The file itself stays as it is.`
  return { rule: 'any.media.shrunk', field, message }
}

/** Other kinds count as wrong images. */
function kindOf(type: string, media: MediaRules): 'image' | 'video' | 'audio' | 'document' {
  if (VIDEOS.has(type)) return 'video'
  if (SOUNDS.has(type) && media.audio) return 'audio'
  return type === 'pdf' && media.document ? 'document' : 'image'
}

function toMb(bytes: number): string {
  return (bytes / MB).toFixed(1)
}
