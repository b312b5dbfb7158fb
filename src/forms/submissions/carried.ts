import { TEXT_MAX } from '../../contact-fields.ts'
import { createIssues } from '../../lib/issues.ts'
import { checkCharacters } from '../../lib/text/text.ts'
import { isCode } from '../../links/target.ts'
import { UTM_FIELDS } from '../fields.ts'
import type { Sent } from './input.ts'
import { joinText } from './join-text.ts'

const PATH_MAX = 500

/**
 * Where somebody comes from, as fields of a contact. What cannot be read is left out: it must never cost a lead. Of addresses
 * only the part that does not name the visitor is kept.
 */
export function readCarried(sent: Sent): Record<string, string> {
  const carried: Record<string, string> = {}
  const keep = (name: string, read: (text: string) => string | null) => {
    const text = carriedText(sent, name)
    const value = text === null ? null : read(text)
    if (value !== null) carried[name] = value
  }
  for (const name of UTM_FIELDS) keep(name, (text) => cut(text, TEXT_MAX))
  keep('dp', (text) => (isCode(text) ? text : null))
  keep('referrer', originOf)
  keep('landing_page', pathOf)
  return carried
}

function carriedText(sent: Sent, name: string): string | null {
  const value = Object.hasOwn(sent, name) ? sent[name] : null
  const text = (Array.isArray(value) ? joinText(value.at(-1)) : joinText(value))?.trim() ?? ''
  return text !== '' && checkCharacters(createIssues(), name, text) ? text : null
}

/** By code points: half of a pair at the end would not be a character. */
function cut(text: string, most: number): string {
  return text.length <= most ? text : [...text.slice(0, most * 2)].slice(0, most).join('')
}

function originOf(text: string): string | null {
  const url = webUrl(text)
  return url === null || url.origin.length > TEXT_MAX ? null : url.origin
}

function pathOf(text: string): string | null {
  const url = webUrl(/^\/(?!\/)/.test(text) ? `https://path.invalid${text}` : text)
  return url === null || url.pathname.length > PATH_MAX ? null : url.pathname
}

function webUrl(text: string): URL | null {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) ? url : null
}
