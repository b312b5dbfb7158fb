import { MB, type MediaRules, type NamedFile } from '../shared/media.ts'
import type { Warn } from '../shared/rules.ts'

export const linkedinMedia: MediaRules = {
  uploaded: true,
  image: { types: ['jpeg', 'png', 'gif'], bytes: 100 * MB, pixels: 36_152_320 },
  video: { types: ['mp4'], bytes: 500 * MB, seconds: [3, 1800] },
  // And 300 pages.
  document: { types: ['pdf'], bytes: 100 * MB },
  altText: { max: 4_086, kinds: ['image'] },
  checkMix,
}

function checkMix(files: readonly NamedFile[], warn: Warn): void {
  if (files.length === 1) return
  const videos = files.filter(({ kind }) => kind === 'video').length
  const documents = files.filter(({ kind }) => kind === 'document').length
  if (videos + documents === 0) return
  const [count, noun] = documents > 0 ? [documents, 'PDF'] : [videos, 'video']
  const actual = count === files.length ? `${count} ${noun}s` : `${count} of ${files.length} files are ${noun}s`
  const message = `LinkedIn takes either images, or one video, or one PDF in a post, but media_urls has ${actual}. Make several posts.`
  warn('professional.mix', 'media_urls', message)
}
