import { validationError } from '../errors.ts'
import { type Caller, requireScope } from '../http/call.ts'
import { choice, everywhere, flag, group, list, orNull, text, type ValueOf } from '../lib/record/fields.ts'
import * as S from '../lib/schema.ts'
import { parseEmail } from '../lib/text/email.ts'
import { WITHOUT_MAIL } from '../mail/preferences.ts'

// The mail settings of a form. src/mail writes the mails.

const address = everywhere<string>({
  schema: S.string(),
  example: 'sales@example.com',
  isRequired: true,
  read(issues, path, value) {
    const parsed = typeof value === 'string' ? parseEmail(value.trim()) : { problem: 'must be an e-mail address' }
    if ('email' in parsed) return parsed.email
    issues.add(path, `${path} ${parsed.problem}.`)
    return ''
  },
})

const mailText = (about: string) => {
  const fields = {
    subject: text({
      max: 200,
      required: true,
      rule: (subject, path) => (/[\r\n]/.test(subject) ? [`${path} must be one line.`] : []),
      example: 'Thank you',
    }),
    text: text({ max: 10_000, required: true, example: 'We will write to you soon.' }),
  }
  return { ...orNull(group(fields, { about })), example: null }
}

export const mailSettings = {
  notify: group({
    emails: list(address, {
      max: 20,
      about: 'Who gets a mail about new leads. Adding an address needs `contacts:read` too.',
      example: [],
    }),
    every: choice(['lead', 'hour'], {
      fallback: 'lead',
      about: 'A mail for each lead, or one an hour with all of them.',
      example: 'lead',
    }),
  }),
  auto_reply: mailText(
    'What the sender gets; null for nothing. `{{first_name}}` and the like stand for what was sent. With double opt-in it goes ' +
      'out after the confirmation.',
  ),
  double_opt_in: flag({
    about:
      'The sender gets a mail and confirms the address with it. Until then `confirmation` of the contact is `pending`.',
  }),
  opt_in_mail: mailText('What the mail says that asks for it, before the link; null for our own words.'),
  quiet_until_confirmed: flag({
    about: 'With double opt-in: no event and no mail to the team before the confirmation, and all of them then.',
  }),
}
type MailSettings = { [N in keyof typeof mailSettings]: ValueOf<(typeof mailSettings)[N]> }

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
  now: MailSettings['notify'] | undefined,
  next: MailSettings['notify'] | undefined,
): void {
  const told = new Set(now?.emails.map((email) => email.toLowerCase()))
  if (next?.emails.some((email) => !told.has(email.toLowerCase()))) {
    requireScope(caller, 'contacts:read', 'notify.emails, which sends leads by mail,')
  }
}
