import { type Tx, transaction } from '../../db/database.ts'
import type { Parts } from '../../db/parts.ts'
import type { SealedTokens } from '../../lib/secrets/sealed-token.ts'
import type { FormLead } from '../../mail/form-leads.ts'
import { forgetAsked } from '../../mail/limits.ts'
import { readConfirmation } from '../../mail/links.ts'
import type { Mail } from '../../mail/mail.ts'
import { openForm } from '../form-cache.ts'
import { findForm } from '../store.ts'
import type { StoredLead } from '../submissions.ts'
import * as store from './store.ts'

interface OptInOptions extends Pick<Parts, 'pool' | 'clock'> {
  tokens: SealedTokens
  mail: Pick<Mail, 'canAsk' | 'leadsIn'>
  contacts: {
    awaitConfirmationIn(tx: Tx, workspaceId: string, ids: readonly string[], quietIds: readonly string[]): Promise<void>
    confirmIn(
      tx: Tx,
      workspaceId: string,
      id: string,
      isNews: boolean,
    ): Promise<{ id: string; email: string | null } | null>
    announceIn(tx: Tx, workspaceId: string, id: string): Promise<{ id: string; email: string | null } | null>
  }
}

/** What a link in a mail leads to. */
export type Asked =
  | { kind: 'unknown' }
  /** It was deleted. */
  | { kind: 'gone' }
  | { kind: 'expired'; publicId: string | null }
  | { kind: 'waiting' | 'confirmed'; form: string | null }

export type OptIn = ReturnType<typeof createOptIn>

/** Mails of forms, and what senders confirm with them. */
export function createOptIn({ pool, clock, tokens, mail, contacts }: OptInOptions) {
  const isAsked = ({ form, input }: StoredLead) => form.settings.double_opt_in && mail.canAsk(input.email)
  const isQuiet = ({ form }: StoredLead) => form.settings.quiet_until_confirmed
  const markOf = ({ client }: StoredLead) => (client === null ? null : tokens.mark(client, 'client of a mail'))

  const look = async (token: string) => {
    const link = readConfirmation(tokens, token)
    const found = link && (await store.findAsked(pool, link.workspaceId, link.submissionId))
    return { link, found }
  }
  const describe = ({ link, found }: Awaited<ReturnType<typeof look>>): Asked => {
    if (link === null) return { kind: 'unknown' }
    if (found === null) return { kind: 'gone' }
    if (found.confirmed_at !== null) return { kind: 'confirmed', form: found.name }
    if (clock.now() >= link.expiresAt) return { kind: 'expired', publicId: found.public_id }
    return { kind: 'waiting', form: found.name }
  }

  return {
    /** What follows from new leads, in the transaction that stores them. */
    async leadsIn(tx: Tx, leads: readonly StoredLead[]): Promise<void> {
      const asked = leads.filter(isAsked)
      for (const [workspaceId, group] of Map.groupBy(asked, ({ form }) => form.workspaceId)) {
        const quiet = group.filter(isQuiet)
        const idsOf = (some: readonly StoredLead[]) => some.map(({ contact }) => contact.id)
        await contacts.awaitConfirmationIn(tx, workspaceId, idsOf(group), idsOf(quiet))
        const quietIds = quiet.map(({ submissionId }) => submissionId)
        if (quietIds.length > 0) await store.markQuiet(tx, workspaceId, quietIds)
      }
      const told = leads.map((lead) => toFormLead(lead, isAsked(lead), isQuiet(lead), markOf))
      await mail.leadsIn(tx, told)
    },
    /**
     * The mail that asks could not go out: what the address sent through the form is announced unconfirmed, or nobody would
     * hear of it.
     */
    async announceUnasked(tx: Tx, asked: { workspace_id: string; submission_id: string | null }): Promise<void> {
      const { workspace_id: workspaceId, submission_id: submissionId } = asked
      if (submissionId === null) return
      for (const { id, form_id, contact_id } of await store.markAnnounced(tx, workspaceId, submissionId)) {
        const contact = await contacts.announceIn(tx, workspaceId, contact_id)
        const form = await findForm(tx, workspaceId, form_id)
        if (contact === null || form === null) continue
        const { notify } = openForm(form).settings
        const lead = { form: { id: form_id, workspaceId }, notify, contact, submissionId: id }
        await mail.leadsIn(tx, [{ ...lead, toSender: null, clientMark: null }])
      }
    },
    /** Opening a link changes nothing: scanners of mail open links. */
    find: async (token: string): Promise<Asked> => describe(await look(token)),
    /** Confirming again is success. All that the address has sent through the form is confirmed with it. */
    async confirm(token: string): Promise<Asked> {
      const asked = await look(token)
      const state = describe(asked)
      const { link, found } = asked
      if (state.kind !== 'waiting' || link === null || found === null || found.email_key === null) return state
      const { workspaceId, submissionId } = link
      const who = { submissionId, formId: found.form_id, emailKey: found.email_key }
      await transaction(pool, async (tx) => {
        const waiting = await store.lockWaiting(tx, workspaceId, who)
        const ids = waiting.map(({ id }) => id)
        await store.markConfirmed(tx, workspaceId, ids, new Date(clock.now()))
        await forgetAsked(tx, workspaceId, who.emailKey)
        const row = await findForm(tx, workspaceId, who.formId)
        const form = row && openForm(row)
        for (const { id, contact_id, is_quiet } of waiting) {
          const contact = await contacts.confirmIn(tx, workspaceId, contact_id, is_quiet)
          if (contact === null || form === null) continue
          const { notify, auto_reply } = form.settings
          await mail.leadsIn(tx, [
            {
              form: { id: form.formId, workspaceId },
              notify: is_quiet ? notify : null,
              toSender: auto_reply === null ? null : 'auto_reply',
              contact,
              submissionId: id,
              clientMark: null,
            },
          ])
        }
      })
      return { kind: 'confirmed', form: found.name }
    },
  }
}

/** With a double opt-in the reply waits for the confirmation: an address that was never confirmed gets one mail, not two. */
function toFormLead(
  lead: StoredLead,
  isAsked: boolean,
  isQuiet: boolean,
  markOf: (lead: StoredLead) => string | null,
): FormLead {
  const { form, contact, input, submissionId } = lead
  const { notify, auto_reply } = form.settings
  const toSender = isAsked ? 'opt_in' : auto_reply === null ? null : 'auto_reply'
  return {
    form: { id: form.formId, workspaceId: form.workspaceId },
    notify: isAsked && isQuiet ? null : notify,
    toSender,
    contact: { id: contact.id, email: input.email },
    submissionId,
    clientMark: toSender === null ? null : markOf(lead),
  }
}
