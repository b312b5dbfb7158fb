import { EMAIL_MAX, FRESH_LEAD, SEARCHED_TEXT, STATUS_KEYS, TEXT_MAX } from '../contact-fields.ts'
import { build, sql } from '../db/database.ts'
import { containsPattern } from '../db/statements/like.ts'
import type { Caller } from '../http/call.ts'
import { type Query, queryChoice, queryDate, queryId, queryText } from '../http/input/query.ts'
import { firstIdAt, isUuid } from '../lib/ids.ts'
import { checkNamesIn, type Issues, nameOfType } from '../lib/issues.ts'
import * as S from '../lib/schema.ts'
import { parseEmail } from '../lib/text/email.ts'
import { readText } from '../lib/text/text.ts'
import { toTag } from './input.ts'

const selectAll = (workspaceId: string) => build.selectFrom('contacts').where('workspace_id', '=', workspaceId)
type Rows = ReturnType<typeof selectAll>
type Asker = Pick<Caller, 'kind'> & { userId?: string }

/** A query parameter of the list of contacts: how it is documented and read, and which contacts match. */
interface Filter {
  schema: S.Schema
  read: (issues: Issues, query: Query, name: string, asker: Asker) => string | null
  where: (contacts: Rows, value: string) => Rows
}

export const NO_OWNER = 'none'

/** SQL: the additional field `form`, as the index contacts_form has it: no longer than a value of the filter. */
export const FORM = sql<string>`left(extra ->> 'form', 255)`

const readTextOf: Filter['read'] = (issues, query, name) => queryText(issues, query, name)

const FILTERS = {
  q: {
    schema: S.string({
      maxLength: TEXT_MAX,
      description:
        'Part of a name, e-mail address or company. Three letters or more are looked for among all contacts; one or two, and ' +
        'what very many contacts have, among the newest. `total_is_capped` says so, and `next_cursor` goes on with the older ones.',
    }),
    read: readTextOf,
    where: (contacts, text) => contacts.where(sql.raw<string>(SEARCHED_TEXT), 'ilike', containsPattern(text)),
  },
  /** Its value is the normalised address. */
  email: {
    schema: S.string({ maxLength: EMAIL_MAX, description: 'All records of this address.' }),
    read(issues, query, name) {
      const text = queryText(issues, query, name)
      const parsed = text === null ? null : parseEmail(text)
      if (parsed && 'problem' in parsed) issues.add(name, `${name} ${parsed.problem}.`)
      return parsed && 'key' in parsed ? parsed.key : null
    },
    where: (contacts, key) => contacts.where('email_key', '=', key),
  },
  utm_source: textFilter('utm_source'),
  utm_medium: textFilter('utm_medium'),
  form: {
    schema: S.string({
      maxLength: TEXT_MAX,
      description: 'The additional field `form`, by which a form says which one it is.',
    }),
    read: readTextOf,
    // Both conditions as the index has them.
    where: (contacts, form) => contacts.where(sql<boolean>`extra ? 'form'`).where(FORM, '=', form),
  },
  post_id: idFilter('post_id', 'a post', 'Contacts that came through a link of this post.'),
  link_id: idFilter('link_id', 'a link', 'Contacts that came through this link.'),
  form_id: idFilter('form_id', 'a form', 'Contacts that were sent through this form.'),
  status: {
    schema: S.oneOf(STATUS_KEYS),
    read: (issues, query, name) => queryChoice(issues, query, name, STATUS_KEYS),
    where(contacts, status) {
      const same = contacts.where('status', '=', status)
      // As the index has it.
      return status === FRESH_LEAD.status ? same : same.where('status', '<>', FRESH_LEAD.status)
    },
  },
  owner_id: {
    schema: S.string('The id of somebody in the team, `none`, or `me` for whoever is signed in.'),
    read: readOwnerFilter,
    where: (contacts, id) =>
      id === NO_OWNER ? contacts.where('owner_id', 'is', null) : contacts.where('owner_id', '=', id),
  },
  tag: {
    schema: S.string({ maxLength: TEXT_MAX }),
    read(issues, query, name) {
      const text = queryText(issues, query, name)
      return text && toTag(text)
    },
    where: (contacts, tag) => contacts.where(sql<boolean>`tags <> '{}' and tags @> array[${tag}::text]`),
  },
  // A range of dates is a range of ids, which the primary key serves.
  created_after: dateFilter('At this time or later.', (contacts, id) => contacts.where('id', '>=', id)),
  created_before: dateFilter('Before this time.', (contacts, id) => contacts.where('id', '<', id)),
} satisfies Record<string, Filter>

function textFilter(column: 'utm_source' | 'utm_medium'): Filter {
  return {
    schema: S.string({ maxLength: TEXT_MAX }),
    read: readTextOf,
    where: (contacts, text) => contacts.where(column, '=', text),
  }
}

function idFilter(column: 'post_id' | 'link_id' | 'form_id', what: string, description: string): Filter {
  return {
    schema: S.string({ format: 'uuid', description }),
    read: (issues, query, name) => queryId(issues, query, name, what),
    where: (contacts, id) => contacts.where(column, '=', id),
  }
}

/** The value is the first id of that time. */
function dateFilter(description: string, where: Filter['where']): Filter {
  return {
    schema: S.string({ format: 'date-time', description }),
    read(issues, query, name) {
      const date = queryDate(issues, query, name)
      return date && firstIdAt(date.getTime())
    },
    where,
  }
}

function readOwnerFilter(issues: Issues, query: Query, name: string, asker: Asker): string | null {
  const text = queryText(issues, query, name)
  if (text === null || text === NO_OWNER || isUuid(text)) return text?.toLowerCase() ?? null
  if (text === 'me' && asker.kind === 'user') return asker.userId ?? null
  const me = text === 'me' ? ' With a key there is no "me".' : ''
  issues.add(name, `${name} must be the id of somebody in the team, none, or me for whoever is signed in.${me}`)
  return null
}

type FilterName = keyof typeof FILTERS

const FILTER_NAMES = Object.keys(FILTERS) as FilterName[]

/** Which contacts are meant. `created_after` and `created_before` are ids, which carry their time. */
export type ContactFilter = { [N in FilterName]?: string | null | undefined } & {
  /** A tag that is looked for in the contacts themselves, not along its index. */
  readTag?: string | null
  ids?: readonly string[] | null
}

/** The query parameters, for the API reference. */
export const filterQuery: S.Fields = Object.fromEntries(FILTER_NAMES.map((name) => [name, FILTERS[name].schema]))

export function readFilter(issues: Issues, query: Query, asker: Asker): ContactFilter {
  return Object.fromEntries(FILTER_NAMES.map((name) => [name, FILTERS[name].read(issues, query, name, asker)]))
}

/** A filter in a body, by the rules of the query. Blank parameters are left out. */
export function readFilterTexts(issues: Issues, field: string, value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const found = value === undefined ? 'missing' : nameOfType(value)
    issues.add(field, `${field} must be an object of filters of GET /v1/contacts, but it is ${found}.`)
    return {}
  }
  const sent = value as Record<string, unknown>
  checkNamesIn(issues, field, sent, FILTER_NAMES)
  const texts: Record<string, string> = {}
  for (const name of FILTER_NAMES) {
    const text = readText(issues, `${field}.${name}`, sent[name], { max: TEXT_MAX })
    if (text !== null) texts[name] = text
  }
  // "me" stands for whoever uses the filter, so it is allowed here.
  readFilter(issues, texts as Query, { kind: 'user' })
  return texts
}

/** SQL: the contacts that match. */
export function selectFiltered(workspaceId: string, { readTag, ids, ...filter }: ContactFilter): Rows {
  let contacts = selectAll(workspaceId)
  for (const name of FILTER_NAMES) {
    const value = filter[name]
    if (value != null) contacts = FILTERS[name].where(contacts, value)
  }
  if (readTag != null) contacts = contacts.where(sql<boolean>`tags <> '{}' and ${readTag}::text = any (tags)`)
  return ids == null ? contacts : contacts.where('id', '=', sql<string>`any(${ids}::uuid[])`)
}
