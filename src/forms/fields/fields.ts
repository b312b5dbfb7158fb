import { EXTRA_VALUE_MAX, isContactField, TEXT_MAX } from '../../contact-fields.ts'
import { type Issues, typeOf as typeOfValue } from '../../lib/issues.ts'
import { choice, defaultsOf, flag, group, integer, list, orNull, text, type ValueOf } from '../../lib/record/fields.ts'
import * as S from '../../lib/schema.ts'
import { formTextsIn } from '../../messages/form-texts.ts'
import { type Message, message } from '../../messages/message.ts'
import { checkConditions } from './conditions.ts'

export const FIELD_TYPES = [
  ...(['text', 'textarea', 'email', 'phone', 'number', 'select', 'radio', 'checkbox', 'checkboxes'] as const),
  ...(['date', 'url', 'hidden', 'consent', 'file'] as const),
] as const
export type FieldType = (typeof FIELD_TYPES)[number]

export const FIELDS_MAX = 50
export const FIELD_NAME_MAX = 64
/** The longest texts of a form, in any language. */
export const LONGEST = {
  title: 200,
  description: 4_000,
  submit_label: 200,
  thanks_text: 4_000,
  consent_text: 10_000,
  subject: 200,
  text: 10_000,
  label: 255,
  placeholder: 255,
  help: 1_020,
  step: 200,
  option: 255,
} as const

/** Starts with a letter: names that begin with an underscore belong to the form itself. */
const FIELD_NAME = /^[A-Za-z][A-Za-z0-9_.-]*$/

export const HAS_OPTIONS: ReadonlySet<FieldType> = new Set(['select', 'radio', 'checkboxes'])

export const CONSENT_FIELD = 'consent'
export const CONSENT_VERSION_FIELD = 'consent_version'
export const REDIRECT_FIELD = 'redirect_url'

// The page and the script send these for the spam protection. They are checked and never stored.
export const TOKEN_FIELD = 'dp_token'
export const PROOF_FIELD = 'dp_proof'
/**
 * People cannot see it, but programs that fill in every field do fill it in. Autofill does not recognise the name.
 * `_gotcha` is what other services call it, for forms that moved here.
 */
export const HONEYPOT_FIELDS = ['dp_topic', '_gotcha'] as const
export const PROTECTION_NAMES: ReadonlySet<string> = new Set([TOKEN_FIELD, PROOF_FIELD, ...HONEYPOT_FIELDS])

/** Forms send these beside their fields to say where a sender comes from. They never cause a lead to be refused. */
export const UTM_FIELDS = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const
export const CARRIED_FIELDS: readonly string[] = [...UTM_FIELDS, 'dp', 'referrer', 'landing_page']

/** Names with a special meaning, which no field may have. */
export const RESERVED_NAMES: ReadonlySet<string> = new Set([
  ...['id', 'extra', 'created_at', 'updated_at', 'workspace_id', 'key_id', 'email_key', 'webhook_id', 'delivery_id'],
  ...['link_id', 'post_id', 'form_id', 'status', 'owner_id', 'tags', 'first_name_from', 'dp', 'referrer'],
  ...['landing_page', CONSENT_VERSION_FIELD, REDIRECT_FIELD],
])

const values = (about: string) =>
  list(text({ max: LONGEST.option, required: true, example: '' }), { max: 100, about, example: [] })

const showWhen = orNull(
  group(
    {
      field: text({ max: FIELD_NAME_MAX, required: true, about: 'The name of another field.', example: 'topic' }),
      is: values('One of these; `true` is a ticked box. Both lists empty: anything.'),
      is_not: values('None of these.'),
    },
    {
      about: 'Shown only if another field says so; otherwise neither required nor stored.',
      shape: message('shape.condition'),
    },
  ),
)

/** Describes a field of a form. Its default type, label and length depend on its name. */
function describeField(name: string) {
  const nameText = text({
    max: FIELD_NAME_MAX,
    required: true,
    about: 'A field of a contact, such as `email`, or any other name: that is kept in `extra`.',
    rule: nameProblems,
    example: 'email',
  })
  const max = mostOf(name)
  return {
    name: { ...nameText, sentSchema: { ...nameText.schema, minLength: 1 } },
    type: choice(FIELD_TYPES, {
      fallback: typeOf(name),
      about: 'Follows from the name when left out: `email` is an e-mail address, most are text.',
      example: 'email',
    }),
    label: text({
      max: LONGEST.label,
      fallback: labelOf(name),
      about: 'Follows from the name when left out.',
      example: 'E-mail',
    }),
    placeholder: text({ max: LONGEST.placeholder, example: null }),
    help: text({ max: LONGEST.help, about: 'A sentence below the field.', example: null }),
    required: flag({}),
    options: list(text({ max: LONGEST.option, required: true, example: '' }), {
      max: 100,
      about: 'The options of select, radio and checkboxes.',
      example: [],
    }),
    max_length: {
      ...integer({ min: 1, max, fallback: null, example: null }),
      schema: S.nullable('integer', 'Characters; null for the most that can be stored.'),
    },
    value: { ...text({ max, example: null }), schema: S.nullable('string', 'What a hidden field sends.') },
    show_when: { ...showWhen, example: null },
    step: text({
      max: LONGEST.step,
      about: 'Begins a new step with this title.',
      example: null,
    }),
  }
}

type Described = ReturnType<typeof describeField>
export type FormField = { [N in keyof Described]: ValueOf<Described[N]> }

const described = group(describeField(''))
export const FormFieldSchema = S.output('FormField', described.schema.properties as S.Fields)
export const NewFormFieldSchema = S.input('NewFormField', described.sentSchema!.properties as S.Fields)

export function fieldOf(name: string, more: Partial<FormField> = {}): FormField {
  const { name: _, ...others } = describeField(name)
  return { name, ...defaultsOf(others), ...more }
}

export function readFields(issues: Issues, path: string, value: unknown): FormField[] {
  if (!Array.isArray(value)) {
    issues.add(path, 'form.fields_not_list', { found: typeOfValue(value) })
    return []
  }
  if (value.length > FIELDS_MAX) {
    issues.add(path, 'form.too_many_fields', { max: FIELDS_MAX, count: value.length })
    return []
  }
  const fields = value.map((each, at) => readField(issues, `${path}[${at}]`, each))
  const names = new Set<string>()
  for (const [at, { name }] of fields.entries()) {
    if (name !== '' && names.has(name)) issues.add(`${path}[${at}].name`, 'form.same_field_twice', { name })
    names.add(name)
  }
  if (!names.has('first_name') && !names.has('email')) issues.add(path, 'form.no_sender')
  if (fields.filter(({ type }) => type === 'consent').length > 1) issues.add(path, 'form.consent_twice')
  if (issues.count === 0) checkConditions(issues, path, fields)
  return fields
}

function readField(issues: Issues, path: string, value: unknown): FormField {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    issues.add(path, 'field.not_object', { shape: message('shape.named'), found: typeOfValue(value) })
    return fieldOf('')
  }
  const sent = value as { name?: unknown; options?: unknown }
  const field = group(describeField(typeof sent.name === 'string' ? sent.name.trim() : '')).read(issues, path, sent)
  const { name, type, options } = field
  if (name === 'email' && type !== 'email') issues.add(`${path}.type`, 'form.field_not_email')
  if ((name === CONSENT_FIELD) !== (type === 'consent')) {
    issues.add(`${path}.type`, 'form.field_not_consent')
  }
  if (type === 'file' && isContactField(name)) {
    issues.add(`${path}.type`, 'form.field_type_fixed', { name, type: typeOf(name) })
  }
  const at = `${path}.options`
  if (!Object.hasOwn(issues.details, at)) {
    const [has, hasMany] = [options.length > 0, HAS_OPTIONS.has(type)]
    if (!has && hasMany) issues.add(at, 'form.field_without_options')
    if (has && !hasMany) issues.add(at, 'form.field_with_options', { types: [...HAS_OPTIONS].join(', ') })
    const sentCount = Array.isArray(sent.options) ? sent.options.length : 0
    if (options.length < sentCount) issues.add(at, 'form.same_option_twice')
  }
  if (type === 'hidden' && field.required) {
    issues.add(`${path}.required`, 'form.hidden_required', { path })
  }
  return field
}

function nameProblems(name: string, field: string): Message[] {
  if (!FIELD_NAME.test(name)) {
    return [message('form.wrong_field_name', { field })]
  }
  if (RESERVED_NAMES.has(name) || PROTECTION_NAMES.has(name)) {
    return [message('form.reserved_field_name', { field, name })]
  }
  return name === 'constructor' ? [message('form.forbidden_field_name', { field, name })] : []
}

export function maxLengthOf({ name, max_length }: Pick<FormField, 'name' | 'max_length'>): number {
  return max_length ?? mostOf(name)
}

function mostOf(name: string): number {
  return isContactField(name) ? TEXT_MAX : EXTRA_VALUE_MAX
}

function typeOf(name: string): FieldType {
  if (name === 'email') return 'email'
  if (name === 'phone') return 'phone'
  if (name === 'message') return 'textarea'
  if (name === CONSENT_FIELD) return 'consent'
  return (UTM_FIELDS as readonly string[]).includes(name) ? 'hidden' : 'text'
}

/** Turns `first_name` into "First name". */
export function labelOf(name: string): string {
  const words = name.replace(/[_.-]+/g, ' ').trim()
  return name === 'email' ? 'E-mail' : words.slice(0, 1).toUpperCase() + words.slice(1)
}

/** A form created with only a name becomes a contact form, in the words of its language. */
export function defaultFields(language: string): FormField[] {
  const texts = formTextsIn(language)
  return [
    fieldOf('first_name', { label: texts['form_page.first_name'], required: true }),
    fieldOf('last_name', { label: texts['form_page.last_name'] }),
    fieldOf('email', { label: texts['form_page.email'], required: true }),
    fieldOf('company', { label: texts['form_page.company'] }),
    fieldOf('message', { label: texts['form_page.message'] }),
  ]
}

export function emailOnlyFields(language: string): FormField[] {
  return [fieldOf('email', { label: formTextsIn(language)['form_page.email'], required: true })]
}

/** Whether the form asks for an address but not for a name: the name is then derived from the address. */
export function isEmailOnly(fields: readonly FormField[]): boolean {
  return fields.some(({ name }) => name === 'email') && !fields.some(({ name }) => name === 'first_name')
}

/** A form that asks for consent without a field for it gets one at its end. */
export function withConsent(fields: FormField[], consent: object | null): FormField[] {
  const has = fields.some(({ type }) => type === 'consent')
  if (consent === null) return fields.filter(({ type }) => type !== 'consent')
  return has ? fields : [...fields, fieldOf(CONSENT_FIELD, { required: true })]
}

/** Several values under one name, joined; null for values that are not text. */
export function joinText(value: unknown): string | null {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (!Array.isArray(value)) return null
  const texts = value.map((each) => (Array.isArray(each) ? null : joinText(each)))
  return texts.filter((text) => text !== null && text.trim() !== '').join(', ')
}
