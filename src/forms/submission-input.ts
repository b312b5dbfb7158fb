import {
  type ContactInput,
  EXAMPLE_FIELDS,
  EXTRA_FIELDS_MAX,
  EXTRA_NAME_MAX,
  EXTRA_VALUE_MAX,
  type ExtraValue,
  isContactField,
  TEXT_MAX,
} from '../contact-fields.ts'
import { createIssues, type Issues } from '../lib/issues.ts'
import { originOf, pathOf } from '../lib/net/web-url.ts'
import { checkCharacters, checkLength, cutText } from '../lib/text/text.ts'
import { isCode } from '../links/target.ts'
import type { Arrived } from './arrival/body.ts'
import { hiddenNames } from './fields/conditions.ts'
import {
  CARRIED_FIELDS,
  CONSENT_VERSION_FIELD,
  type FormField,
  joinText,
  PROTECTION_NAMES,
  REDIRECT_FIELD,
  RESERVED_NAMES,
  UTM_FIELDS,
} from './fields/fields.ts'
import { readFieldValue, sentValues } from './fields/values.ts'
import type { OpenForm } from './form-cache.ts'

type Sent = Arrived['sent']

/** The rules of contacts, which every submission must also pass. */
export type ReadContact = (issues: Issues, body: Record<string, unknown>) => ContactInput

export interface SubmissionInput {
  contact: ContactInput
  consentVersion: number | null
  redirectUrl: string | null
}

/** Fields that their conditions hide; their values are ignored. */
export function hiddenFields({ fields }: Pick<OpenForm, 'fields'>, sent: Sent): Set<string> {
  return hiddenNames(fields, (name) => {
    const field = fields.find((each) => each.name === name)
    return field === undefined ? [] : sentValues(field, Object.hasOwn(sent, name) ? sent[name] : undefined)
  })
}

type FieldValues = Record<string, ExtraValue | null>

export function readSubmission(
  issues: Issues,
  form: OpenForm,
  sent: Sent,
  { readContact, files }: { readContact: ReadContact; files: ReadonlyArray<{ field: string; name: string }> },
): SubmissionInput {
  const values: FieldValues = {}
  let isAgreed = false
  const hidden = hiddenFields(form, sent)
  for (const field of form.fields) {
    const value = Object.hasOwn(sent, field.name) ? sent[field.name] : undefined
    if (hidden.has(field.name)) values[field.name] = null
    else if (field.type === 'file') values[field.name] = namesOf(issues, field, files)
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

/** The contact gets the names of the files; the files themselves belong to the submission. */
function namesOf(
  issues: Issues,
  { name, label, required }: FormField,
  files: ReadonlyArray<{ field: string; name: string }>,
) {
  const names = files.filter(({ field }) => field === name).map((file) => file.name)
  if (names.length > 0) return names.join(', ').slice(0, EXTRA_VALUE_MAX).toWellFormed()
  // A refused file is an issue already.
  if (required && !Object.hasOwn(issues.details, name)) issues.add(name, 'submission.no_file', { label })
  return null
}

/** A form need not require a name or an address, but one of them must be there. */
function requireSomebody(issues: Issues, { fields }: OpenForm, values: FieldValues): void {
  if (values.first_name || values.email || issues.count > 0) return
  const field = fields.find(({ name }) => name === 'first_name' || name === 'email')
  if (field) issues.add(field.name, 'submission.missing', { label: field.label })
}

/** The contact, as the rules of contacts read it. Everything that is not a contact field is in `extra`. */
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
  // Leaves room for the flag that says a name was taken from the address.
  const room = EXTRA_FIELDS_MAX - Object.keys(extra).length - (body.first_name === undefined ? 1 : 0)
  if (form.settings.keep_unknown) keepUnknown(form, sent, extra, room)
  if (body.first_name === undefined && typeof body.email === 'string') {
    body.first_name = nameFromEmail(body.email)
    extra.first_name_from = 'email'
  }
  return { ...body, extra }
}

/** Leaves out what cannot be stored: an unexpected field must not cause a lead to be refused. */
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

/** Names that begin with an underscore are control fields of the form, as in other form services. */
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

/** A page that was open while the text changed reports the version it showed. */
function shownVersion(sent: Sent, current: number): number {
  const shown = Number(joinText(sent[CONSENT_VERSION_FIELD]))
  return Number.isInteger(shown) && shown >= 1 && shown <= current ? shown : current
}

function redirectOf({ settings }: OpenForm, sent: Sent): string | null {
  const listed = settings.redirect_urls
  const wanted = Object.hasOwn(sent, REDIRECT_FIELD) ? joinText(sent[REDIRECT_FIELD]) : null
  return listed.find((url) => url === wanted) ?? listed[0] ?? null
}

/**
 * Reads where the sender comes from, as contact fields. Unreadable values are left out, so they never cause a lead to
 * be refused. Of a URL, only the part that does not identify the visitor is kept.
 */
function readCarried(sent: Sent): Record<string, string> {
  const carried: Record<string, string> = {}
  const keep = (name: string, read: (text: string) => string | null) => {
    const text = carriedText(sent, name)
    const value = text === null ? null : read(text)
    if (value !== null) carried[name] = value
  }
  for (const name of UTM_FIELDS) keep(name, (text) => cutText(text, TEXT_MAX))
  keep('dp', (text) => (isCode(text) ? text : null))
  keep('referrer', originOf)
  keep('landing_page', pathOf)
  return carried
}

function carriedText(sent: Sent, name: string): string | null {
  const value = Object.hasOwn(sent, name) ? sent[name] : null
  const text = (Array.isArray(value) ? joinText(value.at(-1)) : joinText(value))?.trim() ?? ''
  return text !== '' && checkCharacters(createIssues(), name, text) ? text : null
}

/** `ana.silva+news@example.com` becomes Ana; an address without letters gives the part before the @. */
function nameFromEmail(email: string): string {
  const local = email.slice(0, email.lastIndexOf('@'))
  const word = local
    .split('+', 1)[0]!
    .split(/[._-]+|\d+/)
    .find((part) => /\p{L}/u.test(part))
  if (word === undefined) return local.slice(0, TEXT_MAX)
  const [first = '', ...rest] = word
  return first.toUpperCase() + rest.join('')
}

/** An example value for every field but files, to test the form. `day` is today, for dates. */
export function exampleOf({ fields }: OpenForm, day: string): Sent {
  const values = fields.filter(({ type }) => type !== 'file').map((field) => [field.name, exampleValue(field, day)])
  return Object.fromEntries(values)
}

function exampleValue({ type, name, value, options, max_length }: FormField, day: string): unknown {
  const text = isContactField(name) ? EXAMPLE_FIELDS[name] : 'This is a test.'
  const examples: Partial<Record<FormField['type'], unknown>> = {
    email: EXAMPLE_FIELDS.email,
    phone: '+351 210 000 000',
    number: 1,
    select: options[0],
    radio: options[0],
    checkboxes: options.slice(0, 1),
    checkbox: true,
    consent: true,
    date: day,
    url: 'https://example.com',
    hidden: value ?? '',
  }
  return type in examples ? examples[type] : text.slice(0, max_length ?? text.length)
}
