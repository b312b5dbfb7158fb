import { checkNames, type Issues, nameOfType, readObject } from '../lib/issues.ts'
import { findOriginProblem } from '../lib/net/origins.ts'
import { ORIGIN_MAX } from '../lib/net/web-url.ts'
import { readText } from '../lib/text/text.ts'
import { defaultFields, emailOnlyFields, type FormField, fieldOf } from './fields.ts'
import { readFields } from './fields-input.ts'
import { MAIL_READERS } from './opt-in/settings.ts'
import { readProtection } from './protection/settings.ts'
import * as schemas from './schemas.ts'

type Body = Record<string, unknown>

const text = (field: string, max: number) => (issues: Issues, value: unknown) => readText(issues, field, value, { max })

/** How each setting of a body is read; null and undefined give its default. */
const SETTING_READERS = {
  title: text('title', schemas.TITLE_MAX),
  description: text('description', schemas.TEXT_MAX),
  submit_label: text('submit_label', schemas.TITLE_MAX),
  thanks_text: text('thanks_text', schemas.TEXT_MAX),
  language: readLanguage,
  allowed_origins: readOrigins,
  redirect_urls: readRedirects,
  keep_unknown: (issues: Issues, value: unknown) => readFlag(issues, 'keep_unknown', value, true),
  files: readFileLimits,
  protection: readProtection,
  ...MAIL_READERS,
}

export type FormSettings = {
  [Name in keyof typeof SETTING_READERS]: ReturnType<(typeof SETTING_READERS)[Name]>
}

export interface ConsentText {
  purpose: string
  text: string
}

/** What is not there stays as it is. */
export interface FormChange {
  name?: string
  fields?: FormField[]
  emailOnly?: boolean
  settings: Partial<FormSettings>
  consent?: ConsentText | null
}

const SETTING_NAMES = Object.keys(SETTING_READERS) as Array<keyof FormSettings>
const NAMES = ['name', 'fields', 'email_only', 'consent', ...SETTING_NAMES]
// A client may send back what it read: fields that the service assigns are ignored.
const ASSIGNED = new Set(Object.keys(schemas.FormSchema.properties as object))

/** Reads a create body. Every broken rule goes to `issues`; the result counts only when there are none. */
export function readNewForm(issues: Issues, body: Body): FormChange & { name: string; fields: FormField[] } {
  const change = readFormChange(issues, body)
  const name = readText(issues, 'name', body.name, { max: schemas.NAME_MAX, required: body.name === undefined }) ?? ''
  const fields = change.fields ?? (change.emailOnly ? emailOnlyFields() : defaultFields())
  return { ...change, name, fields }
}

/** Reads a PATCH body. */
export function readFormChange(issues: Issues, body: Body): FormChange {
  checkNames(issues, body, NAMES, ASSIGNED)
  const change: FormChange = { settings: {} }
  if (body.name !== undefined) {
    change.name = readText(issues, 'name', body.name, { max: schemas.NAME_MAX, required: true }) ?? ''
  }
  if (body.fields !== undefined) change.fields = readFields(issues, body.fields)
  else if (body.email_only !== undefined) change.emailOnly = readFlag(issues, 'email_only', body.email_only, false)
  for (const name of SETTING_NAMES) {
    if (body[name] !== undefined) Object.assign(change.settings, { [name]: SETTING_READERS[name](issues, body[name]) })
  }
  if (body.consent !== undefined) change.consent = readConsent(issues, body.consent)
  return change
}

/** The fields after a change that says only whether a name is asked for. */
export function withEmailOnly(fields: FormField[], emailOnly: boolean): FormField[] {
  if (emailOnly) return emailOnlyFields()
  const hasName = fields.some(({ name }) => name === 'first_name')
  return hasName ? fields : [fieldOf('first_name', { required: true }), ...fields]
}

function readFlag(issues: Issues, field: string, value: unknown, fallback: boolean): boolean {
  if (value === undefined || value === null) return fallback
  if (typeof value === 'boolean') return value
  issues.add(field, `${field} must be true or false, but it is ${nameOfType(value)}.`)
  return fallback
}

function readLanguage(issues: Issues, value: unknown): string {
  const tag = readText(issues, 'language', value, { max: 35 }) ?? schemas.SETTINGS_DEFAULT.language
  if (/^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/.test(tag)) return tag
  issues.add('language', 'language must be a language tag such as en, de or pt-BR.')
  return tag
}

function readList(issues: Issues, field: string, value: unknown, most: number): unknown[] {
  if (value === null) return []
  if (Array.isArray(value) && value.length <= most) return value
  const found = Array.isArray(value) ? `there are ${value.length}` : `it is ${nameOfType(value)}`
  issues.add(field, `${field} must be an array of at most ${most}, but ${found}.`)
  return []
}

function readOrigins(issues: Issues, value: unknown): string[] {
  const origins = readList(issues, 'allowed_origins', value, schemas.ORIGINS_MAX).map((each, at) => {
    const field = `allowed_origins[${at}]`
    const origin = readText(issues, field, each, { max: ORIGIN_MAX, required: true }) ?? ''
    const problem = origin === '' ? null : findOriginProblem(origin)
    if (problem !== null) issues.add(field, `${field} ${problem}.`)
    return origin
  })
  return [...new Set(origins)]
}

function readRedirects(issues: Issues, value: unknown): string[] {
  const urls = readList(issues, 'redirect_urls', value, schemas.REDIRECTS_MAX).map((each, at) => {
    const field = `redirect_urls[${at}]`
    const url = readText(issues, field, each, { max: schemas.URL_MAX, required: true }) ?? ''
    if (url !== '' && !isRedirect(url)) {
      issues.add(field, `${field} must be an absolute http or https address, such as https://www.example.com/thanks.`)
    }
    return url
  })
  return [...new Set(urls)]
}

/** It goes into a header as it is, so it must be written as browsers write it: ASCII, and nothing that ends a line. */
function isRedirect(url: string): boolean {
  if (!/^https?:\/\/[\x21-\x7e]+$/i.test(url) || !URL.canParse(url)) return false
  const { username, password, hostname } = new URL(url)
  return username === '' && password === '' && hostname !== ''
}

function readFileLimits(issues: Issues, value: unknown): typeof schemas.FILES_DEFAULT {
  const body = readObject(issues, 'files', value, { known: ['max_count', 'max_bytes'] })
  if (body === null) return schemas.FILES_DEFAULT
  const limit = (name: 'max_count' | 'max_bytes', most: number) => {
    const sent = body[name] ?? schemas.FILES_DEFAULT[name]
    if (typeof sent === 'number' && Number.isInteger(sent) && sent >= 1 && sent <= most) return sent
    issues.add(`files.${name}`, `files.${name} must be a whole number from 1 to ${most}.`)
    return schemas.FILES_DEFAULT[name]
  }
  return {
    max_count: limit('max_count', schemas.FILES_MAX.count),
    max_bytes: limit('max_bytes', schemas.FILES_MAX.bytes),
  }
}

function readConsent(issues: Issues, value: unknown): ConsentText | null {
  const wanted = 'an object with purpose and text, or null'
  const rule = { wanted, known: ['purpose', 'text'], ignored: new Set(['version']) }
  const body = readObject(issues, 'consent', value, rule)
  if (body === null) return null
  return {
    purpose: readText(issues, 'consent.purpose', body.purpose, { max: 255, required: true }) ?? '',
    text: readText(issues, 'consent.text', body.text, { max: schemas.CONSENT_MAX, required: true }) ?? '',
  }
}
