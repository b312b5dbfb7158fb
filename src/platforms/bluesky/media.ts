import { imagesOrVideo, MB, type MediaRules } from '../shared/media.ts'

// https://github.com/bluesky-social/atproto/tree/main/lexicons/app/bsky/embed

export const IMAGES_MAX = 4
export const IMAGE_BYTES_MAX = 2 * MB
export const THUMB_BYTES_MAX = MB
/** By the lexicon; a PDS may take less. */
export const VIDEO_BYTES_MAX = 300 * MB
/** Longer videos are not processed. */
export const VIDEO_SECONDS_MAX = 180

export const blueskyMedia: MediaRules = {
  uploaded: true,
  image: { types: ['jpeg', 'png', 'gif', 'webp'], bytes: IMAGE_BYTES_MAX },
  video: { types: ['mp4'], bytes: VIDEO_BYTES_MAX, seconds: [0, VIDEO_SECONDS_MAX], refusesLonger: true },
  altText: { max: 1_000, kinds: ['image', 'video'] },
  checkMix: imagesOrVideo('bluesky.media.mix', 'Bluesky', IMAGES_MAX),
}
