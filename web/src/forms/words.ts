import { FIELD_NAMES } from '../../../src/contact-fields.ts'
import { labelOf } from '../../../src/forms/fields/fields.ts'
import type { Submission } from '../api/schema.ts'

/** A few words per kind. Each reason also has its own sentence. */
export const REASON_LABELS = {
  honeypot: 'Filled in what people cannot see',
  no_token: 'Without opening the page',
  stale_token: 'Page opened long before',
  bad_token: 'Invented token',
  instant: 'Sent at once',
  no_proof: 'Without the script’s computation',
  bad_proof: 'Wrong proof of work',
  replayed_proof: 'Proof of work used again',
  disposable_address: 'Throw-away address',
  link_in_name: 'Link in the name',
  repeated_text: 'The same text from many',
  flood: 'Too many from one sender',
} as const

export type ReasonKind = keyof typeof REASON_LABELS

export function isReason(kind: string | undefined): kind is ReasonKind {
  return kind !== undefined && Object.hasOwn(REASON_LABELS, kind)
}

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
    return isShown && !without.includes(name) ? [[labelOf(name), String(value)]] : []
  })
}

export function senderOf({ contact }: Pick<Submission, 'contact'>): string {
  const { first_name, last_name, email } = (contact ?? {}) as Record<string, unknown>
  const name = [first_name, last_name].filter((each) => typeof each === 'string' && each !== '').join(' ')
  return [name, email].filter((each) => typeof each === 'string' && each !== '').join(', ')
}
