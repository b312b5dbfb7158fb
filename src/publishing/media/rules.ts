import type { MediaFacts } from '../../media/facts/facts.ts'
import { listTypes, MB, type MediaRules } from '../../platforms/files/media.ts'
import { type Profile, rulePrefixOf } from '../../platforms/registry.ts'
import type { RuleId, Warning } from '../../platforms/text/rules.ts'

export const REEL_SECONDS_MAX = 90
const VIDEOS: ReadonlySet<string> = new Set(['mp4', 'mov', 'webm'])
const SOUNDS: ReadonlySet<string> = new Set(['mp3', 'ogg', 'flac', 'wav', 'm4a'])
// A ratio is compared with a little slack: 1080 × 566 is meant to be 1.91.
const RATIO_SLACK = 0.011

/** What the platform will refuse about a file, judged by the file itself. */
export function judgeFile(rules: Profile, mediaType: string | null, field: string, facts: MediaFacts): Warning[] {
  const warnings: Warning[] = []
  const { label: name, media } = rules
  const kind = kindOf(facts.type, media)
  const rule = `${rulePrefixOf(rules)}.${kind}.file` as RuleId
  const warn = (message: string) => warnings.push({ rule, field, message: `${field} ${message}` })
  const limits = media[kind] ?? media.image
  if (!limits.types.some((type) => type === facts.type)) {
    const actual = facts.type === 'other' ? 'neither a picture nor a video we know' : facts.type.toUpperCase()
    warn(
      `is ${actual}, but ${name} takes ${listTypes(limits.types, 'or')} ${kind === 'audio' ? 'sounds' : `${kind}s`}.`,
    )
    return warnings
  }
  const mostBytes = (facts.type === 'gif' ? limits.gifBytes : undefined) ?? limits.bytes
  if (facts.bytes !== null && facts.bytes > mostBytes) {
    warn(`has ${toMb(facts.bytes)} MB, but ${name} takes ${toMb(mostBytes)} MB at most.`)
  }
  if (facts.durationMs !== null && limits.seconds) {
    const seconds = facts.durationMs / 1000
    const length = `is ${seconds.toFixed(1)} seconds long`
    // The only format with reels is `photo`.
    const [least, most] = mediaType === 'reel' ? [limits.seconds[0], REEL_SECONDS_MAX] : limits.seconds
    if (seconds > most) warn(`${length}, but ${mediaType === 'reel' ? 'a reel' : name} takes ${most} at most.`)
    if (seconds < least) warn(`${length}, but ${name} wants ${least} at least.`)
  }
  const { width, height } = facts
  if (width === null || height === null || height === 0) return warnings
  if (width < (limits.leastWidth ?? 0)) {
    warn(`is ${width} pixels wide, but ${name} wants ${limits.leastWidth} at least.`)
  }
  if (width * height >= (limits.pixels ?? Infinity)) {
    warn(`has ${width} × ${height} pixels, more than ${name} takes.`)
  }
  const ratio = width / height
  const [tallest, widest] = limits.ratio ?? [0, Infinity]
  if (ratio < tallest - RATIO_SLACK || ratio > widest + RATIO_SLACK) {
    warn(`is ${width} × ${height}, but ${name} takes shapes from ${tallest}:1 to ${widest}:1.`)
  }
  return warnings
}

/** A file of a kind that the platform does not take counts as a wrong image. */
function kindOf(type: string, media: MediaRules): 'image' | 'video' | 'audio' | 'document' {
  if (VIDEOS.has(type)) return 'video'
  if (SOUNDS.has(type) && media.audio) return 'audio'
  return type === 'pdf' && media.document ? 'document' : 'image'
}

function toMb(bytes: number): string {
  return (bytes / MB).toFixed(1)
}
