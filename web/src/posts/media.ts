import { ownPathOf, previewOf } from '../parts/preview.ts'

export type Kind = 'image' | 'video' | 'document' | 'unknown'

const IMAGES = /\.(jpe?g|jpe|jfif|png|gif|webp|heic|heif|avif|bmp|tiff?|svg)$/i
const VIDEOS = /\.(mp4|m4v|mov|webm|avi|mkv|mpe?g|wmv|flv|3gp|ogv)$/i

/** By extension, as the server guesses. */
export function kindOf(url: string): Kind {
  const path = URL.parse(url)?.pathname ?? ''
  if (IMAGES.test(path)) return 'image'
  if (/\.pdf$/i.test(path)) return 'document'
  return VIDEOS.test(path) ? 'video' : 'unknown'
}

export function isWebUrl(url: string): boolean {
  return /^https?:\/\/[^/?#]/i.test(url) && URL.canParse(url)
}

/** Null if it cannot be shown. Videos of other servers are not fetched. */
export function shownSrcOf(url: string): string | null {
  const isShown = isWebUrl(url) && (kindOf(url) !== 'video' || ownPathOf(url) !== null)
  return isShown ? previewOf(url) : null
}

/** At spaces, line breaks and commas. */
export function splitUrls(text: string): string[] {
  return text
    .split(/[\s]+|,(?=\s*https?:)/i)
    .map((part) => part.replace(/,+$/, ''))
    .filter(Boolean)
}

export function fileNameOf(url: string): string {
  const parsed = URL.parse(url)
  if (!parsed) return url
  const name = parsed.pathname.split('/').filter(Boolean).at(-1)
  return name ? safeDecode(name) : parsed.host
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** React keys: a post may have the same file twice. */
export function keyed(urls: readonly string[]): Array<{ key: string; url: string }> {
  return urls.map((url, index) => ({
    key: `${url} ${urls.slice(0, index).filter((each) => each === url).length}`,
    url,
  }))
}

export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list]
  const [item] = next.splice(from, 1)
  if (item !== undefined) next.splice(to, 0, item)
  return next
}
