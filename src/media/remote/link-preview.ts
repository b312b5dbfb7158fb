import type { SafeFetch } from '../../lib/net/safe-fetch.ts'
import type { LinkPreview } from '../../platforms/shared/contract.ts'
import { MOST_REDIRECTS } from './remote.ts'

const TIMEOUT_MS = 8_000
/** Pages describe themselves in their head, near the beginning. */
const MOST_BYTES = 262_144
const HTML = /^(?:text\/html|application\/xhtml\+xml)\b/i

/**
 * Reads a page's own description for link cards (https://ogp.me). Null on any failure: a card is never worth an error.
 */
export async function readLinkPreview(mediaFetch: SafeFetch, url: string): Promise<LinkPreview | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  const request = {
    url,
    headers: { accept: 'text/html,application/xhtml+xml' },
    timeoutMs: TIMEOUT_MS,
    maxBytes: Number.MAX_SAFE_INTEGER,
    maxRedirects: MOST_REDIRECTS,
  }
  try {
    const head = await mediaFetch.download(request, (chunk, { status, headers }) => {
      if (status !== 200 || !HTML.test(headers.get('content-type') ?? '')) return false
      chunks.push(chunk.subarray(0, MOST_BYTES - bytes))
      bytes += chunk.length
      return bytes < MOST_BYTES
    })
    if (bytes === 0) return null
    const { title, description, image } = readPageFacts(decode(Buffer.concat(chunks), head.headers))
    if (title === null) return null
    const imageUrl = image === null ? null : URL.parse(image, head.url)
    return { title, description, imageUrl: imageUrl && /^https?:$/.test(imageUrl.protocol) ? imageUrl.href : null }
  } catch {
    return null
  }
}

/** Uses the encoding that the server names, else the page's own, else UTF-8. */
function decode(bytes: Buffer, headers: Headers): string {
  const named =
    /charset\s*=\s*"?([\w-]{1,40})/i.exec(headers.get('content-type') ?? '')?.[1] ??
    /<meta[^>]{0,200}?charset\s*=\s*["']?([\w-]{1,40})/i.exec(bytes.toString('latin1', 0, 2_048))?.[1]
  try {
    return new TextDecoder(named ?? 'utf-8').decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

// Reads the few tags of an HTML page that describe it. The page is untrusted: one pass from left to right, where every
// search begins at the end of the last one, so no page can make it slow.

const TITLES = ['og:title', 'twitter:title', 'title']
const DESCRIPTIONS = ['og:description', 'twitter:description', 'description']
const IMAGES = ['og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image']
const MOST_TAG_LENGTH = 8_192
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

export function readPageFacts(html: string) {
  const found = collect(html)
  const first = (names: readonly string[]) => {
    for (const name of names) {
      const value = clean(found.get(name) ?? '')
      if (value !== '') return value
    }
    return null
  }
  return { title: first(TITLES), description: first(DESCRIPTIONS), image: first(IMAGES) }
}

/** The first tag of each name counts. */
function collect(html: string): Map<string, string> {
  const found = new Map<string, string>()
  const lower = html.toLowerCase()
  const keep = (name: string, value: string) => {
    if (!found.has(name)) found.set(name, value)
  }
  let at = lower.indexOf('<')
  while (at !== -1) {
    let next = at + 1
    if (lower.startsWith('<!--', at)) next = after(lower, '-->', at + 4)
    else if (lower.startsWith('<body', at)) break
    else if (lower.startsWith('<script', at)) next = after(lower, '</script', at + 7)
    else if (lower.startsWith('<style', at)) next = after(lower, '</style', at + 6)
    else if (/^<title[\s>]/.test(lower.slice(at, at + 7))) {
      const start = after(lower, '>', at)
      const end = lower.indexOf('<', start)
      if (end === -1) break
      keep('title', html.slice(start, end))
      next = end
    } else if (/^<meta[\s/]/.test(lower.slice(at, at + 6))) {
      next = endOfTag(html, at)
      const attributes = attributesOf(html.slice(at + 5, next))
      const name = (attributes.get('property') ?? attributes.get('name'))?.toLowerCase()
      const content = attributes.get('content')
      if (name !== undefined && content !== undefined) keep(name, content)
    }
    at = lower.indexOf('<', next)
  }
  return found
}

function after(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from)
  return at === -1 ? text.length : at + mark.length
}

/** A > inside quotes does not end a tag. */
function endOfTag(html: string, start: number): number {
  const last = Math.min(html.length, start + MOST_TAG_LENGTH)
  let quote = ''
  for (let at = start; at < last; at++) {
    const char = html[at]!
    if (quote !== '') quote = char === quote ? '' : quote
    else if (char === '"' || char === "'") quote = char
    else if (char === '>') return at + 1
  }
  return last
}

function attributesOf(tag: string): Map<string, string> {
  const attributes = new Map<string, string>()
  for (const [, name, double, single, bare] of tag.matchAll(
    /(?<![\w:-])([a-z][\w:-]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>=]+))/gi,
  )) {
    attributes.set(name!.toLowerCase(), double ?? single ?? bare ?? '')
  }
  return attributes
}

function clean(text: string): string {
  return text
    .replace(
      /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi,
      (all, decimal?: string, hex?: string, name?: string) => {
        if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? all
        const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal)
        return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
      },
    )
    .toWellFormed()
    .replace(/\p{C}+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
}
