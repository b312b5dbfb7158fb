import type { SelectQueryBuilder } from 'kysely'
import { type Db, runOne } from './database.ts'
import type { DB } from './types.ts'

/** Which part of a newest-first list is wanted. */
export interface Slice {
  limit: number
  offset: number
  /** The list goes on below this id; the offset then does not count. */
  afterId: string | null
  /** How many rows there are: a page behind the middle is reached from the other end. */
  total: number
}

// biome-ignore lint/suspicious/noExplicitAny: any table of ours that has an id
type Rows<O> = SelectQueryBuilder<DB, any, O>

/** Rows of the page, newest first. `rows` has the filters and the columns, among them `id`. */
export async function slicePage<O>(
  db: Db,
  rows: Rows<O>,
  slice: Slice,
): Promise<{ compile: typeof rows.compile } | null> {
  const page = rows.orderBy('id', 'desc').limit(slice.limit)
  if (slice.afterId !== null) return page.where('id', '<', slice.afterId)
  if (slice.offset === 0) return page
  if (slice.offset >= slice.total) return null
  // Two statements, each along the index, instead of a join: with statistics that lag behind a fast intake, the planner
  // would rather sort the whole table.
  const first = await findIdAt(db, rows, slice)
  return first === null ? null : page.where('id', '<=', first)
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
