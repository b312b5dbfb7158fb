import type { Tx } from '../../db/database.ts'
import { parseEmail } from '../../lib/text/email.ts'
import type { Mailer } from '../mailer.ts'
import type { NewMail, WriteMails } from '../outbox.ts'
import { nextHour } from '../team/week.ts'
import { mayGetReply } from './addresses.ts'

/** A lead that came through a form, with what the form says about mail. */
export interface FormLead {
  form: {
    id: string
    workspaceId: string
    notify: { emails: readonly string[]; every: 'lead' | 'hour' }
    auto_reply: object | null
  }
  contact: { id: string; email: string | null }
  submissionId: string
}

interface FormLeadsOptions {
  mailer: Pick<Mailer, 'isSet' | 'from'>
  write: WriteMails
  now: () => number
}

export function createFormLeads({ mailer, write, now }: FormLeadsOptions) {
  return {
    /** The mails that a lead causes, in the transaction that stores it: to the people of the form, and to the sender. */
    async leadsIn(tx: Tx, leads: readonly FormLead[]): Promise<void> {
      if (!mailer.isSet) return
      await write(
        tx,
        leads.flatMap((lead) => [...noticesOf(lead, now()), ...repliesOf(lead, mailer.from)]),
      )
    },
    /** Asks the sender to confirm the address. */
    async askIn(tx: Tx, leads: readonly Pick<FormLead, 'form' | 'contact' | 'submissionId'>[]): Promise<void> {
      if (mailer.isSet)
        await write(
          tx,
          leads.flatMap((lead) => toSender(lead, 'opt_in', mailer.from)),
        )
    },
  }
}

function noticesOf({ form, contact, submissionId }: FormLead, now: number): NewMail[] {
  const { workspaceId, id: formId } = form
  const { emails, every } = form.notify
  return emails.flatMap((email) => {
    const to = parseEmail(email)
    if (!('email' in to)) return []
    const mail = { workspaceId, kind: 'lead' as const, to, formId, contactId: contact.id, submissionId }
    return every === 'lead' ? [mail] : [{ ...mail, batch: `form:${formId}:${to.key}`, dueAt: nextHour(now) }]
  })
}

function repliesOf(lead: FormLead, from: string | null): NewMail[] {
  return lead.form.auto_reply === null ? [] : toSender(lead, 'auto_reply', from)
}

function toSender(
  { form, contact, submissionId }: Pick<FormLead, 'form' | 'contact' | 'submissionId'>,
  kind: 'auto_reply' | 'opt_in',
  from: string | null,
): NewMail[] {
  const to = contact.email === null ? null : parseEmail(contact.email)
  if (to === null || !('email' in to) || !mayGetReply(to.email, from)) return []
  return [{ workspaceId: form.workspaceId, kind, to, formId: form.id, contactId: contact.id, submissionId }]
}
