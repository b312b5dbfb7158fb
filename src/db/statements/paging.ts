import type { RawBuilder } from 'kysely'
import { firstIdAt } from '../../lib/ids.ts'
import { DAY_MS } from '../../lib/time/span.ts'
import type { Language } from '../../messages/languages.ts'
import { build, type Db, prepare, type Query, type Rows, run, runOne, sql } from '../database.ts'
import { type Bounded, type JsonRow, runJsonUpTo, runUpTo } from './bounded.ts'

/** By id, and ids contain their time: `desc` is newest first. */
export type Order = 'asc' | 'desc'

/** The wanted part of a list. */
export interface Slice {
  order: Order
  limit: number
  offset: number
  /** The list continues behind this id; the offset is then ignored. */
  afterId: string | null
  /** The number of rows: a page beyond the middle is reached from the other end. */
  total: number
}

/** The first requested rows, as many as a part may have. */
export interface PagePart<R> {
  rows: R[]
  isLast: boolean
}

/** The rows that a search examines. */
export interface Window {
  order: Order
  afterId: string | null
  most: number
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

// A page is read in parts: a slow reader holds only this much, instead of a thousand rows of any size. With four times
// as much, 300 clients that do not read took up to 180 MB instead of 60.
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

/** Rows of the page. `rows` has the filters and the columns, `id` first. */
export async function slicePage<O>(
  db: Db,
  rows: Rows<O>,
  slice: Slice,
  read = readRows as ReadPart<O>,
): Promise<PagePart<O>> {
  const from = await findStart(db, rows, slice)
  return from === null ? EMPTY_PART : read(db, (limit) => first(from, slice.order, limit), slice.limit)
}

/** The rows from the first one of the page on; null if there are none. */
async function findStart<O>(
  db: Db,
  rows: Rows<O>,
  slice: Slice,
  days: RawBuilder<unknown> | null = null,
): Promise<Rows<O> | null> {
  if (slice.afterId !== null) return behind(rows, slice.order, slice.afterId)
  if (slice.offset === 0) return rows
  if (slice.offset >= slice.total) return null
  // Two statements along the index instead of a join: with stale statistics the planner would sort the whole table.
  const id = days === null ? await findIdAt(db, rows, slice) : await findIdByDay(db, rows, slice, days)
  return id === null ? null : rows.where('id', slice.order === 'asc' ? '>=' : '<=', id)
}

/** The rows after this id in the order of the list. */
export function behind<O>(rows: Rows<O>, order: Order, id: string): Rows<O> {
  return rows.where('id', order === 'asc' ? '>' : '<', id)
}

/** The rows behind `afterId`, up to `end` and with it. */
export function within<O>(rows: Rows<O>, { order, afterId, end = null }: Ends): Rows<O> {
  const rest = afterId === null ? rows : behind(rows, order, afterId)
  return end === null ? rest : rest.where('id', order === 'asc' ? '<=' : '>=', end)
}

type Ends = Pick<Window, 'order' | 'afterId'> & { end?: string | null }

/** The same for ids in memory. */
export function isBehind(order: Order, id: string, afterId: string): boolean {
  return order === 'asc' ? id > afterId : id < afterId
}

function first<O>(rows: Rows<O>, order: Order, limit: number): Rows<O> {
  return rows.orderBy('id', order).limit(limit)
}

/**
 * Finds the ids first, along an index of the filters: for the rows themselves the planner may prefer all rows in the
 * order of ids, and would then read past those that do not match.
 */
function firstById<O>(rows: Rows<O>, order: Order, limit: number): Rows<O> {
  const ids = first(rows.clearSelect().select('id'), order, limit)
  return rows.where('id', '=', sql`any(array(${ids}))`).orderBy('id', order)
}

/**
 * For prepared statements: no part has more rows. PostgreSQL takes a limit that it does not know yet for a tenth of the
 * rows. Of a whole table that looks so expensive that it plans every call anew.
 */
export function atMost<O>(sorted: Rows<O>): Rows<O> {
  return build.selectFrom(sorted.limit(sql.lit(ROWS_MAX)).as('rows')).selectAll() as unknown as Rows<O>
}

/** Reading past so many ids costs as much as adding up counts by day. */
const READ_PAST_MAX = 20_000

const BY_ID = { asc: sql`id`, desc: sql`id desc` }

interface ListParts<P extends object> {
  /** Begins the names of its statements. */
  name: string
  /** Everything in this place: the columns, `id` first. */
  rows(place: P): Rows<{ id: string }>
  total(place: P): RawBuilder<number>
  /** SQL: how many there are of each `day` (UTC), if that is kept: a page far from both ends then reads the ids of one day only. */
  days?: (place: P) => RawBuilder<unknown>
  /** Columns from other tables, for the rows of `page` only. The joined tables have no columns of the same names. */
  added?: (place: P, isWhole: boolean) => { columns: RawBuilder<unknown>; joins: RawBuilder<unknown> }
  /** Gets the columns of `rows`, then those that were added. */
  write(row: JsonRow, language?: Language): string
  /** Whether the row has text that depends on the language. */
  isSpoken?: (row: JsonRow) => boolean
}

export type List<P extends object> = ReturnType<typeof createList<P>>

/**
 * A list by id. Without filters, the most common request, it is one statement: prepared, and its rows have the total.
 */
export function createList<P extends object>({ name, rows, total, days, added, write, isSpoken }: ListParts<P>) {
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
    order: RawBuilder<unknown>,
  ): Query<object> => {
    if (added === undefined) return count === null ? page : page.select(count.as('total'))
    const { columns, joins } = added(place, count !== null)
    const last = count === null ? sql`` : sql`, ${count} as total`
    return sql<object>`with page as materialized (${page}) select page.*, ${columns}${last} from page ${joins} order by ${order}`
  }
  type Values = P & { limit: number; afterId: string }
  const prepareOrder = (order: Order, suffix: string) => {
    const page = (from: Rows<{ id: string }>, values: Values) =>
      extend(first(atMost(from.orderBy('id', order)), order, values.limit), values, total(values), BY_ID[order])
    return {
      first: prepare(`${name}${suffix}`, (values: Values) => page(rows(values), values)),
      next: prepare(`${name}${suffix}.next`, (values: Values) =>
        page(behind(rows(values), order, values.afterId), values),
      ),
    }
  }
  const statements = { desc: prepareOrder('desc', ''), asc: prepareOrder('asc', '.asc') }
  const selectTotal = prepare(`${name}.total`, (place: P) => sql<{ total: number }>`select ${total(place)} as total`)
  const count = async (db: Db, place: P) => (await runOne(db, selectTotal(place)))!.total

  /** Rows of a page among those that `filtered` leaves. */
  async function selectFrom(
    db: Db,
    place: P,
    filtered: Rows<{ id: string }>,
    slice: Slice,
    days: RawBuilder<unknown> | null = null,
  ): Promise<PagePart<WrittenRow>> {
    const from = await findStart(db, filtered, slice, days)
    if (from === null) return EMPTY_PART
    const { order, limit: wanted } = slice
    return readWritten(db, (limit) => extend(firstById(from, order, limit), place, null, BY_ID[order]), wanted)
  }

  return {
    count,
    selectFrom,
    /** The same if `part` has few rows, which are all read, however few of them match. */
    selectFromPart(db: Db, place: P, part: Rows<{ id: string }>, { order, limit: wanted, offset, afterId }: Slice) {
      const from = (limit: number) =>
        afterId === null ? first(part, order, limit).offset(offset) : first(behind(part, order, afterId), order, limit)
      return readWritten(db, (limit) => extend(from(limit), place, null, BY_ID[order]), wanted)
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
      if (isInside) {
        const isFar = Math.min(offset, slice.total - offset) > READ_PAST_MAX
        const part = await selectFrom(db, place, rows(place), slice, isFar ? days?.(place) : null)
        return { ...part, total: slice.total }
      }
      const statement = statements[slice.order][afterId === null ? 'first' : 'next']
      const page = (limit: number) => statement({ ...place, limit, afterId: afterId ?? '' })
      const { rows: found, isLast } = await read(db, page, slice.limit)
      const counted = found[0]?.at(-1)
      return { rows: found.map(toWritten), isLast, total: counted == null ? await count(db, place) : Number(counted) }
    },
  }
}

/**
 * A search that examines a part of the rows: `first` starts at the first row and is counted; `here` is what the page
 * shows, and begins after `afterId` if that is beyond the first part. `endOf` returns where a part ends, null for the
 * last.
 */
export async function lookInParts<F>(
  { order, afterId }: Pick<Slice, 'order' | 'afterId'>,
  look: (afterId: string | null) => Promise<F>,
  endOf: (found: F) => string | null,
): Promise<{ first: F; here: F }> {
  const first = await look(null)
  const end = endOf(first)
  const isInside = afterId === null || end === null || isBehind(order, end, afterId)
  return { first, here: isInside ? first : await look(afterId) }
}

/**
 * How far a search reads if it examines rows one by one: the last of the first `most` rows behind `afterId`. Null if
 * there are no more than that. `rows` has all filters but the search.
 */
export async function findSearchEnd<O>(
  db: Db,
  rows: Rows<O>,
  { order, afterId, most }: Window,
): Promise<string | null> {
  const ids = within(rows.clearSelect().select('id'), { order, afterId })
  const last = await run(db, first(ids, order, 2).offset(most - 1))
  return last.length === 2 ? String(last[0]!.id) : null
}

async function findIdAt(db: Db, rows: Rows<unknown>, { order, offset, total }: Slice): Promise<string | null> {
  const ids = rows.clearSelect().select('id').limit(1)
  const fromEnd = total - 1 - offset
  const row =
    fromEnd < offset
      ? await runOne(db, ids.orderBy('id', order === 'asc' ? 'desc' : 'asc').offset(fromEnd))
      : await runOne(db, ids.orderBy('id', order).offset(offset))
  return row === null ? null : String(row.id)
}

/** The same among the ids of its day. */
async function findIdByDay(db: Db, rows: Rows<unknown>, { order, offset, ...slice }: Slice, days: RawBuilder<unknown>) {
  const query = sql<{ day: string; rows: number; before: number }>`select day, rows, before
      from (select *, sum(rows) over (order by day ${sql.raw(order)}) - rows as before from (${days}) as counted) as placed
     where before <= ${offset} and before + rows > ${offset}`
  const found = await runOne(db, query)
  if (found === null) return null
  const start = Date.parse(found.day)
  const ofDay = rows.where('id', '>=', firstIdAt(start)).where('id', '<', firstIdAt(start + DAY_MS))
  return findIdAt(db, ofDay, { ...slice, order, offset: offset - found.before, total: found.rows })
}
