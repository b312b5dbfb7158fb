import type { Tx } from '../db/database.ts'
import type { Ids } from '../lib/ids.ts'
import { insertMails, type MailKind } from './store.ts'

export interface NewMail {
  workspaceId: string
  kind: MailKind
  to: { email: string; key: string }
  /** Somebody of the team. */
  userId?: string
  formId?: string | null
  contactId?: string
  submissionId?: string
  /** Those with the same one that are due go out as one mail. */
  batch?: string
  /** Stands for the client whose request caused it. */
  clientMark?: string | null
  /** How many leads it stands for, when it is more than one. */
  leads?: number
  /** Defaults to now. */
  dueAt?: number
}

/** Writes mails in the transaction that causes them: they exist exactly when it commits. */
export type WriteMails = (tx: Tx, mails: readonly NewMail[]) => Promise<void>

export function createOutbox(ids: Ids): WriteMails {
  return async (tx, mails) => {
    if (mails.length === 0) return
    const rows = mails.map(({ workspaceId, kind, to, ...mail }) => {
      const { id, at } = ids.next()
      return {
        workspaceId,
        id,
        kind,
        toAddress: to.email,
        toKey: to.key,
        userId: mail.userId ?? null,
        formId: mail.formId ?? null,
        contactId: mail.contactId ?? null,
        submissionId: mail.submissionId ?? null,
        batch: mail.batch ?? null,
        clientMark: mail.clientMark ?? null,
        leads: mail.leads ?? 1,
        dueAt: mail.dueAt ?? at,
        createdAt: at,
      }
    })
    await insertMails(tx, rows)
  }
}
