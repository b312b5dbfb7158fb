import { sumCounts } from '../db/counts.ts'
import type { Db } from '../db/database.ts'
import { type Pagination, sliceOf, toPage } from '../http/pagination.ts'
import { PLATFORMS, STATUSES } from './limits.ts'
import { encodePlace, type PostPageRequest } from './list-input.ts'
import { countFiltered, type PostFilter, selectByDate, selectNewest } from './list-store.ts'
import { fromRow, type Post } from './show.ts'

export async function listPosts(
  db: Db,
  workspaceId: string,
  filter: PostFilter,
  page: PostPageRequest,
): Promise<{ posts: Post[]; pagination: Pagination }> {
  const total = await totalOf(db, workspaceId, filter)
  const slice = { ...sliceOf(page, total), afterDate: page.afterDate }
  const select = page.order === 'scheduled' ? selectByDate : selectNewest
  const { rows, pagination } = toPage(page, total, await select(db, workspaceId, filter, slice))
  const posts = rows.map(fromRow)
  const cursor = pagination.next_cursor
  if (page.order === 'created' || cursor === null) return { posts, pagination }
  const next_cursor = encodePlace({ cursor, date: rows.at(-1)!.scheduled_date })
  return { posts, pagination: { ...pagination, next_cursor } }
}

/** Platform and status are counted as they change; anything finer is counted when it is asked for. */
function totalOf(db: Db, workspaceId: string, filter: PostFilter): Promise<number> {
  const { platform, status, ...finer } = filter
  if (Object.values(finer).some((value) => value !== null)) return countFiltered(db, workspaceId, filter)
  const platforms = platform ? [platform] : PLATFORMS
  const statuses = status ? [status] : STATUSES
  const kinds = platforms.flatMap((each) => statuses.map((one) => `posts:${each}:${one}`))
  return sumCounts(db, workspaceId, kinds)
}
