import type { RawBuilder } from 'kysely'
import type { Language } from '../../messages/languages.ts'
import { build, type Db, prepare, type Query, type Rows, run, runOne, sql } from '../database.ts'
import { type Bounded, type JsonRow, runJsonUpTo, runUpTo } from './bounded.ts'

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
  isLast: boolean
}

export const EMPTY_PART = { rows: [], isLast: true }

/**
 * Returns the following rows, or null after the last. A function, because a generator would keep the rows that it has
 * yielded.
 */
export type NextPart<R> = () => Promise<R[] | null>

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
  return async () => {
    if (left <= 0) return null
    const { rows, isLast } = await read(left, after)
    if (rows.length > 0) after = placeOf(rows.at(-1)!)
    left = isLast ? 0 : left - rows.length
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

// A page is read in parts: a slow reader holds only this much, instead of a thousand rows of any size.
const PART_BYTES = 131_072
const ROWS_MAX = 1_001
/** Expected of the first row. */
const ROW_BYTES = 500
/** Small rows may be followed by large ones, which PostgreSQL would send in vain. So parts grow step by step. */
const GROWTH_MAX = 4

/** Runs a page of at most `wanted` rows with a limit that suits a part; returns at least one row if there is one. */
type ReadPart<R> = (db: Db, page: (limit: number) => Query<object>, wanted: number) => Promise<PagePart<R>>

/** Asks for as many rows as are likely to fit, by the size of those it has read last. */
function createPartReader<R>(read: (db: Db, query: Query<object>, bytesMax: number) => Promise<Bounded<R>>) {
  let rowBytes = ROW_BYTES
  const readPart: ReadPart<R> = async (db, page, wanted) => {
    const limit = Math.min(wanted, ROWS_MAX, Math.ceil(PART_BYTES / rowBytes))
    const { rows, bytes, isCut } = await read(db, page(limit), PART_BYTES)
    if (rows.length > 0) rowBytes = Math.max(bytes / rows.length, rowBytes / GROWTH_MAX)
    return { rows, isLast: !isCut && rows.length < limit }
  }
  return readPart
}

/** Reads rows as objects. */
export function createRowReader<R>(): ReadPart<R> {
  return createPartReader<R>((db, query, bytesMax) => runUpTo(db, query as Query<R>, bytesMax))
}

const readRows = createRowReader<unknown>()

/** Reads rows as JSON. */
export function createJsonReader(): ReadPart<JsonRow> {
  return createPartReader(runJsonUpTo)
}

/** A row of a list as the JSON that is shown. */
export class WrittenRow {
  readonly id: string
  readonly json: string
  /** The same in another language, if it has text that depends on it. */
  readonly inLanguage: ((language: Language) => string) | null

  constructor(id: string, json: string, inLanguage: WrittenRow['inLanguage'] = null) {
    this.id = id
    this.json = json
    this.inLanguage = inLanguage
  }

  /** For code that writes JSON in the usual way. */
  toJSON(): unknown {
    return JSON.parse(this.json)
  }
}

/** Rows of the page, newest first. `rows` has the filters and the columns, `id` first. */
export async function slicePage<O>(
  db: Db,
  rows: Rows<O>,
  slice: Slice,
  read = readRows as ReadPart<O>,
): Promise<PagePart<O>> {
  const from = await findStart(db, rows, slice)
  return from === null ? EMPTY_PART : read(db, (limit) => newest(from, limit), slice.limit)
}

/** The rows from the first one of the page on; null if there are none. */
async function findStart<O>(db: Db, rows: Rows<O>, slice: Slice): Promise<Rows<O> | null> {
  if (slice.afterId !== null) return rows.where('id', '<', slice.afterId)
  if (slice.offset === 0) return rows
  if (slice.offset >= slice.total) return null
  // Two statements along the index instead of a join: with stale statistics the planner would sort the whole table.
  const first = await findIdAt(db, rows, slice)
  return first === null ? null : rows.where('id', '<=', first)
}

function newest<O>(rows: Rows<O>, limit: number): Rows<O> {
  return rows.orderBy('id', 'desc').limit(limit)
}

/**
 * Finds the ids first, along an index of the filters: for the rows themselves the planner may prefer all rows in the
 * order of ids, and would then read past those that do not match.
 */
function newestById<O>(rows: Rows<O>, limit: number): Rows<O> {
  const ids = newest(rows.clearSelect().select('id'), limit)
  return rows.where('id', '=', sql`any(array(${ids}))`).orderBy('id', 'desc')
}

/**
 * For prepared statements: no part has more rows. PostgreSQL takes a limit that it does not know yet for a tenth of the
 * rows. Of a whole table that looks so expensive that it plans every call anew.
 */
export function atMost<O>(sorted: Rows<O>): Rows<O> {
  return build.selectFrom(sorted.limit(sql.lit(ROWS_MAX)).as('rows')).selectAll() as unknown as Rows<O>
}

interface ListParts<P extends object> {
  /** Begins the names of its statements. */
  name: string
  /** Everything in this place: the columns, `id` first. */
  rows(place: P): Rows<{ id: string }>
  total(place: P): RawBuilder<number>
  /** Columns from other tables, for the rows of `page` only. The joined tables have no columns of the same names. */
  added?: (place: P) => { columns: RawBuilder<unknown>; joins: RawBuilder<unknown> }
  /** Gets the columns of `rows`, then those that were added. */
  write(row: JsonRow, language?: Language): string
  /** Whether the row has text that depends on the language. */
  isSpoken?: (row: JsonRow) => boolean
}

export type List<P extends object> = ReturnType<typeof createList<P>>

/**
 * A list by id, newest first. Without filters, the most common request, it is one statement: prepared, and its rows
 * have the total.
 */
export function createList<P extends object>({ name, rows, total, added, write, isSpoken }: ListParts<P>) {
  const read = createJsonReader()
  const toWritten = (row: JsonRow) => {
    const inLanguage = isSpoken?.(row) ? (language: Language) => write(row, language) : null
    return new WrittenRow(row[0]!.slice(1, -1), write(row), inLanguage)
  }
  const readWritten: ReadPart<WrittenRow> = async (db, page, wanted) => {
    const { rows: found, isLast } = await read(db, page, wanted)
    return { rows: found.map(toWritten), isLast }
  }
  const extend = (
    page: Rows<object>,
    place: P,
    count: RawBuilder<number> | null,
    order = sql`id desc`,
  ): Query<object> => {
    if (added === undefined) return count === null ? page : page.select(count.as('total'))
    const { columns, joins } = added(place)
    const last = count === null ? sql`` : sql`, ${count} as total`
    return sql<object>`with page as materialized (${page}) select page.*, ${columns}${last} from page ${joins} order by ${order}`
  }
  type Values = P & { limit: number; afterId: string }
  const page = (from: Rows<{ id: string }>, values: Values) =>
    extend(newest(atMost(from.orderBy('id', 'desc')), values.limit), values, total(values))
  const first = prepare(name, (values: Values) => page(rows(values), values))
  const next = prepare(`${name}.next`, (values: Values) => page(rows(values).where('id', '<', values.afterId), values))
  const selectTotal = prepare(`${name}.total`, (place: P) => sql<{ total: number }>`select ${total(place)} as total`)
  const count = async (db: Db, place: P) => (await runOne(db, selectTotal(place)))!.total

  /** Rows of a page among those that `filtered` leaves. */
  async function selectFrom(
    db: Db,
    place: P,
    filtered: Rows<{ id: string }>,
    slice: Slice,
  ): Promise<PagePart<WrittenRow>> {
    const from = await findStart(db, filtered, slice)
    if (from === null) return EMPTY_PART
    return readWritten(db, (limit) => extend(newestById(from, limit), place, null), slice.limit)
  }

  return {
    count,
    selectFrom,
    /** The same if `part` has few rows, which are all read, however few of them match. */
    selectFromPart(db: Db, place: P, part: Rows<{ id: string }>, { limit: wanted, offset, afterId }: Slice) {
      const from = (limit: number) =>
        afterId === null ? newest(part, limit).offset(offset) : newest(part.where('id', '<', afterId), limit)
      return readWritten(db, (limit) => extend(from(limit), place, null), wanted)
    },
    /** The columns of a page that has another order. */
    selectInOrder(
      db: Db,
      place: P,
      page: (limit: number) => Rows<{ id: string }>,
      order: RawBuilder<unknown>,
      wanted: number,
    ) {
      return read(db, (limit) => extend(page(limit), place, null, order), wanted)
    },
    /** Rows of a page, and how many there are in all. */
    async select(db: Db, place: P, slice: Slice): Promise<PagePart<WrittenRow> & { total: number }> {
      const { offset, afterId } = slice
      const isInside = afterId === null && offset > 0
      if (isInside) return { ...(await selectFrom(db, place, rows(place), slice)), total: slice.total }
      const statement = afterId === null ? first : next
      const page = (limit: number) => statement({ ...place, limit, afterId: afterId ?? '' })
      const { rows: found, isLast } = await read(db, page, slice.limit)
      const counted = found[0]?.at(-1)
      return { rows: found.map(toWritten), isLast, total: counted == null ? await count(db, place) : Number(counted) }
    },
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

async function findIdAt(db: Db, rows: Rows<unknown>, { offset, total }: Slice): Promise<string | null> {
  const ids = rows.clearSelect().select('id').limit(1)
  const fromOldest = total - 1 - offset
  const row =
    fromOldest < offset
      ? await runOne(db, ids.orderBy('id', 'asc').offset(fromOldest))
      : await runOne(db, ids.orderBy('id', 'desc').offset(offset))
  return row === null ? null : String(row.id)
}
