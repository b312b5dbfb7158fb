import { type Db, run, runOne, sql } from '../db/database.ts'
import { findSearchEnd } from '../db/statements/paging.ts'
import { LOWEST_ID } from '../lib/ids.ts'
import { type ContactFilter, selectFiltered } from './filter.ts'
import { searchedGrams } from './grams.ts'

/** With more changes than this, using the index does not pay. */
const CHANGES_MAX = 1_000

const HIGHEST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

export interface IdRange {
  from_id: string
  below_id: string
}

interface Found {
  ids: string[]
  /** Contacts below this id were not examined; null if all were. */
  lookedUpTo: string | null
}

// An index that every create had to write would slow it down (a trigram index: by two thirds, with pauses of half a
// second). So a worker writes one (search-index.ts). Where it cannot help, a search reads the newest contacts and
// continues by cursor.
/** How much is read for one response. */
export const SEARCH_LIMITS = {
  /** The most contacts to read if the index cannot help. */
  searchedMax: 200_000,
  /** The same for a text that is too short for the index. Such a text is rarely rare. */
  shortMax: 20_000,
  /**
   * The newest contacts are read without the index, to see whether the text is frequent: the index is slow for such
   * texts.
   */
  recentMax: 5_000,
  /** With this many matches among them, the index is not used: the list continues by cursor. */
  frequentMin: 200,
  blocksMax: 500,
}
export type SearchLimits = typeof SEARCH_LIMITS

/**
 * Finds contacts below `afterId` with the index. Returns null if it cannot help: for one or two letters, in a small
 * workspace, and while it is far behind. The result is correct whatever the index contains: contacts that were changed
 * or added since are read.
 */
export async function findByIndex(
  db: Db,
  workspaceId: string,
  filter: ContactFilter,
  afterId: string | null,
  { searchedMax, recentMax, frequentMin, blocksMax }: SearchLimits,
): Promise<Found | null> {
  const grams = searchedGrams(workspaceId, filter.q ?? '')
  const indexEnd = grams && (await findIndexEnd(db, workspaceId))
  if (grams === null || indexEnd === null) return null
  const notIndexed = { created_after: indexEnd }
  const tooMany = await findUnsearchedEnd(db, workspaceId, notIndexed, { afterId, most: searchedMax })
  if (tooMany !== null || (await countChanges(db, workspaceId, CHANGES_MAX)) === CHANGES_MAX) return null

  const recentEnd = await findUnsearchedEnd(db, workspaceId, filter, { afterId, most: recentMax })
  const recentFrom = recentEnd === null || recentEnd < indexEnd ? recentEnd : indexEnd
  const look = (ranges: readonly IdRange[]) => selectMatching(db, workspaceId, filter, ranges)
  const recent = await look([{ from_id: recentFrom ?? LOWEST_ID, below_id: afterId ?? HIGHEST_ID }])
  if (recentFrom === null || recent.length >= frequentMin) return { ids: recent, lookedUpTo: recentFrom }

  const within = { fromId: filter.created_after ?? null, belowId: recentFrom, limit: blocksMax + 1 }
  const found = await findBlocks(db, workspaceId, grams, within)
  const blocks = found.slice(0, blocksMax)
  // A block may reach into the part that was already read.
  const older = blocks.map((block) => (block.below_id > recentFrom ? { ...block, below_id: recentFrom } : block))
  const ids = [...recent, ...(older.length === 0 ? [] : await look(older))]
  return { ids, lookedUpTo: found.length > blocks.length ? blocks.at(-1)!.from_id : null }
}

export function readMax(workspaceId: string, search: string, { searchedMax, shortMax }: SearchLimits): number {
  return searchedGrams(workspaceId, search) === null ? Math.min(searchedMax, shortMax) : searchedMax
}

/** Uses an index only, without reading the contacts. */
export function findUnsearchedEnd(
  db: Db,
  workspaceId: string,
  filter: ContactFilter,
  window: { afterId: string | null; most: number },
): Promise<string | null> {
  return findSearchEnd(db, selectFiltered(workspaceId, { ...filter, q: null }), window)
}

/** Contacts from this id on are not in the index. Null if the workspace has no index. */
export async function findIndexEnd(db: Db, workspaceId: string): Promise<string | null> {
  const query = sql<{ below_id: string }>`select below_id from search_blocks where workspace_id = ${workspaceId}
     order by from_id desc limit 1`
  return (await runOne(db, query, 'search.end'))?.below_id ?? null
}

async function countChanges(db: Db, workspaceId: string, most: number): Promise<number> {
  const query = sql<{ count: number }>`select count(*)::integer as count from (
      select from search_changes where workspace_id = ${workspaceId} and not is_gone limit ${most}) as counted`
  return (await runOne(db, query))!.count
}

/** Blocks whose contacts may have all of these numbers, newest first, and blocks that have changed. */
async function findBlocks(
  db: Db,
  workspaceId: string,
  grams: readonly number[],
  { fromId, belowId, limit }: { fromId: string | null; belowId: string; limit: number },
): Promise<IdRange[]> {
  const own = sql`workspace_id = ${workspaceId}`
  const query = sql<IdRange>`with found as (
      select from_id, below_id from find_search_blocks(${`{${grams.join(',')}}`}::integer[]) where ${own}
      union
      select block.from_id, block.below_id
        from (select distinct id from search_changes where ${own} and not is_gone) as changed cross join lateral (
               select from_id, below_id from search_blocks where ${own} and from_id <= changed.id
                order by from_id desc limit 1) as block
       where block.below_id > changed.id)
    select from_id, below_id from found where from_id < ${belowId} and (${fromId}::uuid is null or below_id > ${fromId})
     order by from_id desc limit ${limit}`
  return run(db, query)
}

async function selectMatching(
  db: Db,
  workspaceId: string,
  filter: ContactFilter,
  ranges: readonly IdRange[],
): Promise<string[]> {
  // OFFSET keeps it a look-up by key for each range.
  const inRange = selectFiltered(workspaceId, filter)
    .select('id')
    .where(sql<boolean>`id >= range.from_id and id < range.below_id`)
    .offset(0)
  const statement = sql<{ id: string }>`
    select contact.id
      from unnest(${ranges.map(({ from_id }) => from_id)}::uuid[], ${ranges.map(({ below_id }) => below_id)}::uuid[])
             as range (from_id, below_id)
           cross join lateral (${inRange}) as contact
     order by contact.id desc`
  return (await run(db, statement)).map(({ id }) => id)
}
