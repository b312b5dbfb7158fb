import { isUtf8 } from 'node:buffer'
import { type Message, message } from '../../messages/message.ts'

const MAX_DEPTH = 32

const OPENING_BRACE = 0x7b
const CLOSING_BRACE = 0x7d
const OPENING_BRACKET = 0x5b
const CLOSING_BRACKET = 0x5d
const QUOTE = 0x22
const BACKSLASH = 0x5c

/**
 * Parses a JSON body and refuses what later code or the database cannot handle: other encodings, deep nesting, keys
 * that reach prototypes. The last of duplicate keys wins, as in jsonb. Numbers are JavaScript's (1e400 is Infinity) and
 * lone surrogates pass: the reader of each field reports them. `problem` never repeats the body, which may contain
 * personal data.
 */
export function parseJson(bytes: Buffer): { value: unknown } | { problem: Message } {
  if (bytes.length === 0) return { problem: message('json.empty') }
  const text = bytes.toString()
  // Decoding replaces invalid bytes with U+FFFD, so only a text that contains one needs the second check.
  if (text.includes('\ufffd') && !isUtf8(bytes)) return { problem: message('json.not_utf8') }
  if (text.charCodeAt(0) === 0xfeff) return { problem: message('json.byte_order_mark') }
  // Checked before the parser, which would spend 20 ms on 50 kB of brackets.
  if (isTooDeep(text)) return { problem: message('json.too_deep', { max: MAX_DEPTH }) }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { problem: explainSyntax(error) }
  }
  if (mayHoldForbiddenKey(text)) {
    const key = findForbiddenKey(value)
    if (key) return { problem: message('json.forbidden_key', { key }) }
  }
  return { value }
}

/** A few opening brackets cannot nest deeply, and counting them natively is fast. Otherwise the nesting is followed. */
function isTooDeep(text: string): boolean {
  let openings = 0
  for (let at = text.indexOf('{'); at !== -1 && openings <= MAX_DEPTH; at = text.indexOf('{', at + 1)) openings++
  for (let at = text.indexOf('['); at !== -1 && openings <= MAX_DEPTH; at = text.indexOf('[', at + 1)) openings++
  return openings > MAX_DEPTH && nestsTooDeep(text)
}

/** Exact for valid JSON. For anything else the result does not matter, because it is refused either way. */
function nestsTooDeep(text: string): boolean {
  let depth = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === QUOTE) {
      i = endOfString(text, i)
    } else if (code === OPENING_BRACE || code === OPENING_BRACKET) {
      if (++depth > MAX_DEPTH) return true
    } else if (code === CLOSING_BRACE || code === CLOSING_BRACKET) {
      depth--
    }
  }
  return false
}

function endOfString(text: string, start: number): number {
  let i = start + 1
  for (; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === QUOTE) break
    if (code === BACKSLASH) i++
  }
  return i
}

/**
 * Whether walking through the value is worth the time. The keys in question are ASCII, so \u00 is the way to disguise
 * them.
 */
function mayHoldForbiddenKey(text: string): boolean {
  return text.includes('proto') || text.includes('\\u00')
}

/** Recursion is safe here: the depth was checked before. */
function findForbiddenKey(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (Array.isArray(value)) {
    for (const item of value) {
      const found = findForbiddenKey(item)
      if (found) return found
    }
    return undefined
  }
  for (const [key, child] of Object.entries(value)) {
    if (key === '__proto__') return key
    if (key === 'constructor' && typeof child === 'object' && child !== null && Object.hasOwn(child, 'prototype')) {
      return 'constructor.prototype'
    }
    const found = findForbiddenKey(child)
    if (found) return found
  }
  return undefined
}

/**
 * V8 does not always give the position. The pattern is anchored to the end, because messages that quote the body end
 * differently.
 */
function explainSyntax(error: unknown): Message {
  const match =
    error instanceof SyntaxError && / JSON at position (\d+)(?: \(line \d+ column \d+\))?$/.exec(error.message)
  return match ? message('json.broken_at', { position: match[1]! }) : message('json.broken')
}
