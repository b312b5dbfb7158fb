import { type Message, message } from '../messages/message.ts'

// Pure rules about links: which targets are accepted, and what is added to them.

export const UTM_NAMES = ['source', 'medium', 'campaign', 'term', 'content'] as const
export type UtmName = (typeof UTM_NAMES)[number]
export type Utm = Partial<Record<UtmName, string>>

/** With those that are not set, in the order of responses. */
export function everyUtm(utm: Utm): Record<UtmName, string | null> {
  return Object.fromEntries(UTM_NAMES.map((each) => [each, utm[each] ?? null])) as Record<UtmName, string | null>
}

export const TARGET_MAX = 2_048
export const LINK_PATH = '/l/'
/** The parameter that always carries the code to the page. */
export const CODE_PARAMETER = 'dp'

/** Without characters that look alike in print: 0 O, 1 l I. */
export const CODE_DIGITS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
export const CODE_LENGTH = 8
const CODE = /^[0-9A-Za-z]{4,32}$/
const CODE_OF_OURS = new RegExp(`^[${CODE_DIGITS}]{${CODE_LENGTH}}$`)

/** Whether a text can be a code. Other texts are never looked up. */
export function isCode(text: unknown): text is string {
  return typeof text === 'string' && CODE.test(text)
}

export function urlOfCode(linkBaseUrl: string, code: string): string {
  return `${linkBaseUrl}${LINK_PATH}${code}`
}

/** Why a link cannot lead there. Checks the parsed URL, because that is what a browser opens. */
export function targetProblems(text: string, ownUrls: readonly string[]): Message[] {
  if (/[\s\p{Cc}]/u.test(text)) return [message('link.target_space')]
  if (text.includes('\\')) return [message('link.target_backslash')]
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
    return [message('link.target_not_url')]
  }
  const url = new URL(text)
  const problems: Message[] = []
  if (url.username !== '' || url.password !== '') problems.push(message('link.target_login'))
  if (url.href.length > TARGET_MAX) problems.push(message('link.target_too_long', { max: TARGET_MAX }))
  if (ownUrls.some((own) => isUnder(url, own))) problems.push(message('link.target_own'))
  return problems
}

/** The code in a URL that looks like one of our links, whatever its host; null if it does not. */
export function codeOfUrl(text: string): string | null {
  if (!URL.canParse(text)) return null
  const code = decoded(new URL(text).pathname).split(LINK_PATH).at(-1)!
  return decoded(new URL(text).pathname).endsWith(`${LINK_PATH}${code}`) && isCode(code) ? code : null
}

/** Ignores port and scheme: they lead to the same machine, or will one day. */
function isUnder(url: URL, own: string): boolean {
  const { hostname, pathname } = new URL(own)
  const base = `${pathname.replace(/(?<!\/)\/+$/, '')}${LINK_PATH}`
  return withoutDot(url.hostname) === withoutDot(hostname) && decoded(url.pathname).startsWith(base)
}

function withoutDot(host: string): string {
  return host.replace(/\.$/, '')
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/**
 * The URL that a visitor is sent to. The target's own parameters win: only missing UTM parameters are added. The code
 * is added as `dp`, and as `utm_content` if the link has UTM parameters and none of that name.
 */
export function destinationOf(target: string, code: string, utm: Utm): string {
  const { href } = new URL(target)
  const [address = '', fragment] = splitOnce(href, '#')
  const [page = '', query = ''] = splitOnce(address, '?')
  const kept = withoutOldCode(query)
  const taken = new Set([...new URLSearchParams(kept).keys()].map((name) => name.toLowerCase()))
  const added: string[] = []
  const add = (name: string, value: string | undefined) => {
    if (value !== undefined && !taken.has(name)) added.push(`${name}=${encodeURIComponent(value)}`)
  }
  const hasUtm = UTM_NAMES.some((name) => utm[name] !== undefined)
  for (const name of UTM_NAMES) add(`utm_${name}`, utm[name] ?? (name === 'content' && hasUtm ? code : undefined))
  add(CODE_PARAMETER, code)
  const whole = [kept, ...added].filter((part) => part !== '').join('&')
  return `${page}${whole === '' ? '' : `?${whole}`}${fragment === undefined ? '' : `#${fragment}`}`
}

/** A URL copied from the address bar after following another link contains that link's code. */
function withoutOldCode(query: string): string {
  const isOld = (part: string) => {
    const [name, value = ''] = splitOnce(part, '=')
    return name === CODE_PARAMETER && CODE_OF_OURS.test(value)
  }
  return query
    .split('&')
    .filter((part) => !isOld(part))
    .join('&')
}

function splitOnce(text: string, at: string): [string, string?] {
  const index = text.indexOf(at)
  return index === -1 ? [text] : [text.slice(0, index), text.slice(index + 1)]
}
