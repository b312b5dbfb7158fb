// How a delivery becomes a contact, and the terms in which senders describe it.

export const TAKES = ['first_word', 'rest', 'lower'] as const
export type Take = (typeof TAKES)[number]
export type Scalar = string | number | boolean

export type FieldRule =
  | { pointer: string; take?: Take }
  /** The value with this name among the `answers`, regardless of case and separators. */
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

const FIRST_NAME = ['first name', 'fname', 'given name', 'forename']
const LAST_NAME = ['last name', 'lname', 'family name', 'surname']
const EMAIL = ['email', 'email address', 'mail', 'work email', 'business email', 'contact email']

export const fullName = named('full name', 'name', 'contact name', 'customer name')
export const company = named('company', 'company name', 'organization', 'organisation', 'business name')
export const phone = named('phone', 'phone number', 'mobile', 'mobile number', 'telephone', 'tel', 'cell')
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
export function names(full: SearchRule[], first = named(...FIRST_NAME), last = named(...LAST_NAME)): Fields {
  const taken = (take: Take) => full.map((rule) => ({ ...rule, take }))
  return { first_name: [...first, ...taken('first_word')], last_name: [...last, ...taken('rest')] }
}

/** A person, found by common names of answers. `email` rules come before those. */
export function person(email: SearchRule[] = []): Fields {
  return { ...names(fullName), email: [...email, ...named(...EMAIL)], company }
}
