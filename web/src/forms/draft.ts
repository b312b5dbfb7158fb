import {
  CONSENT_FIELD,
  FIELD_NAME_MAX,
  FIELD_TYPES,
  type FieldType,
  type FormField,
  fieldOf,
  HAS_OPTIONS,
  RESERVED_NAMES,
  withConsent,
} from '../../../src/forms/fields/fields.ts'
import type { DrawnForm } from '../../../src/forms/fields/html.ts'
import { COLOR, type FormStyle } from '../../../src/forms/fields/style.ts'
import type { Form, FormPatch } from '../api/schema.ts'

/** `key` stays when a field is renamed or moved. */
export interface DraftField extends FormField {
  key: string
  /** Not saved yet: its name follows the label until the person types one. */
  isNew?: boolean
}

/** Missing texts are ''. */
export interface FormDraft extends Record<'name' | 'language' | (typeof TEXTS)[number], string> {
  fields: DraftField[]
  consent: { purpose: string; text: string }
  style: FormStyle
}

const NO_CONSENT = { purpose: 'newsletter', text: '' }

export function draftOf(form: Form): FormDraft {
  const { name, title, description, submit_label, language, consent, style } = form
  return {
    name,
    title: title ?? '',
    description: description ?? '',
    submit_label: submit_label ?? '',
    language,
    style,
    fields: withConsent(form.fields, consent).map((field) => ({ ...field, key: field.name })),
    consent: consent === null ? NO_CONSENT : { purpose: consent.purpose, text: consent.text },
  }
}

const TEXTS = ['title', 'description', 'submit_label'] as const

export function toPatch(draft: FormDraft): FormPatch {
  const hasConsent = draft.fields.some(({ type }) => type === 'consent')
  return {
    name: draft.name,
    language: draft.language,
    style: draft.style,
    ...textsOf(draft),
    fields: draft.fields.map(({ key, isNew, ...field }) => ({
      ...field,
      options: HAS_OPTIONS.has(field.type) ? field.options : [],
      step: field.step?.trim() ?? null,
    })),
    consent: hasConsent ? draft.consent : null,
  }
}

/** Stored fields that have another name now. */
export function renamedFields({ fields }: FormDraft): Array<readonly [from: string, to: string]> {
  return fields.flatMap(({ key, name, isNew }) => (isNew || key === name ? [] : [[key, name] as const]))
}

/** In the lists of a condition while it has no value yet. */
export const NO_VALUE = ''

/** Indexes of fields that are shown by a value that is not chosen yet. */
export function unfinishedConditions({ fields }: FormDraft): number[] {
  return fields.flatMap(({ show_when }, at) =>
    show_when !== null && [...show_when.is, ...show_when.is_not].includes(NO_VALUE) ? [at] : [],
  )
}

/** Indexes of fields that begin a step with an empty title. The API would read that as no step. */
export function untitledSteps({ fields }: FormDraft): number[] {
  return fields.flatMap(({ step }, at) => (step?.trim() === '' ? [at] : []))
}

function textsOf(draft: FormDraft) {
  const texts = TEXTS.map((name) => [name, draft[name].trim() === '' ? null : draft[name]])
  return Object.fromEntries(texts) as Record<(typeof TEXTS)[number], string | null>
}

/** `emptyConsent` is shown while the text of the consent is empty. */
export function drawnOf(
  draft: FormDraft,
  { files, consent }: Pick<Form, 'files' | 'consent'>,
  emptyConsent: string,
): DrawnForm {
  return {
    name: draft.name,
    fields: draft.fields,
    settings: { ...textsOf(draft), language: draft.language, files },
    consent: { text: draft.consent.text || emptyConsent, version: consent?.version ?? 1 },
  }
}

export interface FieldChoice {
  /** A field of the contact, which a form has once. */
  name?: string
  type: FieldType
}

/** Texts of a new field, in the words of the person who builds the form. */
interface FieldTexts {
  label: string
  options: readonly string[]
}

const CONTACT_CHOICES = ['first_name', 'last_name', 'email', 'company', 'phone', 'message', CONSENT_FIELD]
const NAMED_TYPES: ReadonlySet<FieldType> = new Set(['email', 'phone', 'consent'])

export const FIELD_CHOICES: readonly FieldChoice[] = [
  ...CONTACT_CHOICES.map((name) => ({ name, type: fieldOf(name).type })),
  ...FIELD_TYPES.filter((type) => !NAMED_TYPES.has(type)).map((type) => ({ type })),
]

/** Fields the form lacks, and those it may have several times. */
export function choicesFor({ fields }: FormDraft): FieldChoice[] {
  const names = new Set(fields.map(({ name }) => name))
  return FIELD_CHOICES.filter(({ name }) => name === undefined || !names.has(name))
}

export function withField(draft: FormDraft, choice: FieldChoice, key: string, texts: FieldTexts): FormDraft {
  const { label } = texts
  const name = choice.name ?? nameFor(label, draft.fields)
  const field = fieldOf(name, {
    type: choice.type,
    label,
    required: choice.type === 'email' || choice.type === 'consent' || name === 'first_name',
    options: HAS_OPTIONS.has(choice.type) ? [...texts.options] : [],
  })
  return { ...draft, fields: [...draft.fields, { ...field, key, isNew: choice.name === undefined }] }
}

/** A color that is being typed is not one yet. */
export function drawableStyle(style: FormStyle): FormStyle {
  const color = (text: string | null) => (text !== null && COLOR.test(text) ? text : null)
  return { ...style, accent: color(style.accent), text: color(style.text), background: color(style.background) }
}

/** Fields that depended on a removed one are always shown; those of a renamed one follow it. */
function following(fields: readonly DraftField[], from: string, to: string | null): DraftField[] {
  return fields.map((field) => {
    const { show_when } = field
    if (show_when?.field !== from || from === to) return field
    return { ...field, show_when: to === null ? null : { ...show_when, field: to } }
  })
}

export function withoutField(draft: FormDraft, key: string): FormDraft {
  const gone = draft.fields.find((field) => field.key === key)
  const rest = draft.fields.filter((field) => field.key !== key)
  return { ...draft, fields: gone === undefined ? rest : following(rest, gone.name, null) }
}

/** A removed field comes back to its place, with what was agreed to and the conditions that depended on it. */
export function withFieldAgain(draft: FormDraft, before: FormDraft, key: string): FormDraft {
  const at = before.fields.findIndex((field) => field.key === key)
  const field = before.fields[at]
  if (field === undefined || draft.fields.some(({ name }) => name === field.name)) return draft
  const others = draft.fields.map((each) => {
    const { show_when = null } = before.fields.find((old) => old.key === each.key) ?? {}
    return each.show_when === null && show_when?.field === field.name ? { ...each, show_when } : each
  })
  return { ...draft, fields: others.toSpliced(at, 0, field) }
}

/** A new field is named after its label. */
export function withChange(draft: FormDraft, key: string, change: Partial<DraftField>): FormDraft {
  const fields = draft.fields.map((field) => {
    if (field.key !== key) return field
    const next = { ...field, ...change }
    if (change.name !== undefined) return { ...next, isNew: false }
    if (!field.isNew || change.label === undefined) return next
    const others = draft.fields.filter((each) => each !== field)
    return { ...next, name: nameFor(change.label, others) }
  })
  const [before, after] = [draft.fields, fields].map((all) => all.find((field) => field.key === key)?.name)
  return { ...draft, fields: before && after ? following(fields, before, after) : fields }
}

/** "How many people?" as how_many_people, unique in the form. */
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

/** On: no name, and a required address. Off: a first name again. */
export function withEmailOnly(draft: FormDraft, isOn: boolean): FormDraft {
  if (!isOn) {
    return { ...draft, fields: [{ ...fieldOf('first_name', { required: true }), key: 'first_name' }, ...draft.fields] }
  }
  const named = draft.fields.filter(({ name }) => name !== 'first_name' && name !== 'last_name')
  const fields = following(following(named, 'first_name', null), 'last_name', null).map((field) =>
    field.name === 'email' ? { ...field, required: true } : field,
  )
  const hasEmail = fields.some(({ name }) => name === 'email')
  return {
    ...draft,
    fields: hasEmail ? fields : [{ ...fieldOf('email', { required: true }), key: 'email' }, ...fields],
  }
}

/** Without either, the sender would be unknown. */
export function mayRemove({ fields }: FormDraft, key: string): boolean {
  return fields.some((field) => field.key !== key && (field.name === 'first_name' || field.name === 'email'))
}
