import { checkNames, type Issues, nameOfType } from '../../lib/issues.ts'
import * as S from '../../lib/schema.ts'
import { parseEmail } from '../../lib/text/email.ts'
import { readText } from '../../lib/text/text.ts'

// What a form says about mail. The mails themselves are made elsewhere.

export interface NotifySettings {
  emails: string[]
  /** One mail for each lead, or one an hour. */
  every: 'lead' | 'hour'
}

export interface MailText {
  subject: string
  text: string
}

export interface MailSettings {
  notify: NotifySettings
  auto_reply: MailText | null
  double_opt_in: boolean
}

const EVERY = ['lead', 'hour'] as const
const EMAILS_MAX = 20
const SUBJECT_MAX = 200
const TEXT_MAX = 10_000

export const MAIL_DEFAULT: MailSettings = {
  notify: { emails: [], every: 'lead' },
  auto_reply: null,
  double_opt_in: false,
}

export const MailSchemas = {
  notify: S.closed({
    emails: S.array(S.string(), { maxItems: EMAILS_MAX, description: 'Who gets a mail about new leads.' }),
    every: S.oneOf(EVERY, 'A mail for each lead, or one an hour with all of them.'),
  }),
  auto_reply: S.closed(
    { subject: S.string({ maxLength: SUBJECT_MAX }), text: S.string({ maxLength: TEXT_MAX }) },
    { type: ['object', 'null'], description: 'What the sender gets; null for nothing.' },
  ),
  double_opt_in: S.boolean('The sender gets a mail and confirms the address with it.'),
}

export const MAIL_READERS: { [K in keyof MailSettings]: (issues: Issues, value: unknown) => MailSettings[K] } = {
  notify(issues, value) {
    const body = readObject(issues, 'notify', value, ['emails', 'every'])
    if (body === null) return MAIL_DEFAULT.notify
    const { emails = [], every = 'lead' } = body
    if (!EVERY.includes(every as 'lead')) issues.add('notify.every', `notify.every must be one of ${EVERY.join(', ')}.`)
    return { emails: readEmails(issues, emails), every: every as 'lead' }
  },
  auto_reply(issues, value) {
    const body = readObject(issues, 'auto_reply', value, ['subject', 'text'])
    if (body === null) return null
    const subject = readText(issues, 'auto_reply.subject', body.subject, { max: SUBJECT_MAX, required: true }) ?? ''
    if (/[\r\n]/.test(subject)) issues.add('auto_reply.subject', 'auto_reply.subject must be one line.')
    const text = readText(issues, 'auto_reply.text', body.text, { max: TEXT_MAX, required: true }) ?? ''
    return { subject, text }
  },
  double_opt_in(issues, value) {
    if (value === undefined || value === null) return false
    if (typeof value !== 'boolean') issues.add('double_opt_in', 'double_opt_in must be true or false.')
    return value === true
  },
}

function readObject(issues: Issues, field: string, value: unknown, names: readonly string[]) {
  if (value === undefined || value === null) return null
  if (typeof value !== 'object' || Array.isArray(value)) {
    issues.add(field, `${field} must be an object, but it is ${nameOfType(value)}.`)
    return null
  }
  checkNames(issues, value as Record<string, unknown>, names)
  return value as Record<string, unknown>
}

function readEmails(issues: Issues, value: unknown): string[] {
  if (!Array.isArray(value) || value.length > EMAILS_MAX) {
    issues.add('notify.emails', `notify.emails must be an array of at most ${EMAILS_MAX} e-mail addresses.`)
    return []
  }
  return value.map((each, at) => {
    const parsed = typeof each === 'string' ? parseEmail(each.trim()) : { problem: 'must be an e-mail address' }
    if ('email' in parsed) return parsed.email
    issues.add(`notify.emails[${at}]`, `notify.emails[${at}] ${parsed.problem}.`)
    return ''
  })
}
