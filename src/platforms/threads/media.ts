import { MB, type MediaRules } from '../shared/media.ts'

export const threadsMedia: MediaRules = {
  uploaded: false,
  image: { types: ['jpeg', 'png'], bytes: 8 * MB, leastWidth: 320, ratio: [0.1, 10] },
  video: { types: ['mp4', 'mov'], bytes: 1000 * MB, seconds: [0, 300] },
  altText: { max: 1_000, kinds: ['image', 'video'] },
}
