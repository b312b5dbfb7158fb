import { type Db, prepare, type Query, type Rows, run, runOne } from '../database.ts'
import { type Bounded, createObjectWriter, type JsonRow, runJsonUpTo, runUpTo } from './bounded.ts'

/** The wanted part of a newest-first list. */
export interface Slice {
  limit: number
  offset: number
  /** The list continues below this id; the offset is then ignored. */
  afterId: string | null
  /** The number of rows: a page beyond the middle is reached from the other end. */
  total: number
}

/** The first requested rows, as many as a part may have. */
export interface PagePart<R> {
  rows: R[]
  bytes: number
  isLast: boolean
}

export const EMPTY_PART = { rows: [], bytes: 0, isLast: true }

/**
 * Returns the following rows, or null after the last. A function, because a generator would keep the rows that it has
 * yielded.
 */
export type NextPart<R> = () => Promise<R[] | null>

// A page is read in parts: a slow reader holds only this much, instead of a thousand rows of any size.
const PART_BYTES = 131_072
const FIRST_ROWS = 250
/** Small rows may be followed by large ones, which PostgreSQL would send in vain. */
const ROWS_MAX = 1_001

/**
 * Reads each part on demand. `read` gets the place where the previous one ended, which `placeOf` takes from its last
 * row.
 */
export function readParts<R, P>(
  limit: number,
  placeOf: (row: R) => P,
  read: (limit: number, after: P | null) => Promise<PagePart<R>>,
): NextPart<R> {
  let left = limit
  let after: P | null = null
  let rowsMax = FIRST_ROWS
  return async () => {
    if (left <= 0) return null
    const { rows, bytes, isLast } = await read(Math.min(left, rowsMax), after)
    if (rows.length > 0) after = placeOf(rows.at(-1)!)
    left = isLast ? 0 : left - rows.length
    // As many as are likely to fit.
    rowsMax = Math.min(ROWS_MAX, Math.ceil((rows.length * PART_BYTES) / Math.max(bytes, 1)))
    return rows
  }
}

/** The same for a list by id. */
export function readSlices<R extends { id: string }>(
  slice: Slice,
  read: (slice: Slice) => Promise<PagePart<R>>,
): NextPart<R> {
  const idOf = ({ id }: R) => id
  return readParts(slice.limit, idOf, (limit, id) => read({ ...slice, limit, afterId: id ?? slice.afterId }))
}

/** Runs a query with this limit: returns its first rows, as many as fit into a part, at least one. */
export type ReadPart<R> = (db: Db, query: Query<object>, limit: number) => Promise<PagePart<R>>

/** Rows of the page, newest first. `rows` has the filters and the columns, `id` first. */
export async function slicePage<O, R = O>(
  db: Db,
  rows: Rows<O>,
  slice: Slice,
  read = runPart as ReadPart<R>,
): Promise<PagePart<R>> {
  const { limit } = slice
  const page = rows.orderBy('id', 'desc').limit(limit)
  if (slice.afterId !== null) return read(db, page.where('id', '<', slice.afterId), limit)
  if (slice.offset === 0) return read(db, page, limit)
  if (slice.offset >= slice.total) return EMPTY_PART
  // Two statements along the index instead of a join: with stale statistics the planner would sort the whole table.
  const first = await findIdAt(db, rows, slice)
  return first === null ? EMPTY_PART : read(db, page.where('id', '<=', first), limit)
}

/** The same for a list without filters, the most common request. */
export function preparePages<P extends object, O>(name: string, rowsIn: (place: P) => Rows<O>) {
  const page = (values: P & { limit: number }) => rowsIn(values).orderBy('id', 'desc').limit(values.limit)
  const first = prepare(name, page)
  const next = prepare(`${name}.next`, (values: P & { limit: number; afterId: string }) =>
    page(values).where('id', '<', values.afterId),
  )
  return <R = O>(db: Db, place: P, slice: Slice, read = runPart as ReadPart<R>): Promise<PagePart<R>> => {
    const { limit, offset, afterId } = slice
    if (afterId !== null) return read(db, next({ ...place, limit, afterId }), limit)
    return offset === 0 ? read(db, first({ ...place, limit }), limit) : slicePage(db, rowsIn(place), slice, read)
  }
}

/**
 * A search that examines a part of the rows: `first` starts at the newest row and is counted; `here` is what the page
 * shows, and begins after `afterId` if that is beyond the first part. `endOf` returns where a part ends, null for the
 * last.
 */
export async function lookInParts<F>(
  afterId: string | null,
  look: (afterId: string | null) => Promise<F>,
  endOf: (found: F) => string | null,
): Promise<{ first: F; here: F }> {
  const first = await look(null)
  const end = endOf(first)
  const isBehind = afterId !== null && end !== null && afterId <= end
  return { first, here: isBehind ? await look(afterId) : first }
}

/**
 * How far a search reads if it examines rows one by one: the last of the newest `most` rows below `afterId`. Null if
 * there are no more than that. `rows` has all filters but the search.
 */
export async function findSearchEnd<O>(
  db: Db,
  rows: Rows<O>,
  { afterId, most }: { afterId: string | null; most: number },
): Promise<string | null> {
  const ids = rows.clearSelect().select('id')
  const below = afterId === null ? ids : ids.where('id', '<', afterId)
  const sorted = below.orderBy('id', 'desc').limit(2)
  const last = await run(db, sorted.offset(most - 1))
  return last.length === 2 ? String(last[0]!.id) : null
}

export async function runPart<O>(db: Db, query: Query<O>, limit: number): Promise<PagePart<O>> {
  return toPart(limit, await runUpTo(db, query, PART_BYTES))
}

/** A row of a list that is already JSON. */
export class WrittenRow {
  readonly id: string
  readonly json: string
  /** The columns that are not shown, as JSON. */
  readonly more: JsonRow

  constructor(id: string, json: string, more: JsonRow = []) {
    this.id = id
    this.json = json
    this.more = more
  }
}

/** Reads rows as the JSON to show; their first columns have these names. */
export function createJsonReader(names: readonly string[]): ReadPart<WrittenRow> {
  const write = createObjectWriter(names)
  const toWritten = (row: JsonRow) => new WrittenRow(row[0]!.slice(1, -1), write(row), row.slice(names.length))
  return async (db, query, limit) => {
    const { rows, ...rest } = toPart(limit, await runJsonUpTo(db, query, PART_BYTES))
    return { rows: rows.map(toWritten), ...rest }
  }
}

function toPart<R>(limit: number, { rows, bytes, isCut }: Bounded<R>): PagePart<R> {
  return { rows, bytes, isLast: !isCut && rows.length < limit }
}

async function findIdAt(db: Db, rows: Rows<unknown>, { offset, total }: Slice): Promise<string | null> {
  const ids = rows.clearSelect().select('id').limit(1)
  const fromOldest = total - 1 - offset
  const row =
    fromOldest < offset
      ? await runOne(db, ids.orderBy('id', 'asc').offset(fromOldest))
      : await runOne(db, ids.orderBy('id', 'desc').offset(offset))
  return row === null ? null : String(row.id)
}
