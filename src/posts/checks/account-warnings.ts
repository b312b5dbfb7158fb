import { createHash } from 'node:crypto'
import { type Profile, rulePrefixOf } from '../../platforms/registry.ts'
import type { RuleId, Warning } from '../../platforms/text/rules.ts'
import { composeText } from '../../platforms/text/text.ts'
import type { PostInput } from '../fields.ts'

// Warnings that depend on the account, and on what else goes out on it.

/** Of the text on this account, without the codes of its links: another account may say the same. */
export function fingerprintOf(input: PostInput, rules: Profile, account: { id: string } | null): Buffer | null {
  if (!rules.refusesRepeats) return null
  return createHash('sha256')
    .update(`${input.platform}\n${account?.id ?? ''}\n${composeText(input).normalize('NFC')}`)
    .digest()
}

export function expiryWarning(worksUntil: Date): Warning {
  const message = `The approval of the account ends at ${worksUntil.toISOString()}, before this date. Connect the account again by then.`
  return { rule: 'any.account.expires', field: 'scheduled_date', message }
}

export function repeatWarning(rules: Profile, earlierId: string): Warning {
  const message = `${rules.label} refuses a text it has just seen, and post ${earlierId} has the same one within a day. Change the text or the date.`
  return { rule: `${rulePrefixOf(rules)}.duplicate` as RuleId, field: 'content', message }
}
