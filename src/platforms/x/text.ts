import { message } from '../../messages/message.ts'
import {
  comparable,
  type FoundUrl,
  isSameApartFromLinks,
  type LoadTwitterText,
  type TextRules,
} from '../shared/text.ts'
import { fieldsOf, listOf, textOf } from '../shared/values.ts'

const MAX = 280
const CASHTAGS_MAX = 1
const MENTION = /(?<![\p{L}\p{N}_.@/])@[A-Za-z0-9_]{1,15}(?![A-Za-z0-9_@])/gu

/** X counts with twitter-text, and so do we: https://docs.x.com/fundamentals/counting-characters */
export const xText: TextRules = {
  max: MAX,
  counting: message('counting.x'),
  count: (text, load) => load().parseTweet(text).weightedLength,
  links: { urls: 'all', mentions: MENTION, hashtags: 'all' },
  findUrls,
  handle: { pattern: /^[A-Za-z0-9_]{1,15}$/, words: message('warning.handle_x') },
  check(text, warn, load) {
    const { parseTweet, extractUrlsWithIndices, extractCashtags } = load()
    const { weightedLength } = parseTweet(text)
    if (weightedLength > MAX) {
      warn('short.text.weighted', 'content', message('x.text_too_long', { length: weightedLength, max: MAX }))
    }
    if (/[\ufeff\ufffe\uffff]/.test(text)) warn('short.text.characters', 'content', message('x.invisible_characters'))
    const count = extractCashtags(text).length
    if (count > CASHTAGS_MAX) {
      warn('short.cashtags.max', 'content', message('x.too_many_cashtags', { max: CASHTAGS_MAX, count }))
    }
    if (extractUrlsWithIndices(text).length > 0) warn('short.cost.url', 'content', message('x.link_costs'))
  },
}

/** X also makes links of bare domains, and of "end.So", which is left out here. */
function findUrls(text: string, load: LoadTwitterText): FoundUrl[] {
  if (!text.includes('.')) return []
  return load()
    .extractUrlsWithIndices(text)
    .flatMap(({ url, indices: [start, end] }) => {
      if (/^https?:\/\//i.test(url)) return [{ url, start, end }]
      return /\p{Ll}\.\p{Lu}/u.test(url) ? [] : [{ url: `https://${url}`, start, end }]
    })
}

const SHORT_LINK = /https:\/\/t\.co\/\w+/g
const LAST_SHORT_LINK = /https:\/\/t\.co\/\w+$/
const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' }

/** X replaces links by t.co, appends one for the media, and escapes & < >. A long post is in `note_tweet`. */
export function sentTextOf(post: Record<string, unknown>): string {
  const note = fieldsOf(post.note_tweet)
  const whole = textOf(note.text)
  const text = whole ?? textOf(post.text) ?? ''
  const links = [...linksOf(post), ...linksOf(note)]
  const long = new Map(links.map(({ short, expanded }) => [short, expanded]))
  const media = new Set(links.filter(({ isMedia }) => isMedia).map(({ short }) => short))

  let plain = text.replace(/&(?:amp|lt|gt);/g, (entity) => ENTITIES[entity] ?? entity).trimEnd()
  if (listOf(fieldsOf(post.attachments).media_keys).length > 0) {
    const last = LAST_SHORT_LINK.exec(plain)
    const link = last?.[0] ?? ''
    // Marked as the media's, or not listed.
    if (last && (media.has(link) || !long.has(link))) plain = plain.slice(0, last.index)
  }
  return plain.replace(SHORT_LINK, (link) => long.get(link) ?? link)
}

/** X adds http:// and slashes, and lower-cases hosts. An unexplained short link stands for any link. */
export function isSameText(shown: string, sent: string): boolean {
  return simplify(shown) === simplify(sent) || isSameApartFromLinks(shown, sent, 't.co')
}

function simplify(text: string): string {
  return comparable(text)
    .toLowerCase()
    .replace(/https?:\/\//g, '')
    .replace(/\/(?=\s|$)/g, '')
}

function linksOf(holder: Record<string, unknown>): Array<{ short: string; expanded: string; isMedia: boolean }> {
  return listOf(fieldsOf(holder.entities).urls).flatMap((entry) => {
    const { url, expanded_url: expandedUrl, media_key: mediaKey } = fieldsOf(entry)
    const short = textOf(url)
    const expanded = textOf(expandedUrl)
    if (short === null || expanded === null) return []
    const isMedia = typeof mediaKey === 'string' || /\/status\/\d+\/(?:photo|video)\/\d+$/.test(expanded)
    return [{ short, expanded, isMedia }]
  })
}
