import { type Pool, transaction } from '../db/database.ts'
import type { Clock } from '../lib/time/clock.ts'
import type { WriteMails } from './outbox.ts'
import { markWeekTold, selectWeeklyReaders } from './team-store.ts'
import { mondayMorning } from './week.ts'

/** Writes the mail with the results of the week before, once a week for each person who wants it, from Monday morning on. */
export async function tellWeek({ pool, clock, write }: { pool: Pool; clock: Clock; write: WriteMails }): Promise<void> {
  for (const reader of await selectWeeklyReaders(pool)) {
    const monday = mondayMorning(reader.time_zone, clock.now())
    if (monday === null || (reader.weekly_mail_until ?? '') >= monday) continue
    await transaction(pool, async (tx) => {
      if (!(await markWeekTold(tx, reader, monday))) return
      const { workspace_id: workspaceId, user_id: userId, email } = reader
      await write(tx, [{ workspaceId, kind: 'weekly', to: { email, key: email }, userId }])
    })
  }
}
