import {
  CONSENT_FIELD,
  FIELD_NAME_MAX,
  type FieldType,
  type FormField,
  fieldOf,
  HAS_OPTIONS,
  labelOf,
  RESERVED_NAMES,
  withConsent,
} from '../../../src/forms/fields/fields.ts'
import type { DrawnForm } from '../../../src/forms/fields/html.ts'
import type { Form, FormPatch } from '../api/schema.ts'

/** A field while it is edited. `key` stays when it is renamed or moved. */
export interface DraftField extends FormField {
  key: string
  /** Not saved yet: its name follows the label until somebody types one. */
  isNew?: boolean
}

/** What the builder changes of a form. Texts that may be missing are '' here. */
export interface FormDraft extends Record<'name' | 'language' | (typeof TEXTS)[number], string> {
  fields: DraftField[]
  /** Shown where the fields have one of the type consent. */
  consent: { purpose: string; text: string }
}

const NO_CONSENT = { purpose: 'newsletter', text: '' }

export function draftOf(form: Form): FormDraft {
  const { name, title, description, submit_label, language, consent } = form
  return {
    name,
    title: title ?? '',
    description: description ?? '',
    submit_label: submit_label ?? '',
    language,
    fields: withConsent(form.fields, consent).map((field) => ({ ...field, key: field.name })),
    consent: consent === null ? NO_CONSENT : { purpose: consent.purpose, text: consent.text },
  }
}

const TEXTS = ['title', 'description', 'submit_label'] as const

/** All that the builder changes, as the API takes it. */
export function toPatch(draft: FormDraft): FormPatch {
  const hasConsent = draft.fields.some(({ type }) => type === 'consent')
  return {
    name: draft.name,
    language: draft.language,
    ...Object.fromEntries(TEXTS.map((name) => [name, draft[name].trim() === '' ? null : draft[name]])),
    fields: draft.fields.map(({ key, isNew, ...field }) => ({
      ...field,
      options: HAS_OPTIONS.has(field.type) ? field.options : [],
    })),
    consent: hasConsent ? draft.consent : null,
  }
}

/** The form as its page will show it. */
export function drawnOf(draft: FormDraft, { files, consent }: Pick<Form, 'files' | 'consent'>): DrawnForm {
  const textOf = (text: string) => (text.trim() === '' ? null : text)
  return {
    name: draft.name,
    fields: draft.fields,
    settings: {
      title: textOf(draft.title),
      description: textOf(draft.description),
      submit_label: textOf(draft.submit_label),
      files,
    },
    consent: { text: draft.consent.text || 'What people agree to', version: consent?.version ?? 1 },
  }
}

interface FieldChoice {
  label: string
  /** Of a field of a contact, which a form has once. */
  name?: string
  type: FieldType
}

/** What "Add a field" offers. */
export const FIELD_CHOICES: readonly FieldChoice[] = [
  { label: 'First name', name: 'first_name', type: 'text' },
  { label: 'Last name', name: 'last_name', type: 'text' },
  { label: 'E-mail', name: 'email', type: 'email' },
  { label: 'Company', name: 'company', type: 'text' },
  { label: 'Phone', name: 'phone', type: 'phone' },
  { label: 'Message', name: 'message', type: 'textarea' },
  { label: 'Consent', name: CONSENT_FIELD, type: 'consent' },
  { label: 'Short text', type: 'text' },
  { label: 'Long text', type: 'textarea' },
  { label: 'Number', type: 'number' },
  { label: 'Date', type: 'date' },
  { label: 'Address of a website', type: 'url' },
  { label: 'One of a list', type: 'select' },
  { label: 'One of several, all shown', type: 'radio' },
  { label: 'Some of several', type: 'checkboxes' },
  { label: 'Yes or no', type: 'checkbox' },
  { label: 'Files', type: 'file' },
  { label: 'Hidden value', type: 'hidden' },
]

export const TYPE_LABELS: Record<FieldType, string> = {
  text: 'Short text',
  textarea: 'Long text',
  email: 'E-mail',
  phone: 'Phone',
  number: 'Number',
  select: 'One of a list',
  radio: 'One of several',
  checkbox: 'Yes or no',
  checkboxes: 'Some of several',
  date: 'Date',
  url: 'Website',
  hidden: 'Hidden',
  consent: 'Consent',
  file: 'Files',
}

/** Those that the form does not have yet, and those that it may have several times. */
export function choicesFor({ fields }: FormDraft): FieldChoice[] {
  const names = new Set(fields.map(({ name }) => name))
  return FIELD_CHOICES.filter(({ name }) => name === undefined || !names.has(name))
}

export function withField(draft: FormDraft, choice: FieldChoice, key: string): FormDraft {
  const label = choice.name === undefined ? choice.label : labelOf(choice.name)
  const name = choice.name ?? nameFor(label, draft.fields)
  const field = fieldOf(name, {
    type: choice.type,
    label,
    required: choice.type === 'email' || choice.type === 'consent' || name === 'first_name',
    options: HAS_OPTIONS.has(choice.type) ? ['First choice', 'Second choice'] : [],
  })
  return { ...draft, fields: [...draft.fields, { ...field, key, isNew: choice.name === undefined }] }
}

/** Of the changes to one field: a new one is named after its label. */
export function withChange(draft: FormDraft, key: string, change: Partial<DraftField>): FormDraft {
  const fields = draft.fields.map((field) => {
    if (field.key !== key) return field
    const next = { ...field, ...change }
    if (change.name !== undefined) return { ...next, isNew: false }
    if (!field.isNew || change.label === undefined) return next
    const others = draft.fields.filter((each) => each !== field)
    return { ...next, name: nameFor(change.label, others) }
  })
  return { ...draft, fields }
}

/** "How many people?" as how_many_people, and unlike the names of the other fields. */
export function nameFor(label: string, others: readonly FormField[]): string {
  const words = label
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, FIELD_NAME_MAX - 4)
  const base = words === '' ? 'field' : words
  const taken = new Set([...others.map(({ name }) => name), ...RESERVED_NAMES, CONSENT_FIELD])
  let name = base
  for (let number = 2; taken.has(name); number++) name = `${base}_${number}`
  return name
}

/** Without a name, and with an address that has to be there; or with a first name again. */
export function withEmailOnly(draft: FormDraft, isOn: boolean): FormDraft {
  if (!isOn) {
    return { ...draft, fields: [{ ...fieldOf('first_name', { required: true }), key: 'first_name' }, ...draft.fields] }
  }
  const fields = draft.fields
    .filter(({ name }) => name !== 'first_name' && name !== 'last_name')
    .map((field) => (field.name === 'email' ? { ...field, required: true } : field))
  const hasEmail = fields.some(({ name }) => name === 'email')
  return {
    ...draft,
    fields: hasEmail ? fields : [{ ...fieldOf('email', { required: true }), key: 'email' }, ...fields],
  }
}

/** The first or the e-mail field alone cannot go: without either nobody knows who wrote. */
export function mayRemove({ fields }: FormDraft, key: string): boolean {
  return fields.some((field) => field.key !== key && (field.name === 'first_name' || field.name === 'email'))
}
