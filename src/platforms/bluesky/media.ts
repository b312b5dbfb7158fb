import { imagesOrVideo, MB, type MediaRules } from '../shared/media.ts'

// https://github.com/bluesky-social/atproto/tree/main/lexicons/app/bsky/embed

export const THUMB_BYTES_MAX = MB

export const blueskyMedia: MediaRules = {
  uploaded: true,
  image: { types: ['jpeg', 'png', 'gif', 'webp'], bytes: 2 * MB },
  // From the lexicon; a PDS may accept less, and does not process longer ones.
  video: { types: ['mp4'], bytes: 300 * MB, seconds: [0, 180], refusesLonger: true },
  altText: { max: 1_000, kinds: ['image', 'video'] },
  checkMix: imagesOrVideo('bluesky.media.mix', 'Bluesky', 4),
}
