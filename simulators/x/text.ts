/** Weight 1 instead of 2: Latin, many other alphabets, some punctuation. */
const LIGHT_RANGES = [
  [0, 4351],
  [8192, 8205],
  [8208, 8223],
  [8242, 8247],
] as const
const URL_WEIGHT = 23
const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** Without a scheme only well-known domain endings count; the real list is longer. */
const URLS =
  /https?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]}]|(?<![@\p{L}\p{N}.])(?:[a-z0-9-]+\.)+(?:com|org|net|io|co|dev|app|de|fr|uk|eu|info|ai|me|tv)(?![\p{L}\p{N}])(?:\/[^\s<>"]*[^\s<>"'.,;:!?)\]}])?/giu

interface TextPiece {
  text: string
  url: boolean
}

export function splitUrls(text: string): TextPiece[] {
  const pieces: TextPiece[] = []
  let at = 0
  for (const found of text.matchAll(URLS)) {
    if (found.index > at) pieces.push({ text: text.slice(at, found.index), url: false })
    pieces.push({ text: found[0], url: true })
    at = found.index + found[0].length
  }
  if (at < text.length) pieces.push({ text: text.slice(at), url: false })
  return pieces
}

/** The length that X counts: a link is 23, an emoji 2, the rest by code point. */
export function weightedLength(text: string): number {
  let weight = 0
  for (const piece of splitUrls(text.normalize('NFC'))) {
    weight += piece.url ? URL_WEIGHT : plainWeight(piece.text)
  }
  return weight
}

function plainWeight(text: string): number {
  let weight = 0
  for (const { segment } of GRAPHEMES.segment(text)) {
    if (/\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F|^[#*0-9]\uFE0F?\u20E3/u.test(segment)) {
      weight += 2
      continue
    }
    for (const char of segment) {
      const code = char.codePointAt(0)!
      weight += LIGHT_RANGES.some(([first, last]) => code >= first && code <= last) ? 1 : 2
    }
  }
  return weight
}

interface UrlEntity {
  start: number
  end: number
  url: string
  expanded_url: string
  display_url: string
  media_key?: string
}

export interface WireText {
  text: string
  urls: UrlEntity[]
}

interface MediaLink {
  expandedUrl: string
  keys: string[]
}

/** The text in answers: links shortened, `& < >` escaped, one more link at the end if there is media. */
export function toWireText(text: string, shorten: (url: string) => string, media: MediaLink | null): WireText {
  const urls: UrlEntity[] = []
  let out = ''
  const add = (expanded: string, shown: string, key?: string) => {
    const url = shorten(expanded)
    const start = [...out].length
    out += url
    const entity = { start, end: start + [...url].length, url, expanded_url: expanded, display_url: shown }
    urls.push(key === undefined ? entity : { ...entity, media_key: key })
  }
  for (const piece of splitUrls(text)) {
    if (!piece.url) {
      out += piece.text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
      continue
    }
    add(
      /^https?:/i.test(piece.text) ? piece.text : `http://${piece.text}`,
      piece.text.replace(/^https?:\/\//i, '').slice(0, 30),
    )
  }
  if (media) {
    if (out !== '') out += ' '
    const [first, ...rest] = media.keys
    add(media.expandedUrl, 'pic.x.com/sandbox', first)
    // One link in the text, one entity per picture.
    for (const key of rest) urls.push({ ...urls.at(-1)!, media_key: key })
  }
  return { text: out, urls }
}
