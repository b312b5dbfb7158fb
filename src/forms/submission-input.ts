import {
  type ContactInput,
  EXTRA_FIELDS_MAX,
  EXTRA_NAME_MAX,
  EXTRA_VALUE_MAX,
  type ExtraValue,
  isContactField,
} from '../contact-fields.ts'
import { createIssues, type Issues } from '../lib/issues.ts'
import { checkCharacters, checkLength } from '../lib/text/text.ts'
import type { Sent } from './arrival/body.ts'
import { readCarried } from './carried.ts'
import {
  CARRIED_FIELDS,
  CONSENT_VERSION_FIELD,
  type FormField,
  REDIRECT_FIELD,
  RESERVED_NAMES,
} from './fields/fields.ts'
import { joinText } from './fields/join-text.ts'
import { readFieldValue } from './fields/values.ts'
import type { OpenForm } from './form-cache.ts'
import { nameFromEmail } from './name-from-email.ts'
import { PROTECTION_NAMES } from './protection/page-fields.ts'

/** The rules of contacts, which every submission has to pass as well. */
export type ReadContact = (issues: Issues, body: Record<string, unknown>) => ContactInput

/** A submission that passed the rules. */
export interface SubmissionInput {
  contact: ContactInput
  /** The text that was agreed to; null without consent. */
  consentVersion: number | null
  /** One of the listed ones; null for none. */
  redirectUrl: string | null
}

type FieldValues = Record<string, ExtraValue | null>

/** `files` are those that came with it. Every broken rule goes to `issues`, by the name of the field. */
export function readSubmission(
  issues: Issues,
  form: OpenForm,
  sent: Sent,
  { readContact, files }: { readContact: ReadContact; files: ReadonlyArray<{ field: string; name: string }> },
): SubmissionInput {
  const values: FieldValues = {}
  let isAgreed = false
  for (const field of form.fields) {
    const value = Object.hasOwn(sent, field.name) ? sent[field.name] : undefined
    if (field.type === 'file') values[field.name] = namesOf(issues, field, files)
    else if (field.type === 'consent') isAgreed = readFieldValue(issues, field, value) === true
    else values[field.name] = readFieldValue(issues, field, value)
  }
  requireSomebody(issues, form, values)
  const contact = readContact(issues.count > 0 ? createIssues() : issues, toBody(form, sent, values))
  return {
    contact,
    consentVersion: isAgreed && form.consent !== null ? shownVersion(sent, form.consent.version) : null,
    redirectUrl: redirectOf(form, sent),
  }
}

/** The contact says which files there are; they themselves are with the submission. */
function namesOf(
  issues: Issues,
  { name, label, required }: FormField,
  files: ReadonlyArray<{ field: string; name: string }>,
) {
  const names = files.filter(({ field }) => field === name).map((file) => file.name)
  if (names.length > 0) return names.join(', ').slice(0, EXTRA_VALUE_MAX).toWellFormed()
  // A file that is not taken is an issue already.
  if (required && !Object.hasOwn(issues.details, name)) issues.add(name, `${label} is required. Please choose a file.`)
  return null
}

/** A form may leave both to the sender. One of them has to be there. */
function requireSomebody(issues: Issues, { fields }: OpenForm, values: FieldValues): void {
  if (values.first_name || values.email || issues.count > 0) return
  const field = fields.find(({ name }) => name === 'first_name' || name === 'email')
  if (field) issues.add(field.name, `${field.label} is required. Please fill it in.`)
}

/** The contact, as the rules of contacts read it. What is not a field of a contact is inside `extra`, whatever its name. */
function toBody(form: OpenForm, sent: Sent, values: FieldValues): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  const extra: Record<string, ExtraValue> = {}
  const put = (name: string, value: ExtraValue | null) => {
    if (value === null || value === '') return
    if (isContactField(name)) body[name] = String(value)
    else extra[name] = value
  }
  for (const [name, value] of Object.entries(values)) put(name, value)
  for (const [name, value] of Object.entries(readCarried(sent))) if (!Object.hasOwn(values, name)) put(name, value)
  // Room for the mark of a name that is taken from the address.
  const room = EXTRA_FIELDS_MAX - Object.keys(extra).length - (body.first_name === undefined ? 1 : 0)
  if (form.settings.keep_unknown) keepUnknown(form, sent, extra, room)
  if (body.first_name === undefined && typeof body.email === 'string') {
    body.first_name = nameFromEmail(body.email)
    extra.first_name_from = 'email'
  }
  return { ...body, extra }
}

/** Whatever cannot be kept is left out: a field that nobody asked for must not cost a lead. */
function keepUnknown({ fields }: OpenForm, sent: Sent, extra: Record<string, ExtraValue>, most: number): void {
  const known = new Set(fields.map(({ name }) => name))
  let room = most
  for (const name of Object.keys(sent)) {
    if (room <= 0) return
    if (known.has(name) || !isKeepable(name)) continue
    const value = unknownValue(sent[name])
    if (value === null) continue
    extra[name.trim()] = value
    room--
  }
}

/** Names that begin with an underscore are the form's own, as other form services have it. */
function isKeepable(name: string): boolean {
  const trimmed = name.trim()
  if (trimmed === '' || trimmed.startsWith('_') || isContactField(trimmed)) return false
  if (RESERVED_NAMES.has(trimmed) || CARRIED_FIELDS.includes(trimmed) || PROTECTION_NAMES.has(trimmed)) return false
  const issues = createIssues()
  return checkCharacters(issues, 'name', trimmed) && checkLength(issues, 'name', trimmed, EXTRA_NAME_MAX)
}

function unknownValue(value: unknown): ExtraValue | null {
  if (typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isSafeInteger(value) || !Number.isInteger(value) ? value : String(value)
  const text = joinText(value)?.trim() ?? ''
  const issues = createIssues()
  const isSound = checkCharacters(issues, 'value', text) && checkLength(issues, 'value', text, EXTRA_VALUE_MAX)
  return isSound && text !== '' ? text : null
}

/** A page that was open while the text changed says which one it showed. */
function shownVersion(sent: Sent, current: number): number {
  const shown = Number(joinText(sent[CONSENT_VERSION_FIELD]))
  return Number.isInteger(shown) && shown >= 1 && shown <= current ? shown : current
}

/** Never another address than a listed one. */
function redirectOf({ settings }: OpenForm, sent: Sent): string | null {
  const listed = settings.redirect_urls
  const wanted = Object.hasOwn(sent, REDIRECT_FIELD) ? joinText(sent[REDIRECT_FIELD]) : null
  return listed.find((url) => url === wanted) ?? listed[0] ?? null
}
