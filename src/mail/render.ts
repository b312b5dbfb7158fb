import type { Pool } from '../db/database.ts'
import type { SealedTokens } from '../lib/secrets/sealed-token.ts'
import { addDays } from '../lib/time/days.ts'
import { findLanguage, type Language } from '../messages/languages.ts'
import { type Message, message } from '../messages/message.ts'
import { CONFIRM_DAYS, confirmUrl } from './links.ts'
import type { Mail } from './message.ts'
import type { MailKind } from './schemas.ts'
import type { Stops } from './stops.ts'
import { type ClaimedMail, type FormMail, findFormMail, findUserLanguage, findWorkspace, selectLeads } from './store.ts'
import { selectPlatforms } from './team-store.ts'
import { autoReplyMail, leadMail, leadsMail, optInMail, type WeekResults, weeklyMail } from './templates.ts'
import { type Day, mondayOfBatch, thisMonday } from './week.ts'

export type Mails = readonly [ClaimedMail, ...ClaimedMail[]]
/** The text of a mail without its address and id, or why there is no longer anything to say. */
type Rendered = Omit<Mail, 'id' | 'to'> | { dropped: Message }

export interface RenderDeps {
  pool: Pool
  stops: Stops
  tokens: SealedTokens
  baseUrl: string
  /** The report on what brought leads, by post and last touch. Days are in UTC, the last one included. */
  reportPosts: (
    workspaceId: string,
    days: { from: Day; to: Day },
  ) => Promise<{
    totals: { leads: number; clicks: number | null; visitors: number | null }
    rows: ReadonlyArray<{ key: string | null; label: string | null; leads: number; clicks: number | null }>
  }>
}

const GONE = { dropped: message('mail.subject_gone') }
const POSTS_SHOWN = 5

export const RENDERERS: Record<MailKind, (deps: RenderDeps, mails: Mails) => Promise<Rendered>> = {
  lead: renderLeads,
  auto_reply: renderReply,
  opt_in: renderOptIn,
  weekly: renderWeekly,
}

async function renderLeads({ pool, stops, baseUrl }: RenderDeps, mails: Mails): Promise<Rendered> {
  const [first] = mails
  const leads = await selectLeads(pool, first.workspace_id, idsOf(mails))
  // Rows without a contact stand for several leads.
  const counted = mails.filter(({ contact_id }) => contact_id === null).reduce((sum, mail) => sum + mail.leads, 0)
  const total = leads.length + counted
  if (total === 0) return GONE
  const { name: workspace } = await findWorkspace(pool, first.workspace_id)
  const stopUrl = stops.urlOf(first)
  const why = first.user_id === null ? ('letter.named' as const) : ('letter.asked' as const)
  const place = { baseUrl, workspace, why, stopUrl, language: await languageFor(pool, first) }
  const mail = total === 1 && leads[0] ? leadMail(leads[0], place) : leadsMail(leads, total, place)
  return { ...mail, auto: 'auto-generated', stopUrl }
}

async function renderReply({ pool, stops }: RenderDeps, [mail]: Mails): Promise<Rendered> {
  const found = await findLeadAndForm(pool, mail)
  if (found === null) return GONE
  if (found.form.auto_reply === null) return { dropped: message('mail.no_auto_reply') }
  const stopUrl = stops.urlOf(mail)
  const place = { stopUrl, language: languageOf(found.form) }
  return { ...autoReplyMail(found.form.auto_reply, found.lead, place), auto: 'auto-replied', stopUrl }
}

async function renderOptIn({ pool, stops, tokens, baseUrl }: RenderDeps, [mail]: Mails): Promise<Rendered> {
  const { workspace_id: workspaceId, submission_id: submissionId } = mail
  const found = await findLeadAndForm(pool, mail)
  if (found === null || submissionId === null) return GONE
  const { lead, form } = found
  if (lead.confirmation === 'confirmed') return { dropped: message('mail.confirmed_already') }
  const { name: workspace } = await findWorkspace(pool, workspaceId)
  const stopUrl = stops.urlOf(mail)
  const askedAt = mail.created_at.getTime()
  const words = form.opt_in_mail ?? { subject: null, text: null }
  const links = { confirmUrl: confirmUrl(tokens, baseUrl, { workspaceId, submissionId, askedAt }), stopUrl }
  const optIn = { form: form.name, workspace, ...words, ...links, days: CONFIRM_DAYS, language: languageOf(form) }
  return { ...optInMail(optIn), auto: 'auto-generated', stopUrl }
}

/** The person's choice; for an address of a form, the form's. */
async function languageFor(pool: Pool, { user_id, workspace_id, form_id }: ClaimedMail): Promise<Language> {
  if (user_id !== null) return (await findUserLanguage(pool, user_id)) ?? 'en'
  const form = form_id === null ? null : await findFormMail(pool, workspace_id, form_id, null)
  return form === null ? 'en' : languageOf(form)
}

function languageOf({ language }: FormMail): Language {
  return findLanguage(language ?? '') ?? 'en'
}

async function findLeadAndForm(pool: Pool, mail: ClaimedMail) {
  const form =
    mail.form_id === null ? null : await findFormMail(pool, mail.workspace_id, mail.form_id, mail.submission_id)
  const [lead] = await selectLeads(pool, mail.workspace_id, idsOf([mail]))
  return lead && form ? { lead, form } : null
}

function idsOf(mails: readonly ClaimedMail[]): string[] {
  return mails.flatMap(({ contact_id }) => (contact_id === null ? [] : [contact_id]))
}

/** The results of the week before the Monday of the mail. */
async function renderWeekly(deps: RenderDeps, [mail]: Mails): Promise<Rendered> {
  const { pool, stops, baseUrl } = deps
  const { name: workspace, time_zone: zone } = await findWorkspace(pool, mail.workspace_id)
  // Mails of 0.2 that still wait have no batch.
  const monday = mondayOfBatch(mail.batch) ?? thisMonday(zone, mail.created_at.getTime())
  const results = await findWeekResults(deps, mail.workspace_id, monday)
  const stopUrl = stops.urlOf(mail)
  const language = await languageFor(pool, mail)
  const place = { baseUrl, workspace, from: addDays(monday, -7), to: addDays(monday, -1), stopUrl, language }
  return { ...weeklyMail(results, place), auto: 'auto-generated', stopUrl }
}

/** The seven days before `monday`, compared with the seven before those. */
async function findWeekResults(
  { pool, reportPosts }: RenderDeps,
  workspaceId: string,
  monday: Day,
): Promise<WeekResults> {
  const weekBefore = (below: Day) => reportPosts(workspaceId, { from: addDays(below, -7), to: addDays(below, -1) })
  const week = await weekBefore(monday)
  const before = await weekBefore(addDays(monday, -7))
  const posts = week.rows.flatMap(({ key, label, leads, clicks }) =>
    key !== null && (leads > 0 || clicks) ? [{ id: key, text: label ?? '', leads, clicks: clicks ?? 0 }] : [],
  )
  const shown = posts.slice(0, POSTS_SHOWN)
  const ids = shown.map(({ id }) => id)
  const platforms = await selectPlatforms(pool, workspaceId, ids)
  const numbersOf = ({ leads, clicks, visitors }: typeof week.totals) => ({
    leads,
    clicks: clicks ?? 0,
    visitors: visitors ?? 0,
  })
  return {
    week: numbersOf(week.totals),
    before: numbersOf(before.totals),
    posts: shown.map((post) => ({ ...post, platform: platforms.get(post.id) ?? null })),
  }
}
