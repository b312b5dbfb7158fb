import type { Code, Message } from '../../messages/message.ts'
import { text } from '../record/fields.ts'
import { ORIGIN_MAX } from './web-url.ts'

// Origins of websites as browsers send them (scheme, host and port), and patterns for all subdomains of one.

const WILDCARD = '*.'

/** What is wrong with an entry of a list of allowed origins; null when nothing is. */
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

/** Two parts or more, and no address. */
function isDomain(hostname: string): boolean {
  return /^(?:[a-z0-9_-]+\.)+[0-9-]*[a-z][a-z0-9-]*$/.test(hostname)
}

// Stored lists may hold others from before patterns had a meaning, such as https://*: those match nothing.
const PATTERN = /^(https?:\/\/)\*((?:\.[^.*]+){2,})$/
// What a browser may put in the place of the *: parts of a name, and nothing that ends one.
const SUBDOMAIN = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/

/** Whether the origin is one of the list. `https://*.example.com` has subdomains at any depth, not example.com itself. */
export function isListedOrigin(list: readonly string[], origin: string): boolean {
  return list.some((entry) => {
    const [, head, tail] = PATTERN.exec(entry) ?? []
    if (head === undefined || tail === undefined) return entry === origin
    if (!origin.startsWith(head) || !origin.endsWith(tail)) return false
    return SUBDOMAIN.test(origin.slice(head.length, origin.length - tail.length))
  })
}

/** An entry of a list of websites. `any` refuses a *. */
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
