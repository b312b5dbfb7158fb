import { imagesOrVideo, MB, type MediaRules } from '../shared/media.ts'

// https://github.com/bluesky-social/atproto/tree/main/lexicons/app/bsky/embed

export const IMAGES_MAX = 4
export const IMAGE_BYTES_MAX = 2 * MB
/** For the picture of a link card. */
export const THUMB_BYTES_MAX = MB
/** The lexicon's limit. What a PDS takes in one request is up to its operator, who may have set less. */
export const VIDEO_BYTES_MAX = 300 * MB
/** No lexicon has it: the service that prepares videos for readers takes no longer ones. */
export const VIDEO_SECONDS_MAX = 180

export const blueskyMedia: MediaRules = {
  uploaded: true,
  image: { types: ['jpeg', 'png', 'gif', 'webp'], bytes: IMAGE_BYTES_MAX },
  video: { types: ['mp4'], bytes: VIDEO_BYTES_MAX, seconds: [0, VIDEO_SECONDS_MAX], refusesLonger: true },
  altText: { max: 1_000, kinds: ['image', 'video'] },
  checkMix: imagesOrVideo('bluesky.media.mix', 'Bluesky', IMAGES_MAX),
}
