import { escapeHtml } from '../pages/html.ts'

/** Every link counts this much, whatever its length. */
const URL_LENGTH = 23
const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' })
const ENTITY =
  /(?<url>https?:\/\/[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?::\d+)?(?:[/?][^\s<>"]*[^\s<>"'.,;:!?()[\]])?\/?)|(?<![=/\p{L}\p{N}_])@(?<user>\w+(?:[.-]+\w+)*)(?:@(?<host>[\p{L}\p{N}_]+(?:[.-]+[\p{L}\p{N}_]+)*))?|(?<![^\s])#(?<tag>[\p{L}\p{N}_]*[\p{L}_][\p{L}\p{N}_]*)/gu

/** Counts graphemes, with links as 23 and mentions without their server. */
export function countCharacters(text: string): number {
  const counted = text.replace(ENTITY, (all, ...rest) => {
    const { url, user } = rest.at(-1) as Record<string, string | undefined>
    if (url !== undefined) return 'x'.repeat(URL_LENGTH)
    return user === undefined ? all : `@${user}`
  })
  return [...GRAPHEMES.segment(counted)].length
}

interface Rendering {
  siteUrl: string
  /** Whether the account exists on this server. */
  isKnown(user: string): boolean
}

/** The HTML in answers: paragraphs, with links for URLs, mentions and tags. */
export function toHtml(text: string, rendering: Rendering): string {
  let html = ''
  let at = 0
  for (const found of text.matchAll(ENTITY)) {
    html += escapeHtml(text.slice(at, found.index)) + entityOf(found, rendering)
    at = found.index + found[0].length
  }
  html += escapeHtml(text.slice(at))
  return html
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n\n+/)
    .map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br />')}</p>`)
    .join('')
}

function entityOf(found: RegExpExecArray, { siteUrl, isKnown }: Rendering): string {
  const { url, user = '', host, tag } = found.groups ?? {}
  if (url !== undefined) return linkTo(url)
  if (tag !== undefined) {
    return `<a href="${siteUrl}/tags/${encodeURIComponent(tag)}" class="mention hashtag" rel="tag">#<span>${escapeHtml(tag)}</span></a>`
  }
  const isOurs = host === undefined || host === new URL(siteUrl).hostname
  if (!isOurs || !isKnown(user)) return escapeHtml(found[0])
  return `<span class="h-card" translate="no"><a href="${siteUrl}/@${user}" class="u-url mention">@<span>${user}</span></a></span>`
}

/** The scheme and everything beyond 30 characters are in the HTML, but hidden. */
function linkTo(url: string): string {
  const prefix = /^https?:\/\/(?:www\.)?/.exec(url)?.[0] ?? ''
  const shown = url.slice(prefix.length, prefix.length + 30)
  const rest = url.slice(prefix.length + 30)
  return `<a href="${escapeHtml(url)}" target="_blank" rel="nofollow noopener" translate="no"><span class="invisible">${prefix}</span><span class="${rest === '' ? '' : 'ellipsis'}">${escapeHtml(shown)}</span><span class="invisible">${escapeHtml(rest)}</span></a>`
}
