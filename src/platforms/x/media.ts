import { message } from '../../messages/message.ts'
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
  const values = { max: IMAGES_MAX, count: files.length }
  const said = moving === 0 ? message('x.mixed', values) : message('x.mixed_moving', { ...values, moving })
  warn('short.media.mix', 'media_urls', said)
}
