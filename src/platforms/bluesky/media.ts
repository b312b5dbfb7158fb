import { imagesOrVideo, MB, type MediaRules } from '../files/media.ts'

// https://github.com/bluesky-social/atproto/tree/main/lexicons/app/bsky/embed

export const IMAGES_MAX = 4
/** Newer servers take 2 MB, older ones this much. */
export const IMAGE_BYTES_MAX = MB
/** Bluesky's own service for videos takes more; a PDS takes this much in one request, if its operator has not set less. */
export const VIDEO_BYTES_MAX = 50 * MB

export const blueskyMedia: MediaRules = {
  uploaded: true,
  image: { types: ['jpeg', 'png', 'gif', 'webp'], bytes: IMAGE_BYTES_MAX },
  video: { types: ['mp4'], bytes: VIDEO_BYTES_MAX, seconds: [0, 180] },
  altText: { max: 1_000, kinds: ['image', 'video'] },
  checkMix: imagesOrVideo('bluesky.media.mix', 'Bluesky', IMAGES_MAX),
}
