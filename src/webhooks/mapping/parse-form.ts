import { isUtf8 } from 'node:buffer'
import { charsetOf } from '../../http/server/body.ts'
import { parseJson } from '../../lib/text/json.ts'
import { type Message, message } from '../../messages/message.ts'
import { toFormValue } from './form-value.ts'

// Submitted forms, as browsers and form services send them.

type Pairs = { pairs: Array<readonly [name: string, value: string]> } | { problem: Message }

const FORM_FIELDS_MAX = 1_000
const TOO_LONG = { problem: message('delivery.form_too_long', { max: FORM_FIELDS_MAX }) }

/** Parses a form into a value that pointers can follow: `a[b]=1` is at /a/b, and JSON inside a field is read, too. */
export function parseForm(contentType: string, body: Buffer): { value: unknown } | { problem: Message } {
  const isMultipart = /^\s*multipart\//i.test(contentType)
  const read = isMultipart ? readMultipart(contentType, body) : readUrlencoded(contentType, body)
  if ('problem' in read) return read
  const value = toFormValue(read.pairs, readText)
  return value === null ? { problem: message('delivery.form_proto') } : { value }
}

/** Some services put the answers as JSON into one field of a form. */
function readText(text: string): unknown {
  if (!text.startsWith('{') || !text.endsWith('}')) return text
  const parsed = parseJson(Buffer.from(text))
  return 'value' in parsed ? parsed.value : text
}

function readUrlencoded(contentType: string, body: Buffer): Pairs {
  const charset = charsetOf(contentType)?.toLowerCase() ?? 'utf-8'
  if (!isUtf8(body) && !WINDOWS_1252.has(charset)) return { problem: message('delivery.form_not_utf8') }
  // One character per byte, so that the parts can be converted back to bytes.
  const parts = body.toString('latin1').split('&', FORM_FIELDS_MAX + 1)
  if (parts.length > FORM_FIELDS_MAX) return TOO_LONG
  const pairs: Array<[string, string]> = []
  for (const part of parts) {
    if (part === '') continue
    const equals = part.indexOf('=')
    const name = decodeFormText(equals === -1 ? part : part.slice(0, equals), charset)
    const value = decodeFormText(equals === -1 ? '' : part.slice(equals + 1), charset)
    if (name === null || value === null) return { problem: explainEncoding(part, equals) }
    pairs.push([name, value])
  }
  return { pairs }
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
  return textOf(Buffer.from(decoded, 'latin1'), charset)
}

function textOf(bytes: Buffer, charset: string): string | null {
  if (isUtf8(bytes)) return bytes.toString()
  return WINDOWS_1252.has(charset) ? new TextDecoder('windows-1252').decode(bytes) : null
}

function explainEncoding(pair: string, equals: number): Message {
  const name = Buffer.from(equals === -1 ? pair : pair.slice(0, equals), 'latin1').toString()
  return message('delivery.form_encoding', { name: name.length > 60 ? `${name.slice(0, 60)}…` : name })
}

const BOUNDARY = /;\s*boundary=(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i
const HEADERS_MAX = 4_096

/** https://www.rfc-editor.org/rfc/rfc7578. Of a file, only the name is kept. */
function readMultipart(contentType: string, body: Buffer): Pairs {
  const malformed = { problem: message('delivery.not_multipart') }
  const [, quoted, bare] = BOUNDARY.exec(contentType) ?? []
  const boundary = quoted ?? bare
  if (boundary === undefined) return malformed
  // A line break stands before each delimiter, also before the first one if there is a preamble.
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  const bytes = Buffer.concat([Buffer.from('\r\n'), body])
  const pairs: Array<[string, string]> = []
  let at = bytes.indexOf(delimiter)
  while (at !== -1) {
    const start = at + delimiter.length
    if (bytes.toString('latin1', start, start + 2) === '--') return { pairs }
    const end = bytes.indexOf(delimiter, start)
    const blank = bytes.indexOf('\r\n\r\n', start)
    if (end === -1 || blank === -1 || blank > end || blank - start > HEADERS_MAX) return malformed
    const headers = bytes.toString('utf8', start, blank)
    const [, name] = /^content-disposition:[^\r\n]*?;\s*name="([^"\r\n]*)"/im.exec(headers) ?? []
    const [, fileName] = /^content-disposition:[^\r\n]*?;\s*filename="([^"\r\n]*)"/im.exec(headers) ?? []
    const value = fileName ?? textOf(bytes.subarray(blank + 4, end), charsetOf(headers)?.toLowerCase() ?? 'utf-8')
    if (name === undefined) return malformed
    if (value === null) return { problem: message('delivery.form_encoding', { name: name.slice(0, 60) }) }
    if (pairs.push([name, value]) > FORM_FIELDS_MAX) return TOO_LONG
    at = end
  }
  return malformed
}
