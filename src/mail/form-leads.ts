import type { Tx } from '../db/database.ts'
import { parseEmail } from '../lib/text/email.ts'
import type { Mailer } from './mailer.ts'
import type { NewMail, WriteMails } from './store.ts'
import { nextHour } from './week.ts'

export interface FormLead {
  form: { id: string; workspaceId: string }
  notify: { emails: readonly string[]; every: 'lead' | 'hour' } | null
  toSender: 'auto_reply' | 'opt_in' | null
  contact: { id: string; email: string | null }
  submissionId: string
  /** A pseudonym for the client that sent it; null if no client sent it just now. */
  clientMark: string | null
}

interface FormLeadsOptions {
  mailer: Pick<Mailer, 'isSet' | 'from'>
  write: WriteMails
  now: () => number
}

export function createFormLeads({ mailer, write, now }: FormLeadsOptions) {
  return {
    /** Whether a confirmation mail can be sent to the address. */
    canAsk: (email: string | null) => mailer.isSet && email !== null && mayGetReply(email, mailer.from),
    /**
     * Writes the mails for new leads, in the transaction that stores the leads: to the people of the form, and to the
     * sender.
     */
    async leadsIn(tx: Tx, leads: readonly FormLead[]): Promise<void> {
      if (!mailer.isSet) return
      const mails = leads.flatMap((lead) => [...noticesOf(lead, now()), ...mailsToSender(lead, mailer.from)])
      await write(tx, mails)
    },
  }
}

function noticesOf({ form, notify, contact, submissionId }: FormLead, now: number): NewMail[] {
  const { workspaceId, id: formId } = form
  return (notify?.emails ?? []).flatMap((email) => {
    const to = parseEmail(email)
    if (!('email' in to)) return []
    const mail = { workspaceId, kind: 'lead' as const, to, formId, contactId: contact.id, submissionId }
    return notify?.every === 'lead' ? [mail] : [{ ...mail, batch: `form:${formId}:${to.key}`, dueAt: nextHour(now) }]
  })
}

function mailsToSender(
  { form, toSender: kind, contact, submissionId, clientMark }: FormLead,
  from: string | null,
): NewMail[] {
  const to = contact.email === null ? null : parseEmail(contact.email)
  if (kind === null || to === null || !('email' in to) || !mayGetReply(to.email, from)) return []
  return [{ workspaceId: form.workspaceId, kind, to, formId: form.id, contactId: contact.id, submissionId, clientMark }]
}

// Programs that answer mail: two of them would reply to each other for ever.
const MACHINES =
  /^(?:no|do-?not|donot|never)[-_.]?reply\b|^(?:mailer-daemon|postmaster|bounces?|auto-?reply|noreply)(?:[+\-_.@]|$)/i

/** Whether an automatic reply may go there. `own` is our own sender address. */
function mayGetReply(email: string, own: string | null): boolean {
  const parsed = parseEmail(email)
  return 'key' in parsed && !MACHINES.test(parsed.key) && parsed.key !== keyOfSender(own)
}

/** Accepts "Doorpost <doorpost@example.com>" or the address alone. */
function keyOfSender(from: string | null): string | null {
  const text = /<([^<>]+)>\s*$/.exec(from ?? '')?.[1] ?? from ?? ''
  const parsed = parseEmail(text.trim())
  return 'key' in parsed ? parsed.key : null
}
