import { parseWebUrl } from '../../lib/net/web-url.ts'
import { isTrackingParameter } from '../../lib/text/tracking-parameters.ts'
import { type Message, message } from '../../messages/message.ts'
import { say, sentence } from '../../messages/sentence.ts'
import type { Origin } from './store.ts'

/** An event for people to read. Plain text: each chat escapes it in its own way. */
export interface Notice {
  title: string
  /** Labels are our own words; values may come from strangers. */
  rows: ReadonlyArray<readonly [label: string, value: string]>
  text: string | null
  /** The first link leads to the subject. */
  links: ReadonlyArray<{ label: string; url: string }>
  tone: 'news' | 'good' | 'bad'
  at: Date
}

export interface Told {
  type: string
  createdAt: Date
  data: Record<string, unknown>
  origin: Origin
  baseUrl: string
}

type Words = Pick<Notice, 'title'> & Partial<Notice>
type Rows = Array<readonly [label: string, value: string | null]>

export function noticeOf(told: Told): Notice {
  const { rows = [], text = null, links, tone = 'news', title } = wordsOf(told)
  return { title, rows, text, links: links ?? linksOf(told), tone, at: told.createdAt }
}

const LEADS_SHOWN = 10

export function leadsNotice(all: ReadonlyArray<Omit<Told, 'origin'>>): Notice {
  const known = all.filter(({ data }) => data.erased !== true)
  const rows = known.slice(0, LEADS_SHOWN).map(({ data }): readonly [string, string] => {
    const details = personRows(data).map(([, value]) => value)
    // Labels are our own words, so a chat may read them as markup.
    return [say('notice.lead'), [nameOf(data), ...details].join(', ')]
  })
  const hidden = all.length - rows.length
  return {
    title: say('notice.new_leads', { count: all.length }),
    rows,
    text: hidden > 0 ? say('notice.more', { count: hidden }) : null,
    links: [{ label: say('notice.see_contacts'), url: `${all[0]!.baseUrl}/contacts` }],
    tone: 'news',
    at: all[0]!.createdAt,
  }
}

function wordsOf(told: Told): Words {
  const { type, data } = told
  if (data.erased === true) return { title: say('notice.erased'), links: [] }
  const [noun = '', past = ''] = type.split('.')
  switch (noun) {
    case 'contact':
      return contactWords(past, told)
    case 'post':
      return postWords(past, data)
    case 'connection':
      return accountWords(past, data)
    case 'webhook':
      return { title: say('notice.webhook'), rows: filled([[say('notice.size'), sizeOf(data.body_bytes)]]) }
    case 'endpoint':
      return endpointWords(past, data)
    default:
      return { title: `${noun} ${past}`.replaceAll('_', ' ').trim() }
  }
}

function contactWords(past: string, { data, origin }: Told): Words {
  const name = nameOf(data)
  const by = lineOf(recordOf(data.by).name)
  switch (past) {
    case 'created':
      return {
        title: say('letter.lead_subject', { name }),
        rows: [...personRows(data), ...originRows(data, origin)],
        text: writtenBy(data),
      }
    case 'status_changed':
      return {
        title: say('notice.status', { name, status: lineOf(data.to) ?? message('notice.other_status') }),
        rows: filled([[say('notice.before'), lineOf(data.from)], [say('notice.by'), by], ...personRows(data)]),
        tone: data.to === 'won' ? 'good' : 'news',
      }
    case 'assigned':
      return {
        title: say(data.to === null ? 'notice.no_owner' : 'notice.new_owner', { name }),
        rows: filled([[say('notice.by'), by], ...personRows(data)]),
      }
    case 'merged':
      return { title: say('notice.contact_merged'), rows: filled([[say('notice.by'), by]]) }
    case 'unmerged':
      return { title: say('notice.contact_unmerged', { name }), rows: personRows(data) }
    case 'deleted':
      return { title: say('notice.contact_deleted'), links: [] }
    default:
      return { title: say('notice.contact', { name }), rows: personRows(data) }
  }
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

function postWords(past: string, data: Told['data']): Words {
  if (past === 'deleted') return { title: say('notice.post_deleted'), links: [] }
  const publication = recordOf(data.publication)
  const [title, tone] = POST_TITLES[past] ?? [message('notice.post'), 'news']
  const date = past === 'scheduled' || past === 'missed' ? lineOf(data.scheduled_date) : null
  return {
    title: sentence(title),
    tone,
    rows: filled([
      [say('notice.date'), date?.replace(/:\d\d(?:\.\d+)?Z$/, ' UTC').replace('T', ' ') ?? null],
      [say('notice.why'), past === 'published' ? null : lineOf(publication.reason)],
    ]),
    text: textOf(data.content) ?? textOf(data.caption),
  }
}

function accountWords(past: string, data: Told['data']): Words {
  const account = lineOf(data.name) ?? lineOf(data.handle) ?? say('notice.account')
  const title =
    past === 'needs_reconnect'
      ? say('notice.needs_reconnect', { account })
      : past === 'expiring'
        ? say('notice.expiring', { account })
        : `${account}: ${past.replaceAll('_', ' ')}`
  const until = past === 'expiring' ? lineOf(data.works_until)?.slice(0, 10) : null
  const rows = filled([
    [say('notice.network'), lineOf(data.provider)],
    [say('notice.works_until'), until ?? null],
    [say('notice.why'), lineOf(data.reason)],
  ])
  return { title, rows, tone: 'bad' }
}

function endpointWords(past: string, data: Told['data']): Words {
  if (past === 'test') {
    return { title: say('notice.test'), text: say('notice.test_text'), links: [] }
  }
  const name = lineOf(data.description) ?? lineOf(data.url) ?? say('notice.endpoint')
  return {
    title: say('notice.endpoint_disabled', { name }),
    rows: filled([[say('notice.why'), lineOf(data.reason)]]),
    tone: 'bad',
  }
}

function nameOf(data: Told['data']): string {
  const name = [lineOf(data.first_name), lineOf(data.last_name)].filter(Boolean).join(' ')
  return name || (lineOf(data.email) ?? say('notice.somebody'))
}

function personRows(data: Told['data']) {
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
function writtenBy({ extra }: Told['data']): string | null {
  const fields = Object.entries(recordOf(extra)).filter(([name]) => !isTrackingParameter(name))
  const told = fields.flatMap(([name, value]) => {
    const text = textOf(typeof value === 'string' ? value : String(value))
    return text === null ? [] : [{ name: lineOf(name)?.replaceAll('_', ' ') ?? '', text: shorten(text) }]
  })
  const isMessage = ({ name, text }: { name: string; text: string }) => name === 'message' || text.length > 60
  const messages = told.filter(isMessage).map(({ text }) => text)
  const others = told.filter((field) => !isMessage(field)).map(({ name, text }) => `${name}: ${text}`)
  const parts = [...messages, others.join('\n')].filter(Boolean).slice(0, FIELDS_SHOWN)
  return parts.length === 0 ? null : parts.join('\n\n')
}

function shorten(text: string): string {
  const characters = Array.from(text)
  return characters.length > FIELD_LENGTH ? `${characters.slice(0, FIELD_LENGTH).join('')}…` : text
}

/** Post, link and form if known, otherwise what the visitor's URL said. */
function originRows(data: Told['data'], { post, link, form }: Origin) {
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

function linksOf({ type, data, baseUrl }: Told): Notice['links'] {
  const noun = type.split('.', 1)[0]!
  const id = lineOf(data.id)
  if (noun === 'connection') return [{ label: say('notice.see_accounts'), url: `${baseUrl}/settings/connections` }]
  if (noun === 'webhook') return [{ label: say('notice.see_webhooks'), url: `${baseUrl}/webhooks` }]
  const page = PAGES[noun]
  const own =
    page && id !== null ? [{ label: sentence(page[0]), url: `${baseUrl}${page[1]}${encodeURIComponent(id)}` }] : []
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

function sizeOf(bytes: unknown): string | null {
  return typeof bytes === 'number' ? say('notice.bytes', { bytes }) : null
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function filled(rows: Rows): Array<readonly [string, string]> {
  return rows.filter((row): row is readonly [string, string] => row[1] !== null)
}
