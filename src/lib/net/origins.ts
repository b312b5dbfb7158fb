import { text } from '../record/fields.ts'
import { ORIGIN_MAX } from './web-url.ts'

// Origins of websites as browsers send them (scheme, host and port), and patterns for all subdomains of one.

const WILDCARD = '*.'
const EXAMPLES = 'https://www.example.com or https://*.example.com'

/** What is wrong with an entry of a list of allowed origins, as the end of a sentence; null when nothing is. */
export function findOriginProblem(text: string): string | null {
  if (text === '*') return `must name a website, such as ${EXAMPLES}`
  const scheme = /^https?:\/\//.exec(text)?.[0]
  if (scheme === undefined) return `must begin with https:// or http://, such as ${EXAMPLES}`
  const rest = text.slice(scheme.length)
  const host = rest.startsWith(WILDCARD) ? rest.slice(WILDCARD.length) : rest
  if (host.includes('*')) {
    return 'may have one * only, as the whole first part of the name: https://*.example.com stands for all its subdomains'
  }
  const plain = `${scheme}${host}`
  if (!URL.canParse(plain)) return `must be the origin of a website, such as ${EXAMPLES}`
  const { origin, hostname } = new URL(plain)
  if (origin !== plain) {
    const written = `${scheme}${rest.slice(0, rest.length - host.length)}${origin.slice(scheme.length)}`
    return `must be scheme, host and port without a path, as browsers send it: write ${written}`
  }
  if (host !== rest && !isDomain(hostname)) {
    return 'must have a domain of at least two parts behind the *, such as https://*.example.com'
  }
  return null
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

/** An entry of a list of websites. `anyHint` is added when a caller sends *. */
export function originField(anyHint = '') {
  return text({
    max: ORIGIN_MAX,
    required: true,
    rule(origin, path) {
      const problem = findOriginProblem(origin)
      return problem === null ? [] : [`${path} ${problem}.${origin === '*' ? anyHint : ''}`]
    },
    example: 'https://www.example.com',
  })
}
