import { ROWS_COUNTED_MAX, sumCounts } from '../../db/counts.ts'
import type { Db } from '../../db/database.ts'
import { type NextPart, readParts, readSlices } from '../../db/paging.ts'
import { sliceOf, toPageInParts } from '../../http/pagination.ts'
import { FORMATS } from '../../platforms/profile.ts'
import { STATUSES } from '../fields.ts'
import { withResults } from '../results.ts'
import { fromRowWithResults } from '../show.ts'
import type { PostRow } from '../store.ts'
import { encodePlace, type PostFilter, type PostPageRequest } from './input.ts'
import { countFiltered, selectByDate, selectNewest } from './store.ts'

export async function readPosts(db: Db, workspaceId: string, filter: PostFilter, page: PostPageRequest) {
  const { total, isCapped } = await totalOf(db, workspaceId, filter)
  const slice = sliceOf(page, isCapped ? Number.POSITIVE_INFINITY : total)
  const addResults = (parts: NextPart<PostRow>) => async () => {
    const rows = await parts()
    return rows && withResults(db, workspaceId, rows)
  }
  if (page.order === 'created') {
    const parts = readSlices(slice, (part) => selectNewest(db, workspaceId, filter, part))
    return toPageInParts(page, () => total, addResults(parts), fromRowWithResults, { isCapped })
  }
  const placeOf = ({ id, scheduled_date }: PostRow) => ({ afterId: id, afterDate: scheduled_date })
  const parts = readParts(slice.limit, placeOf, (limit, after) =>
    selectByDate(db, workspaceId, filter, { ...slice, limit, ...(after ?? { afterDate: page.afterDate }) }),
  )
  return toPageInParts(page, () => total, addResults(parts), fromRowWithResults, {
    isCapped,
    addToCursor: (cursor, { scheduled_date: date }) => encodePlace({ cursor, date }),
  })
}

/** Format and status are counted as they change; anything finer is counted when it is asked for. */
async function totalOf(db: Db, workspaceId: string, filter: PostFilter): Promise<{ total: number; isCapped: boolean }> {
  const { platform, status, ...finer } = filter
  if (Object.values(finer).some((value) => value !== null)) {
    const counted = await countFiltered(db, workspaceId, filter, ROWS_COUNTED_MAX + 1)
    return { total: Math.min(counted, ROWS_COUNTED_MAX), isCapped: counted > ROWS_COUNTED_MAX }
  }
  const platforms = platform ? [platform] : FORMATS
  const statuses = status ? [status] : STATUSES
  const kinds = platforms.flatMap((each) => statuses.map((one) => `posts:${each}:${one}`))
  return { total: await sumCounts(db, workspaceId, kinds), isCapped: false }
}
