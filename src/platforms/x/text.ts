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
  counting: 'X takes 280. A link counts 23; emoji and Chinese, Japanese or Korean letters count 2.',
  count: (text, load) => load().parseTweet(text).weightedLength,
  links: { urls: 'all', mentions: MENTION, hashtags: 'all' },
  findUrls,
  handle: { pattern: /^[A-Za-z0-9_]{1,15}$/, words: '1 to 15 letters, digits, underscores' },
  check(text, warn, load) {
    const { parseTweet, extractUrlsWithIndices, extractCashtags } = load()
    const { weightedLength } = parseTweet(text)
    if (weightedLength > MAX) {
      const counted = `content with the mentions appended has ${weightedLength} of ${MAX} and will be refused`
      const message = `X weighs characters (emoji and many scripts count 2, a link 23): ${counted}. Shorten it.`
      warn('short.text.weighted', 'content', message)
    }
    if (/[\ufeff\ufffe\uffff]/.test(text)) {
      const message = 'X refuses the invisible characters U+FEFF, U+FFFE and U+FFFF. Remove them.'
      warn('short.text.characters', 'content', message)
    }
    const cashtags = extractCashtags(text).length
    if (cashtags > CASHTAGS_MAX) {
      const message = `X allows ${CASHTAGS_MAX} cashtag in a post made through its API, but content has ${cashtags}.`
      warn('short.cashtags.max', 'content', message)
    }
    if (extractUrlsWithIndices(text).length > 0) {
      const message = 'A link makes the post cost $0.200 instead of $0.015 on the pay-per-use plan of X.'
      warn('short.cost.url', 'content', message)
    }
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
