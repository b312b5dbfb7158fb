import { type Db, prepare, type Rows, run, runOne } from '../database.ts'

/** Which part of a newest-first list is wanted. */
export interface Slice {
  limit: number
  offset: number
  /** The list goes on below this id; the offset then does not count. */
  afterId: string | null
  /** How many rows there are: a page behind the middle is reached from the other end. */
  total: number
}

/** The rows that follow, or null behind the last. A function, because a generator would hold the rows that it has given. */
export type NextPart<R> = () => Promise<R[] | null>

// A page is read in parts of about this size: a caller that reads slowly holds one of them, and not a thousand rows of any size.
const PART_BYTES = 524_288
/** The usual page: one more than PAGE_LIMIT_DEFAULT. */
const FIRST_ROWS = 21
/** Small rows may be followed by large ones. */
const GROWTH_MAX = 8
const ROWS_MAX = 1_001
const SAMPLES = 5

/** Reads each part when it is asked for. `read` gets the place where the previous one ended, which `placeOf` takes from its last row. */
export function readParts<R, P>(
  limit: number,
  placeOf: (row: R) => P,
  read: (limit: number, after: P | null) => Promise<R[]>,
): NextPart<R> {
  let left = limit
  let after: P | null = null
  let rowsMax = FIRST_ROWS
  return async () => {
    if (left <= 0) return null
    const asked = Math.min(left, rowsMax)
    const rows = await read(asked, after)
    if (rows.length > 0) after = placeOf(rows.at(-1)!)
    left = rows.length < asked ? 0 : left - rows.length
    if (left > 0) rowsMax = Math.max(1, Math.min(GROWTH_MAX * asked, ROWS_MAX, Math.floor(PART_BYTES / sizeOf(rows))))
    return rows
  }
}

/** The bytes of a row, about: of the largest of some, spread over the part. */
function sizeOf(rows: readonly unknown[]): number {
  const step = Math.ceil(rows.length / SAMPLES)
  const sizes = rows.filter((_, at) => at % step === 0).map((row) => JSON.stringify(row).length)
  return Math.max(...sizes)
}

/** The same for a list by id. */
export function readSlices<R extends { id: string }>(slice: Slice, read: (slice: Slice) => Promise<R[]>): NextPart<R> {
  const idOf = ({ id }: R) => id
  return readParts(slice.limit, idOf, (limit, id) => read({ ...slice, limit, afterId: id ?? slice.afterId }))
}

/** Rows of the page, newest first. `rows` has the filters and the columns, among them `id`. */
export async function slicePage<O>(db: Db, rows: Rows<O>, slice: Slice): Promise<O[]> {
  const page = rows.orderBy('id', 'desc').limit(slice.limit)
  if (slice.afterId !== null) return run(db, page.where('id', '<', slice.afterId))
  if (slice.offset === 0) return run(db, page)
  if (slice.offset >= slice.total) return []
  // Two statements along the index, not a join: with stale statistics the planner would sort the whole table.
  const first = await findIdAt(db, rows, slice)
  return first === null ? [] : run(db, page.where('id', '<=', first))
}

/** The same for a list without filters, in `place`: to build and to plan its statement would take as long as reading. */
export function preparePages<P extends object, O>(name: string, rowsIn: (place: P) => Rows<O>) {
  const page = (values: P & { limit: number }) => rowsIn(values).orderBy('id', 'desc').limit(values.limit)
  const first = prepare(name, page)
  const next = prepare(`${name}.next`, (values: P & { limit: number; afterId: string }) =>
    page(values).where('id', '<', values.afterId),
  )
  return (db: Db, place: P, slice: Slice): Promise<O[]> => {
    const { limit, offset, afterId } = slice
    if (afterId !== null) return next(db, { ...place, limit, afterId })
    return offset === 0 ? first(db, { ...place, limit }) : slicePage(db, rowsIn(place), slice)
  }
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

async function findIdAt(db: Db, rows: Rows<unknown>, { offset, total }: Slice): Promise<string | null> {
  const ids = rows.clearSelect().select('id').limit(1)
  const fromOldest = total - 1 - offset
  const row =
    fromOldest < offset
      ? await runOne(db, ids.orderBy('id', 'asc').offset(fromOldest))
      : await runOne(db, ids.orderBy('id', 'desc').offset(offset))
  return row === null ? null : String(row.id)
}
