import { countGraphemes, type FoundUrl, findHttpUrls, type LoadTwitterText, type TextRules } from '../text/text.ts'

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
  counting: 'Bluesky takes 300. An emoji counts 1, and a link all of its characters.',
  count: countGraphemes,
  links: { urls: 'all', mentions: MENTION, hashtags: 'all' },
  findUrls: findLinks,
  handle: { pattern: HANDLE, words: 'a name with dots, such as name.bsky.social' },
  check(text, warn) {
    const length = countGraphemes(text)
    if (length > MAX) {
      const counted = `content with the mentions appended has ${length} of ${MAX} and will be refused`
      warn('bluesky.text.max', 'content', `Bluesky counts what people see as one character: ${counted}. Shorten it.`)
    }
    const bytes = encoder.encode(text).length
    if (bytes > BYTES_MAX) {
      const message = `Bluesky takes ${BYTES_MAX} bytes of text, but content with the mentions appended has ${bytes}. Shorten it.`
      warn('bluesky.text.max', 'content', message)
    }
  },
}

/** Addresses with a scheme, and those without that have an ending which exists. */
export function findLinks(text: string, load: LoadTwitterText): FoundUrl[] {
  const whole = findHttpUrls(text).filter(({ url }) => fits(url))
  // Which endings there are is best known to a library; every address has a dot.
  const found = text.includes('.') ? load().extractUrlsWithIndices(text) : []
  const bare = found
    // "The end.So what" lacks a space.
    .filter(({ url }) => !/\p{Ll}\.\p{Lu}/u.test(url))
    .map(({ url, indices: [start, end] }) => ({ url: `https://${url}`, start, end }))
    .filter(({ url, start, end }) => {
      const isApart = whole.every((link) => end <= link.start || start >= link.end)
      return isApart && URL.parse(url)?.hostname && fits(url)
    })
  return [...whole, ...bare].sort((a, b) => a.start - b.start)
}

function fits(url: string): boolean {
  return encoder.encode(url).length <= URI_MAX_BYTES
}

export function isHandle(text: string): boolean {
  return text.length <= 253 && HANDLE.test(text)
}
