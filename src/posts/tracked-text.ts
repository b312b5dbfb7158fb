import { CODE_LENGTH, destinationOf, targetProblems, urlOfCode } from '../links/target.ts'
import {
  composeText,
  type FoundUrl,
  findHttpUrls,
  type LoadTwitterText,
  type TextRules,
  type TrackLinks,
} from '../platforms/shared/text.ts'

// Pure: the server and the dashboard build the text with the same code.

export interface Tracking {
  mode: Exclude<TrackLinks, 'off'>
  campaign: string | null
  linkBaseUrl: string
  /** Our own addresses: links to our files and short links stay as they are. */
  ownUrls: readonly string[]
}

export interface TrackedLink {
  target: string
  /** Replaces the target in the text. */
  url: string
}

export interface TrackedText {
  text: string
  links: TrackedLink[]
  /** Set if tracked links would make the text too long; they then stay as they are. */
  tooLong: { used: number; max: number } | null
  /** Links above LINKS_MAX, which stay as they are. */
  beyond: string[]
}

interface Texts {
  content: string | null
  hashtags: readonly string[] | null
  mentions: readonly string[] | null
}

/** As long as a real code, so that it counts the same. */
export const PLACEHOLDER_CODE = 'x'.repeat(CODE_LENGTH)

export const LINKS_MAX = 50

interface TrackingRules {
  /** Becomes `utm_source`. */
  name: string
  text: TextRules
}

/** `codes` by target; missing ones get the placeholder. */
export function trackText(
  post: Texts,
  rules: TrackingRules,
  tracking: Tracking,
  load: LoadTwitterText,
  codes: ReadonlyMap<string, string> = new Map(),
): TrackedText {
  const plain = composeText(post)
  const content = post.content ?? ''
  const { found, beyond } = findTrackable(content, rules.text, tracking, load)
  if (found.length === 0) return { text: plain, links: [], tooLong: null, beyond }
  const urls = new Map(
    found.map(({ url }) => [url, trackedUrl(url, codes.get(url) ?? PLACEHOLDER_CODE, rules.name, tracking)]),
  )
  // Where links are not clickable, parameters are only noise. They apply on the link page.
  if (tracking.mode === 'utm' && rules.text.links.urls === 'none')
    return { text: plain, links: listLinks(urls), tooLong: null, beyond }
  const written = writeUrls(content, found, urls, rules.text, load)
  const text = composeText({ ...post, content: written.text })
  const { max, count } = rules.text
  const used = count(text, load)
  if (used > max && used > count(plain, load)) return { text: plain, links: [], tooLong: { used, max }, beyond }
  return { text, links: listLinks(written.urls), tooLong: null, beyond }
}

export function utmOf(provider: string, { campaign }: Pick<Tracking, 'campaign'>) {
  return { source: provider, medium: 'social', ...(campaign === null ? {} : { campaign }) }
}

function trackedUrl(target: string, code: string, provider: string, tracking: Tracking): string {
  if (tracking.mode === 'short') return urlOfCode(tracking.linkBaseUrl, code)
  return destinationOf(target, code, utmOf(provider, tracking))
}

function findTrackable(content: string, rules: TextRules, { ownUrls }: Tracking, load: LoadTwitterText) {
  const targets = new Set<string>()
  const beyond = new Set<string>()
  let last = 0
  const found = findUrls(content, rules, load).filter(({ url, start, end }) => {
    if (start < last || !isTrackable(url, ownUrls)) return false
    if (targets.size === LINKS_MAX && !targets.has(url)) {
      beyond.add(url)
      return false
    }
    targets.add(url)
    last = end
    return true
  })
  return { found, beyond: [...beyond] }
}

function findUrls(text: string, rules: TextRules, load: LoadTwitterText): FoundUrl[] {
  return rules.findUrls ? rules.findUrls(text, load) : findHttpUrls(text)
}

const OWN_FILE = /^\/files\//
/** Without spaces, the end of an address is unclear. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u

function isTrackable(text: string, ownUrls: readonly string[]): boolean {
  if (UNSPACED.test(text)) return false
  return targetProblems(text, ownUrls).length === 0 && !ownUrls.some((own) => isOwnFile(new URL(text), own))
}

function isOwnFile(url: URL, own: string): boolean {
  const { host, pathname } = new URL(own)
  const root = pathname.replace(/\/$/, '')
  return url.host === host && url.pathname.startsWith(root) && OWN_FILE.test(url.pathname.slice(root.length))
}

/** A link stays as it was if the text after it would become part of it. */
function writeUrls(
  content: string,
  found: readonly FoundUrl[],
  urls: ReadonlyMap<string, string>,
  rules: TextRules,
  load: LoadTwitterText,
): { text: string; urls: Map<string, string> } {
  const whole = replaceUrls(content, found, urls)
  const ends = new Map(
    [...findHttpUrls(whole.text), ...findUrls(whole.text, rules, load)].map((each) => [each.start, each.end]),
  )
  const kept = found.filter((_, at) => ends.get(whole.places[at]!.start) === whole.places[at]!.end)
  const written = new Map(kept.map(({ url }) => [url, urls.get(url)!]))
  return { text: kept.length === found.length ? whole.text : replaceUrls(content, kept, urls).text, urls: written }
}

function replaceUrls(content: string, found: readonly FoundUrl[], urls: ReadonlyMap<string, string>) {
  let text = ''
  let at = 0
  const places = found.map(({ url, start, end }) => {
    text += content.slice(at, start)
    const place = { start: text.length, end: text.length + urls.get(url)!.length }
    text += urls.get(url)!
    at = end
    return place
  })
  return { text: text + content.slice(at), places }
}

function listLinks(urls: ReadonlyMap<string, string>): TrackedLink[] {
  return [...urls].map(([target, url]) => ({ target, url }))
}
