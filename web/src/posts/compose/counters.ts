import { countCodePoints } from '../../../../src/lib/text.ts'
import type { Format as Platform } from '../../../../src/platforms/profile.ts'
import { CONTENT_MAX } from '../../../../src/posts/limits.ts'

/** The texts that a platform counts, as one: what was typed, with the tags that are added when it goes out. */
export interface Parts {
  text: string
  hashtags: readonly string[]
  mentions: readonly string[]
}

export interface Count {
  used: number
  max: number
}

/** As the server joins them. */
export function composeText({ text, hashtags, mentions }: Parts): string {
  const tags = hashtags.map((tag) => `#${tag}`).join(' ')
  const handles = mentions.map((handle) => `@${handle}`).join(' ')
  const tagged = [text.trim(), tags].filter(Boolean).join('\n\n')
  return [tagged, handles].filter(Boolean).join(' ')
}

/** What X counts by: lists that are data, and are handed in so that the counting itself needs no library. */
export interface Lists {
  /** A pattern of the names that end a domain: they tell a link without https:// from a missing space. */
  tlds: string
  /** Emoji that weigh 2 as a whole; with the flag g. */
  emoji: RegExp
}

export function countText(platform: Platform, parts: Parts, lists: Lists): Count {
  const whole = composeText(parts)
  const max = CONTENT_MAX[platform]
  switch (platform) {
    case 'thread':
      return { used: countThreads(whole), max }
    case 'photo':
    case 'professional':
      return { used: countCodePoints(whole), max }
    case 'short':
      // Doorpost itself takes 280 characters as typed, so a long link counts in full until it is short enough for both.
      return { used: Math.max(countWeighted(whole, lists), countCodePoints(parts.text.trim())), max }
  }
}

/** Threads: an emoji is as long as its bytes. */
export function countThreads(text: string): number {
  const rest = text.replace(/\p{RGI_Emoji}/gv, '')
  const bytes = (part: string) => new TextEncoder().encode(part).length
  return countCodePoints(rest) + bytes(text) - bytes(rest)
}

/** Instagram counts those in the caption and those that are added. */
export function countHashtags(text: string): number {
  return text.match(/[#＃](?=[\p{L}\p{M}\p{N}\p{Extended_Pictographic}_])/gu)?.length ?? 0
}

const LINK_WEIGHT = 23
const HEAVY = 2

/** X: most of the world's alphabets weigh 1, everything else and every emoji 2, every link 23. */
export function countWeighted(text: string, { tlds, emoji }: Lists): number {
  const normal = text.normalize()
  const ends = new Map<number, { end: number; weight: number }>()
  for (const match of normal.matchAll(emoji)) {
    ends.set(match.index, { end: match.index + match[0].length, weight: HEAVY })
  }
  for (const { start, end } of findLinks(normal, tlds)) ends.set(start, { end, weight: LINK_WEIGHT })
  let weight = 0
  for (let at = 0; at < normal.length; ) {
    const entity = ends.get(at)
    if (entity) {
      weight += entity.weight
      at = entity.end
    } else {
      const code = normal.codePointAt(at)!
      weight += isLight(code) ? 1 : HEAVY
      at += code > 0xffff ? 2 : 1
    }
  }
  return weight
}

function isLight(code: number): boolean {
  return (
    code <= 0x10ff ||
    (code >= 0x2000 && code <= 0x200d) ||
    (code >= 0x2010 && code <= 0x201f) ||
    (code >= 0x2032 && code <= 0x2037)
  )
}

export interface Link {
  start: number
  end: number
}

const MARKS = '\\u202a-\\u202e\\u061c\\u200e\\u200f\\u2066-\\u2069'
const INVALID = '\\ufffe\\ufeff\\uffff'
const SPACES = '\\x09-\\x0d\\x20\\x85\\xa0\\u1680\\u180e\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000'
const LATIN =
  '\\xc0-\\xd6\\xd8-\\xf6\\xf8-\\u024f\\u0253\\u0254\\u0256\\u0257\\u0259\\u025b\\u0263\\u0268\\u026f\\u0272\\u0289\\u028b\\u02bb\\u0300-\\u036f\\u1e00-\\u1eff'
const LABEL = `[^!'#%&()*+,\\\\\\-./:;<=>?@[\\]^_{|}~$${SPACES}${INVALID}${MARKS}]`
const WORD = `[a-z\\u0400-\\u04ff0-9!*';:=+,.$/%#[\\]\\-\\u2013_~@|&${LATIN}]`
const PAIR = `\\((?:${WORD}+|${WORD}*\\(${WORD}+\\)${WORD}*)\\)`
const LAST = `[+\\-a-z\\u0400-\\u04ff0-9=_#/${LATIN}]`
const QUERY = "\\?[a-z0-9!?*'@();:&=+$/%#[\\]\\-_.,~|]*[a-z0-9\\-_&=#/]"

interface Patterns {
  link: RegExp
  ascii: RegExp
}

const patternsOf = new Map<string, Patterns>()

function patternsFor(tlds: string): Patterns {
  let patterns = patternsOf.get(tlds)
  if (!patterns) {
    const domain = `(?:${LABEL}(?:[-_]*${LABEL})*\\.)*${LABEL}(?:-*${LABEL})*\\.(?:${tlds}|xn--[-0-9a-z]+)`
    const path = `/(?:(?:${WORD}|${PAIR})*(?:${LAST}|${PAIR}))?`
    const before = `[^A-Za-z0-9@＠$#＃${INVALID}]|[${MARKS}]|^`
    patterns = {
      link: new RegExp(`(${before})((https?://)?(${domain})(?::[0-9]+)?(${path})?(?:${QUERY})?)`, 'gi'),
      ascii: new RegExp(`(?:[-a-z0-9${LATIN}]+\\.)+(?:${tlds}|xn--[-0-9a-z]+)`, 'gi'),
    }
    patternsOf.set(tlds, patterns)
  }
  return patterns
}

/** What X makes a link of, with or without https://. */
export function findLinks(text: string, tlds: string): Link[] {
  if (!text.includes('.')) return []
  const { link, ascii } = patternsFor(tlds)
  const links: Link[] = []
  for (const match of text.matchAll(link)) {
    const [, before = '', url = '', protocol, domain = '', path] = match
    const start = match.index + before.length
    const end = start + url.length
    if (protocol) links.push({ start, end: endOfShort(url, start) ?? end })
    else if (!/[-_./]$/.test(before))
      links.push(...findBare(ascii, { start, end, domain, hasPath: path !== undefined }))
  }
  return links
}

/** t.co is X's own: what follows its code is no part of the link. */
function endOfShort(url: string, start: number): number | null {
  const match = new RegExp(`^https?://t\\.co/[a-z0-9]+(?:${QUERY})?`, 'i').exec(url)
  return match && start + match[0].length
}

/** Without https:// only the plain Latin part of a name is a link. */
function findBare(ascii: RegExp, { start, end, domain, hasPath }: Link & { domain: string; hasPath: boolean }): Link[] {
  const links = [...domain.matchAll(ascii)].map(({ index, 0: name }) => ({
    start: start + index,
    end: start + index + name.length,
  }))
  const last = links.at(-1)
  if (last && hasPath) last.end = end
  return links
}
