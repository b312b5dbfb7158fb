import type { Pool } from '../db/database.ts'
import type { SealedTokens } from '../lib/secrets/sealed-token.ts'
import { autoReplyMail } from './auto-reply.ts'
import { CONFIRM_DAYS, confirmUrl } from './confirm-link.ts'
import { type LeadMailPlace, leadMail, leadsMail } from './lead-mail.ts'
import { findFormMail, findWorkspace, selectLeads } from './lead-store.ts'
import { optInMail } from './opt-in-mail.ts'
import type { Renderer } from './postman.ts'
import type { Stops } from './stops.ts'
import type { ClaimedMail } from './store.ts'

export interface RenderOptions {
  pool: Pool
  stops: Stops
  tokens: SealedTokens
  baseUrl: string
}

export const GONE = { dropped: 'What it was about is gone.' }

const ASKED = 'You get this mail because you asked for mail about new leads in Settings, Security.'
const NAMED = 'You get this mail because a form sends its leads to this address.'

/** About one lead, or about all of a batch. */
export function createLeadRenderer({ pool, stops, baseUrl }: RenderOptions): Renderer {
  return async (mails) => {
    const [first] = mails
    const workspaceId = first.workspace_id
    const leads = await selectLeads(pool, workspaceId, idsOf(mails))
    // Rows without a contact count several.
    const counted = mails.filter(({ contact_id }) => contact_id === null).reduce((sum, mail) => sum + mail.leads, 0)
    const total = leads.length + counted
    if (total === 0) return GONE
    const { name: workspace } = await findWorkspace(pool, workspaceId)
    const stopUrl = stops.urlOf(first)
    const place: LeadMailPlace = { baseUrl, workspace, why: first.user_id === null ? NAMED : ASKED, stopUrl }
    const mail = total === 1 && leads[0] ? leadMail(leads[0], place) : leadsMail(leads, total, place)
    return { ...mail, auto: 'auto-generated', stopUrl }
  }
}

/** The reply of a form to whoever filled it in. */
export function createReplyRenderer({ pool, stops }: RenderOptions): Renderer {
  return async ([mail]) => {
    const form = mail.form_id === null ? null : await findFormMail(pool, mail.workspace_id, mail.form_id)
    const [lead] = await selectLeads(pool, mail.workspace_id, idsOf([mail]))
    if (!lead || !form) return GONE
    if (form.auto_reply === null) return { dropped: 'The form has no automatic reply any more.' }
    const stopUrl = stops.urlOf(mail)
    return { ...autoReplyMail(form.auto_reply, lead, stopUrl), auto: 'auto-replied', stopUrl }
  }
}

/** Asks whoever filled in a form whether the address is theirs. */
export function createOptInRenderer({ pool, stops, tokens, baseUrl }: RenderOptions): Renderer {
  return async ([mail]) => {
    const { workspace_id: workspaceId, submission_id: submissionId } = mail
    const form = mail.form_id === null ? null : await findFormMail(pool, workspaceId, mail.form_id)
    const [lead] = await selectLeads(pool, workspaceId, idsOf([mail]))
    if (!lead || !form || submissionId === null) return GONE
    if (lead.confirmation === 'confirmed') return { dropped: 'The address is confirmed already.' }
    const { name: workspace } = await findWorkspace(pool, workspaceId)
    const stopUrl = stops.urlOf(mail)
    const askedAt = mail.created_at.getTime()
    const words = form.opt_in_mail ?? { subject: null, text: null }
    const links = { confirmUrl: confirmUrl(tokens, baseUrl, { workspaceId, submissionId, askedAt }), stopUrl }
    const optIn = { form: form.name, workspace, ...words, ...links, days: CONFIRM_DAYS }
    return { ...optInMail(optIn), auto: 'auto-generated', stopUrl }
  }
}

function idsOf(mails: readonly ClaimedMail[]): string[] {
  return mails.flatMap(({ contact_id }) => (contact_id === null ? [] : [contact_id]))
}
