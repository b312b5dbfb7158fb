import type { Db } from '../db/database.ts'
import { type Counted, ROWS_SEARCHED_MAX, sumCounts } from '../db/statements/counts.ts'
import { lookInParts, readParts, readSlices } from '../db/statements/paging.ts'
import { itself, listAll, type PageRequest, readPage, sliceOf, toPageInParts } from '../http/pagination.ts'
import * as Q from '../http/query.ts'
import type { Query } from '../http/query-values.ts'
import { pageQuery } from '../http/schemas.ts'
import type { Issues } from '../lib/issues.ts'
import * as S from '../lib/schema.ts'
import { FORMATS } from '../platforms/shared/provider.ts'
import { POST_ORDERS, STATUSES } from './fields.ts'
import {
  countFiltered,
  findPostsEnd,
  type PostFilter,
  selectByDate,
  selectNewest,
  sharedFilters,
  timeFilters,
} from './list-store.ts'
import { type DatedPost, POSTS, toDated } from './listed.ts'

interface PostPageRequest extends PageRequest {
  order: (typeof POST_ORDERS)[number]
  /** With order=scheduled the list continues after this date and id; after the id alone among posts without a date. */
  afterDate: Date | null
}

const orders = Q.choice(
  POST_ORDERS,
  '`created`, also when left out: newest first. `scheduled`: by scheduled_date, soonest first; posts without a date come last, oldest first.',
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
  const page = readPage(issues, place ? { ...query, cursor: place.cursor } : query)
  const order = place ? 'scheduled' : page.afterId === null ? (chosen ?? 'created') : 'created'
  if (chosen !== null && chosen !== order) issues.add('cursor', 'cursor.other_order', { order })
  return { ...page, order, afterDate: place?.date ?? null }
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
  filter: PostFilter,
  page: PostPageRequest,
  searchedMax = ROWS_SEARCHED_MAX,
) {
  if (!Q.hasFilter(filter) && page.order === 'created') return listAll(db, POSTS, { workspaceId }, page)
  const { end, ...searched } = await searchedPart(db, workspaceId, filter, page, searchedMax)
  const { total, isCapped } = await totalOf(db, workspaceId, searched.first)
  const slice = sliceOf(page, isCapped ? Number.POSITIVE_INFINITY : total)
  const shown = { isCapped: isCapped || searched.isPart, lookedUpTo: end }
  if (page.order === 'created') {
    const parts = readSlices(slice, (part) => selectNewest(db, workspaceId, searched.here, part))
    return toPageInParts(page, () => total, parts, itself, shown)
  }
  const placeOf = ({ id, date }: DatedPost) => ({ afterId: id, afterDate: date })
  const parts = readParts(slice.limit, placeOf, async (limit, after) => {
    const place = { ...slice, limit, ...(after ?? { afterDate: page.afterDate }) }
    const { rows, isLast } = await selectByDate(db, workspaceId, searched.here, place)
    return { rows: rows.map(toDated), isLast }
  })
  return toPageInParts(
    page,
    () => total,
    parts,
    ({ written }) => written,
    {
      ...shown,
      addToCursor: (cursor, { date }) => encodePlace({ cursor, date }),
    },
  )
}

/**
 * A search reads the newest posts, and older ones by cursor (not by date). `first` is counted, `here` is shown, `end`
 * is where the next page starts.
 */
async function searchedPart(
  db: Db,
  workspaceId: string,
  filter: PostFilter,
  { afterId, order }: PostPageRequest,
  most: number,
) {
  if (filter.q === null) return { first: filter, here: filter, isPart: false, end: null }
  const findEnd = (below: string | null) => findPostsEnd(db, workspaceId, filter, { afterId: below, most })
  const isByDate = order === 'scheduled'
  const { first: firstEnd, here: end } = await lookInParts(isByDate ? null : afterId, findEnd, (found) => found)
  const within = (end: string | null) => (end === null ? filter : { ...filter, created_after: end })
  return { first: within(firstEnd), here: within(end), isPart: firstEnd !== null, end: isByDate ? null : end }
}

/** Counts by format and status are kept; other filters are counted on request. */
async function totalOf(db: Db, workspaceId: string, filter: PostFilter): Promise<Counted> {
  const { platform, status, ...finer } = filter
  if (Object.values(finer).some((value) => value !== null)) return countFiltered(db, workspaceId, filter)
  const platforms = platform ? [platform] : FORMATS
  const statuses = status ? [status] : STATUSES
  const kinds = platforms.flatMap((each) => statuses.map((one) => `posts:${each}:${one}`))
  return { total: await sumCounts(db, workspaceId, kinds), isCapped: false }
}
