import { EXTRA_VALUE_MAX, isContactField, TEXT_MAX } from '../../contact-fields.ts'

/** What a field of a form can be. Reading, the hosted page and the documentation follow from it. */
export const FIELD_TYPES = [
  'text',
  'textarea',
  'email',
  'phone',
  'number',
  'select',
  'radio',
  'checkbox',
  'checkboxes',
  'date',
  'url',
  'hidden',
  'consent',
  'file',
] as const

export type FieldType = (typeof FIELD_TYPES)[number]

export interface FormField {
  /** Of a contact field, or of an additional one. */
  name: string
  type: FieldType
  label: string
  placeholder: string | null
  help: string | null
  required: boolean
  /** Of select, radio and checkboxes. */
  options: string[]
  /** Characters; null for the most that can be stored. */
  max_length: number | null
  /** What a hidden field sends. */
  value: string | null
}

export const FIELDS_MAX = 50
export const FIELD_NAME_MAX = 64
export const LABEL_MAX = 255
export const OPTIONS_MAX = 100

/** A letter first: names that begin with an underscore belong to the form itself. */
export const FIELD_NAME = /^[A-Za-z][A-Za-z0-9_.-]*$/

export const HAS_OPTIONS: ReadonlySet<FieldType> = new Set(['select', 'radio', 'checkboxes'])

export const CONSENT_FIELD = 'consent'
export const CONSENT_VERSION_FIELD = 'consent_version'
export const REDIRECT_FIELD = 'redirect_url'

/** What tells where somebody comes from. Forms carry it beside their fields, and nothing of it ever costs a lead. */
export const UTM_FIELDS = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const
export const CARRIED_FIELDS: readonly string[] = [...UTM_FIELDS, 'dp', 'referrer', 'landing_page']

/** Names with a meaning of their own, which no field may have. */
export const RESERVED_NAMES: ReadonlySet<string> = new Set([
  'id',
  'extra',
  'created_at',
  'updated_at',
  'workspace_id',
  'key_id',
  'email_key',
  'webhook_id',
  'delivery_id',
  'link_id',
  'post_id',
  'form_id',
  'status',
  'owner_id',
  'tags',
  'first_name_from',
  'dp',
  'referrer',
  'landing_page',
  CONSENT_VERSION_FIELD,
  REDIRECT_FIELD,
])

export function maxLengthOf({ name, max_length }: Pick<FormField, 'name' | 'max_length'>): number {
  return max_length ?? mostOf(name)
}

/** The most characters that can be stored under a name. */
export function mostOf(name: string): number {
  return isContactField(name) ? TEXT_MAX : EXTRA_VALUE_MAX
}

export function typeOf(name: string): FieldType {
  if (name === 'email') return 'email'
  if (name === 'phone') return 'phone'
  if (name === 'message') return 'textarea'
  if (name === CONSENT_FIELD) return 'consent'
  return (UTM_FIELDS as readonly string[]).includes(name) ? 'hidden' : 'text'
}

const LABELS: Readonly<Record<string, string>> = { email: 'E-mail' }

/** `first_name` as "First name". */
export function labelOf(name: string): string {
  const words = name.replace(/[_.-]+/g, ' ').trim()
  return LABELS[name] ?? words.slice(0, 1).toUpperCase() + words.slice(1)
}

export function fieldOf(name: string, more: Partial<FormField> = {}): FormField {
  return {
    name,
    type: typeOf(name),
    label: labelOf(name),
    placeholder: null,
    help: null,
    required: false,
    options: [],
    max_length: null,
    value: null,
    ...more,
  }
}

/** A form that has only a name is a contact form. */
export function defaultFields(): FormField[] {
  return [
    fieldOf('first_name', { required: true }),
    fieldOf('last_name'),
    fieldOf('email', { required: true }),
    fieldOf('company'),
    fieldOf('message'),
  ]
}

export function emailOnlyFields(): FormField[] {
  return [fieldOf('email', { required: true })]
}

/** Asks for an address and not for a name: the name is then taken from the address. */
export function isEmailOnly(fields: readonly FormField[]): boolean {
  return fields.some(({ name }) => name === 'email') && !fields.some(({ name }) => name === 'first_name')
}

/** A form that asks for consent without a field for it has one at its end. */
export function withConsent(fields: FormField[], consent: object | null): FormField[] {
  const has = fields.some(({ type }) => type === 'consent')
  if (consent === null) return fields.filter(({ type }) => type !== 'consent')
  return has ? fields : [...fields, fieldOf(CONSENT_FIELD, { required: true })]
}
