import { type FileType, imagesOrVideo, type MediaRules } from '../shared/media.ts'
import { type MastodonLimits, USUAL_LIMITS } from './limits.ts'

const IMAGES: readonly FileType[] = ['jpeg', 'png', 'gif', 'webp']
const VIDEOS: readonly FileType[] = ['mp4', 'mov']

export const mastodonMedia = mediaRules(USUAL_LIMITS)

export function mediaRules(limits: MastodonLimits): MediaRules {
  const { types } = limits
  const audio = types.filter((type) => !IMAGES.includes(type) && !VIDEOS.includes(type))
  return {
    uploaded: true,
    image: {
      types: IMAGES.filter((type) => types.includes(type)),
      bytes: limits.image_bytes,
      pixels: limits.image_pixels + 1,
    },
    video: {
      types: VIDEOS.filter((type) => types.includes(type)),
      bytes: limits.video_bytes,
      pixels: limits.video_pixels + 1,
    },
    ...(audio.length > 0 ? { audio: { types: audio, bytes: limits.video_bytes } } : {}),
    altText: { max: limits.alt_text_length, kinds: ['image', 'video'] },
    checkMix: imagesOrVideo('mastodon.media.mix', 'Mastodon', limits.files),
  }
}
