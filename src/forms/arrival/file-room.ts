import { type Db, run, runOne, sql, type Tx, transaction } from '../../db/database.ts'
import type { Parts } from '../../db/parts.ts'
import { LOCKS } from '../../db/writes/locks.ts'
import { DAY_MS, HOUR_MS } from '../../lib/time/span.ts'

// Files that strangers send with forms share one room. Each upload reserves its part before it is stored, one after the other,
// so that many at once cannot take more than there is. What looks like spam may fill only a small share of it, and one
// client only so much in a day: neither keeps others from sending files.

const HELD_SHARE = 0.2
const CLIENT_DAY_SHARE = 0.5
const CLIENT_DAY_BYTES = 200_000_000
/** A process that died, or lost its database, has left its reservation behind. */
const RESERVED_MS = HOUR_MS

interface FileRoomOptions extends Pick<Parts, 'pool' | 'clock' | 'ids'> {
  quotaBytes: number
  /** Stands for the address of a client, which is stored nowhere. */
  markOf(client: string): string
}

interface Wanted {
  workspaceId: string
  client: string
  bytes: number
}

export type FileRoom = ReturnType<typeof createFileRoom>

export function createFileRoom({ pool, clock, ids, quotaBytes, markOf }: FileRoomOptions) {
  const clientDayBytes = Math.min(CLIENT_DAY_BYTES, quotaBytes * CLIENT_DAY_SHARE)

  /** One after the other, with what is used. */
  const withUsed = <T>({ workspaceId, client }: Wanted, work: (tx: Tx, used: Used) => Promise<T>): Promise<T> =>
    transaction(pool, async (tx) => {
      await run(tx, sql`select pg_advisory_xact_lock(${LOCKS.formFiles})`)
      return work(tx, await sumUsed(tx, workspaceId, markOf(client), clock.now()))
    })

  return {
    /** The id of the reservation, or why there is no room. */
    reserve: (wanted: Wanted): Promise<{ id: string } | { problem: string }> =>
      withUsed(wanted, async (tx, used) => {
        const { workspaceId, client, bytes } = wanted
        if (used.bytes + bytes > quotaBytes) return { problem: FULL }
        if (used.clientBytes + bytes > clientDayBytes) return { problem: CLIENT_FULL }
        const { id, at } = ids.next()
        await run(
          tx,
          sql`insert into form_file_room (id, workspace_id, client_mark, bytes, is_held, created_at)
              values (${id}, ${workspaceId}, ${markOf(client)}, ${bytes}, false, ${new Date(at)})`,
        )
        return { id }
      }),
    /** A submission turned out to be held, and held files have less room. Returns the reason if it is full. */
    hold: (id: string, wanted: Wanted): Promise<string | null> =>
      withUsed(wanted, async (tx, used) => {
        // The sender is not told that the submission is held.
        if (used.heldBytes + wanted.bytes > quotaBytes * HELD_SHARE) return FULL
        await run(tx, sql`update form_file_room set is_held = true where id = ${id}`)
        return null
      }),
    /** In the transaction that writes the files' rows: they are counted by those from now on. */
    settleIn: (tx: Tx, id: string) =>
      run(tx, sql`update form_file_room set stored_at = ${new Date(clock.now())} where id = ${id}`),
    /** Does nothing where the files were stored. */
    release: (id: string) => run(pool, sql`delete from form_file_room where id = ${id} and stored_at is null`),
    purge: (jobs: Db) =>
      run(jobs, sql`delete from form_file_room where created_at < ${new Date(clock.now() - DAY_MS)}`),
  }
}

const FULL = 'There is no room for files at the moment. Please send the form without a file.'
const CLIENT_FULL =
  'Too many files came from your network today. Please send the form without a file, or try again tomorrow.'

interface Used {
  bytes: number
  heldBytes: number
  clientBytes: number
}

async function sumUsed(db: Db, workspaceId: string, mark: string, now: number): Promise<Used> {
  const reservedSince = new Date(now - RESERVED_MS)
  const query = sql<Used>`
    with reserved as (
      select bytes, is_held, client_mark, stored_at is null and created_at > ${reservedSince} as is_open
        from form_file_room where workspace_id = ${workspaceId} and created_at > ${new Date(now - DAY_MS)}),
    kept as (
      select f.bytes, s.state = 'held' as is_held
        from submission_files f join submissions s on s.workspace_id = f.workspace_id and s.id = f.submission_id
       where f.workspace_id = ${workspaceId})
    select coalesce(sum(bytes), 0)::float8 as bytes,
           coalesce(sum(bytes) filter (where is_held), 0)::float8 as "heldBytes",
           (select coalesce(sum(bytes), 0)::float8 from reserved where client_mark = ${mark}) as "clientBytes"
      from (select bytes, is_held from kept union all select bytes, is_held from reserved where is_open) used`
  return (await runOne(db, query))!
}
