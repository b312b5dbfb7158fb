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

export type FieldRule =
  | { pointer: string; take?: Take }
  /** The value with this name among the `answers`, whatever its case and separators. */
  | { answer: string; take?: Take }
  | { constant: Scalar }

/** Named values: the members of an object, or the items of a list, read with pointers that begin at the item. */
export interface AnswerPlace {
  pointer: string
  name: string
  value: string[]
  options: string | null
  questions: string | null
}

/** schemas.ts says what each member means. */
export interface Mapping {
  preset: PresetName | null
  each: string | null
  when: { pointer: string; equals: string[] } | null
  answers: AnswerPlace[]
  fields: Record<string, FieldRule[]>
  rest: boolean
}
