import { fieldsOf, wholeNumberOf } from '../calls/answers.ts'

/** What a server says about itself that concerns a post. Stored with the account, and read by `withLimits`. */
export interface MastodonLimits extends Record<string, unknown> {
  characters: number
  url_length: number
  files: number
  image_bytes: number
  video_bytes: number
  alt_text_length: number
}

const MIB = 1024 * 1024

/** Of a Mastodon server that nobody has changed; the alt text was that short until 2025. */
export const USUAL_LIMITS: MastodonLimits = {
  characters: 500,
  url_length: 23,
  files: 4,
  image_bytes: 16 * MIB,
  video_bytes: 99 * MIB,
  alt_text_length: 1_500,
}

/** Files are sent in one request, so that a server that takes more cannot make Doorpost hold more. */
const LARGEST_FILE = 128 * MIB
const LONGEST_TEXT = 100_000

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
    video_bytes: media.video_size_limit,
    alt_text_length: media.description_limit,
  })
}

/** What was stored may come from another version of Doorpost. */
export function bounded(limits: Record<string, unknown>): MastodonLimits {
  const within = (name: keyof typeof USUAL_LIMITS, most: number) => {
    const value = wholeNumberOf(limits[name])
    return value === null || value === 0 ? (USUAL_LIMITS[name] as number) : Math.min(value, most)
  }
  return {
    characters: within('characters', LONGEST_TEXT),
    url_length: within('url_length', 100),
    files: within('files', 20),
    image_bytes: within('image_bytes', LARGEST_FILE),
    video_bytes: within('video_bytes', LARGEST_FILE),
    alt_text_length: within('alt_text_length', 10_000),
  }
}
