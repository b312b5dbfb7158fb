import { type Issues, quoteInput, readObject, typeOf } from '../lib/issues.ts'
import { everywhere, type Field } from '../lib/record/fields.ts'
import type { SecretBox } from '../lib/secrets/secret-box.ts'

const HEADERS_MAX = 10
const NAME_MAX = 64
const VALUE_MAX = 1_000

/** Stands for a stored value. No value can be this, because it is not ASCII. */
const KEPT_VALUE = '…'

export type OwnHeaders = Record<string, string>

/** A token of RFC 9110. */
const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,64}$/
const VALUE = /^[\x20-\x7e]+$/
/** Those that Doorpost sends itself, and those that are about the connection. */
const RESERVED_NAMES = new Set(
  'accept accept-encoding connection expect host http2-settings keep-alive range te trailer transfer-encoding upgrade user-agent'.split(
    ' ',
  ),
)
const RESERVED = /^(?:webhook|content|proxy)-/

export const headersField: Field<OwnHeaders> = everywhere<OwnHeaders>({
  schema: {
    $id: 'EndpointHeaders',
    type: 'object',
    maxProperties: HEADERS_MAX,
    additionalProperties: { type: 'string', maxLength: VALUE_MAX },
    description: `Sent along with every event, by name. Values are not shown again: \`${KEPT_VALUE}\` stands for a stored one, also when it is sent back.`,
  },
  example: { 'x-team': KEPT_VALUE },
  isRequired: false,
  read(issues, path, value) {
    const sent = Object.entries(readObject(issues, path, value, {}) ?? {})
    if (sent.length > HEADERS_MAX) {
      issues.add(path, 'endpoint.too_many_headers', { max: HEADERS_MAX, count: sent.length })
      return {}
    }
    const headers = new Map<string, string>()
    for (const [written, value] of sent) {
      const name = written.toLowerCase()
      if (!checkName(issues, path, written)) continue
      if (headers.has(name)) issues.add(`${path}.${written}`, 'endpoint.header_twice')
      headers.set(name, readValue(issues, `${path}.${written}`, value))
    }
    return Object.fromEntries(headers)
  },
})

function checkName(issues: Issues, path: string, name: string): boolean {
  if (!NAME.test(name)) {
    issues.add(path, 'endpoint.header_name', { name: quoteInput(name), max: NAME_MAX })
    return false
  }
  const isReserved = RESERVED_NAMES.has(name.toLowerCase()) || RESERVED.test(name.toLowerCase())
  if (isReserved) issues.add(`${path}.${name}`, 'endpoint.header_reserved')
  return !isReserved
}

function readValue(issues: Issues, path: string, value: unknown): string {
  if (typeof value !== 'string') {
    issues.add(path, 'field.not_text', { found: typeOf(value) })
    return ''
  }
  const text = value.trim()
  if (text === KEPT_VALUE) return text
  if (text.length > VALUE_MAX) issues.add(path, 'field.too_long', { max: VALUE_MAX, length: text.length })
  else if (!VALUE.test(text)) issues.add(path, 'endpoint.header_value')
  return text
}

/** What is stored, as far as new headers depend on it. */
interface HeadersNow {
  kind: string
  url: string
  headers: OwnHeaders
}

/** Refuses headers of chats, stored values that do not exist, and to send stored values to another server. */
export function checkHeaders(
  issues: Issues,
  now: HeadersNow,
  { headers, url }: Partial<Omit<HeadersNow, 'kind'>>,
): void {
  const sent = Object.entries(headers ?? {})
  if (now.kind !== 'webhook' && sent.length > 0) issues.add('headers', 'endpoint.headers_unused')
  const kept = sent.filter(([, value]) => value === KEPT_VALUE).map(([name]) => name)
  for (const name of kept)
    if (!Object.hasOwn(now.headers, name)) issues.add(`headers.${name}`, 'endpoint.header_not_stored')
  const isOther = url !== undefined && originOf(url) !== originOf(now.url)
  const stays = headers === undefined ? Object.keys(now.headers).length > 0 : kept.length > 0
  if (isOther && stays) issues.add('headers', 'endpoint.headers_move')
}

function originOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).origin : null
}

/** As an endpoint shows them. */
export function hideValues(names: readonly string[] | null): OwnHeaders {
  return Object.fromEntries((names ?? []).map((name) => [name, KEPT_VALUE]))
}

export function headersContext(endpointId: string): string {
  return `event_endpoint/${endpointId}/headers`
}

type Sealed = { id: string; headers: Buffer | null }

export function openHeaders(box: SecretBox, { id, headers }: Sealed): OwnHeaders {
  return headers === null ? {} : (JSON.parse(box.open(headers, headersContext(id))) as OwnHeaders)
}

/** The columns of headers that were sent. Stored values are kept where KEPT_VALUE stands for them. */
export function headerColumns(box: SecretBox, stored: Sealed, sent: OwnHeaders) {
  const names = Object.keys(sent)
  if (names.length === 0) return { headers: null, header_names: null }
  const old = Object.values(sent).includes(KEPT_VALUE) ? openHeaders(box, stored) : {}
  const headers = Object.fromEntries(names.map((name) => [name, sent[name] === KEPT_VALUE ? old[name]! : sent[name]!]))
  return { headers: box.seal(JSON.stringify(headers), headersContext(stored.id)), header_names: names }
}

/** The texts to remove from a response that repeats the headers. */
export function secretsIn(headers: OwnHeaders): string[] {
  const values = Object.values(headers)
  // `Bearer …` may be repeated without its first word, and any value inside of JSON.
  const words = values.flatMap((value) => value.split(' ')).filter((word) => word.length >= 8)
  const written = [...values, ...words].flatMap((text) => [text, JSON.stringify(text).slice(1, -1)])
  return [...new Set(written)].sort((a, b) => b.length - a.length)
}
