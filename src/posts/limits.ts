import type { Format } from '../platforms/profile.ts'
import { byFormat } from '../platforms/registry.ts'

// The limits of the interface, as data. Characters are Unicode code points.

export const STATUSES = ['draft', 'scheduled'] as const
export type Status = (typeof STATUSES)[number]

export const POST_ORDERS = ['created', 'scheduled'] as const
export type PostOrder = (typeof POST_ORDERS)[number]

export const THREAD_MEDIA_TYPES = ['text', 'image', 'video', 'carousel'] as const
export const PHOTO_MEDIA_TYPES = ['feed_post', 'reel', 'carousel'] as const

export const REPLY_CONTROLS = ['everyone', 'accounts_you_follow', 'mentioned_only'] as const
export const REPLY_CONTROL_DEFAULT = 'everyone'

/** The field that holds the text of a post. */
export const TEXT_FIELD = { thread: 'content', photo: 'caption', professional: 'content', short: 'content' } as const

const SCHEDULE_FIELDS = ['status', 'scheduled_date', 'time_zone', 'connection_id']

/** What a client may send, per format. Anything else is an unknown field there. */
export const POST_FIELDS: Record<Format, readonly string[]> = {
  thread: ['media_type', 'content', 'media_urls', 'reply_control', ...SCHEDULE_FIELDS],
  photo: ['media_type', 'caption', 'media_urls', 'hashtags', ...SCHEDULE_FIELDS],
  professional: ['content', 'media_urls', 'hashtags', ...SCHEDULE_FIELDS],
  short: ['content', 'media_urls', 'mentions', ...SCHEDULE_FIELDS],
}

/** What our own answers hold beside them: a client that sends an answer back is not warned about these. */
export const READ_ONLY_FIELDS: readonly string[] = [
  'id',
  'platform',
  'publication',
  'warnings',
  'created_at',
  'updated_at',
  'success',
]

export const CONTENT_MAX = byFormat(({ text }) => text.max)

export const MEDIA_URLS_MAX: Record<Format, number> = { thread: 10, photo: 10, professional: 20, short: 20 }
export const MEDIA_URL_MAX_LENGTH = 2048

/** How many URLs a media type takes: [least, most]. */
export const MEDIA_COUNTS: Partial<Record<Format, Record<string, readonly [number, number]>>> = {
  thread: { text: [0, 0], image: [1, 1], video: [1, 1], carousel: [2, 10] },
  photo: { feed_post: [1, 1], reel: [1, 1], carousel: [2, 10] },
}

/** Longer than any name there is; src/lib/time/time-zone.ts knows the names. */
export const TIME_ZONE_MAX_LENGTH = 64

/** Hashtags and mentions. */
export const TAGS_MAX = 30
export const TAG_MAX_LENGTH = 100
