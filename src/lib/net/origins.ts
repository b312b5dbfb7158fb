import type { Code, Message } from '../../messages/message.ts'
import { text } from '../record/fields.ts'
import { ORIGIN_MAX } from './web-url.ts'

// Origins of websites as browsers send them (scheme, host and port), and patterns for all subdomains.

const WILDCARD = '*.'

/** What is wrong with an entry in a list of allowed origins; null if nothing is. */
export function findOriginProblem(text: string): Message | null {
  if (text === '*') return { code: 'origin.any' }
  const scheme = /^https?:\/\//.exec(text)?.[0]
  if (scheme === undefined) return { code: 'origin.no_scheme' }
  const rest = text.slice(scheme.length)
  const host = rest.startsWith(WILDCARD) ? rest.slice(WILDCARD.length) : rest
  if (host.includes('*')) return { code: 'origin.second_star' }
  const plain = `${scheme}${host}`
  if (!URL.canParse(plain)) return { code: 'origin.not_origin' }
  const { origin, hostname } = new URL(plain)
  if (origin !== plain) {
    const written = `${scheme}${rest.slice(0, rest.length - host.length)}${origin.slice(scheme.length)}`
    return { code: 'origin.has_path', values: { origin: written } }
  }
  return host !== rest && !isDomain(hostname) ? { code: 'origin.short_domain' } : null
}

/** At least two labels, and not an IP address. */
function isDomain(hostname: string): boolean {
  return /^(?:[a-z0-9_-]+\.)+[0-9-]*[a-z][a-z0-9-]*$/.test(hostname)
}

// Stored lists may contain entries from before patterns existed, such as https://*: those match nothing.
const PATTERN = /^(https?:\/\/)\*((?:\.[^.*]+){2,})$/
// What the * may stand for: labels of a name, and nothing that ends one.
const SUBDOMAIN = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/

/** Whether the list allows the origin. `https://*.example.com` matches subdomains at any depth, but not example.com. */
export function isListedOrigin(list: readonly string[], origin: string): boolean {
  return list.some((entry) => {
    const [, head, tail] = PATTERN.exec(entry) ?? []
    if (head === undefined || tail === undefined) return entry === origin
    if (!origin.startsWith(head) || !origin.endsWith(tail)) return false
    return SUBDOMAIN.test(origin.slice(head.length, origin.length - tail.length))
  })
}

/** An entry in a list of websites. `any` is the code of the refusal of a *. */
export function originField(any: Code = 'origin.any') {
  return text({
    max: ORIGIN_MAX,
    required: true,
    rule(origin) {
      const problem = origin === '*' ? { code: any } : findOriginProblem(origin)
      return problem === null ? [] : [problem]
    },
    example: 'https://www.example.com',
  })
}
