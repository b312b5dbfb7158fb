import { byFormat } from '../platforms/registry.ts'
import type { Format } from '../platforms/shared/provider.ts'

// The fields of a post and their limits, as data that the dashboard shares. Characters are Unicode code points.

export const STATUSES = ['draft', 'scheduled'] as const
export const POST_ORDERS = ['created', 'scheduled', 'asc', 'desc'] as const
export const REPLY_CONTROLS = ['everyone', 'accounts_you_follow', 'mentioned_only'] as const
export const REPLY_CONTROL_DEFAULT = 'everyone'

/** The name of the text, by format. The column is always `content`. */
export const TEXT_FIELD = { thread: 'content', photo: 'caption', professional: 'content', short: 'content' } as const

/** The formats of the fields that only some posts have. */
export const FORMATS_OF = {
  media_type: ['thread', 'photo'],
  hashtags: ['photo', 'professional'],
  mentions: ['short'],
  reply_control: ['thread'],
} as const satisfies Record<string, readonly Format[]>

export function hasField(format: Format, field: keyof typeof FORMATS_OF): boolean {
  const formats: readonly Format[] = FORMATS_OF[field]
  return formats.includes(format)
}

export const CONTENT_MAX = byFormat(({ text }) => text.max)
/** Above every provider's own limit. */
export const CONTENT_LONGEST = 25_000
export const TEXT_REQUIRED: Record<Format, boolean> = { thread: false, photo: false, professional: true, short: true }

export const MEDIA_URLS_MAX: Record<Format, number> = { thread: 10, photo: 10, professional: 20, short: 20 }
export const MEDIA_URL_MAX_LENGTH = 2048

/** The number of URLs that a media type takes: [minimum, maximum]. */
export const MEDIA_COUNTS: Record<Format, Record<string, readonly [number, number]>> = {
  thread: { text: [0, 0], image: [1, 1], video: [1, 1], carousel: [2, 10] },
  photo: { feed_post: [1, 1], reel: [1, 1], carousel: [2, 10] },
  professional: {},
  short: {},
}

/** The media type that fits the files; null if the format has none. */
export function guessMediaType(format: Format, count: number, startsWithVideo: boolean): string | null {
  if (!hasField(format, 'media_type')) return null
  if (count > 1) return 'carousel'
  if (format === 'photo') return startsWithVideo ? 'reel' : 'feed_post'
  if (count === 0) return 'text'
  return startsWithVideo ? 'video' : 'image'
}

/** Longer than every name in lib/time/time-zone.ts. */
export const TIME_ZONE_MAX_LENGTH = 64

export const TAGS_MAX = 30
export const TAG_MAX_LENGTH = 100
