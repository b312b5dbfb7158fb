// How a delivery becomes a contact, and the terms in which senders describe it.

export const TAKES = ['first_word', 'rest', 'lower', 'address_name'] as const
export type Take = (typeof TAKES)[number]
export type Scalar = string | number | boolean

export type FieldRule =
  | { pointer: string; take?: Take }
  /** The value with this name among the `answers`, regardless of case and separators, or with one that means the same. */
  | { answer: string; take?: Take }
  | { constant: Scalar }

/** Named values: the members of an object, or the items of a list, read with pointers relative to the item. */
export interface AnswerPlace {
  pointer: string
  name: string
  value: string[]
  options: string | null
  questions: string | null
}

export interface Mapping {
  preset: string | null
  each: string | null
  when: { pointer: string; equals: string[] } | null
  answers: AnswerPlace[]
  fields: Record<string, FieldRule[]>
  rest: boolean
}

type Fields = Mapping['fields']
type SearchRule = Exclude<FieldRule, { constant: Scalar }>

// Each of these names also finds those that mean the same, in six languages.
export const fullName = named('name')
export const company = named('company')
export const phone = named('phone')
export const tracking: Fields = { utm_source: named('utm_source'), utm_medium: named('utm_medium') }

export function at(...pointers: string[]): SearchRule[] {
  return pointers.map((pointer) => ({ pointer }))
}

export function named(...names: string[]): SearchRule[] {
  return names.map((answer) => ({ answer }))
}

export function membersAt(pointer: string, ...names: string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, at(`${pointer}/${name}`)]))
}

export function place(pointer: string, name = '/name', value = ['/value']): AnswerPlace {
  return { pointer, name, value, options: null, questions: null }
}

/** First and last name: separate answers, or the parts of a full name. */
export function names(full: SearchRule[], first = named('first name'), last = named('last name')): Fields {
  const taken = (take: Take) => full.map((rule) => ({ ...rule, take }))
  return { first_name: [...first, ...taken('first_word')], last_name: [...last, ...taken('rest')] }
}

/** Adds the word before the @ as the first name, for senders that often know no name. */
export function orNameOfAddress(fields: Fields): Fields {
  const rules = (fields.email ?? []).flatMap((rule): FieldRule[] =>
    'constant' in rule ? [] : [{ ...rule, take: 'address_name' }],
  )
  return { ...fields, first_name: [...(fields.first_name ?? []), ...rules] }
}

/** A person, found by common names of answers. `email` rules come before those. */
export function person(email: SearchRule[] = []): Fields {
  return { ...names(fullName), email: [...email, ...named('email')], company }
}
