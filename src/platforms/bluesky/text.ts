import { message } from '../../messages/message.ts'
import { countGraphemes, ENDS_URL, type FoundUrl, type LoadTwitterText, type TextRules } from '../shared/text.ts'

// https://github.com/bluesky-social/atproto/blob/main/lexicons/app/bsky/feed/post.json

const MAX = 300
const BYTES_MAX = 3_000
const URI_MAX_BYTES = 8_000
/** https://atproto.com/specs/handle */
const NAME = '(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?'
const HANDLE = new RegExp(`^${NAME}$`, 'i')
const MENTION = new RegExp(`(?<=^|[\\s(])@${NAME}(?![a-z0-9@-])`, 'giu')

const encoder = new TextEncoder()

export const blueskyText: TextRules = {
  max: MAX,
  counting: message('counting.bluesky'),
  count: countGraphemes,
  links: { urls: 'all', mentions: MENTION, hashtags: 'all' },
  findUrls: findLinks,
  handle: { pattern: HANDLE, words: message('warning.handle_bluesky') },
  check(text, warn) {
    const length = countGraphemes(text)
    if (length > MAX) warn('bluesky.text.max', 'content', message('bluesky.text_too_long', { length, max: MAX }))
    const bytes = encoder.encode(text).length
    if (bytes > BYTES_MAX) {
      warn('bluesky.text.max', 'content', message('bluesky.too_many_bytes', { max: BYTES_MAX, bytes }))
    }
  },
}

/**
 * Finds links as Bluesky's own app does. In Chinese and Japanese, a URL may follow a letter, and their punctuation ends
 * it.
 */
const LINK = new RegExp(
  `(?:(?<=^|[\\s(]|[^\\x00-\\x7f])https?://[^\\s/${ENDS_URL}]|(?<=^|[\\s(])([a-z][a-z0-9]*(?:\\.[a-z0-9]+)+))[^\\s${ENDS_URL}]*`,
  'giu',
)

/** Also finds links without a scheme, if the domain has a known ending. */
export function findLinks(text: string, load: LoadTwitterText): FoundUrl[] {
  return [...text.matchAll(LINK)].flatMap(({ 0: word, 1: domain, index: start }) => {
    if (domain === undefined ? !word.startsWith('http') : !hasKnownEnding(domain, load)) return []
    const shown = withoutPunctuation(word)
    const url = domain === undefined ? shown : `https://${shown}`
    // A PDS refuses invalid and very long URLs.
    if (!URL.parse(url)?.hostname || encoder.encode(url).length > URI_MAX_BYTES) return []
    return [{ url, start, end: start + shown.length }]
  })
}

function withoutPunctuation(word: string): string {
  const rest = word.replace(/[.,;:!?]$/, '')
  return rest.includes('(') ? rest : rest.replace(/\)$/, '')
}

/** Lower case only: "end.So" lacks a space. */
function hasKnownEnding(domain: string, load: LoadTwitterText): boolean {
  if (/\.[^.A-Z]*[A-Z][^.]*$/.test(domain)) return false
  const whole = `https://${domain}`
  return load().extractUrlsWithIndices(whole)[0]?.url === whole
}

export function isHandle(text: string): boolean {
  return text.length <= 253 && HANDLE.test(text)
}
