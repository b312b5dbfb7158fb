import { CODE_LENGTH, destinationOf, targetProblems, urlOfCode } from '../links/target.ts'
import {
  composeText,
  type FoundUrl,
  findHttpUrls,
  type LoadTwitterText,
  type TextRules,
  type TrackLinks,
} from '../platforms/shared/text.ts'

// What becomes of the links of a post. Pure: the server and the dashboard build the text with the same code.

export interface Tracking {
  mode: Exclude<TrackLinks, 'off'>
  /** `utm_campaign` of all posts; null for none. */
  campaign: string | null
  /** What short links begin with. */
  linkBaseUrl: string
  /** Where this installation is reached: its own files and short links are left alone. */
  ownUrls: readonly string[]
}

export interface TrackedLink {
  /** Where it leads: the address as it was given. */
  target: string
  /** What stands in the text instead. */
  url: string
}

export interface TrackedText {
  text: string
  /** Those that get a code, each once. */
  links: TrackedLink[]
  /** With tracked links the text would count this much: too much, so they are left alone. */
  tooLong: { used: number; max: number } | null
  /** Beyond the most that get codes: these are left alone. */
  beyond: string[]
}

interface Texts {
  content: string | null
  hashtags: readonly string[] | null
  mentions: readonly string[] | null
}

/** Stands in for codes that are not allotted yet: as long as they are, so that it counts the same. */
export const PLACEHOLDER_CODE = 'x'.repeat(CODE_LENGTH)

/** More links than anybody reads; the rest is left alone. */
export const LINKS_MAX = 50

interface TrackingRules {
  /** The provider, which is the `utm_source`. */
  name: string
  text: TextRules
}

/** `codes` by target; those that are missing have the placeholder. */
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
  // Parameters would only be noise in a text whose links cannot be clicked. Its links count on the link page.
  if (tracking.mode === 'utm' && rules.text.links.urls === 'none')
    return { text: plain, links: listLinks(urls), tooLong: null, beyond }
  const written = writeUrls(content, found, urls, rules.text, load)
  const text = composeText({ ...post, content: written.text })
  const { max, count } = rules.text
  const used = count(text, load)
  if (used > max && used > count(plain, load)) return { text: plain, links: [], tooLong: { used, max }, beyond }
  return { text, links: listLinks(written.urls), tooLong: null, beyond }
}

/** What visits by this link are marked with. */
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
/** Of languages without spaces: where the address ends and the sentence goes on, nobody can tell. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u

/** Not a file of ours, and nothing that a link may not lead to, such as another short link of ours. */
function isTrackable(text: string, ownUrls: readonly string[]): boolean {
  if (UNSPACED.test(text)) return false
  return targetProblems(text, ownUrls).length === 0 && !ownUrls.some((own) => isOwnFile(new URL(text), own))
}

function isOwnFile(url: URL, own: string): boolean {
  const { host, pathname } = new URL(own)
  const root = pathname.replace(/\/$/, '')
  return url.host === host && url.pathname.startsWith(root) && OWN_FILE.test(url.pathname.slice(root.length))
}

/** Where what follows a link would become part of it, the link stays as it was. */
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
