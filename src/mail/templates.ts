import { type ContactField, FIELD_NAMES } from '../contact-fields.ts'
import { oneLine, type Part, renderParts } from './message.ts'
import type { Lead, MailText } from './store.ts'

// New leads ------------------------------------------------------------------------------------------------------------------

interface LeadMailPlace {
  baseUrl: string
  workspace: string
  /** Why the receiver gets it, and the address of a page where that ends. */
  why: string
  stopUrl: string
}

const EXTRA_SHOWN = 30
const VALUE_SHOWN = 1_000
const LISTED = 25

export function leadMail(lead: Lead, place: LeadMailPlace) {
  const from = lead.form === null ? '' : ` through "${oneLine(lead.form, 80)}"`
  const parts: Part[] = [
    { kind: 'text', text: `A new lead came in${from}.` },
    { kind: 'facts', facts: factsOf(lead) },
    { kind: 'link', label: 'Open it in Doorpost', url: contactUrl(place, lead) },
    footer(place),
  ]
  const subject = `New lead: ${nameOf(lead)}${lead.form === null ? '' : ` (${oneLine(lead.form, 80)})`}`
  return { subject, ...renderParts(parts), replyTo: lead.email }
}

/** About many at once. `total` counts those too that are not in the list. */
export function leadsMail(leads: readonly Lead[], total: number, place: LeadMailPlace) {
  const shown = leads.slice(0, LISTED)
  const more = total - shown.length
  const parts: Part[] = [
    { kind: 'text', text: `${total} new leads came in.` },
    { kind: 'facts', facts: shown.map((lead) => [nameOf(lead), summaryOf(lead, place)] as const) },
    ...(more > 0 ? [{ kind: 'text' as const, text: `And ${more} more.` }] : []),
    { kind: 'link', label: 'See all contacts', url: `${place.baseUrl}/contacts` },
    footer(place),
  ]
  return { subject: `${total} new leads: ${oneLine(place.workspace, 80)}`, ...renderParts(parts) }
}

function footer({ why, stopUrl }: LeadMailPlace): Part {
  return { kind: 'small', text: why, link: { label: 'Stop these mails', url: stopUrl } }
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

function factsOf(lead: Lead): Array<readonly [string, string]> {
  const unconfirmed = lead.confirmation === 'pending' ? [['Address', 'not confirmed yet'] as const] : []
  const fields = FIELD_NAMES.flatMap((name) => (lead[name] === null ? [] : [[labelOf(name), lead[name]] as const]))
  const extra = Object.entries(lead.extra).slice(0, EXTRA_SHOWN)
  return [
    ...fields,
    ...unconfirmed,
    ...extra.map(([name, value]) => [oneLine(name, 64), shorten(String(value))] as const),
  ]
}

function labelOf(name: ContactField): string {
  const words = name.replaceAll('_', ' ').replace('utm', 'UTM')
  return words[0]!.toUpperCase() + words.slice(1)
}

function shorten(text: string): string {
  const characters = [...text]
  return characters.length <= VALUE_SHOWN
    ? text
    : `${characters.slice(0, VALUE_SHOWN).join('')}… (see the whole in Doorpost)`
}

// To those who fill in forms -------------------------------------------------------------------------------------------------

const VALUE_MAX = 100
const PLACEHOLDER = /\{\{\s*([\w.-]{1,64})\s*\}\}/g

/** The owner's text, with {{first_name}} and other fields of the sender filled in. */
export function autoReplyMail({ subject, text }: MailText, lead: Lead, stopUrl: string) {
  const parts: Part[] = [
    ...text.split(/\n{2,}/).map((paragraph) => ({ kind: 'text' as const, text: fillIn(paragraph, lead) })),
    {
      kind: 'small',
      text: 'You get this mail because this address was typed into a form. If it was not you, you can ignore it.',
      link: { label: 'No more such mails', url: stopUrl },
    },
  ]
  return { subject: fillIn(subject, lead), ...renderParts(parts) }
}

/** Missing fields are empty. */
function fillIn(text: string, lead: Lead): string {
  return text.replace(PLACEHOLDER, (_match, name: string) => {
    // The sender typed it, and it was checked.
    if (name === 'email') return lead.email ?? ''
    const own = Object.hasOwn(lead, name) && name !== 'extra' && name !== 'id' ? lead[name as 'first_name'] : null
    const value = own ?? (Object.hasOwn(lead.extra, name) ? lead.extra[name] : null) ?? ''
    return defuse(oneLine(String(value), VALUE_MAX))
  })
}

/** What a stranger typed must not become a link in somebody else's mailbox. */
function defuse(value: string): string {
  return value.replace(/:\/\//g, ': //').replace(/\.(?=[\p{L}\p{N}])/gu, '. ')
}

interface OptIn {
  form: string
  workspace: string
  subject: string | null
  text: string | null
  confirmUrl: string
  stopUrl: string
  days: number
}

/** It repeats nothing that was typed into the form, because the address may be somebody else's. */
export function optInMail({ form, workspace, subject, text, confirmUrl, stopUrl, days }: OptIn) {
  const own = `This address was typed into the form "${oneLine(form, 80)}" of ${oneLine(workspace, 80)}. Was it you? Then confirm it:`
  const parts: Part[] = [
    ...(text ?? own).split(/\n{2,}/).map((paragraph) => ({ kind: 'text' as const, text: paragraph })),
    { kind: 'link', label: 'Confirm the address', url: confirmUrl },
    {
      kind: 'small',
      text: `The link works for ${days} days. If it was not you, do nothing, and you get no more mail.`,
      link: { label: 'Never ask this address again', url: stopUrl },
    },
  ]
  return { subject: subject ?? `Please confirm your address: ${oneLine(workspace, 80)}`, ...renderParts(parts) }
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
}

export function weeklyMail({ week, before, posts }: WeekResults, place: WeeklyPlace) {
  const { baseUrl, workspace, from, to, stopUrl } = place
  const facts = [
    ['Leads', compare(week.leads, before.leads)],
    ['Clicks on links', compare(week.clicks, before.clicks)],
    ['Visitors', compare(week.visitors, before.visitors)],
  ] as const
  const top = posts.map(
    (post) => [oneLine(post.text, 60) || 'A post without text', summaryOfPost(post, baseUrl)] as const,
  )
  const parts: Part[] = [
    {
      kind: 'text',
      text: `Results of ${oneLine(workspace, 80)} from ${from} to ${to} (days begin and end at midnight UTC):`,
    },
    { kind: 'facts', facts },
    ...(top.length > 0
      ? [
          { kind: 'text' as const, text: 'The posts that brought most:' },
          { kind: 'facts' as const, facts: top },
        ]
      : [{ kind: 'text' as const, text: 'No post brought a lead or a click by a tracked link this week.' }]),
    { kind: 'link', label: 'See the results in Doorpost', url: `${baseUrl}/results?from=${from}&to=${to}` },
    {
      kind: 'small',
      text: 'You get this mail on Mondays because you switched it on in Settings, Security.',
      link: { label: 'Stop these mails', url: stopUrl },
    },
  ]
  const subject = `${count(week.leads, 'lead')}, ${count(week.clicks, 'click')}: ${oneLine(workspace, 80)}, ${from} to ${to}`
  return { subject, ...renderParts(parts) }
}

function summaryOfPost({ id, platform, leads, clicks }: TopPost, baseUrl: string): string {
  const numbers = `${count(leads, 'lead')}, ${count(clicks, 'click')}`
  return platform === null ? `${numbers} (deleted)` : `${platform}: ${numbers}\n${baseUrl}/posts/${id}`
}

function compare(now: number, before: number): string {
  if (now === before) return `${now} (as many as the week before)`
  return `${now} (${now > before ? '+' : '−'}${Math.abs(now - before)}, ${before} the week before)`
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`
}
