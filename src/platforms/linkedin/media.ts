import { message } from '../../messages/message.ts'
import { MB, type MediaRules, type NamedFile } from '../shared/media.ts'
import type { Warn } from '../shared/rules.ts'

const IMAGES_MAX = 20

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
  if (videos + documents === 0) {
    const values = { network: 'LinkedIn', max: IMAGES_MAX, count: files.length }
    if (files.length > IMAGES_MAX) warn('professional.mix', 'media_urls', message('mix.too_many', values))
    return
  }
  const [count, code] =
    documents > 0 ? ([documents, 'linkedin.mixed_documents'] as const) : ([videos, 'linkedin.mixed_videos'] as const)
  warn('professional.mix', 'media_urls', message(code, { count, files: files.length }))
}
