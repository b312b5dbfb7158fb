import { type Db, run, runOne, sql } from '../db/database.ts'
import { findSearchEnd, type Window } from '../db/statements/paging.ts'
import { findPart } from '../db/statements/parts.ts'
import { type ContactFilter, selectFiltered } from './filter.ts'
import { searchedGrams } from './grams.ts'
import { type ContactPart, findEnd, findWays, selectAmong, selectInPart } from './parts.ts'

/** With more changes than this, using the index does not pay. */
const CHANGES_MAX = 1_000

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
  /** The most contacts to read if the index cannot help, and the most that it may lack. */
  searchedMax: 10_000,
  /**
   * The newest contacts are read without the index, to see whether the text is frequent: the index is slow for such
   * texts.
   */
  recentMax: 2_000,
  /** With this many matches among them, the index is not used: the list continues by cursor. */
  frequentMin: 200,
  /** The most blocks to read. */
  blocksMax: 150,
  /** How many blocks are read together. */
  blocksStep: 50,
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
  limits: SearchLimits,
): Promise<Found | null> {
  const found = await findTexts(db, workspaceId, filter, afterId, limits)
  const survivors = filter.survivors?.q
  if (found === null || survivors === undefined) return found
  // The index does not have the texts of merged records.
  const { lookedUpTo } = found
  let merged = selectFiltered(workspaceId, { ...filter, q: null, ids: survivors }).select('id')
  if (afterId !== null) merged = merged.where('id', '<', afterId)
  if (lookedUpTo !== null) merged = merged.where('id', '>=', lookedUpTo)
  const ids = new Set([...found.ids, ...(await run(db, merged)).map(idOf)])
  return { ids: [...ids].sort().reverse(), lookedUpTo }
}

async function findTexts(
  db: Db,
  workspaceId: string,
  filter: ContactFilter,
  afterId: string | null,
  { searchedMax, recentMax, frequentMin, blocksMax, blocksStep }: SearchLimits,
): Promise<Found | null> {
  const grams = searchedGrams(workspaceId, filter.q ?? '')
  const indexEnd = grams && (await findIndexEnd(db, workspaceId))
  if (grams === null || indexEnd === null) return null
  const notIndexed = { created_after: indexEnd }
  const tooMany = await findUnsearchedEnd(db, workspaceId, notIndexed, { order: 'desc', afterId, most: searchedMax })
  if (tooMany !== null || (await countChanges(db, workspaceId, CHANGES_MAX)) === CHANGES_MAX) return null

  const ways = await findWays(db, workspaceId, filter, recentMax)
  const newest = await findPart(ways, { order: 'desc', afterId, most: recentMax }, findEnd(db, workspaceId))
  const recentFrom = newest.end !== null && newest.end > indexEnd ? indexEnd : newest.end
  const ids = await selectIds(db, workspaceId, filter, { ...newest, end: recentFrom, most: searchedMax })
  if (recentFrom === null || ids.length >= frequentMin) return { ids, lookedUpTo: recentFrom }

  const within = { fromId: filter.created_after ?? null, belowId: recentFrom, limit: blocksMax + 1 }
  const blocks = await findBlocks(db, workspaceId, grams, within)
  let looked = 0
  while (looked < Math.min(blocks.length, blocksMax) && ids.length < frequentMin) {
    const step = blocks.slice(looked, Math.min(looked + blocksStep, blocksMax))
    // A block may reach into the part that was already read.
    const older = step.map((block) => (block.below_id > recentFrom ? { ...block, below_id: recentFrom } : block))
    ids.push(...(await selectMatching(db, workspaceId, filter, older)))
    looked += step.length
  }
  return { ids, lookedUpTo: looked < blocks.length ? blocks[looked - 1]!.from_id : null }
}

/** The same without the index: reads the newest contacts below `afterId`. */
export async function findByReading(
  db: Db,
  workspaceId: string,
  filter: ContactFilter,
  afterId: string | null,
  { searchedMax: most }: SearchLimits,
): Promise<Found> {
  const ways = await findWays(db, workspaceId, filter, most)
  const part = await findPart(ways, { order: 'desc', afterId, most }, findEnd(db, workspaceId))
  return { ids: await selectIds(db, workspaceId, filter, part), lookedUpTo: part.end }
}

async function selectIds(db: Db, workspaceId: string, filter: ContactFilter, part: ContactPart): Promise<string[]> {
  const rows = selectInPart(workspaceId, filter, part).select('id').orderBy('id', 'desc')
  return (await run(db, rows)).map(idOf)
}

const idOf = ({ id }: { id: string }) => id

/** Uses an index only, without reading the contacts. */
export function findUnsearchedEnd(
  db: Db,
  workspaceId: string,
  filter: ContactFilter,
  window: Window,
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
  const query = sql<IdRange>`
    select from_id, below_id
      from newest_search_blocks(${workspaceId}, ${`{${grams.join(',')}}`}::integer[], ${fromId}, ${belowId}, ${limit})
    union
    select block.from_id, block.below_id
      from (select distinct id from search_changes where workspace_id = ${workspaceId} and not is_gone) as changed
           cross join lateral (
             select from_id, below_id from search_blocks where workspace_id = ${workspaceId} and from_id <= changed.id
              order by from_id desc limit 1) as block
     where block.below_id > changed.id and block.from_id < ${belowId} and (${fromId}::uuid is null or block.below_id > ${fromId})
     order by from_id desc limit ${limit}`
  return run(db, query)
}

async function selectMatching(
  db: Db,
  workspaceId: string,
  filter: ContactFilter,
  ranges: readonly IdRange[],
): Promise<string[]> {
  // OFFSET keeps it a look-up by key for each range, whatever else the filter has an index for.
  const inRange = selectFiltered(workspaceId, {}).where(sql<boolean>`id >= range.from_id and id < range.below_id`)
  const matching = selectAmong(workspaceId, filter, inRange.offset(0))
  const statement = sql<{ id: string }>`
    select contact.id
      from unnest(${ranges.map(({ from_id }) => from_id)}::uuid[], ${ranges.map(({ below_id }) => below_id)}::uuid[])
             as range (from_id, below_id)
           cross join lateral (${matching.select('id')}) as contact
     order by contact.id desc`
  return (await run(db, statement)).map(idOf)
}
