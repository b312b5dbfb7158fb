import { parseQuery } from '../../http/query-values.ts'
import { isGzip, parseDelivery } from '../mapping/parse-delivery.ts'
import { follow, pointerProblem, segmentsOf } from '../mapping/pointer.ts'
import { PRESETS, SENDERS, senderOf } from '../senders/registry.ts'
import { findHeader, type Incoming } from './checks.ts'
import { ruleOf } from './verify.ts'

type Selector =
  | { from: 'header'; name: string }
  | { from: 'query'; name: string }
  | { from: 'body'; path: readonly string[] }

const ID_MAX = 255
const SELECTOR_MAX = 255
const OPENING_BRACE = 0x7b
const OPENING_BRACKET = 0x5b

/** The headers in which senders put ids. Several senders share them. */
export const ID_HEADERS: readonly string[] = [
  ...SENDERS.flatMap(({ signatures = [] }) => signatures.flatMap(({ id_header }) => id_header ?? [])),
  ...SENDERS.flatMap(({ deliveryId = '' }) => (deliveryId.startsWith('header:') ? deliveryId.slice(7) : [])),
  'idempotency-key',
]
const idHeaders = new Set(ID_HEADERS)
const senderPlaces = new Map(SENDERS.map(({ name, deliveryId = '' }) => [name, readSelector(deliveryId)]))

interface Chosen {
  provider: string
  delivery_id: string | null
  mapping: unknown
}

/** A webhook without a known sender finds the id where the sender of its preset puts it. */
export function selectorOf({ provider, delivery_id, mapping }: Chosen): string | null {
  if (delivery_id !== null || (provider !== 'hmac' && provider !== 'none')) return delivery_id
  const { preset } = (mapping ?? {}) as { preset?: string | null }
  return (preset && PRESETS[preset]?.sender.deliveryId) || null
}

/** The sender's own id of a delivery, by which repeats are recognised; null if there is none that can be stored. */
export function deliveryIdOf(sender: string, selector: string | null, incoming: Incoming): string | null {
  if (selector !== null) {
    const chosen = readSelector(selector)
    return chosen && select(chosen, incoming)
  }
  // Uses the signed id: a stranger could add another header to a delivery and send it again.
  const known = senderOf(sender)
  const signed = known && ruleOf(known, { signature: null }, incoming)?.id_header
  if (signed) return cleanId(findHeader(incoming, signed))
  const place = senderPlaces.get(sender)
  return place ? select(place, incoming) : idInHeaders(incoming)
}

/** Reads header:NAME, query:NAME or body:/json/pointer, with the pointers of mappings. Null for anything else. */
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
      return idInBody(incoming, selector.path)
  }
}

function idInHeaders(incoming: Incoming): string | null {
  for (const [name, value] of incoming.headers) {
    if (!idHeaders.has(name)) continue
    const id = cleanId(value)
    if (id !== null) return id
  }
  return null
}

function idInBody(incoming: Incoming, path: readonly string[]): string | null {
  const type = findHeader(incoming, 'content-type')
  if (!mayHoldMembers(type, incoming.body)) return null
  const parsed = parseDelivery(type, incoming.body)
  return 'value' in parsed ? cleanId(follow(parsed.value, path)?.value) : null
}

/** Only forms, JSON objects and lists are worth parsing. */
function mayHoldMembers(type: string | null, body: Buffer): boolean {
  if (/form/i.test(type ?? '') || isGzip(body)) return true
  let at = 0
  while (at < body.length && body[at]! <= 0x20) at++
  return body[at] === OPENING_BRACE || body[at] === OPENING_BRACKET
}

/**
 * An id that cannot be stored exactly is ignored: the delivery is then stored every time it arrives, and never lost.
 */
function cleanId(value: unknown): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : null
  if (typeof value !== 'string') return null
  const id = value.trim()
  return id !== '' && id.length <= ID_MAX && id.isWellFormed() && !/[\u0000-\u001f\u007f]/.test(id) ? id : null
}
