import { type Message, message } from '../../messages/message.ts'
import type { RuleId, Warn } from './rules.ts'

export const TRACK_LINKS = ['off', 'utm', 'short'] as const
export type TrackLinks = (typeof TRACK_LINKS)[number]

/** Shared with the dashboard. */
export interface TextRules {
  max: number
  /** For the person who writes. */
  counting: Message
  count(text: string, load: LoadTwitterText): number
  links: LinkRules
  /** Defaults to addresses with a scheme. */
  findUrls?(text: string, load: LoadTwitterText): FoundUrl[]
  handle?: { pattern: RegExp; words: Message }
  check(text: string, warn: Warn, load: LoadTwitterText): void
}

export interface FoundUrl {
  /** With a scheme. */
  url: string
  start: number
  end: number
}
export interface LinkRules {
  urls: 'all' | 'with_scheme' | 'none'
  /** Null where mentions are only text. */
  mentions: RegExp | null
  hashtags: 'all' | 'first'
}

export const PLAIN_MENTION = /(?<![\p{L}\p{N}_.@/])@[A-Za-z0-9_.]*[A-Za-z0-9_]/gu

export interface TwitterText {
  parseTweet(text: string): { weightedLength: number }
  extractUrlsWithIndices(
    text: string,
    options?: { extractUrlsWithoutProtocol: boolean },
  ): Array<{ url: string; indices: [number, number] }>
  extractCashtags(text: string): string[]
}

/** Loaded on demand: the library is large. */
export type LoadTwitterText = () => TwitterText

/** Hashtags after an empty line, mentions after a space: X counts every character. */
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

/** Full-width punctuation and emoji end an address. */
export const ENDS_URL = '、。，．！？：；（）「」『』【】《》〈〉\\p{Extended_Pictographic}\\p{Regional_Indicator}'
const HTTP_URL = new RegExp(`https?://[^\\s<>"${ENDS_URL}]+`, 'giu')

/** Without trailing punctuation; a closing bracket only if it was opened inside. */
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
  if (length > max) warn(rule, field, message('text.too_long', { network: label, max, field, length }))
}

export function countMatches(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}

let segmenter: Intl.Segmenter | undefined

/** Counts what people see as one character. */
export function countGraphemes(text: string): number {
  // One grapheme per character below U+0300.
  if (!/[^\n -\u02ff]/.test(text)) return text.length
  // On demand: it loads large tables.
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  let count = 0
  for (const _ of segmenter.segment(text)) count += 1
  return count
}

// Platforms also shorten bare domains.
const LINK = /^(?:https?:\/\/\S+|[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?:[/?#:]\S*)?)$/iu

/** Compares word by word; a short link of `host`, such as t.co, matches any link in its place. */
export function isSameApartFromLinks(shown: string, sent: string, host: string): boolean {
  const mark = new RegExp(`https?://${host.replaceAll('.', '\\.')}/[\\w-]+`, 'i')
  const [ours, theirs] = [wordsOf(sent), wordsOf(shown)]
  return ours.length === theirs.length && theirs.every((word, at) => isSameWord(word, ours[at]!, mark))
}

function isSameWord(shown: string, sent: string, mark: RegExp): boolean {
  if (shown === sent) return true
  const short = mark.exec(shown)
  if (short === null) return false
  // Punctuation around the link.
  const before = shown.slice(0, short.index)
  const after = shown.slice(short.index + short[0].length)
  if (!sent.startsWith(before) || !sent.endsWith(after) || sent.length <= before.length + after.length) return false
  return LINK.test(sent.slice(before.length, sent.length - after.length))
}

function wordsOf(text: string): string[] {
  return comparable(text).split(' ')
}

/** Platforms normalise texts and change line breaks. */
export function comparable(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, ' ').trim()
}
