import { validationError } from '../../errors.ts'
import { type Caller, requireScope } from '../../http/call.ts'
import { type Issues, readObject } from '../../lib/issues.ts'
import * as S from '../../lib/schema.ts'
import { parseEmail } from '../../lib/text/email.ts'
import { readText } from '../../lib/text/text.ts'
import { WITHOUT_MAIL } from '../../mail/team/preferences.ts'

// What a form says about mail. The mails themselves are made in src/mail.

interface NotifySettings {
  emails: string[]
  /** One mail for each lead, or one an hour. */
  every: 'lead' | 'hour'
}

interface MailText {
  subject: string
  text: string
}

interface MailSettings {
  notify: NotifySettings
  auto_reply: MailText | null
  double_opt_in: boolean
  opt_in_mail: MailText | null
  quiet_until_confirmed: boolean
}

const EVERY = ['lead', 'hour'] as const
const EMAILS_MAX = 20
const SUBJECT_MAX = 200
const TEXT_MAX = 10_000

export const MAIL_DEFAULT: MailSettings = {
  notify: { emails: [], every: 'lead' },
  auto_reply: null,
  double_opt_in: false,
  opt_in_mail: null,
  quiet_until_confirmed: false,
}

const mailText = (description: string) =>
  S.closed(
    { subject: S.string({ maxLength: SUBJECT_MAX }), text: S.string({ maxLength: TEXT_MAX }) },
    { type: ['object', 'null'], description },
  )

export const MailSchemas = {
  notify: S.closed({
    emails: S.array(S.string(), {
      maxItems: EMAILS_MAX,
      description: 'Who gets a mail about new leads. Adding an address needs `contacts:read` too.',
    }),
    every: S.oneOf(EVERY, 'A mail for each lead, or one an hour with all of them.'),
  }),
  auto_reply: mailText(
    'What the sender gets; null for nothing. `{{first_name}}` and the like stand for what was sent. With double opt-in it goes ' +
      'out after the confirmation.',
  ),
  double_opt_in: S.boolean(
    'The sender gets a mail and confirms the address with it. Until then `confirmation` of the contact is `pending`.',
  ),
  opt_in_mail: mailText('What the mail says that asks for it, before the link; null for our own words.'),
  quiet_until_confirmed: S.boolean(
    'With double opt-in: no event and no mail to the team before the confirmation, and all of them then.',
  ),
}

export const MAIL_READERS: { [K in keyof MailSettings]: (issues: Issues, value: unknown) => MailSettings[K] } = {
  notify(issues, value) {
    const body = readObject(issues, 'notify', value, { known: ['emails', 'every'] })
    if (body === null) return MAIL_DEFAULT.notify
    const { emails = [], every = 'lead' } = body
    if (!EVERY.includes(every as 'lead')) issues.add('notify.every', `notify.every must be one of ${EVERY.join(', ')}.`)
    return { emails: readEmails(issues, emails), every: every as 'lead' }
  },
  auto_reply: (issues, value) => readMailText(issues, 'auto_reply', value),
  double_opt_in: (issues, value) => readFlag(issues, 'double_opt_in', value),
  opt_in_mail: (issues, value) => readMailText(issues, 'opt_in_mail', value),
  quiet_until_confirmed: (issues, value) => readFlag(issues, 'quiet_until_confirmed', value),
}

/** Throws 400 for settings that need a mail server where there is none: nobody could confirm, nobody would be told. */
export function requireMail({ notify, auto_reply, double_opt_in }: Partial<MailSettings>): void {
  const needing = {
    'notify.emails': (notify?.emails.length ?? 0) > 0,
    auto_reply: auto_reply != null,
    double_opt_in: double_opt_in === true,
  }
  const fields = Object.entries(needing).filter(([, isNeeded]) => isNeeded)
  if (fields.length > 0) throw validationError(Object.fromEntries(fields.map(([field]) => [field, [WITHOUT_MAIL]])))
}

/** Throws 403 where somebody who may not read contacts would have leads sent to an address that does not get them yet. */
export function requireNotifyScope(
  caller: Caller,
  now: NotifySettings | undefined,
  next: NotifySettings | undefined,
): void {
  const told = new Set(now?.emails.map((email) => email.toLowerCase()))
  if (next?.emails.some((email) => !told.has(email.toLowerCase()))) {
    requireScope(caller, 'contacts:read', 'notify.emails, which sends leads by mail,')
  }
}

function readMailText(issues: Issues, field: string, value: unknown): MailText | null {
  const body = readObject(issues, field, value, { known: ['subject', 'text'] })
  if (body === null) return null
  const subject = readText(issues, `${field}.subject`, body.subject, { max: SUBJECT_MAX, required: true }) ?? ''
  if (/[\r\n]/.test(subject)) issues.add(`${field}.subject`, `${field}.subject must be one line.`)
  const text = readText(issues, `${field}.text`, body.text, { max: TEXT_MAX, required: true }) ?? ''
  return { subject, text }
}

function readFlag(issues: Issues, field: string, value: unknown): boolean {
  if (value === undefined || value === null) return false
  if (typeof value !== 'boolean') issues.add(field, `${field} must be true or false.`)
  return value === true
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
