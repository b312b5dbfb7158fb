import type { Tx } from '../db/database.ts'

// On the schema of this version, when the restored database has been migrated to it.

const REASON = 'The database was restored from a backup, and this may have been sent before.'

export interface StoppedWaiting {
  deliveries: number
  /** When the oldest of them was created. */
  since: Date | null
  mails: number
}

export const NOTHING_STOPPED: StoppedWaiting = { deliveries: 0, since: null, mails: 0 }

/** What was waiting when the backup was made has probably been sent since: it waits for a person to say otherwise. */
export async function stopWaiting(tx: Tx, now: Date): Promise<StoppedWaiting> {
  const oldest = await tx.query<{ since: Date | null }>({
    text: `select min(created_at) as since from event_deliveries where state = 'pending'`,
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
    since: oldest.rows[0]?.since ?? null,
    mails: mails.rowCount ?? 0,
  }
}
