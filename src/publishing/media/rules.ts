import type { MediaFacts } from '../../media/facts.ts'
import { listTypes, MB } from '../../platforms/media.ts'
import type { Format } from '../../platforms/profile.ts'
import { profileFor } from '../../platforms/registry.ts'
import type { Warning } from '../../platforms/rules.ts'

export const REEL_SECONDS_MAX = 90
const VIDEOS: ReadonlySet<string> = new Set(['mp4', 'mov', 'webm'])
// A ratio is compared with a little slack: 1080 × 566 is meant to be 1.91.
const RATIO_SLACK = 0.011

/** What the platform will refuse about a file, judged by the file itself. */
export function judgeFile(platform: Format, mediaType: string | null, field: string, facts: MediaFacts): Warning[] {
  const warnings: Warning[] = []
  const kind = VIDEOS.has(facts.type) ? 'video' : 'image'
  const rule = `${platform}.${kind}.file` as const
  const warn = (message: string) => warnings.push({ rule, field, message: `${field} ${message}` })
  const { label: name, media } = profileFor(platform)
  const limits = media[kind]
  if (!limits.types.some((type) => type === facts.type)) {
    const actual = facts.type === 'other' ? 'neither a picture nor a video we know' : facts.type.toUpperCase()
    warn(`is ${actual}, but ${name} takes ${listTypes(limits.types, 'or')} ${kind}s.`)
    return warnings
  }
  const mostBytes = (facts.type === 'gif' ? limits.gifBytes : undefined) ?? limits.bytes
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
export function isReelTooLong(platform: Format, mediaType: string | null, facts: MediaFacts): boolean {
  return platform === 'photo' && mediaType === 'reel' && (facts.durationMs ?? 0) > REEL_SECONDS_MAX * 1000
}

function toMb(bytes: number): string {
  return (bytes / MB).toFixed(1)
}
