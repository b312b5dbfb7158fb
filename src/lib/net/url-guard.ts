import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { type Message, message } from '../../messages/message.ts'
import { type AddressVerdict, judgeAddress } from './address-guard.ts'

const DEFAULT_PORTS = [80, 443, 8080, 8443]
const DEFAULT_URL_LENGTH = 2_048

export interface UrlRules {
  httpsOnly?: boolean
  /** Defaults to 80, 443, 8080 and 8443; null for any. */
  ports?: readonly number[] | null
  maxUrlLength?: number
}

/** Why the URL is refused, judging by its text alone. Each request checks what its name resolves to. */
export function checkPublicUrl(text: unknown, rules: UrlRules & { allowPrivate?: boolean } = {}): Message[] {
  const { url, problems } = judgeUrl(text, rules, new Set())
  if (url === null || hostOf(url) === '') return problems
  const verdict = judgeHost(hostOf(url))
  if (verdict === 'public' || (verdict === 'private' && rules.allowPrivate)) return problems
  return [...problems, message('url.private', { host: hostOf(url) })]
}

/**
 * Names that are never public: single labels, and those reserved by RFC 6761, 6762, 8375 and by ICANN for private use.
 */
const PRIVATE_NAME = /^[^.]+$|\.(?:localhost|local|internal|home\.arpa)$/i

function judgeHost(host: string): AddressVerdict {
  if (isIP(host) !== 0) return judgeAddress(host)
  return PRIVATE_NAME.test(host) ? 'private' : 'public'
}

/** Checks the parsed URL, never the text: the parser resolves 0x7f.1, 127。0。0。1 and backslashes. */
export function judgeUrl(
  text: unknown,
  rules: UrlRules,
  origins: ReadonlySet<string>,
): { url: URL | null; problems: Message[] } {
  const longest = rules.maxUrlLength ?? DEFAULT_URL_LENGTH
  if (typeof text !== 'string' || !URL.canParse(text)) {
    return { url: null, problems: [message('url.not_absolute')] }
  }
  const problems: Message[] = []
  if (text.length > longest) problems.push(message('url.too_long', { max: longest }))
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return { url: null, problems: [...problems, message(rules.httpsOnly ? 'url.not_https' : 'url.not_web')] }
  }
  if (url.username !== '' || url.password !== '') problems.push(message('url.has_password'))
  if (hostOf(url) === '') problems.push(message('url.no_host'))
  if (origins.has(url.origin)) return { url, problems }
  if (rules.httpsOnly && url.protocol !== 'https:') problems.push(message('url.not_https'))
  const ports = rules.ports === undefined ? DEFAULT_PORTS : rules.ports
  if (ports !== null && !ports.includes(portOf(url))) {
    problems.push(message('url.wrong_port', { ports: ports.join(', ') }))
  }
  return { url, problems }
}

/** Without brackets, and without the dot of a fully qualified name, which certificates and SNI do not have. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}

export function portOf(url: URL): number {
  return url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
}

const PRIVATE_SUFFIX = /(^|\.)(localhost|local|internal|lan|home\.arpa|test|invalid)$/

/** Judges by the name alone, without a look-up: a name that resolves to a private address is caught on connecting. */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$|\.$/g, '')
  // `process` reads ::ffff:10.0.0.1 as the IPv4 address it is.
  if (ipaddr.isValid(host)) return ipaddr.process(host).range() !== 'unicast'
  return !host.includes('.') || PRIVATE_SUFFIX.test(host)
}
