import { type Message, message } from '../../messages/message.ts'
import { listTypes, MB, type MediaRules, type NamedFile, TYPE_NAMES } from './media.ts'
import type { ProviderProfile } from './provider.ts'
import type { RuleId, Warning } from './rules.ts'

export const REEL_SECONDS_MAX = 90
const VIDEOS: ReadonlySet<string> = new Set(['mp4', 'mov', 'webm'])
const SOUNDS: ReadonlySet<string> = new Set(['mp3', 'ogg', 'flac', 'wav', 'm4a'])
// Tolerance: 1080 × 566 counts as 1.91.
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

/** Null if it is small enough or cannot be shrunk: animations, and files that the platform fetches itself. */
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
  rules: ProviderProfile,
  mediaType: string | null,
  field: string,
  facts: FileFacts,
  canShrink = false,
): Fault[] {
  const faults: Fault[] = []
  const { label: network, media } = rules
  const about = { field, network }
  const kind = kindOf(facts.type, media)
  const rule = `${rules.rulePrefix}.${kind}.file` as RuleId
  const warn = (said: Message, isFinal = false) => faults.push({ rule, field, message: said, isFinal })
  const limits = media[kind] ?? media.image
  if (!limits.types.some((type) => type === facts.type)) {
    const found = facts.type === 'other' ? message('post_file.unknown_kind') : facts.type.toUpperCase()
    warn(message(WRONG_TYPE[kind], { ...about, found, types: listTypes(limits.types, 'or') }))
    return faults
  }
  const isShrunk = canShrink && shrinkTargetOf(media, facts) !== null
  if (isShrunk) faults.push({ ...shrunkWarning(about, facts), isFinal: false })
  const mostBytes = (facts.type === 'gif' ? limits.gifBytes : undefined) ?? limits.bytes
  if (facts.bytes !== null && facts.bytes > mostBytes && !isShrunk) {
    warn(message('post_file.too_large', { ...about, megabytes: toMb(facts.bytes), max: toMb(mostBytes) }), true)
  }
  if (facts.durationMs !== null && limits.seconds) {
    const length = facts.durationMs / 1000
    const seconds = Number(length.toFixed(1))
    const isReel = mediaType === 'reel'
    const [min, most] = limits.seconds
    const max = isReel ? REEL_SECONDS_MAX : most
    const tooLong = isReel
      ? message('post_file.reel_too_long', { field, seconds, max })
      : message('post_file.too_long', { ...about, seconds, max })
    if (length > max) warn(tooLong, limits.refusesLonger === true)
    if (length < min) warn(message('post_file.too_short', { ...about, seconds, min }))
  }
  const { width, height } = facts
  if (width === null || height === null || height === 0) return faults
  if (limits.leastWidth && width < limits.leastWidth) {
    warn(message('post_file.too_narrow', { ...about, width, min: limits.leastWidth }))
  }
  if (limits.pixels && width * height >= limits.pixels && !isShrunk) {
    warn(message('post_file.too_many_pixels', { ...about, width, height, max: limits.pixels - 1 }), true)
  }
  const ratio = width / height
  const [tallest, widest] = limits.ratio ?? [0, Infinity]
  if (ratio < tallest - RATIO_SLACK || ratio > widest + RATIO_SLACK) {
    warn(message('post_file.wrong_shape', { ...about, width, height, tallest, widest }))
  }
  return faults
}

const WRONG_TYPE = {
  image: 'post_file.wrong_image',
  video: 'post_file.wrong_video',
  audio: 'post_file.wrong_audio',
  document: 'post_file.wrong_document',
} as const

function shrunkWarning(about: { field: string; network: string }, { bytes, width, height }: FileFacts): Warning {
  const values = { ...about, megabytes: toMb(bytes!), width: width!, height: height! }
  return { rule: 'any.media.shrunk', field: about.field, message: message('post_file.shrunk', values) }
}

interface KnownFile extends Omit<FileFacts, 'type'> {
  contentType: string
}

/** Why the network would refuse a post with these of its `count` files; null while they are fine. */
export function findRefusal(rules: ProviderProfile, files: readonly KnownFile[], count: number): Message | null {
  const { media } = rules
  const known = files.map((file) => ({
    ...file,
    type: TYPE_NAMES[file.contentType] ?? file.contentType.split('/').at(-1)!,
  }))
  for (const [at, facts] of known.entries()) {
    const field = message('post_file.number', { number: at + 1 })
    if (facts.bytes === 0) return message('post_file.empty', { field })
    const faults = findFaults(rules, null, '', facts)
    const isTaken = media[kindOf(facts.type, media)]?.types.some((type) => type === facts.type)
    const said = (isTaken ? faults.find(({ isFinal }) => isFinal) : faults[0])?.message
    if (said) return typeof said === 'string' ? said : { ...said, values: { ...said.values, field } }
  }
  const named: NamedFile[] = known.map(({ type }) => ({ extension: type, kind: kindOf(type, media) }))
  const unread = new Array<NamedFile>(count - files.length).fill({ extension: null, kind: null })
  let refusal: Message | null = null
  media.checkMix?.([...named, ...unread], (_rule, _field, said) => {
    refusal ??= said
  })
  return refusal
}

/** Other kinds count as wrong images. */
function kindOf(type: string, media: MediaRules): 'image' | 'video' | 'audio' | 'document' {
  if (VIDEOS.has(type)) return 'video'
  if (SOUNDS.has(type) && media.audio) return 'audio'
  return type === 'pdf' && media.document ? 'document' : 'image'
}

function toMb(bytes: number): number {
  return Number((bytes / MB).toFixed(1))
}
