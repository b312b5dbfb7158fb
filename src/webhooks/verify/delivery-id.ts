import { parseQuery } from '../../http/input/query.ts'
import { parseJson } from '../../lib/text/json.ts'
import { follow, pointerProblem, segmentsOf } from '../mapping/pointer.ts'
import { findHeader } from './checks.ts'
import type { Incoming, Provider } from './contract.ts'
import { standardFamily } from './schemes.ts'

/** Where the sender puts the id of a delivery. */
type Selector =
  | { from: 'header'; name: string }
  | { from: 'query'; name: string }
  | { from: 'body'; path: readonly string[] }

const ID_MAX = 255
const SELECTOR_MAX = 255
const HEADERS = new Set(['webhook-id', 'svix-id', 'x-github-delivery', 'x-shopify-webhook-id', 'idempotency-key'])
const PROVIDER_PLACES: Partial<Record<Provider, Selector>> = {
  github: { from: 'header', name: 'x-github-delivery' },
  shopify: { from: 'header', name: 'x-shopify-webhook-id' },
  stripe: { from: 'body', path: ['id'] },
  slack: { from: 'body', path: ['event_id'] },
}
const OPENING_BRACE = 0x7b
const OPENING_BRACKET = 0x5b

/** The sender's own id of a delivery, by which its repeats are known; null when it has none that can be kept. */
export function deliveryIdOf(provider: Provider, selector: string | null, incoming: Incoming): string | null {
  if (selector !== null) {
    const chosen = readSelector(selector)
    return chosen === null ? null : select(chosen, incoming)
  }
  // Of the family that is verified: a stranger could add the other one to a delivery and send it again.
  if (provider === 'standard') return cleanId(findHeader(incoming, `${standardFamily(incoming)}-id`))
  const known = PROVIDER_PLACES[provider]
  return known === undefined ? idInHeaders(incoming) : select(known, incoming)
}

/** header:NAME, query:NAME or body:/json/pointer, with the pointers of a mapping. Null when it is none of them. */
export function readSelector(text: string): Selector | null {
  const colon = text.indexOf(':')
  if (colon === -1 || text.length > SELECTOR_MAX) return null
  const rest = text.slice(colon + 1)
  switch (text.slice(0, colon)) {
    case 'header':
      return isHeaderName(rest) ? { from: 'header', name: rest.toLowerCase() } : null
    case 'query':
      return rest.trim() !== '' && rest.isWellFormed() ? { from: 'query', name: rest } : null
    case 'body': {
      const isPointer = rest !== '' && rest.isWellFormed() && pointerProblem(rest) === null
      return isPointer ? { from: 'body', path: segmentsOf(rest) } : null
    }
    default:
      return null
  }
}

export function isHeaderName(text: string): boolean {
  return text.length <= 100 && /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(text)
}

function select(selector: Selector, incoming: Incoming): string | null {
  switch (selector.from) {
    case 'header':
      return cleanId(findHeader(incoming, selector.name))
    case 'query':
      return incoming.query === '' ? null : cleanId(parseQuery(incoming.query)[selector.name])
    case 'body':
      return idInBody(incoming.body, selector.path)
  }
}

function idInHeaders(incoming: Incoming): string | null {
  for (const [name, value] of incoming.headers) {
    if (!HEADERS.has(name)) continue
    const id = cleanId(value)
    if (id !== null) return id
  }
  return null
}

function idInBody(body: Buffer, path: readonly string[]): string | null {
  if (!mayHoldMembers(body)) return null
  const parsed = parseJson(body)
  return 'value' in parsed ? cleanId(follow(parsed.value, path)?.value) : null
}

/** Only JSON objects and lists are worth parsing. */
function mayHoldMembers(body: Buffer): boolean {
  let at = 0
  while (at < body.length && body[at]! <= 0x20) at++
  return body[at] === OPENING_BRACE || body[at] === OPENING_BRACKET
}

/** What cannot be kept exactly is no id: the delivery is then stored each time it comes, never lost. */
function cleanId(value: unknown): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : null
  if (typeof value !== 'string') return null
  const id = value.trim()
  return id !== '' && id.length <= ID_MAX && id.isWellFormed() && !/[\u0000-\u001f\u007f]/.test(id) ? id : null
}
