import type { MediaFacts } from '../../media/facts.ts'
import { PLATFORM_NAMES as PLATFORM_TITLES, type Platform } from '../../posts/limits.ts'
import type { Warning } from '../../posts/rules.ts'

interface FileLimits {
  types: readonly MediaFacts['type'][]
  typeNames: string
  bytes: number
  /** Shortest and longest, in seconds. */
  seconds?: readonly [number, number]
  /** Width in pixels; narrower is refused, wider is scaled down. */
  leastWidth?: number
  /** Width divided by height. */
  ratio?: readonly [number, number]
  pixels?: number
}

const MIB = 1024 ** 2
const MB = 1_000_000

/** What the platforms take, from their own pages. Only refusals: what they scale down by themselves is no warning. */
const LIMITS: Record<Platform, { image: FileLimits; video: FileLimits }> = {
  thread: {
    image: { types: ['jpeg', 'png'], typeNames: 'JPEG or PNG', bytes: 8 * MB, leastWidth: 320, ratio: [0.1, 10] },
    video: { types: ['mp4', 'mov'], typeNames: 'MP4 or MOV', bytes: 1000 * MB, seconds: [0, 300] },
  },
  photo: {
    image: { types: ['jpeg'], typeNames: 'JPEG', bytes: 8 * MIB, leastWidth: 320, ratio: [0.8, 1.91] },
    video: { types: ['mp4', 'mov'], typeNames: 'MP4 or MOV', bytes: 300 * MB, seconds: [3, 900] },
  },
  professional: {
    image: { types: ['jpeg', 'png', 'gif'], typeNames: 'JPEG, PNG or GIF', bytes: 100 * MB, pixels: 36_152_320 },
    video: { types: ['mp4'], typeNames: 'MP4', bytes: 500 * MB, seconds: [3, 1800] },
  },
  short: {
    image: { types: ['jpeg', 'png', 'gif', 'webp'], typeNames: 'JPEG, PNG, GIF or WebP', bytes: 5 * MB },
    video: { types: ['mp4', 'mov'], typeNames: 'MP4 or MOV', bytes: 512 * MB, seconds: [0.5, 140] },
  },
}

const GIF_BYTES_ON_X = 15 * MB
export const REEL_SECONDS_MAX = 90
const VIDEOS: ReadonlySet<string> = new Set(['mp4', 'mov', 'webm'])
// A ratio is compared with a little slack: 1080 × 566 is meant to be 1.91.
const RATIO_SLACK = 0.011

/** What the platform will refuse about a file, judged by the file itself. */
export function judgeFile(platform: Platform, mediaType: string | null, field: string, facts: MediaFacts): Warning[] {
  const warnings: Warning[] = []
  const kind = VIDEOS.has(facts.type) ? 'video' : 'image'
  const rule = `${platform}.${kind}.file` as const
  const warn = (message: string) => warnings.push({ rule, field, message: `${field} ${message}` })
  const limits = LIMITS[platform][kind]
  const name = PLATFORM_TITLES[platform]
  if (!limits.types.includes(facts.type)) {
    const actual = facts.type === 'other' ? 'neither a picture nor a video we know' : facts.type.toUpperCase()
    warn(`is ${actual}, but ${name} takes ${limits.typeNames} ${kind}s.`)
    return warnings
  }
  const mostBytes = platform === 'short' && facts.type === 'gif' ? GIF_BYTES_ON_X : limits.bytes
  if (facts.bytes !== null && facts.bytes > mostBytes) {
    warn(`has ${toMb(facts.bytes)} MB, but ${name} takes ${toMb(mostBytes)} MB at most.`)
  }
  if (facts.durationMs !== null && limits.seconds) {
    const seconds = facts.durationMs / 1000
    const most = platform === 'photo' && mediaType === 'reel' ? REEL_SECONDS_MAX : limits.seconds[1]
    if (seconds > most)
      warn(
        `is ${seconds.toFixed(1)} seconds long, but ${mediaType === 'reel' ? 'a reel' : name} takes ${most} at most.`,
      )
    if (seconds < limits.seconds[0])
      warn(`is ${seconds.toFixed(1)} seconds long, but ${name} wants ${limits.seconds[0]} at least.`)
  }
  if (facts.width === null || facts.height === null || facts.height === 0) return warnings
  if (limits.leastWidth !== undefined && facts.width < limits.leastWidth) {
    warn(`is ${facts.width} pixels wide, but ${name} wants ${limits.leastWidth} at least.`)
  }
  if (limits.pixels !== undefined && facts.width * facts.height >= limits.pixels) {
    warn(`has ${facts.width} × ${facts.height} pixels, more than ${name} takes.`)
  }
  const ratio = facts.width / facts.height
  if (limits.ratio && (ratio < limits.ratio[0] - RATIO_SLACK || ratio > limits.ratio[1] + RATIO_SLACK)) {
    warn(
      `is ${facts.width} × ${facts.height}, but ${name} takes shapes from ${limits.ratio[0]}:1 to ${limits.ratio[1]}:1.`,
    )
  }
  return warnings
}

/** The interface's own rule, which we enforce ourselves: the platform would take a longer one. */
export function isReelTooLong(platform: Platform, mediaType: string | null, facts: MediaFacts): boolean {
  return platform === 'photo' && mediaType === 'reel' && (facts.durationMs ?? 0) > REEL_SECONDS_MAX * 1000
}

function toMb(bytes: number): string {
  return (bytes / MB).toFixed(1)
}
