import { isUtf8 } from 'node:buffer'
import { parseJson } from '../../lib/json.ts'

const FORM_FIELDS_MAX = 1_000
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf])

/** A delivery's body as a value that pointers can be followed in. `problem` is a whole sentence. Never throws. */
export function parseDelivery(contentType: string | null, body: Buffer): { value: unknown } | { problem: string } {
  const type = (contentType ?? '').split(';', 1)[0]!.trim().toLowerCase()
  if (body.length === 0) return { problem: 'The delivery has no body, so there is nothing to map.' }
  if (type === 'application/x-www-form-urlencoded') return parseForm(body)
  if (type.startsWith('multipart/')) {
    return {
      problem: `Mapping does not read ${type}. Let the sender use JSON or application/x-www-form-urlencoded.`,
    }
  }
  const bytes = body.subarray(0, 3).equals(BYTE_ORDER_MARK) ? body.subarray(3) : body
  if (/^[^/]+\/(?:.+\+)?json$/.test(type)) return parseExactJson(bytes)
  // Some senders say nothing, or text, and mean JSON.
  const parsed = parseExactJson(bytes)
  if ('value' in parsed && typeof parsed.value === 'object') return parsed
  const what = type === '' ? 'The delivery has no Content-Type and is' : `The delivery is ${type} and`
  return { problem: `${what} not JSON. Mapping reads JSON and application/x-www-form-urlencoded.` }
}

/** Ids of more than 15 digits stay as they were sent: as text, because a number would lose the last ones. */
function parseExactJson(bytes: Buffer): { value: unknown } | { problem: string } {
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

/** Names that come several times become lists. */
function parseForm(body: Buffer): { value: unknown } | { problem: string } {
  if (!isUtf8(body)) return { problem: 'The form is not valid UTF-8. Let the sender encode it in UTF-8.' }
  const text = body.toString()
  if (countPairs(text) > FORM_FIELDS_MAX) {
    const most = FORM_FIELDS_MAX.toLocaleString('en-US')
    return { problem: `The form has more than ${most} fields. Let the sender leave out what is not needed.` }
  }
  const value: Record<string, string | string[]> = {}
  for (const [name, each] of new URLSearchParams(text)) {
    if (name === '__proto__') {
      return { problem: 'The form has a field named __proto__, which is not allowed. Rename or remove it.' }
    }
    const there = Object.hasOwn(value, name) ? value[name]! : null
    if (there === null) value[name] = each
    else if (Array.isArray(there)) there.push(each)
    else value[name] = [there, each]
  }
  return { value }
}

function countPairs(text: string): number {
  let pairs = 1
  for (let at = text.indexOf('&'); at !== -1 && pairs <= FORM_FIELDS_MAX; at = text.indexOf('&', at + 1)) pairs++
  return pairs
}
