import { isLeadStatus, LEAD_STATUSES, type LeadStatus, splitExtra } from '../../contact-fields.ts'
import { parseWebUrl } from '../../lib/net/web-url.ts'
import type { Language } from '../../messages/languages.ts'
import { type Message, message } from '../../messages/message.ts'
import { type Say, sayIn, sentence } from '../../messages/sentence.ts'
import { storedReason } from '../../messages/stored.ts'
import type { Customs, Origin } from './store.ts'

/** An event for people to read. Plain text: each chat escapes it in its own way. */
export interface Notice {
  language: Language
  title: string
  /** Labels are our own words; values may come from strangers. */
  rows: ReadonlyArray<readonly [label: string, value: string]>
  text: string | null
  /** The first link leads to the subject. */
  links: ReadonlyArray<{ label: string; url: string }>
  tone: 'news' | 'good' | 'bad'
  at: Date
}

export interface Told extends Customs {
  type: string
  createdAt: Date
  data: Record<string, unknown>
  origin: Origin
  baseUrl: string
  language: Language
}

type Words = Pick<Notice, 'title'> & Partial<Notice>
type Rows = Array<readonly [label: string, value: string | null]>

export function noticeOf(told: Told): Notice {
  const { language, createdAt: at } = told
  const say = sayIn(language)
  const { rows = [], text = null, links, tone = 'news', title } = wordsOf(say, told)
  return { language, title, rows, text, links: links ?? linksOf(say, told), tone, at }
}

const LEADS_SHOWN = 10

export function leadsNotice(all: ReadonlyArray<Omit<Told, 'origin' | keyof Customs>>): Notice {
  const { language, baseUrl, createdAt: at } = all[0]!
  const say = sayIn(language)
  const known = all.filter(({ data }) => data.erased !== true)
  const rows = known.slice(0, LEADS_SHOWN).map(({ data }): readonly [string, string] => {
    const details = personRows(say, data).map(([, value]) => value)
    // Labels are our own words, so a chat may read them as markup.
    return [say('notice.lead'), [nameOf(say, data), ...details].join(', ')]
  })
  const hidden = all.length - rows.length
  return {
    language,
    title: say('notice.new_leads', { count: all.length }),
    rows,
    text: hidden > 0 ? say('notice.more', { count: hidden }) : null,
    links: [{ label: say('notice.see_contacts'), url: `${baseUrl}/contacts` }],
    tone: 'news',
    at,
  }
}

function wordsOf(say: Say, told: Told): Words {
  const { type, data } = told
  if (data.erased === true) return { title: say('notice.erased'), links: [] }
  const [noun = '', past = ''] = type.split('.')
  switch (noun) {
    case 'contact':
      return contactWords(say, past, told)
    case 'post':
      return postWords(say, past, told)
    case 'connection':
      return accountWords(say, past, told)
    case 'webhook':
      return { title: say('notice.webhook'), rows: filled([[say('notice.size'), sizeOf(say, data.body_bytes)]]) }
    case 'endpoint':
      return endpointWords(say, past, told)
    default:
      return { title: say('notice.other', { type }) }
  }
}

function contactWords(say: Say, past: string, told: Told): Words {
  const { data, origin } = told
  const name = nameOf(say, data)
  const by = lineOf(recordOf(data.by).name)
  switch (past) {
    case 'created':
      return {
        title: say('letter.lead_subject', { name }),
        rows: [...personRows(say, data), ...originRows(say, data, origin)],
        text: writtenBy(say, data),
      }
    case 'status_changed': {
      const status = statusOf(told, data.to)
      const before = statusOf(told, data.from)
      return {
        title: status === null ? say('notice.new_status', { name }) : say('notice.status', { name, status }),
        rows: filled([[say('notice.before'), before], [say('notice.by'), by], ...personRows(say, data)]),
        tone: data.to === 'won' ? 'good' : 'news',
      }
    }
    case 'assigned':
      return {
        title: say(data.to === null ? 'notice.no_owner' : 'notice.new_owner', { name }),
        rows: filled([[say('notice.by'), by], ...personRows(say, data)]),
      }
    case 'merged':
      return { title: say('notice.contact_merged'), rows: filled([[say('notice.by'), by]]) }
    case 'unmerged':
      return { title: say('notice.contact_unmerged', { name }), rows: personRows(say, data) }
    case 'deleted':
      return { title: say('notice.contact_deleted'), links: [] }
    default:
      return { title: say('notice.contact', { name }), rows: personRows(say, data) }
  }
}

const STATUSES: Readonly<Record<LeadStatus, Message>> = {
  new: message('notice.status_new'),
  contacted: message('notice.status_contacted'),
  qualified: message('notice.status_qualified'),
  won: message('notice.status_won'),
  lost: message('notice.status_lost'),
}

function statusOf({ statuses, language }: Told, status: unknown): string | null {
  if (!isLeadStatus(status)) return lineOf(status)
  const own = statuses[status]
  // The dashboard stores the usual names in English.
  return own === undefined || own === LEAD_STATUSES[status] ? sentence(STATUSES[status], language) : own
}

const POST_TITLES: Readonly<Record<string, readonly [Message, Notice['tone']]>> = {
  created: [message('notice.post_created'), 'news'],
  updated: [message('notice.post_updated'), 'news'],
  scheduled: [message('notice.post_scheduled'), 'news'],
  cancelled: [message('notice.post_cancelled'), 'news'],
  published: [message('notice.post_published'), 'good'],
  failed: [message('notice.post_failed'), 'bad'],
  missed: [message('notice.post_missed'), 'bad'],
  unconfirmed: [message('notice.post_unconfirmed'), 'bad'],
}

function postWords(say: Say, past: string, { data, language, zone }: Told): Words {
  if (past === 'deleted') return { title: say('notice.post_deleted'), links: [] }
  const publication = recordOf(data.publication)
  const [title, tone] = POST_TITLES[past] ?? [message('notice.post'), 'news']
  const date = past === 'scheduled' || past === 'missed' ? formatTime(data.scheduled_date, language, zone) : null
  return {
    title: sentence(title, language),
    tone,
    rows: filled([
      [say('notice.date'), date],
      [say('notice.why'), past === 'published' ? null : reasonOf(publication, language)],
    ]),
    text: textOf(data.content) ?? textOf(data.caption),
  }
}

function accountWords(say: Say, past: string, { data, language, zone }: Told): Words {
  const account = lineOf(data.name) ?? lineOf(data.handle) ?? say('notice.account')
  const title =
    past === 'needs_reconnect'
      ? say('notice.needs_reconnect', { account })
      : past === 'expiring'
        ? say('notice.expiring', { account })
        : say('notice.account_changed', { account })
  const until = past === 'expiring' ? formatDay(data.works_until, language, zone) : null
  const rows = filled([
    [say('notice.network'), lineOf(data.provider)],
    [say('notice.works_until'), until],
    [say('notice.why'), reasonOf(data, language)],
  ])
  return { title, rows, tone: 'bad' }
}

function endpointWords(say: Say, past: string, { data, language }: Told): Words {
  if (past === 'test') {
    return { title: say('notice.test'), text: say('notice.test_text'), links: [] }
  }
  const name = lineOf(data.description) ?? lineOf(data.url) ?? say('notice.endpoint')
  return {
    title: say('notice.endpoint_disabled', { name }),
    rows: filled([[say('notice.why'), reasonOf(data, language)]]),
    tone: 'bad',
  }
}

function nameOf(say: Say, data: Told['data']): string {
  const name = [lineOf(data.first_name), lineOf(data.last_name)].filter(Boolean).join(' ')
  return name || (lineOf(data.email) ?? say('notice.somebody'))
}

function personRows(say: Say, data: Told['data']) {
  return filled([
    [say('notice.email'), lineOf(data.email)],
    [say('notice.company'), lineOf(data.company)],
  ])
}

const FIELDS_SHOWN = 10
const FIELD_LENGTH = 1_000

/**
 * What the lead wrote, the message first. Strangers choose the names of fields too, so they are part of the text and
 * not labels.
 */
function writtenBy(say: Say, { extra }: Told['data']): string | null {
  const split = splitExtra(recordOf(extra))
  const messages = split.messages.map(({ value }) => fieldText(value))
  const facts = split.facts.map(({ name, value }) => {
    const text = fieldText(value)
    return text && `${say('notice.label', { name: lineOf(name)?.replaceAll('_', ' ') ?? '' })}${text}`
  })
  const parts = [...messages, facts.filter(Boolean).join('\n')].filter(Boolean).slice(0, FIELDS_SHOWN)
  return parts.length === 0 ? null : parts.join('\n\n')
}

function fieldText(value: string): string | null {
  const text = textOf(value)
  return text && shorten(text)
}

function shorten(text: string): string {
  const characters = Array.from(text)
  return characters.length > FIELD_LENGTH ? `${characters.slice(0, FIELD_LENGTH).join('')}…` : text
}

/** Post, link and form if known, otherwise what the visitor's URL said. */
function originRows(say: Say, data: Told['data'], { post, link, form }: Origin) {
  const utm = [lineOf(data.utm_source), lineOf(data.utm_medium)].filter(Boolean).join(' / ')
  return filled([
    [say('notice.from_post'), lineOf(post)],
    [say('notice.from_link'), post === null ? lineOf(link) : null],
    [say('notice.from_form'), lineOf(form)],
    [say('notice.source'), utm || null],
  ])
}

const PAGES: Readonly<Record<string, [label: Message, path: string]>> = {
  contact: [message('notice.open_contact'), '/contacts/'],
  post: [message('notice.open_post'), '/posts/'],
  endpoint: [message('notice.open_endpoint'), '/events/endpoints/'],
}

function linksOf(say: Say, { type, data, baseUrl, language }: Told): Notice['links'] {
  const noun = type.split('.', 1)[0]!
  const id = lineOf(data.id)
  if (noun === 'connection') return [{ label: say('notice.see_accounts'), url: `${baseUrl}/settings/connections` }]
  if (noun === 'webhook') return [{ label: say('notice.see_webhooks'), url: `${baseUrl}/webhooks` }]
  const page = PAGES[noun]
  const own =
    page && id !== null
      ? [{ label: sentence(page[0], language), url: `${baseUrl}${page[1]}${encodeURIComponent(id)}` }]
      : []
  const permalink = parseWebUrl(recordOf(data.publication).permalink)?.href ?? ''
  const isShort = permalink !== '' && permalink.length <= LONGEST_LINK
  return isShort ? [...own, { label: say('notice.see_published'), url: permalink }] : own
}

const LONGEST_LINK = 500

/** Characters that reverse the direction of text could make it say something else. */
const INVISIBLE = /[\u202a-\u202e\u2066-\u2069]/g

function lineOf(value: unknown): string | null {
  return textOf(value)?.replace(/\s+/g, ' ') ?? null
}

function textOf(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const text = value
    .replace(/[\0-\x08\x0b-\x1f\x7f]/g, ' ')
    .replace(INVISIBLE, '')
    .trim()
  return text === '' ? null : text
}

function sizeOf(say: Say, bytes: unknown): string | null {
  return typeof bytes === 'number' ? say('notice.bytes', { bytes }) : null
}

/** In the language where the event has the code of the reason; those of 0.2 only have the English sentence. */
function reasonOf(data: Record<string, unknown>, language: Language): string | null {
  const { reason, reason_code = null, reason_values = null } = data
  const said = storedReason({ reason: reason ?? null, reason_code, reason_values })
  return said === null ? null : lineOf(sentence(said, language))
}

const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const
const MINUTE = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'short' } as const

function formatTime(value: unknown, language: Language, timeZone: string): string | null {
  return format(value, new Intl.DateTimeFormat(language, { ...DAY, ...MINUTE, timeZone }))
}

function formatDay(value: unknown, language: Language, timeZone: string): string | null {
  return format(value, new Intl.DateTimeFormat(language, { ...DAY, timeZone }))
}

function format(value: unknown, formatter: Intl.DateTimeFormat): string | null {
  const date = new Date(typeof value === 'string' ? value : Number.NaN)
  return Number.isNaN(date.getTime()) ? null : formatter.format(date)
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function filled(rows: Rows): Array<readonly [string, string]> {
  return rows.filter((row): row is readonly [string, string] => row[1] !== null)
}
