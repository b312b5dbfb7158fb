import { type Db, runOne, sql } from '../db/database.ts'
import { type Counted, ROWS_COUNTED_MAX, ROWS_SEARCHED_MAX } from '../db/statements/counts.ts'
import { readParts } from '../db/statements/paging.ts'
import { findPart } from '../db/statements/parts.ts'
import {
  encodeCursor,
  itself,
  listAll,
  listAlong,
  listInParts,
  nextAfter,
  type PageRequest,
  readPage,
  sliceOf,
  toPageInParts,
} from '../http/pagination.ts'
import * as Q from '../http/query.ts'
import type { Query } from '../http/query-values.ts'
import { pageQuery } from '../http/schemas.ts'
import type { Issues } from '../lib/issues.ts'
import * as S from '../lib/schema.ts'
import { POST_ORDERS } from './fields.ts'
import { completeFilter, type PostFilter, selectFiltered, sharedFilters, timeFilters } from './filter.ts'
import {
  countFiltered,
  countInPart,
  type DatedPart,
  findEnd,
  findWays,
  hasDate,
  isAll,
  isExact,
  selectByDate,
  selectInPart,
  selectNewest,
} from './list-store.ts'
import { type DatedPost, LISTED, POSTS, selectKeptCount, toDated } from './listed.ts'

interface PostPageRequest extends PageRequest {
  byDate: boolean
  /** By date, the list continues after this date and id; after the id alone among posts without a date. */
  afterDate: Date | null
}

const orders = Q.choice(
  POST_ORDERS,
  '`created` or `desc`, also when left out: newest first. `asc`: oldest first. `scheduled`: by scheduled_date, soonest first; posts without a date come last, oldest first.',
)

export const PostQuery = S.object({
  ...S.allOptional(pageQuery),
  ...(Q.parameters({ ...sharedFilters, order: orders, ...timeFilters }).schema.properties as S.Fields),
})

/** A cursor carries its order. */
export function readPostPage(issues: Issues, query: Query): PostPageRequest {
  const chosen = orders.read(issues, query, 'order')
  const place = typeof query.cursor === 'string' ? decodePlace(query.cursor.trim()) : null
  // Any other cursor is read or refused as usual.
  const { order: _, ...rest } = query
  const page = readPage(issues, place ? { ...rest, cursor: place.cursor } : rest)
  const wanted = chosen === 'created' ? 'desc' : chosen
  const order = place ? 'scheduled' : page.afterId === null ? (wanted ?? 'desc') : page.order
  if (wanted !== null && wanted !== order) issues.add('cursor', 'cursor.other_order', { order })
  const byDate = order === 'scheduled'
  return { ...page, order: byDate ? 'desc' : order, byDate, afterDate: place?.date ?? null }
}

function encodePlace({ cursor, date }: Place): string {
  return Buffer.from(`${BY_DATE}.${date?.getTime() ?? NO_DATE}.${cursor}`).toString('base64url')
}

interface Place {
  cursor: string
  date: Date | null
}

const BY_DATE = 'scheduled'
const NO_DATE = 'none'
/** The end of the year 9999. */
const DATE_MAX = 253_402_300_799_999

function decodePlace(text: string): Place | null {
  const [kind, date = '', cursor = ''] = Buffer.from(text, 'base64url').toString('latin1').split('.')
  if (kind !== BY_DATE || cursor === '') return null
  if (!(date === NO_DATE || (/^\d{1,15}$/.test(date) && Number(date) <= DATE_MAX))) return null
  const place = { cursor, date: date === NO_DATE ? null : new Date(Number(date)) }
  // Decoding accepts more than we write, so the result is encoded again and compared.
  return encodePlace(place) === text ? place : null
}

export async function readPosts(
  db: Db,
  workspaceId: string,
  sent: PostFilter,
  page: PostPageRequest,
  limits: PostLimits = LIMITS,
) {
  const asked = { db, workspaceId, filter: await completeFilter(db, workspaceId, sent), page }
  if (page.byDate) return listByDate(asked, limits)
  if (!Q.hasFilter(sent)) return listAll(db, POSTS, { workspaceId }, page)
  return hasIndex(asked.filter) ? listNewest(asked) : listPart(asked, limits)
}

interface Asked {
  db: Db
  workspaceId: string
  filter: PostFilter
  page: PostPageRequest
}

const LIMITS = {
  /** The most posts that are read for a page. */
  readMax: ROWS_COUNTED_MAX,
  /** The same for a search. */
  searchedMax: ROWS_SEARCHED_MAX,
  /** If matches are frequent, numbered pages may be among this many posts. */
  behindMax: ROWS_SEARCHED_MAX,
}
type PostLimits = typeof LIMITS

/** Whether one index has exactly the matching posts, in the order of ids. */
function hasIndex({ platform: _, created_after: __, created_before: ___, ...finer }: PostFilter): boolean {
  return Object.values(finer).every((value) => value == null)
}

async function listNewest({ db, workspaceId, filter, page }: Asked) {
  const counted = await totalOf(db, workspaceId, filter)
  return listInParts(page, counted, (slice) => selectNewest(db, workspaceId, filter, slice), itself)
}

/** Posts that no other filter selects are next to each other, and read faster. */
function isOnlySearch({ q, created_after: _, created_before: __, ...others }: PostFilter): boolean {
  return q !== null && Object.values(others).every((value) => value == null)
}

/** Posts that have to be read one by one. */
async function listPart({ db, workspaceId, filter, page }: Asked, { readMax, searchedMax, behindMax }: PostLimits) {
  const most = isOnlySearch(filter) ? searchedMax : readMax
  return listAlong(page, {
    ways: await findWays(db, workspaceId, filter, most),
    most,
    behindMax,
    findEnd: findEnd(db, workspaceId),
    count: (part) => countInPart(db, workspaceId, filter, part),
    kept: isCounted(filter) ? await totalOf(db, workspaceId, filter) : null,
    select(part, slice) {
      const wanted = isExact(filter) ? slice.limit + (slice.afterId === null ? slice.offset : 0) : part.most
      const rows = selectInPart(workspaceId, filter, { ...part, most: Math.min(wanted, part.most) })
      return POSTS.selectFromPart(db, { workspaceId }, rows.select(LISTED), slice)
    },
  })
}

/** Soonest first. */
async function listByDate(asked: Asked, limits: PostLimits) {
  const { db, workspaceId, filter, page } = asked
  const { list, isCapped, total } = await findDated(asked, limits)
  const slice = sliceOf(page, isCapped ? Number.POSITIVE_INFINITY : total)
  let lookedUpTo: DatedPart['lookedUpTo'] = null
  const placeOf = ({ id, date }: DatedPost) => ({ afterId: id, afterDate: date })
  const parts = readParts(slice.limit, placeOf, async (limit, after) => {
    const place = { ...slice, limit, ...(after ?? { afterDate: page.afterDate }) }
    const part = await selectByDate(db, workspaceId, filter, list, place)
    lookedUpTo = part.lookedUpTo
    return { rows: part.rows.map(toDated), isLast: part.isLast }
  })
  const shownAs = ({ written }: DatedPost) => written
  const listed = toPageInParts(page, () => total, parts, shownAs, {
    isCapped,
    addToCursor: (cursor, { date }) => encodePlace({ cursor, date }),
  })
  return {
    ...listed,
    pagination() {
      const shown = listed.pagination()
      if (shown.next_cursor !== null || lookedUpTo === null) return shown
      const { id, scheduled_date: date } = lookedUpTo
      return { ...shown, next_cursor: encodePlace({ cursor: encodeCursor(nextAfter(page, id)), date }) }
    },
  }
}

/**
 * Posts by date and their number. A search reads the newest posts. Other filters are exact up to `readMax` posts along
 * an index; if there are more, posts are read in the order of dates, and the cursor continues.
 */
async function findDated({ db, workspaceId, filter }: Asked, { readMax, searchedMax }: PostLimits) {
  const hasUndated = !hasDate(filter)
  const rows = selectFiltered(workspaceId, filter)
  if (isAll(filter)) {
    return { list: { rows, hasUndated, lookedMax: null }, ...(await totalOf(db, workspaceId, filter)) }
  }
  const most = isOnlySearch(filter) ? searchedMax : readMax
  const ways = await findWays(db, workspaceId, filter, most)
  const part = await findPart(ways, { order: 'desc', afterId: null, most }, findEnd(db, workspaceId))
  const total = await countInPart(db, workspaceId, filter, part)
  const isCapped = part.end !== null
  if (!isCapped || filter.q !== null) {
    return { list: { rows: selectInPart(workspaceId, filter, part), hasUndated, lookedMax: null }, total, isCapped }
  }
  const counted = isCounted(filter) ? await totalOf(db, workspaceId, filter) : { total, isCapped }
  return { list: { rows, hasUndated, lookedMax: searchedMax }, ...counted }
}

/** Whether counts are kept of it. */
function isCounted({ platform: _, status: __, ...finer }: PostFilter): boolean {
  return Object.values(finer).every((value) => value == null)
}

/** Counts by format and status are kept; other filters are counted on request. */
async function totalOf(db: Db, workspaceId: string, filter: PostFilter): Promise<Counted> {
  if (!isCounted(filter)) return countFiltered(db, workspaceId, filter)
  const query = sql<{ total: number }>`select ${selectKeptCount(workspaceId, filter)} as total`
  return { total: (await runOne(db, query))!.total, isCapped: false }
}
