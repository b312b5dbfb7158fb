import { isUtf8 } from 'node:buffer'

const MAX_DEPTH = 32

const OPENING_BRACE = 0x7b
const CLOSING_BRACE = 0x7d
const OPENING_BRACKET = 0x5b
const CLOSING_BRACKET = 0x5d
const QUOTE = 0x22
const BACKSLASH = 0x5c

/**
 * Reads a body as JSON and refuses what later code or the database stumbles over: other encodings, deep nesting, keys
 * that reach prototypes. The last of duplicate keys wins, as in jsonb. Numbers are JavaScript's (1e400 is Infinity) and
 * lone surrogates pass: whoever reads the field names it. `problem` never repeats the body, which may hold personal
 * data.
 */
export function parseJson(bytes: Buffer): { value: unknown } | { problem: string } {
  if (bytes.length === 0) return { problem: 'The body is empty. Send JSON.' }
  const text = bytes.toString()
  // Decoding puts U+FFFD in place of invalid bytes, so only a text that has one needs the second look.
  if (text.includes('\ufffd') && !isUtf8(bytes)) {
    return { problem: 'The body is not valid UTF-8. Send JSON in UTF-8.' }
  }
  if (text.charCodeAt(0) === 0xfeff) {
    return { problem: 'The body starts with a byte order mark. Send JSON in UTF-8 without one.' }
  }
  // Before the parser, which would spend 20 ms on 50 kB of brackets.
  if (isTooDeep(text)) return { problem: `The body is nested deeper than ${MAX_DEPTH} levels. Send a flatter one.` }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { problem: `The body is not valid JSON${placeOf(error)}. Send one JSON value and nothing after it.` }
  }
  if (mayHoldForbiddenKey(text)) {
    const key = findForbiddenKey(value)
    if (key) return { problem: `The body has the key ${key}, which is not allowed. Rename or remove it.` }
  }
  return { value }
}

/** Few opening brackets cannot nest deeply, and the native search counts them in no time. Else they are followed. */
function isTooDeep(text: string): boolean {
  let openings = 0
  for (let at = text.indexOf('{'); at !== -1 && openings <= MAX_DEPTH; at = text.indexOf('{', at + 1)) openings++
  for (let at = text.indexOf('['); at !== -1 && openings <= MAX_DEPTH; at = text.indexOf('[', at + 1)) openings++
  return openings > MAX_DEPTH && nestsTooDeep(text)
}

/** Exact for valid JSON; what it says of anything else does not matter, because that is refused either way. */
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

/** Whether the walk over the value is worth its time. The keys in question are ASCII, so \u00 is how to disguise them. */
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

/** Left out when V8 gives none. Bound to the end, because messages that quote the body end differently. */
function placeOf(error: unknown): string {
  const match =
    error instanceof SyntaxError && / JSON at position (\d+)(?: \(line \d+ column \d+\))?$/.exec(error.message)
  return match ? `: the mistake is at position ${match[1]}` : ''
}
