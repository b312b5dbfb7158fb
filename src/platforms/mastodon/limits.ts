import { fieldsOf, wholeNumberOf } from '../answers.ts'

/** What a server says about itself that concerns a post. Stored with the account, and read by `withLimits`. */
export interface MastodonLimits extends Record<string, unknown> {
  characters: number
  urlLength: number
  files: number
  imageBytes: number
  videoBytes: number
  altTextLength: number
}

const MIB = 1024 * 1024

/** Of a Mastodon server that nobody has changed; the alt text was that short until 2025. */
export const USUAL_LIMITS: MastodonLimits = {
  characters: 500,
  urlLength: 23,
  files: 4,
  imageBytes: 16 * MIB,
  videoBytes: 99 * MIB,
  altTextLength: 1_500,
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
    urlLength: text.characters_reserved_per_url,
    files: text.max_media_attachments,
    imageBytes: media.image_size_limit,
    videoBytes: media.video_size_limit,
    altTextLength: media.description_limit,
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
    urlLength: within('urlLength', 100),
    files: within('files', 20),
    imageBytes: within('imageBytes', LARGEST_FILE),
    videoBytes: within('videoBytes', LARGEST_FILE),
    altTextLength: within('altTextLength', 10_000),
  }
}
