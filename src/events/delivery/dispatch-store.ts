import type { Db, Tx } from '../../db/database.ts'
import { EVENT_SCOPES } from '../../scopes.ts'

/** The next free number after those of db/migrations/migrate.ts and db/workspaces.ts. */
const DISPATCH_LOCK = 7_300_003

export async function hasOutboxEvents(db: Db, now: Date): Promise<boolean> {
  const result = await db.query({
    name: 'event_outbox.any',
    // By the index, which forgets what is gone; the table itself may be full of dead rows.
    text: 'select from event_outbox where hold_until is null or hold_until <= $1 order by id limit 1',
    values: [now],
  })
  return result.rowCount === 1
}

/** Held until the transaction ends. False while another process has it. */
export async function tryLockDispatch(tx: Tx): Promise<boolean> {
  const result = await tx.query<{ locked: boolean }>({
    text: 'select pg_try_advisory_xact_lock($1) as locked',
    values: [DISPATCH_LOCK],
  })
  return result.rows[0]!.locked
}

/**
 * False when the database is not where it was last accepted: after a failover that lost commits, places would be given
 * a second time. installation/guard.ts then moves them ahead, and the feed goes on.
 */
export async function isFeedOnCourse(tx: Tx): Promise<boolean> {
  const result = await tx.query({
    name: 'installation.feed_on_course',
    text: `select from installation, database_server() as actual
            where coalesce(actual.server, installation.server) is distinct from installation.server
               or coalesce(actual.timeline, installation.timeline) is distinct from installation.timeline`,
  })
  return result.rowCount === 0
}

/**
 * Moves events from the outbox to the feed, in the order of their ids, and makes a delivery for each endpoint that wants
 * them. Returns how many events. A row that is being completed or erased at this moment waits for the next time.
 */
export async function moveEvents(tx: Tx, now: Date, most: number): Promise<number> {
  const result = await tx.query<{ count: number }>({
    name: 'event_outbox.move',
    text: `with moved as (
             -- By place: with ids, a full outbox would be scanned for each step.
             delete from event_outbox where ctid = any(array(
               select ctid from event_outbox where hold_until is null or hold_until <= $1
                order by id limit $2 for update skip locked))
             returning id, workspace_id, type, subject_id, subject_version, webhook_id, data, created_at),
           placed as (
             insert into events (workspace_id, id, position, type, subject_id, subject_version, webhook_id, data,
               created_at)
             select workspace_id, id, nextval('event_positions'), type, subject_id, subject_version, webhook_id, data,
                    created_at
               from (select * from moved order by id) as moved),
           counted as (
             insert into row_counts as counts (workspace_id, kind, slot, rows)
             select workspace_id, 'events', pg_backend_pid() % 32, count(*) from moved group by 1 order by 1
             on conflict (workspace_id, kind, slot) do update set rows = counts.rows + excluded.rows),
           -- Locked, so that none of them is removed before its deliveries are there.
           endpoint as (
             select id, workspace_id, types, scopes from event_endpoints
              where workspace_id in (select workspace_id from moved) and status in ('active', 'paused')
                for key share),
           wanted as (
             insert into event_deliveries (workspace_id, endpoint_id, event_id, next_at, created_at)
             select moved.workspace_id, endpoint.id, moved.id, $1, $1
               from moved join endpoint using (workspace_id)
              where (endpoint.types is null or moved.type = any(endpoint.types))
                -- As maySeeEvent decides it.
                and (endpoint.scopes is null
                  or $3::json ->> split_part(moved.type, '.', 1) = any(endpoint.scopes))
                -- Nobody is told of its own end.
                and not (moved.type = 'endpoint.disabled' and moved.subject_id = endpoint.id))
           select count(*)::integer as count from moved`,
    values: [now, most, JSON.stringify(EVENT_SCOPES)],
  })
  return result.rows[0]!.count
}
