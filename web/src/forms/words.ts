import { FIELD_NAMES } from '../../../src/contact-fields.ts'
import type { Submission } from '../api/schema.ts'

/** Contact fields in their usual order, then the others. Empty ones are left out. */
export function factsOf(
  { contact }: Pick<Submission, 'contact'>,
  without: readonly string[] = [],
): Array<[name: string, value: string]> {
  const { extra = {}, ...own } = (contact ?? {}) as { extra?: Record<string, unknown> }
  const sent: Record<string, unknown> = { ...own, ...extra }
  const names = new Set([...FIELD_NAMES, ...Object.keys(sent)])
  return [...names].flatMap((name): Array<[string, string]> => {
    const value = sent[name]
    const isShown = value !== null && value !== undefined && value !== '' && typeof value !== 'object'
    return isShown && !without.includes(name) ? [[name, String(value)]] : []
  })
}

export function senderOf({ contact }: Pick<Submission, 'contact'>): string {
  const { first_name, last_name, email } = (contact ?? {}) as Record<string, unknown>
  const name = [first_name, last_name].filter((each) => typeof each === 'string' && each !== '').join(' ')
  return [name, email].filter((each) => typeof each === 'string' && each !== '').join(', ')
}
