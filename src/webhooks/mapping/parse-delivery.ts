import { gunzipSync } from 'node:zlib'
import { parseJson } from '../../lib/text/json.ts'
import { type Message, message } from '../../messages/message.ts'
import { parseForm } from './parse-form.ts'

type Parsed = { value: unknown } | { problem: Message }

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf])
/** As much as a delivery may have that is not compressed. */
const UNPACKED_MAX = 1_048_576

export function isGzip(body: Buffer): boolean {
  return body[0] === 0x1f && body[1] === 0x8b
}

/** Parses a delivery's body into a value that pointers can follow. Never throws. */
export function parseDelivery(contentType: string | null, sent: Buffer): Parsed {
  const type = (contentType ?? '').split(';', 1)[0]!.trim().toLowerCase()
  if (sent.length === 0) return { problem: message('delivery.empty') }
  const body = isGzip(sent) ? unpack(sent) : sent
  if (body === null) return { problem: message('delivery.gzip', { max: UNPACKED_MAX }) }
  if (type === 'application/x-www-form-urlencoded' || type === 'multipart/form-data') {
    return parseForm(contentType ?? '', body)
  }
  const bytes = body.subarray(0, 3).equals(BYTE_ORDER_MARK) ? body.subarray(3) : body
  if (/^[^/]+\/(?:.+\+)?json$/.test(type)) return parseExactJson(bytes)
  // Some senders declare no type, or text, and send JSON.
  const parsed = parseExactJson(bytes)
  if ('value' in parsed && typeof parsed.value === 'object') return parsed
  return { problem: type === '' ? message('delivery.no_type') : message('delivery.other_type', { type }) }
}

/** Null for what is not gzip after all, or is too large. */
function unpack(sent: Buffer): Buffer | null {
  try {
    return gunzipSync(sent, { maxOutputLength: UNPACKED_MAX })
  } catch {
    return null
  }
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
