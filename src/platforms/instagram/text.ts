import { countCodePoints } from '../../lib/text/text.ts'
import { checkLength, countMatches, findHttpUrls, PLAIN_MENTION, type TextRules } from '../shared/text.ts'

const MAX = 2200
export const HASHTAGS_MAX = 30
/** Announced in December 2025; the API's documents still say 30. */
const HASHTAGS_ANNOUNCED = 5
const MENTIONS_MAX = 20

export const instagramText: TextRules = {
  max: MAX,
  counting: 'Instagram takes 2,200 characters, hashtags included.',
  count: countCodePoints,
  links: { urls: 'none', mentions: PLAIN_MENTION, hashtags: 'all' },
  check(text, warn) {
    const length = countCodePoints(text)
    checkLength(warn, { rule: 'photo.caption.max', field: 'caption', label: 'Instagram', max: MAX, length })
    const hashtags = countHashtags(text)
    if (hashtags > HASHTAGS_MAX) {
      const message = `Instagram allows ${HASHTAGS_MAX} hashtags in all, but caption and hashtags hold ${hashtags}.`
      warn('photo.hashtags.max', 'hashtags', message)
    } else if (hashtags > HASHTAGS_ANNOUNCED) {
      const message = `Instagram is limiting posts to ${HASHTAGS_ANNOUNCED} hashtags, but caption and hashtags hold ${hashtags}. Keep the ${HASHTAGS_ANNOUNCED} that fit best.`
      warn('photo.hashtags.announced', 'hashtags', message)
    }
    // An e-mail address is not a mention.
    const mentions = countMatches(text, /(?<![\p{L}\p{N}_.])[@＠](?=[A-Za-z0-9_.])/gu)
    if (mentions > MENTIONS_MAX) {
      const message = `Instagram allows ${MENTIONS_MAX} mentions, but caption has ${mentions}.`
      warn('photo.mentions.max', 'caption', message)
    }
    if (findHttpUrls(text).length > 0) {
      const remedy =
        'Make a link page (PATCH /v1/link-page) and put its address into the profile: it lists the tracked links of recent posts.'
      warn('photo.caption.link', 'caption', `Links in captions cannot be clicked on Instagram. ${remedy}`)
    }
  },
}

export function countHashtags(text: string): number {
  return countMatches(text, /[#＃](?=[\p{L}\p{M}\p{N}\p{Extended_Pictographic}_])/gu)
}
