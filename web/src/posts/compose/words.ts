import { plural, t } from '@lingui/core/macro'
import type { LoadTwitterText } from '../../../../src/platforms/shared/text.ts'
import { formatNumber } from '../../parts/locale.ts'
import { type Draft, mediaOf, partsOf, textOf } from './draft.ts'
import { networkOf, type Target } from './targets.ts'
import { countText } from './texts.ts'

interface Found {
  field: string
  level: 'error' | 'warning'
  message: string
  /** Warnings have the id of their rule. */
  rule?: string
}

const TEXT = /^(content|caption)$/
const MEDIA = /^media_urls$/

/** Whether the field is empty, rather than wrong. */
export function isMissing({ field }: Pick<Found, 'field'>, draft: Draft, target: Target): boolean {
  if (MEDIA.test(field)) return mediaOf(draft, target).length === 0
  return TEXT.test(field) && textOf(draft, target).trim() === ''
}

/** What is wrong, in the words of the form instead of the API's. */
export function sayProblem(found: Found, draft: Draft, target: Target, load: LoadTwitterText): string {
  const { label: network, text } = networkOf(target)
  const { field, level, message, rule } = found
  if (rule?.endsWith('.duplicate')) {
    return t`${network} refuses a text that it has just seen, and another post has the same one within a day. Change the text or the date.`
  }
  if (level === 'error' && isMissing(found, draft, target)) {
    return MEDIA.test(field) ? t`${network} needs a picture or a video.` : t`${network} needs a text.`
  }
  if (level === 'error' && TEXT.test(field)) {
    const { used, max } = countText(text, partsOf(draft, target), load)
    if (used > max) {
      const most = formatNumber(max)
      return plural(used - max, {
        one: `# character too many: ${network} takes at most ${most}.`,
        other: `# characters too many: ${network} takes at most ${most}.`,
      })
    }
  }
  return inScreenWords(message)
}

/** Replaces the names of fields in a sentence of the API by those on the screen. */
export function inScreenWords(message: string): string {
  const said = names().reduce(
    (text, [pattern, words]) => text.replace(pattern, (_, index?: string) => words(Number(index) + 1)),
    message,
  )
  return said.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
}

function names(): Array<[RegExp, (number: number) => string]> {
  return [
    [/\bmedia_urls\[(\d+)\]/g, (number) => t`file ${number}`],
    [/\balt_texts\[(\d+)\]/g, (number) => t`the alt text of file ${number}`],
    [/\bhashtags\[(\d+)\]/g, (number) => t`hashtag ${number}`],
    [/\bmentions\[(\d+)\]/g, (number) => t`mention ${number}`],
    [/\bmedia_urls\b/g, () => t({ message: 'the media', comment: 'Name of a field, inside a sentence' })],
    [/\balt_texts\b/g, () => t({ message: 'the alt texts', comment: 'Name of a field, inside a sentence' })],
    [/\bmedia_type\b/g, () => t({ message: 'the kind of post', comment: 'Name of a field, inside a sentence' })],
    [/\bcontent\b|\bcaption\b/g, () => t({ message: 'the text', comment: 'Name of a field, inside a sentence' })],
    [/\bscheduled_date\b/g, () => t({ message: 'the date', comment: 'Name of a field, inside a sentence' })],
    [/\btime_zone\b/g, () => t({ message: 'the time zone', comment: 'Name of a field, inside a sentence' })],
    [/\breply_control\b/g, () => t({ message: '“who can reply”', comment: 'Name of a field, inside a sentence' })],
    [/\bconnection_id\b/g, () => t({ message: 'the account', comment: 'Name of a field, inside a sentence' })],
    [/\btrack_links\b/g, () => t({ message: 'the choice for links', comment: 'Name of a field, inside a sentence' })],
  ]
}
