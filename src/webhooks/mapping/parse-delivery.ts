import { isUtf8 } from 'node:buffer'
import { charsetOf } from '../../http/server/body.ts'
import { parseJson } from '../../lib/text/json.ts'
import { groupDigits } from '../../lib/text/text.ts'
import { type Message, message } from '../../messages/message.ts'

type Parsed = { value: unknown } | { problem: Message }

const FORM_FIELDS_MAX = 1_000
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf])

/** Parses a delivery's body into a value that pointers can follow. Never throws. */
export function parseDelivery(contentType: string | null, body: Buffer): Parsed {
  const type = (contentType ?? '').split(';', 1)[0]!.trim().toLowerCase()
  if (body.length === 0) return { problem: message('delivery.empty') }
  if (type === 'application/x-www-form-urlencoded') return parseForm(body, contentType ?? '')
  if (type.startsWith('multipart/')) return { problem: message('delivery.multipart', { type }) }
  const bytes = body.subarray(0, 3).equals(BYTE_ORDER_MARK) ? body.subarray(3) : body
  if (/^[^/]+\/(?:.+\+)?json$/.test(type)) return parseExactJson(bytes)
  // Some senders declare no type, or text, and send JSON.
  const parsed = parseExactJson(bytes)
  if ('value' in parsed && typeof parsed.value === 'object') return parsed
  return { problem: type === '' ? message('delivery.no_type') : message('delivery.other_type', { type }) }
}

/** Ids of more than 15 digits stay text, because a number would lose the last digits. */
function parseExactJson(bytes: Buffer): Parsed {
  const parsed = parseJson(bytes)
  if ('problem' in parsed) return parsed
  const text = bytes.toString()
  if (!/\d{16}/.test(text)) return parsed
  return {
    value: JSON.parse(text, (_key, value: unknown, context?: { source?: string }) =>
      Number.isInteger(value) && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? '')
        ? context!.source
        : value,
    ),
  }
}

function parseForm(body: Buffer, contentType: string): Parsed {
  const charset = charsetOf(contentType)?.toLowerCase() ?? 'utf-8'
  if (!isUtf8(body) && !WINDOWS_1252.has(charset)) return { problem: message('delivery.form_not_utf8') }
  // One character per byte, so that the parts can be converted back to bytes.
  const text = body.toString('latin1')
  const pairs = text.split('&', FORM_FIELDS_MAX + 1)
  if (pairs.length > FORM_FIELDS_MAX) {
    return { problem: message('delivery.form_too_long', { max: groupDigits(FORM_FIELDS_MAX) }) }
  }
  const value: Record<string, string | string[]> = {}
  for (const pair of pairs) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const name = decodeFormText(equals === -1 ? pair : pair.slice(0, equals), charset)
    const each = decodeFormText(equals === -1 ? '' : pair.slice(equals + 1), charset)
    if (name === null || each === null) return { problem: explainEncoding(pair, equals) }
    if (name === '__proto__') return { problem: message('delivery.form_proto') }
    const there = Object.hasOwn(value, name) ? value[name]! : null
    if (there === null) value[name] = each
    else if (Array.isArray(there)) there.push(each)
    else value[name] = [there, each]
  }
  return { value }
}

/** These labels mean windows-1252 on the web: https://encoding.spec.whatwg.org/#names-and-labels */
const WINDOWS_1252 = new Set(['windows-1252', 'iso-8859-1', 'latin1', 'cp1252', 'us-ascii'])

/**
 * Null for bytes that are invalid in the charset. A replacement character would be stored as if the person had typed
 * it.
 */
function decodeFormText(encoded: string, charset: string): string | null {
  // A "%" without two digits stays as it is, as in browsers.
  const decoded = encoded
    .replaceAll('+', ' ')
    .replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  const bytes = Buffer.from(decoded, 'latin1')
  if (isUtf8(bytes)) return bytes.toString()
  return WINDOWS_1252.has(charset) ? new TextDecoder('windows-1252').decode(bytes) : null
}

function explainEncoding(pair: string, equals: number): Message {
  const name = Buffer.from(equals === -1 ? pair : pair.slice(0, equals), 'latin1').toString()
  return message('delivery.form_encoding', { name: name.length > 60 ? `${name.slice(0, 60)}…` : name })
}
