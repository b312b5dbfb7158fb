import type { MediaRules, NamedFile } from '../files/media.ts'
import type { Warn } from '../text/rules.ts'
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
    checkMix: (files, warn) => checkMix(files, warn, most),
  }
}

function checkMix(files: readonly NamedFile[], warn: Warn, most: number): void {
  const videos = files.filter(({ kind }) => kind === 'video').length
  if (files.length <= most && (videos === 0 || files.length === 1)) return
  const actual = videos === 0 ? `${files.length} files` : `${files.length} files, ${videos} of them video`
  const message = `Mastodon takes up to ${most} images or 1 video in a post, but media_urls has ${actual}.`
  warn('mastodon.media.mix', 'media_urls', message)
}
