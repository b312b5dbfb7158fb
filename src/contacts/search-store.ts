import { SEARCHED_TEXT } from '../contact-fields.ts'
import { type Db, run, runCount, runOne, sql, type Tx } from '../db/database.ts'
import { unnest } from '../db/statements/arrays.ts'
import { type ContactFilter, selectFiltered } from './store.ts'

/** Contacts from the one id up to, but not including, the other. */
export interface IdRange {
  from_id: string
  below_id: string
}

export interface Block extends IdRange {
  workspace_id: string
  grams: readonly number[]
}

export interface SearchedRow {
  id: string
  text: string
}

/** Where the index of a workspace ends: contacts from this id on are not in it. Null when there is none. */
export async function findIndexEnd(db: Db, workspaceId: string): Promise<string | null> {
  const query = sql<{ below_id: string }>`select below_id from search_blocks where workspace_id = ${workspaceId}
     order by from_id desc limit 1`
  return (await runOne(db, query, 'search.end'))?.below_id ?? null
}

/**
 * Workspaces with so many contacts below `belowId` that are in no block: `first` before they get their first one, `further`
 * afterwards.
 */
export async function selectUnindexed(
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

/** The next contacts, oldest first. */
export async function selectTexts(
  tx: Tx,
  workspaceId: string,
  { from_id, below_id }: IdRange,
  limit: number,
): Promise<SearchedRow[]> {
  const query = sql<SearchedRow>`select id, ${sql.raw(SEARCHED_TEXT)} as text from contacts
     where workspace_id = ${workspaceId} and id >= ${from_id} and id < ${below_id} order by id limit ${limit}`
  return run(tx, query)
}

export async function storeBlocks(tx: Tx, blocks: readonly Block[]): Promise<void> {
  const given = blocks.map(({ grams, ...range }) => ({ ...range, grams: `{${grams.join(',')}}` }))
  const query = sql`insert into search_blocks (workspace_id, from_id, below_id, grams)
    select workspace_id, from_id, below_id, grams::integer[]
      from ${unnest(given, { uuid: ['workspace_id', 'from_id', 'below_id'], text: ['grams'] })}
        as block (workspace_id, from_id, below_id, grams)
    on conflict (workspace_id, from_id) do update set below_id = excluded.below_id, grams = excluded.grams`
  await run(tx, query)
}

/** Takes some of the changes away, and returns their blocks, each once, oldest first. `taken` is how many changes there were. */
export async function takeChangedBlocks(tx: Tx, most: number) {
  // Rows are never updated, so their places are as good as a key.
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

/** A block without contacts becomes a part of the one before it. False when there is none before it. */
export async function joinPrevious(tx: Tx, workspaceId: string, { from_id, below_id }: IdRange): Promise<boolean> {
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

/** Contacts that changed since their blocks were written, counted no further than `most`. */
export async function countChanges(db: Db, workspaceId: string, most: number): Promise<number> {
  const query = sql<{ count: number }>`select count(*)::integer as count from (
      select from search_changes where workspace_id = ${workspaceId} and not is_gone limit ${most}) as counted`
  return (await runOne(db, query))!.count
}

/** Blocks whose contacts may have all of these numbers, newest first: those of the index, and those that have changed. */
export async function findBlocks(
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

/** Ids of contacts in these ranges that match, newest first. */
export async function selectMatching(
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
