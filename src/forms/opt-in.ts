import { type Tx, transaction } from '../db/database.ts'
import type { Parts } from '../db/parts.ts'
import type { SealedTokens } from '../lib/secrets/sealed-token.ts'
import type { FormLead } from '../mail/form-leads.ts'
import { forgetAsked } from '../mail/limits.ts'
import { readConfirmation } from '../mail/links.ts'
import type { Mail } from '../mail/mail.ts'
import { type OpenForm, openForm } from './form-cache.ts'
import * as store from './opt-in-store.ts'
import { findForm } from './store.ts'
import type { StoredLead } from './submissions.ts'

interface OptInOptions extends Pick<Parts, 'pool' | 'clock'> {
  tokens: SealedTokens
  mail: Pick<Mail, 'canAsk' | 'leadsIn'>
  contacts: {
    awaitConfirmationIn(tx: Tx, workspaceId: string, ids: readonly string[], quietIds: readonly string[]): Promise<void>
    confirmIn(tx: Tx, workspaceId: string, id: string, isNews: boolean): Promise<FormLead['contact'] | null>
    announceIn(tx: Tx, workspaceId: string, id: string): Promise<FormLead['contact'] | null>
  }
}

export type Asked =
  | { kind: 'unknown' }
  | { kind: 'gone' }
  | { kind: 'expired'; publicId: string | null; language: string | null }
  /** `language` is the form's, which may be any. */
  | { kind: 'waiting' | 'confirmed'; form: string | null; language: string | null }

export type OptIn = ReturnType<typeof createOptIn>

/** The mails of forms, and the confirmations that senders give. */
export function createOptIn({ pool, clock, tokens, mail, contacts }: OptInOptions) {
  const isAsked = ({ form, input }: StoredLead) => form.settings.double_opt_in && mail.canAsk(input.email)
  const isQuiet = ({ form }: StoredLead) => form.settings.quiet_until_confirmed

  /** With double opt-in the reply waits for the confirmation: an unconfirmed address gets one mail, not two. */
  const toMail = (lead: StoredLead): FormLead => {
    const { form, client, submissionId } = lead
    const { notify } = form.settings
    const toSender = isAsked(lead) ? 'opt_in' : replyOf(form)
    return mailOf(form, { id: lead.contact.id, email: lead.input.email }, submissionId, {
      notify: isAsked(lead) && isQuiet(lead) ? null : notify,
      toSender,
      clientMark: toSender === null || client === null ? null : tokens.mark(client, 'client of a mail'),
    })
  }

  const look = async (token: string) => {
    const link = readConfirmation(tokens, token)
    const found = link && (await store.findAsked(pool, link.workspaceId, link.submissionId))
    return { link, found, asked: describe(link, found, clock.now()) }
  }

  return {
    /** Writes what follows from new leads, in the transaction that stores them. */
    async leadsIn(tx: Tx, leads: readonly StoredLead[]): Promise<void> {
      const asked = leads.filter(isAsked)
      for (const [workspaceId, group] of Map.groupBy(asked, ({ form }) => form.workspaceId)) {
        const quiet = group.filter(isQuiet)
        const idsOf = (some: readonly StoredLead[]) => some.map(({ contact }) => contact.id)
        await contacts.awaitConfirmationIn(tx, workspaceId, idsOf(group), idsOf(quiet))
        const quietIds = quiet.map(({ submissionId }) => submissionId)
        if (quietIds.length > 0) await store.markQuiet(tx, workspaceId, quietIds)
      }
      await mail.leadsIn(tx, leads.map(toMail))
    },
    /**
     * The confirmation mail could not be sent, so the submissions of this address to the form are announced
     * unconfirmed.
     */
    async announceUnasked(tx: Tx, asked: { workspace_id: string; submission_id: string | null }): Promise<void> {
      const { workspace_id: workspaceId, submission_id: submissionId } = asked
      if (submissionId === null) return
      for (const { id, form_id, contact_id } of await store.markAnnounced(tx, workspaceId, submissionId)) {
        const contact = await contacts.announceIn(tx, workspaceId, contact_id)
        const form = await findOpenForm(tx, workspaceId, form_id)
        if (contact === null || form === null) continue
        await mail.leadsIn(tx, [mailOf(form, contact, id, { notify: form.settings.notify })])
      }
    },
    /** Opening a link changes nothing, because mail scanners open links. */
    find: async (token: string): Promise<Asked> => (await look(token)).asked,
    /** Confirms everything that the address has sent through the form. Confirming twice succeeds too. */
    async confirm(token: string): Promise<Asked> {
      const { link, found, asked } = await look(token)
      if (asked.kind !== 'waiting' || !link || !found || found.email_key === null) return asked
      const { workspaceId, submissionId } = link
      const who = { submissionId, formId: found.form_id, emailKey: found.email_key }
      await transaction(pool, async (tx) => {
        const waiting = await store.lockWaiting(tx, workspaceId, who)
        const ids = waiting.map(({ id }) => id)
        await store.markConfirmed(tx, workspaceId, ids, new Date(clock.now()))
        await forgetAsked(tx, workspaceId, who.emailKey)
        const form = await findOpenForm(tx, workspaceId, who.formId)
        for (const { id, contact_id, is_quiet } of waiting) {
          const contact = await contacts.confirmIn(tx, workspaceId, contact_id, is_quiet)
          if (contact === null || form === null) continue
          const notify = is_quiet ? form.settings.notify : null
          await mail.leadsIn(tx, [mailOf(form, contact, id, { notify, toSender: replyOf(form) })])
        }
      })
      return { kind: 'confirmed', form: found.name, language: found.language }
    },
  }
}

type Found = Awaited<ReturnType<typeof store.findAsked>>

function describe(link: ReturnType<typeof readConfirmation>, found: Found, now: number): Asked {
  if (link === null) return { kind: 'unknown' }
  if (found === null) return { kind: 'gone' }
  const { language } = found
  if (found.confirmed_at !== null) return { kind: 'confirmed', form: found.name, language }
  if (now >= link.expiresAt) return { kind: 'expired', publicId: found.public_id, language }
  return { kind: 'waiting', form: found.name, language }
}

async function findOpenForm(tx: Tx, workspaceId: string, id: string): Promise<OpenForm | null> {
  const row = await findForm(tx, workspaceId, id)
  return row && openForm(row)
}

function replyOf({ settings }: OpenForm): 'auto_reply' | null {
  return settings.auto_reply === null ? null : 'auto_reply'
}

function mailOf(
  { formId: id, workspaceId }: OpenForm,
  contact: FormLead['contact'],
  submissionId: string,
  mails: Partial<FormLead>,
): FormLead {
  return { form: { id, workspaceId }, notify: null, toSender: null, clientMark: null, contact, submissionId, ...mails }
}
