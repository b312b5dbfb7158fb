import { FRESH_LEAD } from '../contact-fields.ts'
import { build, type Db, sql } from '../db/database.ts'
import { createObjectWriter } from '../db/statements/bounded.ts'
import { type Counted, countContacts, countUpTo, selectContactCount, upTo } from '../db/statements/counts.ts'
import {
  createList,
  createRowReader,
  findSearchEnd,
  lookInParts,
  readSlices,
  type Slice,
  slicePage,
  type WrittenRow,
} from '../db/statements/paging.ts'
import {
  itself,
  listAll,
  listInParts,
  type PageInParts,
  type PageRequest,
  sliceOf,
  toPageInParts,
} from '../http/pagination.ts'
import { hasFilter } from '../http/query.ts'
import { type ContactFilter, NO_OWNER, selectFiltered } from './filter.ts'
import { CONTACT_COLUMNS } from './schemas.ts'
import { findByIndex, findUnsearchedEnd, readMax, type SearchLimits } from './search.ts'
import { COLUMNS, type ContactRow } from './store.ts'

// Lists, searches and counts contacts. Each reads a limited number of them, however many there are.

/**
 * Above this many contacts with a status or an owner, totals for "new" and "no owner" count this many of the newest
 * contacts instead.
 */
const SCANNED_MAX = 20_000

/** Several filters count as frequent if one in this many contacts matches. */
const FREQUENT_SHARE = 4

interface Asked {
  db: Db
  workspaceId: string
  filter: ContactFilter
  page: PageRequest
}

interface Window {
  afterId: string | null
  most: number
}

export async function listContacts(asked: Asked, countedMax: number): Promise<PageInParts<WrittenRow>> {
  const { db, workspaceId, filter, page } = asked
  if (!hasFilter(filter)) return listAll(db, ALL, { workspaceId }, page)
  if (conditionsOf(filter).length > 1 || filter.tag != null) {
    const listed = await listPart(asked, readMaxOf(countedMax))
    if (listed !== null) return listed
  }
  const counted = await countMatching(db, workspaceId, filter, countedMaxOf(filter, countedMax), countedMax)
  return listInParts(page, counted, (slice) => selectJson(db, workspaceId, filter, slice), itself)
}

/**
 * Contacts with several filters have to be read, and few of them may match. So a part is read, and the cursor continues
 * after it. Returns null for a tag that is rare among the newest contacts: its index finds all of them.
 */
async function listPart(
  { db, workspaceId, filter, page }: Asked,
  most: number,
): Promise<PageInParts<WrittenRow> | null> {
  const findEnd = (afterId: string | null) => findFilterEnd(db, workspaceId, filter, { afterId, most })
  const { first: firstEnd, here: end } = await lookInParts(page.afterId, findEnd, (found) => found)
  const { total: count, isCapped } = await countFiltered(db, workspaceId, within(filter, firstEnd), most)
  const isFrequent = isCapped || (firstEnd !== null && FREQUENT_SHARE * count >= most)
  if (!isFrequent && firstEnd !== null && conditionsOf(filter).length === 1) return null
  const slice = sliceOf(page, isFrequent ? Number.POSITIVE_INFINITY : count)
  // If matches are frequent, numbered pages continue after the part.
  const isBehind = isFrequent && page.afterId === null && slice.offset + slice.limit > count
  const searched = isBehind ? filter : within(filter, end)
  const parts =
    count === 0 && end === firstEnd
      ? async () => null
      : readSlices(slice, (part) => selectJson(db, workspaceId, searched, part))
  return toPageInParts(page, () => count, parts, itself, {
    isCapped: isCapped || firstEnd !== null,
    lookedUpTo: isBehind ? null : end,
  })
}

function conditionsOf({ created_after: _, created_before: __, ...conditions }: ContactFilter): string[] {
  return Object.entries(conditions).flatMap(([name, value]) => (value == null ? [] : name))
}

/**
 * Counts matching contacts, up to `most`. Most contacts are new or have no owner. No index contains those, because
 * every new contact would pay for it: they are counted as all contacts minus the others. If there are too many others
 * to count, only the newest contacts are examined.
 */
export async function countMatching(
  db: Db,
  workspaceId: string,
  filter: ContactFilter,
  most: number,
  othersMax = 10 * most,
): Promise<Counted> {
  const others = othersOf(filter)
  if (others === null) return countFiltered(db, workspaceId, filter, most)
  const total = await countContacts(db, workspaceId)
  const worked = await countWorkedOn(db, workspaceId, others, othersMax)
  if (!worked.isCapped) return upTo(most, Math.max(0, total - worked.total))
  const end = await findUnsearchedEnd(db, workspaceId, {}, { afterId: null, most: SCANNED_MAX })
  const found = await countFiltered(db, workspaceId, within(filter, end), most)
  return { ...found, isCapped: found.isCapped || end !== null }
}

/** Null unless the filter only asks for new contacts, or for contacts without an owner. */
function othersOf({ status, owner_id, ...rest }: ContactFilter): 'status' | 'owner_id' | null {
  if (Object.values(rest).some((value) => value != null)) return null
  if (status === FRESH_LEAD.status && owner_id == null) return 'status'
  return owner_id === NO_OWNER && status == null ? 'owner_id' : null
}

function countedMaxOf(filter: ContactFilter, most: number): number {
  const hasDates = filter.created_after != null || filter.created_before != null
  const isFresh = filter.status === FRESH_LEAD.status || filter.owner_id === NO_OWNER
  const isIndexed = filter.tag == null && filter.form == null && !(isFresh && hasDates)
  return isIndexed ? most : readMaxOf(most)
}

/** A single condition is counted through its index. If contacts have to be read, a quarter is enough. */
function readMaxOf(most: number): number {
  return Math.ceil(most / 4)
}

/** The cursor continues after the examined contacts, so following it reaches all of them. */
export async function searchContacts(asked: Asked, limits: SearchLimits): Promise<PageInParts<WrittenRow>> {
  const { db, workspaceId, filter, page } = asked
  const { afterId } = page
  const look = (below: string | null) => findByIndex(db, workspaceId, filter, below, limits)
  const { first, here: found } = await lookInParts(afterId, look, (part) => part?.lookedUpTo ?? null)
  if (first === null || found === null) {
    return searchByReading(asked, readMax(workspaceId, filter.q ?? '', limits))
  }
  const total = first.ids.length
  const { limit, offset } = sliceOf(page, total)
  const begin = afterId === null ? offset : found.ids.findIndex((id) => id < afterId)
  const ids = begin < 0 ? [] : found.ids.slice(begin, begin + limit)
  const shown = { ...filter, q: null, ids }
  const parts = readSlices({ limit: ids.length, offset: 0, afterId: null, total }, (part) =>
    selectJson(db, workspaceId, shown, part),
  )
  const end = { isCapped: first.lookedUpTo !== null, lookedUpTo: found.lookedUpTo }
  return toPageInParts(page, () => total, parts, itself, end)
}

async function searchByReading(
  { db, workspaceId, filter, page }: Asked,
  most: number,
): Promise<PageInParts<WrittenRow>> {
  const findEnd = (afterId: string | null) => findUnsearchedEnd(db, workspaceId, filter, { afterId, most })
  const { first: firstEnd, here: end } = await lookInParts(page.afterId, findEnd, (found) => found)
  const { total } = await countFiltered(db, workspaceId, within(filter, firstEnd), most)
  const select = (slice: Slice) => selectJson(db, workspaceId, within(filter, end), slice)
  return listInParts(page, { total }, select, itself, { isCapped: firstEnd !== null, lookedUpTo: end })
}

/** Ends the list there. The index of tags does not help then, because it has all contacts with the tag. */
function within(filter: ContactFilter, end: string | null): ContactFilter {
  return end === null ? filter : { ...filter, tag: null, readTag: filter.tag ?? null, created_after: end }
}

/** Counts up to `most`, in the order of ids, so that it does not read everything in an index before it stops. */
function countFiltered(db: Db, workspaceId: string, filter: ContactFilter, most: number): Promise<Counted> {
  return countUpTo(db, most, selectFiltered(workspaceId, filter).orderBy('id', 'desc'))
}

/** Counts contacts that are no longer new, or have an owner, through an index that has only those, up to `most`. */
function countWorkedOn(db: Db, workspaceId: string, by: 'status' | 'owner_id', most: number): Promise<Counted> {
  const own = build.selectFrom('contacts').where('workspace_id', '=', workspaceId)
  const worked = by === 'status' ? own.where('status', '<>', FRESH_LEAD.status) : own.where('owner_id', 'is not', null)
  return countUpTo(db, most, worked)
}

/**
 * How far a list with several filters reads: `most` contacts along the index that reaches furthest. Null if one of the
 * indexes has no more than that.
 */
async function findFilterEnd(
  db: Db,
  workspaceId: string,
  filter: ContactFilter,
  window: Window,
): Promise<string | null> {
  const { created_after, created_before } = filter
  let furthest: string | null = null
  for (const { tag, ...indexed } of indexesOf(filter)) {
    const contacts = selectFiltered(workspaceId, { ...indexed, created_after, created_before })
    // The index of tags has all contacts with any tag.
    const rows = tag == null ? contacts : contacts.where(sql<boolean>`tags <> '{}'`)
    const end = await findSearchEnd(db, rows, window)
    if (end === null) return null
    if (furthest === null || end < furthest) furthest = end
  }
  return furthest
}

/** The filters with an index in the order of ids. Those without one use all contacts. */
function indexesOf({ q: _, created_after: __, created_before: ___, ids: ____, ...filters }: ContactFilter) {
  const isIndexed = ([name, value]: [string, unknown]) =>
    value != null && !(name === 'status' && value === FRESH_LEAD.status) && !(name === 'owner_id' && value === NO_OWNER)
  const indexed = Object.entries(filters).filter(isIndexed)
  return indexed.length === 0 ? [{}] : indexed.map(([name, value]): ContactFilter => ({ [name]: value }))
}

const ALL = createList({
  name: 'contacts.page',
  rows: ({ workspaceId }: { workspaceId: string }) => selectFiltered(workspaceId, {}).select(COLUMNS),
  total: ({ workspaceId }) => selectContactCount(workspaceId),
  write: createObjectWriter(CONTACT_COLUMNS),
})

function selectJson(db: Db, workspaceId: string, filter: ContactFilter, slice: Slice) {
  return ALL.selectFrom(db, { workspaceId }, selectFiltered(workspaceId, filter).select(COLUMNS), slice)
}

/** As rows, newest first. */
export function selectContacts(db: Db, workspaceId: string, filter: ContactFilter, slice: Slice) {
  return slicePage(db, selectFiltered(workspaceId, filter).select(COLUMNS), slice, readRows)
}

const readRows = createRowReader<ContactRow>()
