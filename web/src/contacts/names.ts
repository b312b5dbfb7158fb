import { type ContactField, FIELD_NAMES, isContactField } from '../../../src/contact-fields.ts'
import type { Contact, Touch } from '../api/schema.ts'

const OTHER_LABELS: Partial<Record<ContactField, string>> = {
  email: 'E-mail',
  utm_source: 'Source',
  utm_medium: 'Medium',
}

export const FIELD_LABELS = Object.fromEntries(
  FIELD_NAMES.map((name) => [
    name,
    OTHER_LABELS[name] ?? `${name[0]!.toUpperCase()}${name.slice(1).replaceAll('_', ' ')}`,
  ]),
) as Record<ContactField, string>

export const PERSON_FIELDS = FIELD_NAMES.filter((name) => !name.startsWith('utm_'))
export const ORIGIN_FIELDS = FIELD_NAMES.filter((name) => name.startsWith('utm_'))

export function labelOfField(name: string): string {
  return isContactField(name) ? FIELD_LABELS[name] : name
}

export function fullName({ first_name, last_name }: Pick<Contact, 'first_name' | 'last_name'>): string {
  return last_name === null ? first_name : `${first_name} ${last_name}`
}

export function formOf({ form_id, extra }: Pick<Contact, 'form_id' | 'extra'>, nameOf: (id: string) => string): string {
  if (form_id !== null) return nameOf(form_id)
  return extra.form === undefined ? '' : String(extra.form)
}

/** "1 contact", "1,204 contacts". */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString()} ${count === 1 ? one : many}`
}

/** "linkedin, social" */
export function originOf({ utm_source, utm_medium }: Record<'utm_source' | 'utm_medium', string | null>): string {
  return [utm_source, utm_medium].filter((text) => text !== null).join(', ')
}

/** "linkedin, social, spring", or whatever else is known about it. */
export function describeTouch({ utm, post_id, link_id, form_id, referrer_origin }: Touch): string {
  const said = [utm.source, utm.medium, utm.campaign].filter(Boolean).join(', ')
  if (said) return said
  if (post_id) return 'A post'
  if (link_id) return 'A link'
  if (referrer_origin) return hostOf(referrer_origin)
  return form_id ? 'A form' : 'Unknown'
}

/** https://news.example.com → news.example.com */
export function hostOf(origin: string): string {
  return origin.replace(/^https?:\/\//, '')
}
