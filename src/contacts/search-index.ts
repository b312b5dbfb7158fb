import { type Pool, type Tx, transaction } from '../db/database.ts'
import { lockLeadQueue } from '../db/statements/counts.ts'
import { firstIdAt, LOWEST_ID } from '../lib/ids.ts'
import type { Clock } from '../lib/time/clock.ts'
import { MINUTE_MS } from '../lib/time/span.ts'
import { addGrams, workspaceGram } from './grams.ts'
import * as store from './search-store.ts'

/** Fewer contacts are searched as fast without an index. */
const FIRST_INDEXED = 20_000
/** So many new ones are put into the index together: a search reads them one by one until then. */
const FURTHER_INDEXED = 5_000
/** Contacts of one block. Larger ones make a smaller index, and more contacts to read for each that is found. */
const BLOCK_SIZE = 32
/** Of one transaction. */
const BLOCKS_STEP = 64
const CHANGES_STEP = 500
/** Ids are given before contacts are stored. What is stored later than this is found by the fold (takeRanges). */
const SETTLED_MS = MINUTE_MS

interface IndexSizes {
  first: number
  further: number
  block: number
  settledMs: number
}

const SIZES: IndexSizes = {
  first: FIRST_INDEXED,
  further: FURTHER_INDEXED,
  block: BLOCK_SIZE,
  settledMs: SETTLED_MS,
}

/** Writes the blocks of new contacts, and those of changed ones anew, until the time is over. */
export async function indexContacts(
  { jobs: pool, clock }: { jobs: Pool; clock: Clock },
  limitMs: number,
  sizes: IndexSizes = SIZES,
): Promise<void> {
  const end = performance.now() + limitMs
  const isOver = () => performance.now() > end
  while (await transaction(pool, (tx) => rewriteChanged(tx, sizes.block))) if (isOver()) return
  const settledId = firstIdAt(clock.now() - sizes.settledMs)
  for (const workspaceId of await store.selectUnindexed(pool, settledId, sizes)) {
    while (await transaction(pool, (tx) => appendBlocks(tx, workspaceId, settledId, sizes.block))) if (isOver()) return
  }
}

/** Returns whether there may be more. A block ends where the next contact begins, so the last one waits for it. */
async function appendBlocks(tx: Tx, workspaceId: string, settledId: string, size: number): Promise<boolean> {
  await lockLeadQueue(tx)
  const reached = await store.findIndexEnd(tx, workspaceId)
  const most = BLOCKS_STEP * size + 1
  const range = { from_id: reached ?? LOWEST_ID, below_id: settledId }
  const rows = await store.selectTexts(tx, workspaceId, range, most)
  const full = Math.floor((rows.length - 1) / size)
  if (full === 0) return false
  const inside = rows.slice(0, full * size)
  await store.storeBlocks(tx, cutBlocks(workspaceId, { ...range, below_id: rows[full * size]!.id }, inside, size))
  return rows.length === most
}

/** Returns whether there may be more. */
async function rewriteChanged(tx: Tx, size: number): Promise<boolean> {
  await lockLeadQueue(tx)
  const { taken, blocks } = await store.takeChangedBlocks(tx, CHANGES_STEP)
  for (const { workspace_id, ...block } of blocks) await rewriteBlock(tx, workspace_id, block, size)
  return taken === CHANGES_STEP
}

/** Contacts that were stored late may have made it larger: it then becomes several. */
async function rewriteBlock(tx: Tx, workspaceId: string, range: store.IdRange, size: number): Promise<void> {
  const most = BLOCKS_STEP * size
  let { from_id } = range
  for (;;) {
    const rows = await store.selectTexts(tx, workspaceId, { ...range, from_id }, most + 1)
    if (rows.length === 0 && (await store.joinPrevious(tx, workspaceId, range))) return
    const rest = rows[most]
    const part = { from_id, below_id: rest?.id ?? range.below_id }
    const inside = rows.slice(0, most)
    await store.storeBlocks(tx, cutBlocks(workspaceId, part, inside, inside.length > 2 * size ? size : 2 * size))
    if (rest === undefined) return
    from_id = rest.id
  }
}

/** Of all contacts of the range; one block even without any. */
function cutBlocks(
  workspace_id: string,
  { from_id, below_id }: store.IdRange,
  rows: readonly store.SearchedRow[],
  size: number,
): store.Block[] {
  const blocks: store.Block[] = []
  for (let at = 0; at < Math.max(1, rows.length); at += size) {
    const grams = new Set([workspaceGram(workspace_id)])
    for (const { text } of rows.slice(at, at + size)) addGrams(grams, text)
    const range = {
      from_id: at === 0 ? from_id : rows[at]!.id,
      below_id: rows[at + size]?.id ?? below_id,
    }
    blocks.push({ workspace_id, ...range, grams: [...grams] })
  }
  return blocks
}
