import { parseWebUrl } from '../../lib/net/web-url.ts'
import type { Origin } from './store.ts'

/** An event as people read it. Plain text: each chat makes it harmless in its own way. */
export interface Notice {
  title: string
  /** Labels are our own words, values may be those of strangers. */
  rows: ReadonlyArray<readonly [label: string, value: string]>
  text: string | null
  /** The first one leads to what it is about. */
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
    // Labels are our own words: a chat may read them as markup.
    return ['Lead', [nameOf(data), ...details].join(', ')]
  })
  const hidden = all.length - rows.length
  return {
    title: `${all.length} new leads`,
    rows,
    text: hidden > 0 ? `and ${hidden} more` : null,
    links: [{ label: 'See the contacts', url: `${all[0]!.baseUrl}/contacts` }],
    tone: 'news',
    at: all[0]!.createdAt,
  }
}

function wordsOf(told: Told): Words {
  const { type, data } = told
  if (data.erased === true) return { title: 'Something happened to a contact that was deleted since', links: [] }
  const [noun = '', past = ''] = type.split('.')
  switch (noun) {
    case 'contact':
      return contactWords(past, told)
    case 'post':
      return postWords(past, data)
    case 'connection':
      return accountWords(past, data)
    case 'webhook':
      return { title: 'A webhook brought something in', rows: filled([['Size', sizeOf(data.body_bytes)]]) }
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
      return { title: `New lead: ${name}`, rows: [...personRows(data), ...originRows(data, origin)] }
    case 'status_changed':
      return {
        title: `${name} is now ${lineOf(data.to) ?? 'in another status'}`,
        rows: filled([['Before', lineOf(data.from)], ['By', by], ...personRows(data)]),
        tone: data.to === 'won' ? 'good' : 'news',
      }
    case 'assigned':
      return {
        title: data.to === null ? `${name} has no owner any more` : `${name} has a new owner`,
        rows: filled([['By', by], ...personRows(data)]),
      }
    case 'deleted':
      return { title: 'A contact was deleted', links: [] }
    default:
      return { title: `Contact ${past.replaceAll('_', ' ')}: ${name}`, rows: personRows(data) }
  }
}

const POST_TITLES: Readonly<Record<string, Pick<Notice, 'title' | 'tone'>>> = {
  created: { title: 'Post created', tone: 'news' },
  updated: { title: 'Post changed', tone: 'news' },
  scheduled: { title: 'Post scheduled', tone: 'news' },
  cancelled: { title: 'Post cancelled', tone: 'news' },
  published: { title: 'Post published', tone: 'good' },
  failed: { title: 'Post failed', tone: 'bad' },
  missed: { title: 'Post missed: it was too late to send it', tone: 'bad' },
  unconfirmed: { title: 'Please look whether this post is out', tone: 'bad' },
}

function postWords(past: string, data: Told['data']): Words {
  if (past === 'deleted') return { title: 'A post was deleted', links: [] }
  const publication = recordOf(data.publication)
  const date = past === 'scheduled' || past === 'missed' ? lineOf(data.scheduled_date) : null
  return {
    ...(POST_TITLES[past] ?? { title: `Post ${past.replaceAll('_', ' ')}` }),
    rows: filled([
      ['Date', date?.replace(/:\d\d(?:\.\d+)?Z$/, ' UTC').replace('T', ' ') ?? null],
      ['Why', past === 'published' ? null : lineOf(publication.reason)],
    ]),
    text: textOf(data.content) ?? textOf(data.caption),
  }
}

function accountWords(past: string, data: Told['data']): Words {
  const account = lineOf(data.name) ?? lineOf(data.handle) ?? 'An account'
  const title =
    past === 'needs_reconnect'
      ? `${account} has to be connected again`
      : past === 'expiring'
        ? `${account} has to be approved again soon`
        : `${account}: ${past.replaceAll('_', ' ')}`
  const until = past === 'expiring' ? lineOf(data.works_until)?.slice(0, 10) : null
  const rows = filled([
    ['Network', lineOf(data.provider)],
    ['Works until', until ?? null],
    ['Why', lineOf(data.reason)],
  ])
  return { title, rows, tone: 'bad' }
}

function endpointWords(past: string, data: Told['data']): Words {
  if (past === 'test') {
    return { title: 'Test from Doorpost', text: 'It works: what you chose is announced here from now on.', links: [] }
  }
  const name = lineOf(data.description) ?? lineOf(data.url) ?? 'An endpoint'
  return { title: `Nothing more is sent to ${name}`, rows: filled([['Why', lineOf(data.reason)]]), tone: 'bad' }
}

function nameOf(data: Told['data']): string {
  const name = [lineOf(data.first_name), lineOf(data.last_name)].filter(Boolean).join(' ')
  return name || (lineOf(data.email) ?? 'somebody')
}

function personRows(data: Told['data']) {
  return filled([
    ['E-mail', lineOf(data.email)],
    ['Company', lineOf(data.company)],
  ])
}

/** Post, link and form where it is known, else what the visitor's address said. */
function originRows(data: Told['data'], { post, link, form }: Origin) {
  const utm = [lineOf(data.utm_source), lineOf(data.utm_medium)].filter(Boolean).join(' / ')
  return filled([
    ['Post', lineOf(post)],
    ['Link', post === null ? lineOf(link) : null],
    ['Form', lineOf(form)],
    ['Source', utm || null],
  ])
}

const PAGES: Readonly<Record<string, [label: string, path: string]>> = {
  contact: ['Open the contact', '/contacts/'],
  post: ['Open the post', '/posts/'],
  endpoint: ['Open the endpoint', '/events/endpoints/'],
}

function linksOf({ type, data, baseUrl }: Told): Notice['links'] {
  const noun = type.split('.', 1)[0]!
  const id = lineOf(data.id)
  if (noun === 'connection') return [{ label: 'See the accounts', url: `${baseUrl}/settings/connections` }]
  if (noun === 'webhook') return [{ label: 'See the webhooks', url: `${baseUrl}/webhooks` }]
  const page = PAGES[noun]
  const own = page && id !== null ? [{ label: page[0], url: `${baseUrl}${page[1]}${encodeURIComponent(id)}` }] : []
  const permalink = parseWebUrl(recordOf(data.publication).permalink)?.href ?? ''
  const isShort = permalink !== '' && permalink.length <= LONGEST_LINK
  return isShort ? [...own, { label: 'See it there', url: permalink }] : own
}

const LONGEST_LINK = 500

/** Characters that turn the direction of text around could make it say something else. */
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
  return typeof bytes === 'number' ? `${bytes} bytes` : null
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function filled(rows: Rows): Array<readonly [string, string]> {
  return rows.filter((row): row is readonly [string, string] => row[1] !== null)
}
