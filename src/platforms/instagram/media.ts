import { MB, type MediaRules } from '../shared/media.ts'

export const instagramMedia: MediaRules = {
  uploaded: false,
  image: { types: ['jpeg'], bytes: 8 * 1024 ** 2, leastWidth: 320, ratio: [0.8, 1.91] },
  video: { types: ['mp4', 'mov'], bytes: 300 * MB, seconds: [3, 900] },
  altText: { max: 1_000, kinds: ['image'] },
}
