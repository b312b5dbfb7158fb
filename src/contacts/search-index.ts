import { SEARCHED_TEXT } from '../contact-fields.ts'
import { type Db, type Pool, run, runCount, sql, type Tx, transaction } from '../db/database.ts'
import { unnest } from '../db/statements/arrays.ts'
import { lockWork } from '../db/statements/counts.ts'
import { createLoop } from '../lib/bounds/loop.ts'
import { firstIdAt, LOWEST_ID } from '../lib/ids.ts'
import type { Log } from '../lib/log/log.ts'
import type { Clock } from '../lib/time/clock.ts'
import { addGrams, workspaceGram } from './grams.ts'
import { findIndexEnd, type IdRange } from './search.ts'

const BLOCKS_STEP = 64
const CHANGES_STEP = 500

const SIZES = {
  /** A workspace with fewer contacts is searched as fast without an index. */
  first: 10_000,
  /** This many new contacts are indexed together. Until then a search reads them one by one. */
  further: 5_000,
  /** Contacts per block. Larger blocks make a smaller index, but a search reads more contacts for each match. */
  block: 32,
  /**
   * Ids are assigned before contacts are stored, and no statement of the intake may take longer than 15 s. Contacts that
   * are stored later still are found when they are counted (countRanges).
   */
  settledMs: 20_000,
}

interface Block extends IdRange {
  workspace_id: string
  grams: readonly number[]
}

interface SearchedRow {
  id: string
  text: string
}

/** How often to look for contacts to index. */
const IDLE_MS = 10_000
/** A process that stops waits this long. */
const ROUND_MS = 1_000

/** Keeps the index up to date. */
export function createIndexer(deps: { jobs: Pool; clock: Clock; log: Log }) {
  return createLoop('search index', deps.log, IDLE_MS, () => indexContacts(deps, ROUND_MS))
}

/**
 * Writes the blocks of new contacts, and rewrites those of changed ones. Returns whether the time ran out before
 * everything was done.
 */
export async function indexContacts(
  { jobs: pool, clock }: { jobs: Pool; clock: Clock },
  limitMs: number,
  sizes = SIZES,
): Promise<boolean> {
  const end = performance.now() + limitMs
  const isOver = () => performance.now() > end
  while (await transaction(pool, (tx) => rewriteChanged(tx, sizes.block))) if (isOver()) break
  const settledId = firstIdAt(clock.now() - sizes.settledMs)
  for (const workspaceId of await selectUnindexed(pool, settledId, sizes)) {
    while (await transaction(pool, (tx) => appendBlocks(tx, workspaceId, settledId, sizes.block)))
      if (isOver()) return true
  }
  return isOver()
}

/** Returns whether there may be more. A block ends where the next contact begins, so the last block waits for it. */
async function appendBlocks(tx: Tx, workspaceId: string, settledId: string, size: number): Promise<boolean> {
  await lockWork(tx, 'arrivals')
  const reached = await findIndexEnd(tx, workspaceId)
  const most = BLOCKS_STEP * size + 1
  const range = { from_id: reached ?? LOWEST_ID, below_id: settledId }
  const rows = await selectTexts(tx, workspaceId, range, most)
  const full = Math.floor((rows.length - 1) / size)
  if (full === 0) return false
  const inside = rows.slice(0, full * size)
  await storeBlocks(tx, cutBlocks(workspaceId, { ...range, below_id: rows[full * size]!.id }, inside, size))
  return rows.length === most
}

/** Returns whether there may be more. */
async function rewriteChanged(tx: Tx, size: number): Promise<boolean> {
  await lockWork(tx, 'arrivals')
  const { taken, blocks } = await takeChangedBlocks(tx, CHANGES_STEP)
  for (const { workspace_id, ...block } of blocks) await rewriteBlock(tx, workspace_id, block, size)
  return taken === CHANGES_STEP
}

/** Contacts that were stored late may have made the block too large: it is then split. */
async function rewriteBlock(tx: Tx, workspaceId: string, range: IdRange, size: number): Promise<void> {
  const most = BLOCKS_STEP * size
  let { from_id } = range
  for (;;) {
    const rows = await selectTexts(tx, workspaceId, { ...range, from_id }, most + 1)
    if (rows.length === 0 && (await joinPrevious(tx, workspaceId, range))) return
    const rest = rows[most]
    const part = { from_id, below_id: rest?.id ?? range.below_id }
    const inside = rows.slice(0, most)
    await storeBlocks(tx, cutBlocks(workspaceId, part, inside, inside.length > 2 * size ? size : 2 * size))
    if (rest === undefined) return
    from_id = rest.id
  }
}

/** The blocks for all contacts of the range; one block if there are none. */
function cutBlocks(
  workspace_id: string,
  { from_id, below_id }: IdRange,
  rows: readonly SearchedRow[],
  size: number,
): Block[] {
  const blocks: Block[] = []
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

/** Workspaces with enough unindexed contacts below `belowId`: `first` before their first block, then `further`. */
async function selectUnindexed(
  db: Db,
  belowId: string,
  { first, further }: { first: number; further: number },
): Promise<string[]> {
  const query = sql<{ id: string }>`select workspaces.id
      from workspaces
           left join lateral (
             select below_id as id from search_blocks where workspace_id = workspaces.id
              order by from_id desc limit 1) as reached on true
           cross join lateral (
             select from contacts
              where workspace_id = workspaces.id and contacts.id < ${belowId}
                and contacts.id >= coalesce(reached.id, '00000000-0000-0000-0000-000000000000')
              order by contacts.id
                offset case when reached.id is null then ${first - 1}::bigint else ${further - 1}::bigint end limit 1) as enough`
  return (await run(db, query)).map(({ id }) => id)
}

async function selectTexts(
  tx: Tx,
  workspaceId: string,
  { from_id, below_id }: IdRange,
  limit: number,
): Promise<SearchedRow[]> {
  const query = sql<SearchedRow>`select id, ${sql.raw(SEARCHED_TEXT)} as text from contacts
     where workspace_id = ${workspaceId} and id >= ${from_id} and id < ${below_id} order by id limit ${limit}`
  return run(tx, query)
}

async function storeBlocks(tx: Tx, blocks: readonly Block[]): Promise<void> {
  const given = blocks.map(({ grams, ...range }) => ({ ...range, grams: `{${grams.join(',')}}` }))
  const query = sql`insert into search_blocks (workspace_id, from_id, below_id, grams)
    select workspace_id, from_id, below_id, grams::integer[]
      from ${unnest(given, { uuid: ['workspace_id', 'from_id', 'below_id'], text: ['grams'] })}
        as block (workspace_id, from_id, below_id, grams)
    on conflict (workspace_id, from_id) do update set below_id = excluded.below_id, grams = excluded.grams`
  await run(tx, query)
}

/** Removes some changes and returns their blocks, each once, oldest first. `taken` is the number of changes. */
async function takeChangedBlocks(tx: Tx, most: number) {
  // Rows are never updated, so their physical position (ctid) works as a key.
  const query = sql<IdRange & { workspace_id: string; taken: number }>`with taken as (
      delete from search_changes where ctid = any (array(select ctid from search_changes limit ${most}))
      returning workspace_id, id)
    select (select count(*)::integer from taken) as taken, block.*
      from (select 1) as always left join (
        select distinct block.workspace_id, block.from_id, block.below_id from taken cross join lateral (
          select * from search_blocks
           where search_blocks.workspace_id = taken.workspace_id and from_id <= taken.id
           order by from_id desc limit 1) as block
         where block.below_id > taken.id) as block on true
     order by block.workspace_id, block.from_id`
  const rows = await run(tx, query)
  return { taken: rows[0]!.taken, blocks: rows.filter(({ workspace_id }) => workspace_id !== null) }
}

/** Joins a block without contacts to the one before it. Returns false if there is none. */
async function joinPrevious(tx: Tx, workspaceId: string, { from_id, below_id }: IdRange): Promise<boolean> {
  const query = sql`with previous as (
      select from_id from search_blocks where workspace_id = ${workspaceId} and from_id < ${from_id}
       order by from_id desc limit 1),
    removed as (
      delete from search_blocks
       where workspace_id = ${workspaceId} and from_id = ${from_id} and exists (select from previous))
    update search_blocks set below_id = ${below_id}
     where workspace_id = ${workspaceId} and from_id = (select from_id from previous)`
  return (await runCount(tx, query)) === 1
}
