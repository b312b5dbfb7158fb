import { TEXT_MAX } from '../../contact-fields.ts'
import { createIssues } from '../../lib/issues.ts'
import { checkCharacters } from '../../lib/text/text.ts'
import { UTM_FIELDS } from '../fields.ts'
import type { Sent } from './input.ts'
import { joinText } from './values.ts'

/** Where somebody comes from, as far as it can be read. The rest is left out: it must never cost a lead. */
export interface Carried {
  /** The code of a link. */
  dp: string | null
  utm: Record<string, string>
  referrerOrigin: string | null
  landingPath: string | null
}

const CODE = /^[0-9A-Za-z]{4,32}$/
const PATH_MAX = 500

export function readCarried(sent: Sent): Carried {
  const utm: Record<string, string> = {}
  for (const name of UTM_FIELDS) {
    const text = carriedText(sent, name)
    if (text !== null) utm[name] = cut(text, TEXT_MAX)
  }
  const dp = carriedText(sent, 'dp')
  return {
    dp: dp !== null && CODE.test(dp) ? dp : null,
    utm,
    referrerOrigin: originOf(carriedText(sent, 'referrer')),
    landingPath: pathOf(carriedText(sent, 'landing_page')),
  }
}

function carriedText(sent: Sent, name: string): string | null {
  const value = Object.hasOwn(sent, name) ? sent[name] : null
  const text = (Array.isArray(value) ? joinText(value.at(-1)) : joinText(value))?.trim() ?? ''
  return text !== '' && checkCharacters(createIssues(), name, text) ? text : null
}

/** A half of a pair at the end would not be a character. */
function cut(text: string, most: number): string {
  return text.length <= most ? text : [...text.slice(0, most * 2)].slice(0, most).join('')
}

function originOf(text: string | null): string | null {
  if (text === null || !URL.canParse(text)) return null
  const { origin, protocol } = new URL(text)
  return /^https?:$/.test(protocol) && origin.length <= TEXT_MAX ? origin : null
}

/** Without the query, which may name the visitor. */
function pathOf(text: string | null): string | null {
  if (text === null) return null
  const base = 'https://path.invalid'
  if (!URL.canParse(text, base)) return null
  const { pathname, protocol } = new URL(text, base)
  return /^https?:$/.test(protocol) ? cut(pathname, PATH_MAX) : null
}
