import type { Db } from '../db/database.ts'
import { LOWEST_ID } from '../lib/ids.ts'
import { searchedGrams } from './grams.ts'
import { countChanges, findBlocks, findIndexEnd, type IdRange, selectMatching } from './search-store.ts'
import { type ContactFilter, findSearchEnd } from './store.ts'

/** With more changes than this the index is not worth asking. */
const CHANGES_MAX = 1_000

const HIGHEST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

export interface Found {
  /** Newest first. */
  ids: string[]
  /** Contacts below this id were not looked at; null when all were. */
  lookedUpTo: string | null
}

/** How much is read for one answer. */
export interface SearchLimits {
  /** Contacts, where the index cannot help. */
  searchedMax: number
  /** The same for a text that is too short for the index. It is hardly ever rare. */
  shortMax: number
  /** The newest contacts are read without the index: they say whether a text is frequent, which the index is slow for. */
  recentMax: number
  /** So many among them, and the index is not asked: the list goes on by cursor. */
  frequentMin: number
  blocksMax: number
}

// An index that every create had to write would slow it down (a trigram index: by two thirds, with pauses of half a second).
// So a worker writes one beside. Where it cannot help, a search reads the newest records and goes on by cursor.
export const SEARCH_LIMITS: SearchLimits = {
  searchedMax: 200_000,
  shortMax: 20_000,
  recentMax: 5_000,
  frequentMin: 200,
  blocksMax: 500,
}

/**
 * What matches below `afterId`, found with the index; null where it cannot help: for one or two letters, in a workspace that is
 * too small for one, and while it is far behind. It is right whatever the index has: what changed or came in since then is read.
 */
export async function findByIndex(
  db: Db,
  workspaceId: string,
  filter: ContactFilter,
  afterId: string | null,
  { searchedMax, recentMax, frequentMin, blocksMax }: SearchLimits,
): Promise<Found | null> {
  const grams = searchedGrams(workspaceId, filter.search ?? '')
  const indexEnd = grams && (await findIndexEnd(db, workspaceId))
  if (grams === null || indexEnd === null) return null
  const tooMany = await findSearchEnd(db, workspaceId, { fromId: indexEnd }, { afterId, most: searchedMax })
  if (tooMany !== null || (await countChanges(db, workspaceId, CHANGES_MAX)) === CHANGES_MAX) return null

  const recentEnd = await findSearchEnd(db, workspaceId, filter, { afterId, most: recentMax })
  const recentFrom = recentEnd === null || recentEnd < indexEnd ? recentEnd : indexEnd
  const look = (ranges: readonly IdRange[]) => selectMatching(db, workspaceId, filter, ranges)
  const recent = await look([{ from_id: recentFrom ?? LOWEST_ID, below_id: afterId ?? HIGHEST_ID }])
  if (recentFrom === null || recent.length >= frequentMin) return { ids: recent, lookedUpTo: recentFrom }

  const within = { fromId: filter.fromId ?? null, belowId: recentFrom, limit: blocksMax + 1 }
  const found = await findBlocks(db, workspaceId, grams, within)
  const blocks = found.slice(0, blocksMax)
  // A block may reach into what was read already.
  const older = blocks.map((block) => (block.below_id > recentFrom ? { ...block, below_id: recentFrom } : block))
  const ids = [...recent, ...(older.length === 0 ? [] : await look(older))]
  return { ids, lookedUpTo: found.length > blocks.length ? blocks.at(-1)!.from_id : null }
}

/** How many contacts are read for a search without the index. */
export function readMax(workspaceId: string, search: string, { searchedMax, shortMax }: SearchLimits): number {
  return searchedGrams(workspaceId, search) === null ? Math.min(searchedMax, shortMax) : searchedMax
}
