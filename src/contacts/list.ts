import { FRESH_LEAD } from '../contact-fields.ts'
import { build, type Db } from '../db/database.ts'
import { createObjectWriter } from '../db/statements/bounded.ts'
import {
  type Counted,
  countRows,
  countUpTo,
  ROWS_COUNTED_MAX,
  selectContactCount,
  selectContactDays,
} from '../db/statements/counts.ts'
import {
  createList,
  createRowReader,
  lookInParts,
  readSlices,
  type Slice,
  slicePage,
  type WrittenRow,
} from '../db/statements/paging.ts'
import { validationError } from '../errors.ts'
import {
  itself,
  listAll,
  listAlong,
  listInParts,
  type PageInParts,
  type PageRequest,
  sliceOf,
  toPageInParts,
} from '../http/pagination.ts'
import { hasFilter } from '../http/query.ts'
import { message } from '../messages/message.ts'
import { type ContactFilter, NO_OWNER, type Rows, selectFiltered } from './filter.ts'
import { findEnd, findWays, selectInPart } from './parts.ts'
import { CONTACT_COLUMNS } from './schemas.ts'
import { findByIndex, type SearchLimits } from './search.ts'
import { COLUMNS, type ContactRow } from './store.ts'

// Lists, searches and counts contacts. Each reads a limited number of them, however many there are.

interface Asked {
  db: Db
  workspaceId: string
  filter: ContactFilter
  page: PageRequest
}

export async function listContacts(asked: Asked, countedMax: number): Promise<PageInParts<WrittenRow>> {
  const { db, workspaceId, filter, page } = asked
  if (!hasFilter(filter)) return listAll(db, ALL, { workspaceId }, page)
  if (hasIndex(filter)) {
    const most = filter.form == null ? countedMax : readMaxOf(countedMax)
    return listCounted(asked, await countFiltered(db, workspaceId, filter, most))
  }
  const total = await countByOthers(db, workspaceId, filter, countedMax)
  return total === null
    ? listPart(asked, readMaxOf(countedMax), 2 * readMaxOf(countedMax))
    : listCounted(asked, { total })
}

function listCounted({ db, workspaceId, filter, page }: Asked, counted: { total: number; isCapped?: boolean }) {
  return listInParts(page, counted, (slice) => selectJson(db, workspaceId, filter, slice), itself)
}

/** Contacts that have to be read one by one. */
async function listPart(asked: Asked, most: number, behindMax: number): Promise<PageInParts<WrittenRow>> {
  const { db, workspaceId, filter, page } = asked
  return listAlong(page, {
    ways: await findWays(db, workspaceId, filter, most),
    most,
    behindMax,
    findEnd: findEnd(db, workspaceId),
    count: (part) => countRows(db, selectInPart(workspaceId, filter, part)),
    select: (part, slice) =>
      ALL.selectFromPart(db, { workspaceId }, selectInPart(workspaceId, filter, part).select(COLUMNS), slice),
  })
}

function conditionsOf({
  created_after: _,
  created_before: __,
  survivors: ___,
  ...conditions
}: ContactFilter): string[] {
  return Object.entries(conditions).flatMap(([name, value]) => (value == null ? [] : name))
}

/** Whether one index has exactly the matching contacts, in the order of ids. */
function hasIndex(filter: ContactFilter): boolean {
  const { tag, updated_after, status, owner_id } = filter
  return (
    tag == null &&
    updated_after == null &&
    status !== FRESH_LEAD.status &&
    owner_id !== NO_OWNER &&
    conditionsOf(filter).length <= 1
  )
}

/**
 * Most contacts are new or have no owner. No index contains those, because every new contact would pay for it: they are
 * counted as all contacts minus the others. Null if there are more than `othersMax` others, or for other filters.
 */
async function countByOthers(
  db: Db,
  workspaceId: string,
  filter: ContactFilter,
  othersMax: number,
): Promise<number | null> {
  const others = othersOf(filter)
  if (others === null) return null
  const worked = await countWorkedOn(db, workspaceId, others, othersMax)
  return worked.isCapped ? null : Math.max(0, (await ALL.count(db, { workspaceId })) - worked.total)
}

/** Counts contacts with one condition, up to `most`; those that have to be read only among the newest. */
export async function countMatching(db: Db, workspaceId: string, filter: ContactFilter, most: number): Promise<number> {
  const countSome = async (rows: Rows) => (await countUpTo(db, most, rows.orderBy('id', 'desc'))).total
  if (hasIndex(filter)) return countSome(selectFiltered(workspaceId, filter))
  const total = await countByOthers(db, workspaceId, filter, ROWS_COUNTED_MAX)
  if (total !== null) return Math.min(most, total)
  const newest = { way: {}, order: 'desc' as const, afterId: null, most: ROWS_COUNTED_MAX, end: null }
  return countSome(selectInPart(workspaceId, filter, newest))
}

/** Null unless the filter only asks for new contacts, or for contacts without an owner. */
function othersOf({ status, owner_id, ...rest }: ContactFilter): 'status' | 'owner_id' | null {
  if (Object.values(rest).some((value) => value != null)) return null
  if (status === FRESH_LEAD.status && owner_id == null) return 'status'
  return owner_id === NO_OWNER && status == null ? 'owner_id' : null
}

/** A single condition is counted through its index. If contacts have to be read, a quarter is enough. */
function readMaxOf(most: number): number {
  return Math.ceil(most / 4)
}

/** The cursor continues after the examined contacts, so following it reaches all of them. */
export async function searchContacts(asked: Asked, limits: SearchLimits): Promise<PageInParts<WrittenRow>> {
  const { db, workspaceId, filter, page } = asked
  const { order, afterId } = page
  // The index of words is read from its newest block on.
  if (order === 'asc') throw validationError({ order: [message('query.search_newest_first')] })
  const look = (below: string | null) => findByIndex(db, workspaceId, filter, below, limits)
  const { first, here: found } = await lookInParts(page, look, (part) => part?.lookedUpTo ?? null)
  if (first === null || found === null) return listPart(asked, limits.searchedMax, limits.searchedMax)
  const total = first.ids.length
  const { limit, offset } = sliceOf(page, total)
  const begin = afterId === null ? offset : found.ids.findIndex((id) => id < afterId)
  const ids = begin < 0 ? [] : found.ids.slice(begin, begin + limit)
  const shown = { ...filter, q: null, ids }
  const parts = readSlices({ order, limit: ids.length, offset: 0, afterId: null, total }, (part) =>
    selectJson(db, workspaceId, shown, part),
  )
  const end = { isCapped: first.lookedUpTo !== null, lookedUpTo: found.lookedUpTo }
  return toPageInParts(page, () => total, parts, itself, end)
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

const ALL = createList({
  name: 'contacts.page',
  rows: ({ workspaceId }: { workspaceId: string }) => selectFiltered(workspaceId, {}).select(COLUMNS),
  total: ({ workspaceId }) => selectContactCount(workspaceId),
  days: ({ workspaceId }) => selectContactDays(workspaceId),
  write: createObjectWriter(CONTACT_COLUMNS),
})

function selectJson(db: Db, workspaceId: string, filter: ContactFilter, slice: Slice) {
  return ALL.selectFrom(db, { workspaceId }, selectFiltered(workspaceId, filter).select(COLUMNS), slice)
}

export function selectContacts(db: Db, workspaceId: string, filter: ContactFilter, slice: Slice) {
  return slicePage(db, selectFiltered(workspaceId, filter).select(COLUMNS), slice, readRows)
}

const readRows = createRowReader<ContactRow>()
