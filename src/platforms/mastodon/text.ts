import { message } from '../../messages/message.ts'
import { comparable, countGraphemes, type FoundUrl, type LoadTwitterText, type TextRules } from '../shared/text.ts'
import { type MastodonLimits, USUAL_LIMITS } from './limits.ts'

// twitter-text finds the domain of a link, Mastodon's own rules the rest; length is in graphemes:
// app/validators/status_length_validator.rb, config/initializers/twitter_regex.rb.

const NAME = '[a-z0-9_]+(?:[.-]+[a-z0-9_]+)*'
const SERVER = String.raw`[\p{L}\p{N}\p{M}_]+(?:[.-]+[\p{L}\p{N}\p{M}_]+)*`
const HANDLE = new RegExp(`^${NAME}(?:@${SERVER})?$`, 'iu')
const MENTION = new RegExp(String.raw`(?<![=/\p{L}\p{N}\p{M}_])@(${NAME})(?:@(${SERVER}))?`, 'giu')
const NO_MENTION = /^(?:[@＠]|:\/\/)/
const LONGEST_SERVER = 253

export const mastodonText = textRules(USUAL_LIMITS)

export function textRules({ characters: max, url_length: urlLength }: MastodonLimits): TextRules {
  return {
    max,
    counting: message('counting.mastodon', { max: max, link: urlLength }),
    count: (text, load) => countCharacters(text, urlLength, load),
    links: { urls: 'with_scheme', mentions: MENTION, hashtags: 'all' },
    findUrls,
    handle: { pattern: HANDLE, words: message('warning.handle_mastodon') },
    check(text, warn, load) {
      const length = countCharacters(text, urlLength, load)
      const values = { max, link: urlLength, length }
      if (length > max) warn('mastodon.text.max', 'content', message('mastodon.text_too_long', values))
    },
  }
}

function countCharacters(text: string, urlLength: number, load: LoadTwitterText): number {
  let length = 0
  let at = 0
  for (const [start, end] of findLinks(text, load)) {
    length += countGraphemes(withoutServers(text.slice(at, start))) + urlLength
    at = end
  }
  return length + countGraphemes(withoutServers(text.slice(at)))
}

/** `@name@server` as `@name`. */
function withoutServers(text: string): string {
  return text.replace(MENTION, (all: string, name: string, server: string | undefined, offset: number) => {
    const isMention = !NO_MENTION.test(text.slice(offset + all.length, offset + all.length + 3))
    return server === undefined || !isMention || server.length > LONGEST_SERVER ? all : `@${name}`
  })
}

function findUrls(text: string, load: LoadTwitterText): FoundUrl[] {
  return findLinks(text, load).map(([start, end]) => ({ url: text.slice(start, end), start, end }))
}

function findLinks(text: string, load: LoadTwitterText): Array<[number, number]> {
  if (!/https?:\/\//i.test(text)) return []
  const links: Array<[number, number]> = []
  for (const { url, indices } of load().extractUrlsWithIndices(text, { extractUrlsWithoutProtocol: false })) {
    const [start] = indices
    if (start < (links.at(-1)?.[1] ?? 0)) continue
    const domain = /^https?:\/\/[^/?\s]+/i.exec(url)?.[0] ?? url
    links.push([start, endOfLink(text, start + domain.length)])
  }
  return links
}

const PATH_END = /[^\s()?!*"'「」<>;:=,.$%[\]~&|]/u
const QUERY = /[a-z0-9!?*'();:&=+$/%#[\]\-_.,~|@^\u{a0}-\u{10ffff}]/iu
const QUERY_END = /[a-z0-9_&=#/\-\u{a0}-\u{10ffff}]/iu

/** In one pass, because the text may be anything. */
function endOfLink(text: string, from: number): number {
  let at = from
  let end = from
  if (text[at] === '/') {
    end = at + 1
    let open = 0
    for (at += 1; at < text.length && !/[\s<>?]/u.test(text[at]!); at += 1) {
      const sign = text[at]!
      if (sign === '(') open += 1
      else if (sign === ')') {
        if (open === 0) break
        open -= 1
        if (open === 0) end = at + 1
      } else if (open === 0 && PATH_END.test(sign)) end = at + 1
    }
    if (end < at) return end
  }
  if (text[at] !== '?') return end
  for (at += 1; at < text.length && QUERY.test(text[at]!); at += 1) if (QUERY_END.test(text[at]!)) end = at + 1
  return end
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', '#39': "'" }

function withoutTags(html: string): string {
  const end = html.lastIndexOf('>') + 1
  return html.slice(0, end).replace(/<[^>]*>?/g, '') + html.slice(end)
}

export function plainTextOf(html: string): string {
  return withoutTags(html.replace(/<br\s*\/?>/gi, '\n').replace(/<\/p>\s*<p[^>]*>/gi, '\n\n')).replace(
    /&(?:(amp|lt|gt|quot|apos|nbsp|#39)|#(\d{1,7})|#x([0-9a-f]{1,6}));/gi,
    (all, name, decimal, hex) => {
      if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? all
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
      return code <= 0x10ffff ? String.fromCodePoint(code) : all
    },
  )
}

/** Mentions may come back without their server. */
export function isSameText(shown: string, sent: string): boolean {
  return simplify(shown) === simplify(sent)
}

function simplify(text: string): string {
  return withoutServers(comparable(text))
    .toLowerCase()
    .replace(/\/(?=\s|$)/g, '')
}
