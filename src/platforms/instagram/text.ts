import { countCodePoints } from '../../lib/text/text.ts'
import { message } from '../../messages/message.ts'
import { checkLength, countMatches, findHttpUrls, PLAIN_MENTION, type TextRules } from '../shared/text.ts'

const MAX = 2200
export const HASHTAGS_MAX = 30
/** Announced in December 2025; the API's documents still say 30. */
const HASHTAGS_ANNOUNCED = 5
const MENTIONS_MAX = 20

export const instagramText: TextRules = {
  max: MAX,
  counting: message('counting.instagram'),
  count: countCodePoints,
  links: { urls: 'none', mentions: PLAIN_MENTION, hashtags: 'all' },
  check(text, warn) {
    const length = countCodePoints(text)
    checkLength(warn, { rule: 'photo.caption.max', field: 'caption', label: 'Instagram', max: MAX, length })
    const count = countHashtags(text)
    if (count > HASHTAGS_MAX) {
      warn('photo.hashtags.max', 'hashtags', message('instagram.too_many_hashtags', { max: HASHTAGS_MAX, count }))
    } else if (count > HASHTAGS_ANNOUNCED) {
      const values = { max: HASHTAGS_ANNOUNCED, count }
      warn('photo.hashtags.announced', 'hashtags', message('instagram.many_hashtags', values))
    }
    // An e-mail address is not a mention.
    const mentions = countMatches(text, /(?<![\p{L}\p{N}_.])[@＠](?=[A-Za-z0-9_.])/gu)
    if (mentions > MENTIONS_MAX) {
      const values = { max: MENTIONS_MAX, count: mentions }
      warn('photo.mentions.max', 'caption', message('instagram.too_many_mentions', values))
    }
    if (findHttpUrls(text).length > 0) warn('photo.caption.link', 'caption', message('instagram.link'))
  },
}

export function countHashtags(text: string): number {
  return countMatches(text, /[#＃](?=[\p{L}\p{M}\p{N}\p{Extended_Pictographic}_])/gu)
}
