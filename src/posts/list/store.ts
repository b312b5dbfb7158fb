import { build, type Db, sql } from '../../db/database.ts'
import { type Counted, countRows, countUpTo, ROWS_COUNTED_MAX } from '../../db/statements/counts.ts'
import { containsPattern } from '../../db/statements/like.ts'
import { findSearchEnd, type PagePart, runPart, type Slice, slicePage } from '../../db/statements/paging.ts'
import { COLUMNS, goesOutOn, type PostRow } from '../store.ts'
import type { PostFilter } from './input.ts'

/** In the text, in a hashtag or in a mention. Each apart: to put them together first takes more than twice as long. */
function hasText(search: string) {
  const pattern = containsPattern(search)
  const inList = (name: string, sign: string) => {
    const list = sql.ref(name)
    // Most lists are null, and need not be opened.
    return sql`${list} is not null and exists (
      select from jsonb_array_elements_text(${list}) as entry where ${sql.lit(sign)} || entry ilike ${pattern})`
  }
  return sql<boolean>`(content ilike ${pattern} or ${inList('hashtags', '#')} or ${inList('mentions', '@')})`
}

export function selectFiltered(workspaceId: string, filter: PostFilter) {
  let query = build.selectFrom('posts').where('workspace_id', '=', workspaceId)
  if (filter.platform !== null) query = query.where('platform', '=', filter.platform)
  if (filter.status !== null) query = query.where('status', '=', filter.status)
  if (filter.states !== null) query = query.where('publication_state', 'in', filter.states)
  if (filter.connectionId !== null) query = query.where(goesOutOn(workspaceId, filter.connectionId))
  if (filter.groupId !== null) query = query.where('group_id', '=', filter.groupId)
  if (filter.scheduledFrom !== null) query = query.where('scheduled_date', '>=', filter.scheduledFrom)
  if (filter.scheduledBefore !== null) query = query.where('scheduled_date', '<', filter.scheduledBefore)
  if (filter.fromId !== null) query = query.where('id', '>=', filter.fromId)
  if (filter.belowId !== null) query = query.where('id', '<', filter.belowId)
  if (filter.search !== null) query = query.where(hasText(filter.search))
  return query
}

export function countFiltered(db: Db, workspaceId: string, filter: PostFilter): Promise<Counted> {
  return countUpTo(db, ROWS_COUNTED_MAX, selectFiltered(workspaceId, filter))
}

/** See findSearchEnd. */
export function findPostsEnd(
  db: Db,
  workspaceId: string,
  filter: PostFilter,
  window: { afterId: string | null; most: number },
): Promise<string | null> {
  return findSearchEnd(db, selectFiltered(workspaceId, { ...filter, search: null }).select('id'), window)
}

export function selectNewest(db: Db, workspaceId: string, filter: PostFilter, slice: Slice) {
  return slicePage(db, selectFiltered(workspaceId, filter).select(COLUMNS), slice)
}

/**
 * Soonest first, then those without a date: two statements, because each part has an index of its own. The list goes on
 * behind this date and id, or where the id is alone, behind the id.
 */
export async function selectByDate(
  db: Db,
  workspaceId: string,
  filter: PostFilter,
  { limit, offset, afterId, afterDate, total }: Slice & { afterDate: Date | null },
): Promise<PagePart<PostRow>> {
  if (afterId === null && offset >= total) return { rows: [], isLast: true }
  const rows = selectFiltered(workspaceId, filter)
  const dated = rows.where('scheduled_date', 'is not', null)
  const undated = rows.where('scheduled_date', 'is', null)

  const first = dated.select(COLUMNS).orderBy('scheduled_date').orderBy('id').limit(limit)
  const isBehindDates = afterId !== null && afterDate === null
  const shown = isBehindDates
    ? { rows: [], isLast: true }
    : await runPart(
        db,
        afterId === null
          ? first.offset(offset)
          : first.where(sql<boolean>`(scheduled_date, id) > (${afterDate}::timestamptz, ${afterId}::uuid)`),
        sql`scheduled_date, id`,
        limit,
      )
  if (!shown.isLast || hasDate(filter)) return shown

  const left = limit - shown.rows.length
  const rest = undated.select(COLUMNS).orderBy('id').limit(left)
  if (isBehindDates) return runPart(db, rest.where('id', '>', afterId), sql`id`, left)
  // Only a page that lies wholly behind the dates has to know how many they are.
  const isInside = afterId !== null || offset === 0 || shown.rows.length > 0
  const skipped = isInside ? 0 : offset - (await countRows(db, dated))
  const { rows: undatedRows, isLast } = await runPart(db, rest.offset(Math.max(0, skipped)), sql`id`, left)
  return { rows: [...shown.rows, ...undatedRows], isLast }
}

/** Only drafts can be without a date, and their state is none. */
function hasDate({ status, states, scheduledFrom, scheduledBefore }: PostFilter): boolean {
  if (status === 'scheduled' || scheduledFrom !== null || scheduledBefore !== null) return true
  return states !== null && !states.includes('none')
}
