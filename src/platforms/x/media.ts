import { MB, type MediaRules, type NamedFile } from '../shared/media.ts'
import type { Warn } from '../shared/rules.ts'

const IMAGES_MAX = 4

export const xMedia: MediaRules = {
  uploaded: true,
  image: { types: ['jpeg', 'png', 'gif', 'webp'], bytes: 5 * MB, gifBytes: 15 * MB },
  video: { types: ['mp4', 'mov'], bytes: 512 * MB, seconds: [0.5, 140] },
  altText: { max: 1_000, kinds: ['image'] },
  checkMix,
}

function checkMix(files: readonly NamedFile[], warn: Warn): void {
  const isMoving = ({ kind, extension }: NamedFile) => kind === 'video' || extension === 'gif'
  if (files.length <= IMAGES_MAX && !(files.length > 1 && files.some(isMoving))) return
  const moving = files.filter(isMoving).length
  const actual = moving === 0 ? `${files.length} files` : `${files.length} files, ${moving} of them GIF or video`
  const message = `X takes up to ${IMAGES_MAX} images, or 1 GIF, or 1 video in a post, but media_urls has ${actual}.`
  warn('short.media.mix', 'media_urls', message)
}
