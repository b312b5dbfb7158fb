import type { RuleId, Warn } from './rules.ts'

/** What becomes of the links of a post: nothing, parameters that say where they stood, or short links of ours. */
export const TRACK_LINKS = ['off', 'utm', 'short'] as const
export type TrackLinks = (typeof TRACK_LINKS)[number]

/** How a provider counts and judges the text of a post, tags included. Pure: the dashboard counts with the same code. */
export interface TextRules {
  max: number
  /** How it counts, for the person who writes. */
  counting: string
  count(text: string, load: LoadTwitterText): number
  /** What it shows as a link, besides being text. */
  links: LinkRules
  /** The addresses that it sees in a text, in their order. Left out: those with http:// or https://. */
  findUrls?(text: string, load: LoadTwitterText): FoundUrl[]
  /** What a handle looks like, where posts mention people by it. */
  handle?: { pattern: RegExp; words: string }
  check(text: string, warn: Warn, load: LoadTwitterText): void
}

/** An address in a text. */
export interface FoundUrl {
  /** Whole, also where the text has no scheme. */
  url: string
  start: number
  end: number
}
export interface LinkRules {
  urls: 'all' | 'with_scheme' | 'none'
  /** Finds mentions with their @; global. Null where they are only text. */
  mentions: RegExp | null
  hashtags: 'all' | 'first'
}

/** On networks whose people have names without a server. */
export const PLAIN_MENTION = /(?<![\p{L}\p{N}_.@/])@[A-Za-z0-9_.]*[A-Za-z0-9_]/gu

export interface TwitterText {
  parseTweet(text: string): { weightedLength: number }
  extractUrlsWithIndices(
    text: string,
    options?: { extractUrlsWithoutProtocol: boolean },
  ): Array<{ url: string; indices: [number, number] }>
  extractCashtags(text: string): string[]
}

/** Loaded by the first text that needs it: the library is large. */
export type LoadTwitterText = () => TwitterText

/** The text as it is sent: hashtags after an empty line, mentions after one space, because X counts every character. */
export function composeText(post: {
  content: string | null
  hashtags: readonly string[] | null
  mentions: readonly string[] | null
}): string {
  const hashtags = (post.hashtags ?? []).map((tag) => `#${tag}`).join(' ')
  const mentions = (post.mentions ?? []).map((handle) => `@${handle}`).join(' ')
  const text = [post.content, hashtags].filter(Boolean).join('\n\n')
  return [text, mentions].filter(Boolean).join(' ')
}

/** For a class of characters. Full-width punctuation ends an address, because Chinese and Japanese have no spaces, and so do emoji. */
export const ENDS_URL = '、。，．！？：；（）「」『』【】《》〈〉\\p{Extended_Pictographic}\\p{Regional_Indicator}'
const HTTP_URL = new RegExp(`https?://[^\\s<>"${ENDS_URL}]+`, 'giu')

/** Addresses that have a scheme. What clings to one is not part of it; a bracket is, when it was opened inside. */
export function findHttpUrls(text: string): FoundUrl[] {
  return [...text.matchAll(HTTP_URL)].flatMap(({ 0: match, index: start }) => {
    const url = trimUrl(match)
    return URL.parse(url)?.hostname ? [{ url, start, end: start + url.length }] : []
  })
}

const CLINGS = new Set(".,;:!?'”’*_]}")

function trimUrl(url: string): string {
  const opens = url.includes('(')
  let end = url.length
  while (end > 0 && (CLINGS.has(url[end - 1]!) || (url[end - 1] === ')' && !opens))) end -= 1
  return url.slice(0, end)
}

export function checkLength(
  warn: Warn,
  { rule, field, label, max, length }: { rule: RuleId; field: string; label: string; max: number; length: number },
): void {
  if (length <= max) return
  const problem = `${label} allows ${max} characters, but ${field} with the hashtags appended has ${length}`
  warn(rule, field, `${problem}. Shorten the text or send fewer hashtags.`)
}

export function countMatches(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}

let segmenter: Intl.Segmenter | undefined

/** What people see as one character counts 1. */
export function countGraphemes(text: string): number {
  // Every character below U+0300 but the line break stands for itself.
  if (!/[^\n -\u02ff]/.test(text)) return text.length
  // Made by the first text that needs it: it loads the tables of all languages.
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  let count = 0
  for (const _ of segmenter.segment(text)) count += 1
  return count
}

// A link with its scheme, or a bare domain, which platforms shorten too.
const LINK = /^(?:https?:\/\/\S+|[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?:[/?#:]\S*)?)$/iu

/**
 * Is `shown` the text that was sent, apart from links that the platform has shortened? A short link stands for whatever
 * link was in its place, so that everything else has to be the same, word by word. `host` is that of the short links, such as t.co.
 */
export function isSameApartFromLinks(shown: string, sent: string, host: string): boolean {
  const mark = new RegExp(`https?://${host.replaceAll('.', '\\.')}/[\\w-]+`, 'i')
  const [ours, theirs] = [wordsOf(sent), wordsOf(shown)]
  return ours.length === theirs.length && theirs.every((word, at) => isSameWord(word, ours[at]!, mark))
}

function isSameWord(shown: string, sent: string, mark: RegExp): boolean {
  if (shown === sent) return true
  const short = mark.exec(shown)
  if (short === null) return false
  // What clings to the link, such as brackets and full stops, is not part of it.
  const before = shown.slice(0, short.index)
  const after = shown.slice(short.index + short[0].length)
  if (!sent.startsWith(before) || !sent.endsWith(after) || sent.length <= before.length + after.length) return false
  return LINK.test(sent.slice(before.length, sent.length - after.length))
}

function wordsOf(text: string): string[] {
  return comparable(text).split(' ')
}

/** For comparing a text with what a platform hands back: platforms normalise, and change line breaks. */
export function comparable(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, ' ').trim()
}
