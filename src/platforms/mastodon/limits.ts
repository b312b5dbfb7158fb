import { type FileType, TYPE_NAMES } from '../shared/media.ts'
import { fieldsOf, listOf, wholeNumberOf } from '../shared/values.ts'

const MIB = 1024 * 1024

/** The limits of an unmodified Mastodon server, and the most that Doorpost accepts of another one. */
const NUMBERS = {
  characters: [500, 100_000],
  url_length: [23, 100],
  files: [4, 20],
  // Files are sent in one request.
  image_bytes: [16 * MIB, 128 * MIB],
  image_pixels: [33_177_600, 1_000_000_000],
  // Also for sounds.
  video_bytes: [99 * MIB, 128 * MIB],
  video_pixels: [8_294_400, 1_000_000_000],
  // As short as this until 2025.
  alt_text_length: [1_500, 10_000],
} as const
const USUAL_TYPES: readonly FileType[] = ['jpeg', 'png', 'gif', 'webp', 'mp4', 'mov']

/** The limits that a server states. Stored with the account, and read by `withLimits`. */
export type MastodonLimits = Record<keyof typeof NUMBERS, number> & { types: readonly FileType[] }

const KNOWN_TYPES: readonly FileType[] = [...new Set(Object.values(TYPE_NAMES))].filter((type) => type !== 'pdf')

/** From `configuration` of /api/v2/instance, or of /api/v1/instance on older servers. */
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

/** Stored limits may come from another version of Doorpost. */
export function bounded(limits: Record<string, unknown>): MastodonLimits {
  const numbers = Object.entries(NUMBERS).map(([name, [usual, most]]) => {
    const value = wholeNumberOf(limits[name])
    return [name, value ? Math.min(value, most) : usual]
  })
  const types = KNOWN_TYPES.filter((type) => listOf(limits.types).includes(type))
  return { ...Object.fromEntries(numbers), types: types.length === 0 ? USUAL_TYPES : types }
}

export const USUAL_LIMITS = bounded({})
