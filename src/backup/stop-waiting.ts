import type { Tx } from '../db/database.ts'

// On the schema of this version, when the restored database has been migrated to it.

const REASON = 'The database was restored from a backup, and this may have been sent before.'

export interface StoppedWaiting {
  deliveries: number
  /** Events that were not in the feed yet. They are now, and no endpoint gets them by itself. */
  events: number
  /** When the oldest of all these was created. */
  since: Date | null
  mails: number
}

export const NOTHING_STOPPED: StoppedWaiting = { deliveries: 0, events: 0, since: null, mails: 0 }

/** What was waiting when the backup was made has probably been sent since: it waits for a person to say otherwise. */
export async function stopWaiting(tx: Tx, now: Date): Promise<StoppedWaiting> {
  const oldest = await tx.query<{ since: Date | null }>({
    text: `select least((select min(created_at) from event_deliveries where state = 'pending'),
                        (select min(created_at) from event_outbox where hold_until is null)) as since`,
  })
  const events = await tx.query({
    // As the courier places them (events/delivery), but for nobody to receive.
    text: `with moved as (
             delete from event_outbox where hold_until is null
             returning id, workspace_id, type, subject_id, subject_version, change_index, names_others, webhook_id, data, created_at),
           counted as (
             insert into row_counts as counts (workspace_id, kind, slot, rows)
             select workspace_id, 'events', 0, count(*) from moved group by 1 order by 1
             on conflict (workspace_id, kind, slot) do update set rows = counts.rows + excluded.rows)
           insert into events (workspace_id, id, position, type, subject_id, subject_version, change_index, names_others, webhook_id, data, created_at)
           select workspace_id, id, nextval('event_positions'), type, subject_id, subject_version, change_index, names_others, webhook_id, data, created_at
             from (select * from moved order by id) as moved`,
  })
  const deliveries = await tx.query({
    text: `update event_deliveries set state = 'cancelled', next_at = null where state = 'pending'`,
  })
  const mails = await tx.query({
    text: `update mails set state = 'dropped', reason = $1, done_at = $2 where state = 'waiting'`,
    values: [REASON, now],
  })
  return {
    deliveries: deliveries.rowCount ?? 0,
    events: events.rowCount ?? 0,
    since: oldest.rows[0]?.since ?? null,
    mails: mails.rowCount ?? 0,
  }
}
