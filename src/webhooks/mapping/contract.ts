export const PRESET_NAMES = [
  'meta_lead_ads',
  'typeform',
  'tally',
  'calendly',
  'stripe_checkout',
  'generic_form',
] as const

export type PresetName = (typeof PRESET_NAMES)[number]

export const TAKES = ['first_word', 'rest', 'lower'] as const

export type Take = (typeof TAKES)[number]

export type Scalar = string | number | boolean

/** Where the value of a field comes from. */
export type FieldRule =
  | { pointer: string; take?: Take }
  /** The value with this name among the `answers`, whatever its case and separators. */
  | { answer: string; take?: Take }
  | { constant: Scalar }

/**
 * A place with named values. An object there gives its members. A list gives one for each item, read with the pointers
 * below, which begin at the item.
 */
export interface AnswerPlace {
  pointer: string
  name: string
  /** Alternatives: the first that holds something. */
  value: string[]
  /** In the item: a list of {id, text}, for values that are ids of what was chosen. */
  options: string | null
  /** In the whole value: a list of {id, title}, for names that are ids of questions. */
  questions: string | null
}

export interface Mapping {
  preset: PresetName | null
  /** Pointer to a list: one contact for each item, and every other pointer but that of `when` begins at the item. */
  each: string | null
  /** Other deliveries are not meant to be contacts. */
  when: { pointer: string; equals: string[] } | null
  /** None: every scalar of the value is an answer, under the name of its member. */
  answers: AnswerPlace[]
  /** Field of a contact, or name of an additional one → alternatives. The first that yields a value wins. */
  fields: Record<string, FieldRule[]>
  /** Answers that no field has taken become additional fields. */
  rest: boolean
}
