import type { Db } from '../../db/database.ts'
import { type Counted, ROWS_SEARCHED_MAX, sumCounts } from '../../db/statements/counts.ts'
import { lookInParts, type NextPart, readParts, readSlices } from '../../db/statements/paging.ts'
import { sliceOf, toPageInParts } from '../../http/pagination.ts'
import { FORMATS } from '../../platforms/profile.ts'
import { STATUSES } from '../fields.ts'
import { withResults } from '../results.ts'
import { fromRowWithResults } from '../show.ts'
import type { PostRow } from '../store.ts'
import { encodePlace, type PostFilter, type PostPageRequest } from './input.ts'
import { countFiltered, findPostsEnd, selectByDate, selectNewest } from './store.ts'

export async function readPosts(
  db: Db,
  workspaceId: string,
  filter: PostFilter,
  page: PostPageRequest,
  searchedMax = ROWS_SEARCHED_MAX,
) {
  const { end, ...searched } = await searchedPart(db, workspaceId, filter, page, searchedMax)
  const { total, isCapped } = await totalOf(db, workspaceId, searched.first)
  const slice = sliceOf(page, isCapped ? Number.POSITIVE_INFINITY : total)
  const addResults = (parts: NextPart<PostRow>) => async () => {
    const rows = await parts()
    return rows && withResults(db, workspaceId, rows)
  }
  const shown = { isCapped: isCapped || searched.isPart, lookedUpTo: end }
  if (page.order === 'created') {
    const parts = readSlices(slice, (part) => selectNewest(db, workspaceId, searched.here, part))
    return toPageInParts(page, () => total, addResults(parts), fromRowWithResults, shown)
  }
  const placeOf = ({ id, scheduled_date }: PostRow) => ({ afterId: id, afterDate: scheduled_date })
  const parts = readParts(slice.limit, placeOf, (limit, after) =>
    selectByDate(db, workspaceId, searched.here, { ...slice, limit, ...(after ?? { afterDate: page.afterDate }) }),
  )
  return toPageInParts(page, () => total, addResults(parts), fromRowWithResults, {
    ...shown,
    addToCursor: (cursor, { scheduled_date: date }) => encodePlace({ cursor, date }),
  })
}

/**
 * A search reads posts one by one: the newest, and by cursor the next ones. In the order of dates there are only the newest,
 * because their dates may be any. `first` is what is counted, `here` what this page shows, `end` where the next one goes on.
 */
async function searchedPart(
  db: Db,
  workspaceId: string,
  filter: PostFilter,
  { afterId, order }: PostPageRequest,
  most: number,
) {
  if (filter.search === null) return { first: filter, here: filter, isPart: false, end: null }
  const findEnd = (below: string | null) => findPostsEnd(db, workspaceId, filter, { afterId: below, most })
  const isByDate = order === 'scheduled'
  const { first: firstEnd, here: end } = await lookInParts(isByDate ? null : afterId, findEnd, (found) => found)
  const within = (end: string | null) => (end === null ? filter : { ...filter, fromId: end })
  return { first: within(firstEnd), here: within(end), isPart: firstEnd !== null, end: isByDate ? null : end }
}

/** Format and status are counted as they change; anything finer is counted when it is asked for. */
async function totalOf(db: Db, workspaceId: string, filter: PostFilter): Promise<Counted> {
  const { platform, status, ...finer } = filter
  if (Object.values(finer).some((value) => value !== null)) return countFiltered(db, workspaceId, filter)
  const platforms = platform ? [platform] : FORMATS
  const statuses = status ? [status] : STATUSES
  const kinds = platforms.flatMap((each) => statuses.map((one) => `posts:${each}:${one}`))
  return { total: await sumCounts(db, workspaceId, kinds), isCapped: false }
}
