import { countCodePoints } from '../../lib/text/text.ts'
import { message } from '../../messages/message.ts'
import { checkLength, type TextRules } from '../shared/text.ts'

const MAX = 3000

export const linkedinText: TextRules = {
  max: MAX,
  counting: message('counting.linkedin'),
  count: countCodePoints,
  links: { urls: 'all', mentions: null, hashtags: 'all' },
  check(text, warn) {
    const length = countCodePoints(text)
    checkLength(warn, { rule: 'professional.text.max', field: 'content', label: 'LinkedIn', max: MAX, length })
  },
}

// LinkedIn cuts the text silently at a reserved character that is neither escaped nor part of an element:
// https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/little-text-format

const RESERVED = /[\\|{}[\]()<>#@*_~]/g

// Not C#, a#b or the fragment of an address.
const HASHTAG = String.raw`(?<![\p{L}\p{N}\p{M}_&/#＃@\\])#[\p{L}\p{N}][\p{L}\p{N}\p{M}]*`
const MENTION = String.raw`@\[(?<name>[^[\]\r\n]{1,200})\]\((?<urn>urn:li:(?:person|organization):[\w-]{1,100})\)`
// Escaped as a whole.
const ADDRESS = '(?<address>[Hh][Tt][Tt][Pp][Ss]?://[!-~]+)'
const TOKEN = new RegExp(`${ADDRESS}|${MENTION}|${HASHTAG}`, 'gu')

/** Keeps hashtags, and mentions written as `@[Name](urn:li:organization:1)`. */
export function escapeLittleText(text: string): string {
  let escaped = ''
  let at = 0
  for (const token of text.matchAll(TOKEN)) {
    escaped += escapeAll(text.slice(at, token.index)) + toElement(token)
    at = token.index + token[0].length
  }
  return escaped + escapeAll(text.slice(at))
}

function toElement(token: RegExpExecArray): string {
  const { address, name, urn } = token.groups ?? {}
  if (address !== undefined) return escapeAll(address)
  return name === undefined ? token[0] : `@[${escapeAll(name)}](${urn})`
}

function escapeAll(text: string): string {
  return text.replace(RESERVED, '\\$&')
}

const ESCAPED_OR_TEMPLATE = /\\([\\|{}[\]()<>#@*_~])|\{hashtag\|\\?([#＃])\|((?:\\.|[^{}|\\])*)\}/gu

/** LinkedIn may write hashtags as `{hashtag|\#|tag}`. */
export function unescapeLittleText(little: string): string {
  return little.replace(ESCAPED_OR_TEMPLATE, (_all, character?: string, sign?: string, tag?: string) =>
    character === undefined ? `${sign}${unescapeLittleText(tag ?? '')}` : character,
  )
}

interface TitledPost {
  text: string
  mediaUrls: readonly string[]
  altTexts: readonly (string | null)[]
}

/** Longer titles are cut in the feed. */
const TITLE_MAX = 100

/** The alt text, the file name or the first line. Shared with the preview. */
export function documentTitle({ text, mediaUrls, altTexts }: TitledPost): string {
  const own = altTexts[0]?.trim()
  const firstLine = text.trim().split('\n', 1)[0]
  const title = own || nameOf(mediaUrls[0] ?? '') || firstLine || 'Document'
  const line = title.replace(/\s+/gu, ' ')
  const characters = [...line]
  return characters.length <= TITLE_MAX ? line : `${characters.slice(0, TITLE_MAX - 1).join('')}…`
}

/** "annual-report_2026.pdf" is "annual report 2026"; null for generated names. */
function nameOf(address: string): string | null {
  const path = URL.parse(address)?.pathname ?? ''
  // A random name of ours.
  if (/\/files\/[\w-]{32}\.pdf$/.test(path)) return null
  const file = path.split('/').at(-1) ?? ''
  const name = decode(file)
    .replace(/\.pdf$/i, '')
    .replace(/[-_+\s]+/gu, ' ')
    .trim()
  const isMadeUp = /^[0-9a-f ]+$/i.test(name) || /[\p{L}\p{N}]{25,}/u.test(name) || !/\p{L}{2}/u.test(name)
  return isMadeUp ? null : name
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
