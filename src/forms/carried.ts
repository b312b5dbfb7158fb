import { TEXT_MAX } from '../contact-fields.ts'
import { createIssues } from '../lib/issues.ts'
import { originOf, pathOf } from '../lib/net/web-url.ts'
import { checkCharacters, cutText } from '../lib/text/text.ts'
import { isCode } from '../links/target.ts'
import type { Sent } from './arrival/body.ts'
import { UTM_FIELDS } from './fields/fields.ts'
import { joinText } from './fields/join-text.ts'

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
  for (const name of UTM_FIELDS) keep(name, (text) => cutText(text, TEXT_MAX))
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
