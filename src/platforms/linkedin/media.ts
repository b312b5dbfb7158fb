import { MB, type MediaRules, type NamedFile } from '../media.ts'
import type { Warn } from '../rules.ts'

export const linkedinMedia: MediaRules = {
  uploaded: true,
  image: { types: ['jpeg', 'png', 'gif'], bytes: 100 * MB, pixels: 36_152_320 },
  video: { types: ['mp4'], bytes: 500 * MB, seconds: [3, 1800] },
  altText: { max: 4_086, kinds: ['image'] },
  checkMix,
}

function checkMix(files: readonly NamedFile[], warn: Warn): void {
  const videos = files.filter(({ kind }) => kind === 'video').length
  if (videos === 0 || files.length === 1) return
  const actual = videos === files.length ? `${videos} videos` : `${videos} of ${files.length} files are videos`
  const message = `LinkedIn takes either images or one video in a post, but media_urls has ${actual}. Make several posts.`
  warn('professional.mix', 'media_urls', message)
}
