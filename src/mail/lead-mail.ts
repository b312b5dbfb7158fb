import { type ContactField, type ContactValues, type ExtraValue, FIELD_NAMES } from '../contact-fields.ts'
import { oneLine } from './message.ts'
import { type Part, renderParts } from './page.ts'

export interface Lead extends ContactValues {
  id: string
  extra: Record<string, ExtraValue>
  form: string | null
  confirmation: 'pending' | 'confirmed' | null
}

export interface LeadMailPlace {
  baseUrl: string
  workspace: string
  /** Why the receiver gets it, and the address of a page where that ends. */
  why: string
  stopUrl: string
}

const EXTRA_SHOWN = 30
const VALUE_SHOWN = 1_000
const LISTED = 25

/** About one lead, with all that it says. */
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

export function nameOf({ first_name, last_name }: Lead): string {
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
