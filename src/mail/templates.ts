import { type ContactField, FIELD_NAMES, splitExtra } from '../contact-fields.ts'
import type { Language } from '../messages/languages.ts'
import { type Say, sayIn } from '../messages/sentence.ts'
import { oneLine, type Part, renderParts } from './message.ts'
import type { Lead, MailText } from './store.ts'

// New leads ------------------------------------------------------------------------------------------------------------------

interface LeadMailPlace {
  baseUrl: string
  workspace: string
  /** Why the recipient gets it, and the URL of a page to unsubscribe. */
  why: 'letter.named' | 'letter.asked'
  stopUrl: string
  language: Language
}

const EXTRA_SHOWN = 30
const VALUE_SHOWN = 1_000
const LISTED = 25

export function leadMail(lead: Lead, place: LeadMailPlace) {
  const say = sayIn(place.language)
  const form = lead.form && oneLine(lead.form, 80)
  const name = nameOf(lead)
  const parts: Part[] = [
    { kind: 'text', text: form === null ? say('letter.lead') : say('letter.lead_of_form', { form }) },
    { kind: 'facts', facts: factsOf(lead, say) },
    { kind: 'link', label: say('letter.open_lead'), url: contactUrl(place, lead) },
    footer(place),
  ]
  const subject =
    form === null ? say('letter.lead_subject', { name }) : say('letter.lead_subject_of_form', { name, form })
  return { subject, ...renderParts(parts, place.language), replyTo: lead.email }
}

/** For many leads at once. `total` includes those that are not listed. */
export function leadsMail(leads: readonly Lead[], total: number, place: LeadMailPlace) {
  const say = sayIn(place.language)
  const shown = leads.slice(0, LISTED)
  const more = total - shown.length
  const parts: Part[] = [
    { kind: 'text', text: say('letter.leads', { total }) },
    { kind: 'facts', facts: shown.map((lead) => [nameOf(lead), summaryOf(lead, place)] as const) },
    ...(more > 0 ? [{ kind: 'text' as const, text: say('letter.more_leads', { more }) }] : []),
    { kind: 'link', label: say('letter.see_contacts'), url: `${place.baseUrl}/contacts` },
    footer(place),
  ]
  const subject = say('letter.leads_subject', { total, workspace: oneLine(place.workspace, 80) })
  return { subject, ...renderParts(parts, place.language) }
}

function footer({ why, stopUrl, language }: LeadMailPlace): Part {
  const say = sayIn(language)
  return small(say(why), say('letter.stop'), stopUrl)
}

function small(text: string, label: string, url: string): Part {
  return { kind: 'small', text, link: { label, url } }
}

function contactUrl({ baseUrl }: LeadMailPlace, { id }: Lead): string {
  return `${baseUrl}/contacts/${id}`
}

function nameOf({ first_name, last_name }: Lead): string {
  return oneLine([first_name, last_name].filter(Boolean).join(' '), 80)
}

function summaryOf(lead: Lead, place: LeadMailPlace): string {
  const words = [lead.email, lead.company, lead.form].filter((word) => word !== null)
  return [words.map((word) => oneLine(word, 100)).join(', '), contactUrl(place, lead)].filter(Boolean).join('\n')
}

function factsOf(lead: Lead, say: Say): Array<readonly [string, string]> {
  const unconfirmed =
    lead.confirmation === 'pending' ? [[say('letter.address'), say('letter.not_confirmed')] as const] : []
  const fields = FIELD_NAMES.flatMap((name) => (lead[name] === null ? [] : [[labelOf(name, say), lead[name]] as const]))
  const { messages, facts } = splitExtra(lead.extra)
  const extra = [...messages, ...facts].slice(0, EXTRA_SHOWN)
  return [
    ...fields,
    ...unconfirmed,
    ...extra.map(({ name, value }) => [oneLine(name, 64), shorten(value, say)] as const),
  ]
}

const LABELS: Partial<
  Record<ContactField, 'letter.first_name' | 'letter.last_name' | 'notice.email' | 'notice.company'>
> = {
  first_name: 'letter.first_name',
  last_name: 'letter.last_name',
  email: 'notice.email',
  company: 'notice.company',
}

/** Names of parameters are the same in all languages. */
function labelOf(name: ContactField, say: Say): string {
  const known = LABELS[name]
  if (known !== undefined) return say(known)
  const words = name.replaceAll('_', ' ').replace('utm', 'UTM')
  return words[0]!.toUpperCase() + words.slice(1)
}

function shorten(text: string, say: Say): string {
  const characters = [...text]
  return characters.length <= VALUE_SHOWN
    ? text
    : say('letter.cut_value', { start: characters.slice(0, VALUE_SHOWN).join('') })
}

// To those who fill in forms -------------------------------------------------------------------------------------------------

const VALUE_MAX = 100
const PLACEHOLDER = /\{\{\s*([\w.-]{1,64})\s*\}\}/g

interface SenderPlace {
  stopUrl: string
  language: Language
}

/** The owner's text, with {{first_name}} and other fields of the sender filled in. */
export function autoReplyMail({ subject, text }: MailText, lead: Lead, { stopUrl, language }: SenderPlace) {
  const say = sayIn(language)
  const parts: Part[] = [
    ...text.split(/\n{2,}/).map((paragraph) => ({ kind: 'text' as const, text: fillIn(paragraph, lead) })),
    small(say('letter.typed_address'), say('letter.stop_replies'), stopUrl),
  ]
  return { subject: fillIn(subject, lead), ...renderParts(parts, language) }
}

/** Missing fields are empty. */
function fillIn(text: string, lead: Lead): string {
  return text.replace(PLACEHOLDER, (_match, name: string) => {
    // The sender typed this address, and it was validated.
    if (name === 'email') return lead.email ?? ''
    const own = Object.hasOwn(lead, name) && name !== 'extra' && name !== 'id' ? lead[name as 'first_name'] : null
    const value = own ?? (Object.hasOwn(lead.extra, name) ? lead.extra[name] : null) ?? ''
    return defuse(oneLine(String(value), VALUE_MAX))
  })
}

/** A stranger's words must not become a link in someone else's mailbox. */
function defuse(value: string): string {
  return value.replace(/:\/\//g, ': //').replace(/\.(?=[\p{L}\p{N}])/gu, '. ')
}

interface OptIn extends SenderPlace {
  form: string
  workspace: string
  subject: string | null
  text: string | null
  confirmUrl: string
  days: number
}

/** Repeats nothing that was typed into the form, because the address may be someone else's. */
export function optInMail({ form, workspace, subject, text, confirmUrl, stopUrl, days, language }: OptIn) {
  const say = sayIn(language)
  const names = { form: oneLine(form, 80), workspace: oneLine(workspace, 80) }
  const parts: Part[] = [
    ...(text ?? say('letter.opt_in', names))
      .split(/\n{2,}/)
      .map((paragraph) => ({ kind: 'text' as const, text: paragraph })),
    { kind: 'link', label: say('confirm.button'), url: confirmUrl },
    small(say('letter.opt_in_end', { days }), say('letter.never_ask'), stopUrl),
  ]
  return { subject: subject ?? say('letter.opt_in_subject', names), ...renderParts(parts, language) }
}

// The week -------------------------------------------------------------------------------------------------------------------

interface WeekNumbers {
  leads: number
  clicks: number
  visitors: number
}

interface TopPost {
  id: string
  platform: string | null
  text: string
  leads: number
  clicks: number
}

export interface WeekResults {
  week: WeekNumbers
  before: WeekNumbers
  posts: readonly TopPost[]
}

interface WeeklyPlace {
  baseUrl: string
  workspace: string
  from: string
  to: string
  stopUrl: string
  language: Language
}

export function weeklyMail({ week, before, posts }: WeekResults, place: WeeklyPlace) {
  const { baseUrl, from, to, stopUrl, language } = place
  const say = sayIn(language)
  const span = { workspace: oneLine(place.workspace, 80), from, to }
  const facts = [
    [say('letter.week_leads'), compare(say, week.leads, before.leads)],
    [say('letter.week_clicks'), compare(say, week.clicks, before.clicks)],
    [say('letter.week_visitors'), compare(say, week.visitors, before.visitors)],
  ] as const
  const top = posts.map(
    (post) => [oneLine(post.text, 60) || say('letter.post_without_text'), summaryOfPost(say, post, baseUrl)] as const,
  )
  const parts: Part[] = [
    { kind: 'text', text: say('letter.week', span) },
    { kind: 'facts', facts },
    { kind: 'text', text: say(top.length > 0 ? 'letter.week_posts' : 'letter.week_no_posts') },
    ...(top.length > 0 ? [{ kind: 'facts' as const, facts: top }] : []),
    { kind: 'link', label: say('letter.see_results'), url: `${baseUrl}/results?from=${from}&to=${to}` },
    small(say('letter.week_asked'), say('letter.stop'), stopUrl),
  ]
  const subject = say('letter.week_subject', { leads: week.leads, clicks: week.clicks, ...span })
  return { subject, ...renderParts(parts, language) }
}

function summaryOfPost(say: Say, { id, platform, leads, clicks }: TopPost, baseUrl: string): string {
  if (platform === null) return say('letter.week_deleted_post', { leads, clicks })
  return `${say('letter.week_post', { platform, leads, clicks })}\n${baseUrl}/posts/${id}`
}

function compare(say: Say, now: number, before: number): string {
  if (now === before) return say('letter.week_same', { now })
  const change = now > before ? 'letter.week_more' : 'letter.week_fewer'
  return say(change, { now, difference: Math.abs(now - before), before })
}
