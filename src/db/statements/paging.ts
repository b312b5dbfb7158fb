import type { RawBuilder } from 'kysely'
import { build, type Db, type Rows, run, runOne, sql } from '../database.ts'

/** Which part of a newest-first list is wanted. */
export interface Slice {
  limit: number
  offset: number
  /** The list goes on below this id; the offset then does not count. */
  afterId: string | null
  /** How many rows there are: a page behind the middle is reached from the other end. */
  total: number
}

/** The first rows of what was asked for: as many as a part may have. */
export interface PagePart<R> {
  rows: R[]
  isLast: boolean
}

/** The rows that follow, or null behind the last. A function, because a generator would hold the rows that it has given. */
export type NextPart<R> = () => Promise<R[] | null>

// A page is read in parts: a caller that reads slowly holds this much, and not a thousand rows of any size.
const PART_BYTES = 131_072
const FIRST_ROWS = 25
const ROWS_MAX = 500

/** Reads each part when it is asked for. `read` gets the place where the previous one ended, which `placeOf` takes from its last row. */
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
    const asked = Math.min(left, rowsMax)
    const { rows, isLast } = await read(asked, after)
    if (rows.length > 0) after = placeOf(rows.at(-1)!)
    left = isLast ? 0 : left - rows.length
    // Rows are measured before they are left out: of large ones no more than are likely to fit.
    rowsMax = rows.length < asked ? 2 * rows.length : ROWS_MAX
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

/** The limit of a request without one: one more than PAGE_LIMIT_DEFAULT. */
const USUAL_LIMIT = 21

/**
 * Rows of the page, newest first. `rows` has the filters and the columns, among them `id`. With a name, which `rows` without
 * filters can have, the first page of the usual size is planned once: planning takes as long as reading.
 */
export async function slicePage<O>(db: Db, rows: Rows<O>, slice: Slice, name?: string): Promise<PagePart<O>> {
  const order = sql`id desc`
  if (name !== undefined && slice.afterId === null && slice.offset === 0 && slice.limit === USUAL_LIMIT) {
    const first = rows.orderBy('id', 'desc').limit(sql.lit(USUAL_LIMIT))
    return runPart(db, first, order, USUAL_LIMIT, name)
  }
  const page = rows.orderBy('id', 'desc').limit(slice.limit)
  if (slice.afterId !== null) return runPart(db, page.where('id', '<', slice.afterId), order, slice.limit)
  if (slice.offset === 0) return runPart(db, page, order, slice.limit)
  if (slice.offset >= slice.total) return { rows: [], isLast: true }
  // Two statements along the index, not a join: with stale statistics the planner would sort the whole table.
  const first = await findIdAt(db, rows, slice)
  if (first === null) return { rows: [], isLast: true }
  return runPart(db, page.where('id', '<=', first), order, slice.limit)
}

/**
 * A search that looks at a part of the rows: `first` from the newest one on, which is what is counted, and `here` what the page
 * shows, which begins behind `afterId` where that is beyond the first part. `endOf` is where a part ends, null for the last.
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
 * How far a search looks that reads rows one by one: the last of the newest `most` rows below `afterId`. Null when there are no
 * more than that. `rows` has all filters but the search.
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

/** The first rows of a query with this order and limit that fit into a part; at least one. */
export async function runPart<O>(
  db: Db,
  query: Rows<O>,
  order: RawBuilder<unknown>,
  limit: number,
  name?: string,
): Promise<PagePart<O>> {
  const measured = sql<O & { part_ends: boolean }>`
    select * from (
      select part.*, sum(octet_length(part::text)) over above as part_bytes, lead(true) over above is null as part_ends
        from (${query}) as part
      window above as (order by ${order} rows between unbounded preceding and 1 preceding)) as measured
     where part_bytes is null or part_bytes < ${sql.lit(PART_BYTES)}
     order by ${order}`
  const rows = await run(db, { compile: () => measured.compile(build) }, name)
  return { rows, isLast: rows.length < limit && (rows.at(-1)?.part_ends ?? true) }
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
