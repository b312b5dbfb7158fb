import { imagesOrVideo, type MediaRules } from '../files/media.ts'
import { type MastodonLimits, USUAL_LIMITS } from './limits.ts'

export const mastodonMedia = mediaRules(USUAL_LIMITS)

export function mediaRules({
  files: most,
  image_bytes: imageBytes,
  video_bytes: videoBytes,
  alt_text_length: altTextLength,
}: MastodonLimits): MediaRules {
  return {
    uploaded: true,
    image: { types: ['jpeg', 'png', 'gif', 'webp'], bytes: imageBytes, pixels: 33_177_600 },
    video: { types: ['mp4', 'mov'], bytes: videoBytes },
    altText: { max: altTextLength, kinds: ['image', 'video'] },
    checkMix: imagesOrVideo('mastodon.media.mix', 'Mastodon', most),
  }
}
