import { build, type Db, type Pool, run, runOne, sql, type Tx, transaction } from '../db/database.ts'

// Which new leads were announced, by mail and in browsers. Each remembers its position in the feed of events, whose order
// is fixed, so every lead is announced exactly once, however it came in and at no cost to the request that creates it.

type LeadFeed = 'mail_feed' | 'push_feed'

const PAGE = 1_000

export interface NewLead {
  position: number
  subject_id: string
  created_at: Date
}

/** Starts at the end of the feed: earlier leads are not announced. */
export async function startLeadFeed(db: Db, feed: LeadFeed, workspaceId: string): Promise<void> {
  const query = sql`insert into ${sql.table(feed)} (workspace_id, position)
    select ${workspaceId}, coalesce((select max(position) from events where workspace_id = ${workspaceId}), 0)
    on conflict (workspace_id) do nothing`
  await run(db, query)
}

/** Announces new leads, a page of the feed in each transaction. */
export async function readLeadFeed(
  pool: Pool,
  feed: LeadFeed,
  workspaceId: string,
  announce: (tx: Tx, leads: NewLead[]) => Promise<void>,
): Promise<void> {
  while (await transaction(pool, (tx) => readPage(tx, feed, workspaceId, announce)));
}

/** Returns true if there may be more. */
async function readPage(
  tx: Tx,
  feed: LeadFeed,
  workspaceId: string,
  announce: (tx: Tx, leads: NewLead[]) => Promise<void>,
): Promise<boolean> {
  const feeds = build.selectFrom(feed).select('position').where('workspace_id', '=', workspaceId)
  const start = await runOne(tx, feeds.forUpdate().skipLocked())
  // Another process reads, or nobody has read yet.
  if (start === null) {
    await startLeadFeed(tx, feed, workspaceId)
    return false
  }
  const query = sql<NewLead & { type: string; is_quiet: boolean }>`
    select position, subject_id, created_at, type, is_quiet from events
     where workspace_id = ${workspaceId} and position > ${start.position} order by position limit ${PAGE}`
  const events = await run(tx, query)
  const end = events.at(-1)
  if (end === undefined) return false
  await run(tx, build.updateTable(feed).set({ position: end.position }).where('workspace_id', '=', workspaceId))
  const leads = events.filter(({ type, is_quiet }) => type === 'contact.created' && !is_quiet)
  if (leads.length > 0) await announce(tx, leads)
  return true
}
