import { type Lead, TAGS_MAX } from '../contact-fields.ts'
import type { Caller } from '../http/call.ts'
import type { Query } from '../http/input/query.ts'
import { type PageRequest, readPage } from '../http/pagination.ts'
import { isUuid } from '../lib/ids.ts'
import { checkNames, type Issues, nameOfType, readObject } from '../lib/issues.ts'
import { BULK_MAX } from './bulk-schemas.ts'
import { LEAD_FIELDS, readOwner, readStatus, readTags } from './lead-input.ts'
import { readFilter } from './routes.ts'
import type { ContactFilter } from './store.ts'
import { readStoredFilter } from './views-input.ts'

export interface Bulk {
  filter: ContactFilter
  page: PageRequest
  set: Partial<Lead>
  addTags: string[]
  removeTags: string[]
}

const FIELDS = ['ids', 'filter', 'cursor', 'set', 'add_tags', 'remove_tags']

/** Reads what shall be changed. Every broken rule goes to `issues`; the result counts only when there are none. */
export function readBulk(issues: Issues, body: Record<string, unknown>, caller: Caller): Bulk {
  checkNames(issues, body, FIELDS)
  const filter = readTarget(issues, body, caller)
  const cursor = typeof body.cursor === 'string' ? { cursor: body.cursor } : {}
  if (body.cursor != null && typeof body.cursor !== 'string') {
    issues.add('cursor', `cursor must be a string, but it is ${nameOfType(body.cursor)}.`)
  }
  const page = readPage(issues, { limit: String(BULK_MAX), ...cursor } as Query)
  const change = {
    set: readSet(issues, body.set),
    addTags: body.add_tags == null ? [] : readTags(issues, 'add_tags', body.add_tags),
    removeTags: body.remove_tags == null ? [] : readTags(issues, 'remove_tags', body.remove_tags),
  }
  if (Object.keys(change.set).length + change.addTags.length + change.removeTags.length === 0 && issues.count === 0) {
    issues.add('set', `Say what shall change: set (${LEAD_FIELDS.join(', ')}), add_tags or remove_tags.`)
  }
  return { filter, page, ...change }
}

function readTarget(issues: Issues, { ids, filter }: Record<string, unknown>, caller: Caller): ContactFilter {
  if ((ids === undefined) === (filter === undefined)) {
    issues.add('ids', 'Send either ids or filter, to say which contacts are meant.')
    return {}
  }
  if (ids !== undefined) return { ids: readIds(issues, ids) }
  const texts = readStoredFilter(issues, 'filter', filter)
  if (issues.count > 0) return {}
  if (Object.keys(texts).length === 0) {
    issues.add('filter', 'filter must have at least one filter in it, so that a slip does not change all contacts.')
  }
  // Again, because "me" is somebody here.
  return readFilter(issues, texts as Query, caller)
}

function readIds(issues: Issues, value: unknown): string[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > BULK_MAX) {
    const found = Array.isArray(value) ? `there are ${value.length}` : `it is ${nameOfType(value)}`
    issues.add('ids', `ids must be an array of 1 to ${BULK_MAX} ids of contacts, but ${found}.`)
    return []
  }
  const wrong = value.findIndex((each) => typeof each !== 'string' || !isUuid(each))
  if (wrong !== -1) issues.add(`ids[${wrong}]`, `ids[${wrong}] must be the id of a contact, a UUID.`)
  return wrong === -1 ? value.map((id: string) => id.toLowerCase()) : []
}

function readSet(issues: Issues, value: unknown): Partial<Lead> {
  const sent = readObject(issues, 'set', value, { known: LEAD_FIELDS }) ?? {}
  return {
    ...(sent.status === undefined ? {} : { status: readStatus(issues, 'set.status', sent.status) }),
    ...(sent.owner_id === undefined ? {} : { owner_id: readOwner(issues, 'set.owner_id', sent.owner_id) }),
    ...(sent.tags === undefined ? {} : { tags: readTags(issues, 'set.tags', sent.tags ?? []) }),
  }
}

/** What becomes of one contact. Tags beyond the limit are left out: the others are not held up by it. */
export function changeLead(
  current: Lead,
  { set, addTags, removeTags }: Pick<Bulk, 'set' | 'addTags' | 'removeTags'>,
): Lead {
  const lead = { ...current, ...set }
  const tags = new Set(lead.tags)
  for (const tag of addTags) tags.add(tag)
  for (const tag of removeTags) tags.delete(tag)
  return { ...lead, tags: [...tags].slice(0, TAGS_MAX) }
}
