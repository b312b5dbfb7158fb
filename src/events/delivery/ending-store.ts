import type { Db, Tx } from '../../db/database.ts'

/** Null when it is disabled already or gone; else the workspace it belongs to, and its version now. */
export async function disableEndpoint(tx: Tx, id: string, reason: string, now: Date) {
  const result = await tx.query<{ workspace_id: string; version: number }>({
    text: `update event_endpoints set status = 'disabled', reason = $2, open_until = null, updated_at = $3
            where id = $1 and status <> 'disabled' returning workspace_id, version`,
    values: [id, reason, now],
  })
  return result.rows[0] ?? null
}

/** What waits for a disabled endpoint will not be sent. In small steps; returns how many. */
export async function cancelPending(db: Db, endpointId: string, most: number): Promise<number> {
  const result = await db.query({
    text: `update event_deliveries set state = 'cancelled', next_at = null
            where ctid = any(array(
                    select ctid from event_deliveries
                     where endpoint_id = $1 and state = 'pending' order by next_at limit $2 for update))
              and exists (select from event_endpoints where id = $1 and status = 'disabled')`,
    values: [endpointId, most],
  })
  return result.rowCount ?? 0
}

/** Disabled endpoints with deliveries that were not cancelled, because the process ended. */
export async function findUncancelled(db: Db): Promise<string[]> {
  const result = await db.query<{ id: string }>({
    text: `select id from event_endpoints endpoint
            where status = 'disabled' and exists (
              select from event_deliveries where endpoint_id = endpoint.id and state = 'pending')`,
  })
  return result.rows.map(({ id }) => id)
}

/** Workspaces that have or had events, also those that are gone. */
export async function findEventWorkspaces(db: Db): Promise<string[]> {
  const result = await db.query<{ workspace_id: string }>({
    text: `select distinct workspace_id from row_counts where kind = 'events'`,
  })
  return result.rows.map(({ workspace_id }) => workspace_id)
}

/**
 * Removes events with ids in a range, and their deliveries and attempts, but none that still waits for an endpoint. The
 * next step goes on after `lastId`.
 */
export async function removeEvents(
  db: Db,
  workspaceId: string,
  { afterId, beforeId, most }: { afterId: string; beforeId: string; most: number },
) {
  const result = await db.query<{ looked: number; removed: number; lastId: string | null }>({
    text: `with old as (
             select id from events where workspace_id = $1 and id > $2 and id < $3 order by id limit $4),
           settled as (
             select id from old where not exists (
               select from event_deliveries
                where workspace_id = $1 and event_id = old.id and state = 'pending')),
           undelivered as (
             delete from event_deliveries where workspace_id = $1 and event_id in (select id from settled)),
           removed as (
             delete from events where workspace_id = $1 and id in (select id from settled) returning id),
           counted as (
             insert into row_counts as counts (workspace_id, kind, slot, rows)
             select $1, 'events', pg_backend_pid() % 32, -count(*) from removed having count(*) > 0
             on conflict (workspace_id, kind, slot) do update set rows = counts.rows + excluded.rows)
           select (select count(*)::integer from old) as looked, (select count(*)::integer from removed) as removed,
                  (select id from old order by id desc limit 1) as "lastId"`,
    values: [workspaceId, afterId, beforeId, most],
  })
  return result.rows[0]!
}
