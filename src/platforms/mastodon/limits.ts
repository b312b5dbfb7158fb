import { fieldsOf, listOf, wholeNumberOf } from '../shared/answers.ts'
import type { FileType } from '../shared/media.ts'

/** What a server says about itself that concerns a post. Stored with the account, and read by `withLimits`. */
export interface MastodonLimits extends Record<string, unknown> {
  characters: number
  url_length: number
  files: number
  image_bytes: number
  image_pixels: number
  /** Sounds have the limit of videos. */
  video_bytes: number
  video_pixels: number
  alt_text_length: number
  types: readonly FileType[]
}

const MIB = 1024 * 1024

/** Of a Mastodon server that nobody has changed; the alt text was that short until 2025. */
export const USUAL_LIMITS: MastodonLimits = {
  characters: 500,
  url_length: 23,
  files: 4,
  image_bytes: 16 * MIB,
  image_pixels: 33_177_600,
  video_bytes: 99 * MIB,
  video_pixels: 8_294_400,
  alt_text_length: 1_500,
  types: ['jpeg', 'png', 'gif', 'webp', 'mp4', 'mov'],
}

/** Files are sent in one request, so that a server that takes more cannot make Doorpost hold more. */
const LARGEST_FILE = 128 * MIB
const LONGEST_TEXT = 100_000
const MOST_PIXELS = 1_000_000_000

/** Those that Doorpost knows, by the names that servers have for them. */
export const TYPE_NAMES: Readonly<Record<string, FileType>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'audio/mpeg': 'mp3',
  'audio/mp3': 'mp3',
  'audio/ogg': 'ogg',
  'audio/flac': 'flac',
  'audio/wav': 'wav',
  'audio/x-wav': 'wav',
  'audio/mp4': 'm4a',
  'audio/m4a': 'm4a',
  'audio/x-m4a': 'm4a',
}
const KNOWN_TYPES: readonly FileType[] = [...new Set(Object.values(TYPE_NAMES))]

/** From `configuration` of /api/v2/instance, which older servers have in /api/v1/instance. What is missing is as usual. */
export function readLimits(instance: unknown): MastodonLimits {
  const { configuration, max_toot_chars: pleromaCharacters } = fieldsOf(instance)
  const { statuses, media_attachments } = fieldsOf(configuration)
  const text = fieldsOf(statuses)
  const media = fieldsOf(media_attachments)
  return bounded({
    characters: text.max_characters ?? pleromaCharacters,
    url_length: text.characters_reserved_per_url,
    files: text.max_media_attachments,
    image_bytes: media.image_size_limit,
    image_pixels: media.image_matrix_limit,
    video_bytes: media.video_size_limit,
    video_pixels: media.video_matrix_limit,
    alt_text_length: media.description_limit,
    types: listOf(media.supported_mime_types).map((type) => TYPE_NAMES[String(type)]),
  })
}

/** What was stored may come from another version of Doorpost. */
export function bounded(limits: Record<string, unknown>): MastodonLimits {
  const within = (name: keyof typeof USUAL_LIMITS, most: number) => {
    const value = wholeNumberOf(limits[name])
    return value === null || value === 0 ? (USUAL_LIMITS[name] as number) : Math.min(value, most)
  }
  const types = KNOWN_TYPES.filter((type) => listOf(limits.types).includes(type))
  return {
    characters: within('characters', LONGEST_TEXT),
    url_length: within('url_length', 100),
    files: within('files', 20),
    image_bytes: within('image_bytes', LARGEST_FILE),
    image_pixels: within('image_pixels', MOST_PIXELS),
    video_bytes: within('video_bytes', LARGEST_FILE),
    video_pixels: within('video_pixels', MOST_PIXELS),
    alt_text_length: within('alt_text_length', 10_000),
    types: types.length === 0 ? USUAL_LIMITS.types : types,
  }
}
