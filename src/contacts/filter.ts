import type { RawBuilder } from 'kysely'
import { EMAIL_MAX, FRESH_LEAD, SEARCHED_TEXT, STATUS_KEYS, TEXT_MAX } from '../contact-fields.ts'
import { build, sql } from '../db/database.ts'
import { leavingIds } from '../db/statements/leaving.ts'
import { containsPattern } from '../db/statements/like.ts'
import type { Caller } from '../http/call.ts'
import * as Q from '../http/query.ts'
import { type Query, queryText } from '../http/query-values.ts'
import { firstIdAt, isUuid } from '../lib/ids.ts'
import { checkNamesIn, type Issues, typeOf } from '../lib/issues.ts'
import * as S from '../lib/schema.ts'
import { parseEmail } from '../lib/text/email.ts'
import { readText } from '../lib/text/text.ts'
import { message } from '../messages/message.ts'
import { toTag } from './input.ts'

const selectAll = (workspaceId: string) => build.selectFrom('contacts').where('workspace_id', '=', workspaceId)
export type Rows = ReturnType<typeof selectAll>
type Asker = Pick<Caller, 'kind'> & { userId?: string }

interface Filter extends Q.Parameter<string | null> {
  /** `survivors` match as well: see ContactFilter. */
  where: (contacts: Rows, value: string, survivors?: readonly string[]) => Rows
}

export const NO_OWNER = 'none'

/** SQL: the additional field `form`, as in the index contacts_form: no longer than a filter's value. */
export const FORM = sql<string>`left(extra ->> 'form', 255)`

const isEqual =
  (column: 'utm_source' | 'utm_medium' | 'post_id' | 'link_id' | 'form_id'): Filter['where'] =>
  (contacts, value) =>
    contacts.where(column, '=', value)

// Without survivors, the condition alone: an OR keeps lists from following an index in the order of ids.
function orOneOf(ids: readonly string[] | undefined, condition: RawBuilder<boolean>): RawBuilder<boolean> {
  return ids === undefined ? condition : sql<boolean>`(${condition} or contacts.id = any(${ids}::uuid[]))`
}

const text255 = Q.text({ maxLength: TEXT_MAX })

function isoTime(about: string): Q.Parameter<string | null> {
  const { schema, read } = Q.time(about)
  return { schema, read: (...asked) => read(...asked)?.toISOString() ?? null }
}

const FILTERS = {
  q: {
    ...Q.text({
      maxLength: TEXT_MAX,
      description:
        'Part of a name, e-mail address or company. A whole address also finds the contact that a record with it was merged into. Three letters or more are looked for among all contacts; one or two, and ' +
        'what very many contacts have, among the newest. `total_is_capped` says so, and `next_cursor` goes on with the older ones.',
    }),
    where: (contacts, text, survivors) =>
      contacts.where(orOneOf(survivors, sql<boolean>`${sql.raw(SEARCHED_TEXT)} ilike ${containsPattern(text)}`)),
  },
  email: {
    schema: S.string({
      maxLength: EMAIL_MAX,
      description: 'All records with this address, and those that records with it were merged into.',
    }),
    read(issues, query, name) {
      const text = queryText(issues, query, name)
      const parsed = text === null ? null : parseEmail(text)
      if (parsed && 'problem' in parsed) issues.add(name, parsed.problem)
      return parsed && 'key' in parsed ? parsed.key : null
    },
    where: (contacts, key, survivors) => contacts.where(orOneOf(survivors, sql<boolean>`email_key = ${key}`)),
  },
  utm_source: { ...text255, where: isEqual('utm_source') },
  utm_medium: { ...text255, where: isEqual('utm_medium') },
  form: {
    ...Q.text({
      maxLength: TEXT_MAX,
      description: 'The additional field `form`, by which a form says which one it is.',
    }),
    // Both conditions match the index.
    where: (contacts, form) => contacts.where(sql<boolean>`extra ? 'form'`).where(FORM, '=', form),
  },
  post_id: {
    ...Q.id(message('object.post'), 'Contacts that came through a link of this post.'),
    where: isEqual('post_id'),
  },
  link_id: { ...Q.id(message('object.link'), 'Contacts that came through this link.'), where: isEqual('link_id') },
  form_id: { ...Q.id(message('object.form'), 'Contacts that were sent through this form.'), where: isEqual('form_id') },
  status: {
    ...Q.choice(STATUS_KEYS),
    where(contacts, status) {
      const same = contacts.where('status', '=', status)
      // Matches the index.
      return status === FRESH_LEAD.status ? same : same.where('status', '<>', FRESH_LEAD.status)
    },
  },
  owner_id: {
    ...Q.text('The id of a team member, `none`, or `me` for the person who is signed in.'),
    where: (contacts, id) =>
      id === NO_OWNER ? contacts.where('owner_id', 'is', null) : contacts.where('owner_id', '=', id),
  },
  tag: {
    ...text255,
    where: (contacts, tag) => contacts.where(sql<boolean>`tags <> '{}' and tags @> array[${tag}::text]`),
  },
  created_after: { ...Q.idAtTime('At this time or later.'), where: (contacts, id) => contacts.where('id', '>=', id) },
  created_before: { ...Q.idAtTime('Before this time.'), where: (contacts, id) => contacts.where('id', '<', id) },
  updated_after: {
    ...isoTime(
      'Changed or created at this time or later, for programs that keep a copy: ask with the time of the last run, less a minute ' +
        'for changes that were under way then.',
    ),
    where: (contacts, at) =>
      contacts.where(
        sql<boolean>`(contacts.id >= ${firstIdAt(Date.parse(at))} or contacts.changed_at >= ${at}::timestamptz)`,
      ),
  },
} satisfies Record<string, Filter>

type FilterName = keyof typeof FILTERS

const FILTER_NAMES = Object.keys(FILTERS) as FilterName[]

/** Selects contacts. `created_after` and `created_before` are ids, which contain their time. */
export type ContactFilter = { [N in FilterName]?: string | null | undefined } & {
  /** Contacts with any tag. */
  isTagged?: boolean
  /** Leaves out contacts that somebody is deleting. */
  hidesLeaving?: boolean
  ids?: readonly string[] | null
  /** Contacts into which records with the address in `email` or `q` were merged (merge/addresses.ts). */
  survivors?: { email?: readonly string[]; q?: readonly string[] }
}

const filters = Q.parameters(FILTERS)

export const filterQuery = filters.schema.properties as S.Fields

/** The same in a body. */
export const FilterSchema = S.output(
  'ContactFilter',
  S.allOptional(filterQuery),
  'Query parameters of `GET /v1/contacts`, without those of the page.',
)

export function readFilter(issues: Issues, query: Query, asker: Asker): ContactFilter {
  const { owner_id: owner, tag, ...filter } = filters.read(issues, query)
  return { ...filter, tag: tag && toTag(tag), owner_id: owner && readOwner(issues, owner, asker) }
}

function readOwner(issues: Issues, owner: string, asker: Asker): string | null {
  if (owner === NO_OWNER || isUuid(owner)) return owner.toLowerCase()
  if (owner === 'me' && asker.kind === 'user') return asker.userId ?? null
  issues.add('owner_id', owner === 'me' ? 'contact.owner_filter_without_me' : 'contact.wrong_owner_filter')
  return null
}

/** A filter in a body, by the rules of the query. Blank parameters are left out. */
export function readFilterTexts(issues: Issues, field: string, value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    if (value === undefined) issues.add(field, 'contact.filter_missing')
    else issues.add(field, 'contact.filter_not_object', { found: typeOf(value) })
    return {}
  }
  const sent = value as Record<string, unknown>
  checkNamesIn(issues, field, sent, FILTER_NAMES)
  const texts: Record<string, string> = {}
  for (const name of FILTER_NAMES) {
    const text = readText(issues, `${field}.${name}`, sent[name], { max: TEXT_MAX })
    if (text !== null) texts[name] = text
  }
  // "me" stands for the person who uses the filter, so it is allowed here.
  readFilter(issues, texts as Query, { kind: 'user' })
  return texts
}

/** `among` is all contacts, unless it says otherwise. */
export function selectFiltered(
  workspaceId: string,
  { isTagged, hidesLeaving, ids, survivors = {}, ...filter }: ContactFilter,
  among: Rows = selectAll(workspaceId),
): Rows {
  let contacts = among
  for (const name of FILTER_NAMES) {
    const value = filter[name]
    if (value != null) contacts = FILTERS[name].where(contacts, value, survivors[name as keyof typeof survivors])
  }
  if (isTagged) contacts = contacts.where(sql<boolean>`tags <> '{}'`)
  if (hidesLeaving) contacts = contacts.where('id', '<>', sql<string>`all(${leavingIds('contacts', workspaceId)})`)
  return ids == null ? contacts : contacts.where('id', '=', sql<string>`any(${ids}::uuid[])`)
}
