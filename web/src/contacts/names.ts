import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import {
  type CommonExtra,
  type ContactField,
  FIELD_NAMES,
  isContactField,
  type LeadStatus,
} from '../../../src/contact-fields.ts'
import type { Contact, Touch } from '../api/schema.ts'

const LABELS: Record<ContactField, MessageDescriptor> = {
  first_name: msg`First name`,
  last_name: msg`Last name`,
  email: msg`E-mail`,
  company: msg`Company`,
  utm_source: msg({ message: 'Source', comment: 'Where a lead came from: newsletter, LinkedIn' }),
  utm_medium: msg({ message: 'Medium', comment: 'The kind of source: email, social' }),
}

/** In the current language of the page. */
export const FIELD_LABELS = Object.defineProperties(
  {},
  Object.fromEntries(FIELD_NAMES.map((name) => [name, { enumerable: true, get: () => i18n._(LABELS[name]) }])),
) as Record<ContactField, string>

/** The names of statuses that the team has not renamed. */
export const USUAL_STATUSES = {
  new: msg`New`,
  contacted: msg({ message: 'Contacted', comment: 'Status of a lead' }),
  qualified: msg({ message: 'Qualified', comment: 'Status of a lead' }),
  won: msg({ message: 'Won', comment: 'Status of a lead: became a customer' }),
  lost: msg({ message: 'Lost', comment: 'Status of a lead: will not become a customer' }),
} satisfies Record<LeadStatus, MessageDescriptor>

export const PERSON_FIELDS = FIELD_NAMES.filter((name) => !name.startsWith('utm_'))
export const ORIGIN_FIELDS = FIELD_NAMES.filter((name) => name.startsWith('utm_'))

export function labelOfField(name: string): string {
  return isContactField(name) ? FIELD_LABELS[name] : name
}

const EXTRA_LABELS: Record<CommonExtra | 'message', MessageDescriptor> = {
  message: msg`Message`,
  phone: msg`Phone`,
  city: msg({ message: 'City', comment: 'Of a contact' }),
  country: msg({ message: 'Country', comment: 'Of a contact' }),
  job_title: msg({ message: 'Job title', comment: 'Of a contact' }),
  website: msg({ message: 'Website', comment: 'Of a contact' }),
}

/** The usual word for a common additional field; the others are called by their name. */
export function labelOfExtra(name: string): string {
  return Object.hasOwn(EXTRA_LABELS, name) ? i18n._(EXTRA_LABELS[name as keyof typeof EXTRA_LABELS]) : name
}

/** The name of an additional field, for people: "preferred_day" → "Preferred day". */
export function readableName(name: string): string {
  if (Object.hasOwn(EXTRA_LABELS, name)) return labelOfExtra(name)
  const words = name.replaceAll(/[_-]+/g, ' ').trim()
  return words === '' ? name : `${words[0]!.toUpperCase()}${words.slice(1)}`
}

export function fullName({ first_name, last_name }: Pick<Contact, 'first_name' | 'last_name'>): string {
  return last_name === null ? first_name : `${first_name} ${last_name}`
}

export function formOf({ form_id, extra }: Pick<Contact, 'form_id' | 'extra'>, nameOf: (id: string) => string): string {
  if (form_id !== null) return nameOf(form_id)
  return extra.form === undefined ? '' : String(extra.form)
}

/** "1 contact", "1,204 contacts". */
export function countOf(count: number, noun: keyof typeof COUNTS): string {
  return COUNTS[noun](count)
}

const COUNTS = {
  backup: (count: number) => plural(count, { one: '# backup', other: '# backups' }),
  contact: (count: number) => plural(count, { one: '# contact', other: '# contacts' }),
  day: (count: number) => plural(count, { one: '# day', other: '# days' }),
  file: (count: number) => plural(count, { one: '# file', other: '# files' }),
  hour: (count: number) => plural(count, { one: '# hour', other: '# hours' }),
  minute: (count: number) => plural(count, { one: '# minute', other: '# minutes' }),
  'new lead': (count: number) => plural(count, { one: '# new lead', other: '# new leads' }),
  post: (count: number) => plural(count, { one: '# post', other: '# posts' }),
  week: (count: number) => plural(count, { one: '# week', other: '# weeks' }),
} as const

/** "linkedin, social" */
export function originOf({ utm_source, utm_medium }: Record<'utm_source' | 'utm_medium', string | null>): string {
  return [utm_source, utm_medium].filter((text) => text !== null).join(', ')
}

/** "linkedin, social, spring", or whatever else is known about it. */
export function describeTouch({ utm, post_id, link_id, form_id, referrer_origin }: Touch): string {
  const said = [utm.source, utm.medium, utm.campaign].filter(Boolean).join(', ')
  if (said) return said
  if (post_id) return t`A post`
  if (link_id) return t`A link`
  if (referrer_origin) return hostOf(referrer_origin)
  return form_id ? t`A form` : t`Unknown`
}

/** https://news.example.com → news.example.com */
export function hostOf(origin: string): string {
  return origin.replace(/^https?:\/\//, '')
}
