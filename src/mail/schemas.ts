import * as Q from '../http/query.ts'
import { reasonFields } from '../http/reason.ts'
import { maybeId, maybeTime, Timestamp, Uuid } from '../http/schemas.ts'
import { assigned, computed } from '../lib/record/fields.ts'
import { record } from '../lib/record/record.ts'
import * as S from '../lib/schema.ts'
import { message } from '../messages/message.ts'

export const MAIL_KINDS = ['lead', 'auto_reply', 'opt_in', 'weekly'] as const
export type MailKind = (typeof MAIL_KINDS)[number]
export const MAIL_STATES = ['waiting', 'sent', 'failed', 'dropped'] as const
export type MailState = (typeof MAIL_STATES)[number]

const kind = Q.choice(
  MAIL_KINDS,
  '`lead`: tells people of the team or of a form about new leads. `auto_reply` and `opt_in` go to the person who filled in a form. ' +
    '`weekly` has the results of a week.',
)
const state = Q.choice(
  MAIL_STATES,
  '`failed`: the mail server refused it, or could not be reached for a day. `dropped`: it was not sent, for a reason of ours.',
)

export const mailsQuery = Q.list({
  kind,
  state,
  form_id: Q.id(message('object.form'), 'Caused by this form.'),
  contact_id: Q.id(message('object.contact'), 'About this contact, or to it.'),
})
export type MailFilter = Q.FilterOf<typeof mailsQuery>

export const mail = record('Mail', {
  id: assigned(Uuid, '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9080'),
  kind: assigned<MailKind>(kind.schema, 'auto_reply'),
  state: assigned<MailState>(state.schema, 'waiting'),
  to: computed(S.string('The address.'), 'ana@example.com'),
  form_id: assigned(maybeId(), '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9081'),
  contact_id: assigned(maybeId(), '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9012'),
  leads: assigned(S.integer('How many leads it is about.'), 1),
  attempts: assigned(S.integer('How often the mail server was asked to take it.'), 1),
  ...reasonFields('Why it has not gone out, and what to do.', message('mail.unreachable')),
  due_at: assigned(Timestamp, '2026-11-15T09:31:00.000Z'),
  created_at: assigned(Timestamp, '2026-11-15T09:30:00.000Z'),
  done_at: assigned(maybeTime('When it was sent or given up.'), null),
})
