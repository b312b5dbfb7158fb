import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type FieldType, type FormField, labelOf } from '../../../src/forms/fields/fields.ts'

// Words of the pages about forms, by value. Files with tests of their own import none of them: macros need the build.

export const TYPE_LABELS: Record<FieldType, MessageDescriptor> = {
  text: msg`Short text`,
  textarea: msg`Long text`,
  email: msg`E-mail`,
  phone: msg`Phone`,
  number: msg`Number`,
  date: msg`Date`,
  url: msg`Address of a website`,
  select: msg`One of a list`,
  radio: msg`One of several, all shown`,
  checkboxes: msg`Some of several`,
  checkbox: msg`Yes or no`,
  file: msg`Files`,
  hidden: msg`Hidden value`,
  consent: msg`Consent`,
}

/** Fields of a contact that a form may ask for. */
export const CONTACT_LABELS: Record<string, MessageDescriptor> = {
  first_name: msg`First name`,
  last_name: msg`Last name`,
  email: msg`E-mail`,
  company: msg`Company`,
  phone: msg`Phone`,
  message: msg`Message`,
  utm_source: msg`Source`,
  utm_medium: msg`Medium`,
  consent: msg`Consent`,
}

/** The label of a field: from its form, otherwise that of the contact field. */
export function useFieldLabel(fields: readonly Pick<FormField, 'name' | 'label'>[] = []) {
  const { t } = useLingui()
  return (name: string): string => {
    const own = fields.find((field) => field.name === name)?.label
    const usual = CONTACT_LABELS[name]
    return own ?? (usual ? t(usual) : labelOf(name))
  }
}

/** Submissions that look like spam and wait for a decision. The API calls them held. */
export const SUSPICIOUS = msg({
  message: 'Suspicious',
  comment: 'Submissions that look like spam and wait for a decision',
})

/** A few words per kind. Each reason also has its own sentence. */
export const REASON_LABELS = {
  honeypot: msg`Filled in what people cannot see`,
  no_token: msg`Without opening the page`,
  stale_token: msg`Page opened long before`,
  bad_token: msg`Invented token`,
  instant: msg`Sent at once`,
  no_proof: msg`Without the script’s computation`,
  bad_proof: msg`Wrong proof of work`,
  replayed_proof: msg`Proof of work used again`,
  disposable_address: msg`Throw-away address`,
  link_in_name: msg`Link in the name`,
  repeated_text: msg`The same text from many`,
  flood: msg`Too many from one sender`,
} as const satisfies Record<string, MessageDescriptor>
