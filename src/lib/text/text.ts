import { type Issues, typeOf } from '../issues.ts'

// C0 controls except tab and line breaks (LF, CRLF), and DEL. A lone CR is refused, because nobody types it.
const FORBIDDEN_CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\r(?!\n)/

export interface TextRule {
  /** Unicode code points, counted after trimming. */
  max: number
  required?: boolean
}

/** Reads an optional text: trimmed, blank becomes null. If a rule is broken, adds it to `issues` and returns null. */
export function readText(issues: Issues, field: string, value: unknown, rule: TextRule): string | null {
  if (value === undefined || value === null) {
    if (rule.required) issues.add(field, 'field.required')
    return null
  }
  if (typeof value !== 'string') {
    issues.add(field, 'field.not_text', { found: typeOf(value) })
    return null
  }
  const text = value.trim()
  if (text === '') {
    if (rule.required) issues.add(field, 'field.blank')
    return null
  }
  const sound = checkCharacters(issues, field, text)
  return checkLength(issues, field, text, rule.max) && sound ? text : null
}

/** Refuses characters that PostgreSQL cannot store or that no person means to send. */
export function checkCharacters(issues: Issues, field: string, text: string): boolean {
  if (!text.isWellFormed()) {
    issues.add(field, 'field.half_character')
    return false
  }
  const control = FORBIDDEN_CONTROL.exec(text)
  if (control) {
    const character = control[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
    issues.add(field, 'field.control_character', { character })
    return false
  }
  return true
}

export function checkLength(issues: Issues, field: string, text: string, max: number): boolean {
  if (text.length <= max) return true
  const length = countCodePoints(text)
  if (length <= max) return true
  issues.add(field, 'field.too_long', { max, length })
  return false
}

export function countCodePoints(text: string): number {
  let count = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    // The second half of a pair belongs to the code point before it.
    if (unit >= 0xd800 && unit <= 0xdbff && i + 1 < text.length) {
      const next = text.charCodeAt(i + 1)
      if (next >= 0xdc00 && next <= 0xdfff) i++
    }
    count++
  }
  return count
}

/** Removes trailing slashes from a URL or a path. */
export function withoutEndSlash(text: string): string {
  return text.replace(/(?<!\/)\/+$/, '')
}

/**
 * Formats 10000 as "10,000". toLocaleString() would load the tables of all languages on its first call: 7 MB and 25 ms
 * at every start.
 */
export function groupDigits(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3}){1,8}$)/g, ',')
}

/** Cuts to at most `max` code points. */
export function cutText(text: string, max: number): string {
  if (text.length <= max || countCodePoints(text) <= max) return text
  const end = [...text.slice(0, max * 2)].slice(0, max).join('')
  return end.trim()
}

export function escapeHtml(text: string): string {
  const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
  return text.replace(/[&<>"']/g, (sign) => names[sign]!)
}
