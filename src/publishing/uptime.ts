import { type Db, run, runOne, sql } from '../db/database.ts'
import type { EngineOptions } from './attempt.ts'

/** Each process notes at most this often that posts are being published. */
const NOTE_EVERY_MS = 5_000
/** Runs take less time than this, or note it themselves, and so does a restart: a longer silence is an outage. */
const SILENCE_SECONDS = 60
const KEPT_DAYS = 60

/**
 * When posts were being published, in whichever process. A post waits for others as long as it takes, but an outage makes it
 * late: this tells the two apart, also after a restart.
 */
export function createUptime({ pool, clock, log }: EngineOptions) {
  let notedAt: number | null = null
  return {
    async note(): Promise<void> {
      const now = clock.now()
      if (notedAt !== null && Math.abs(now - notedAt) < NOTE_EVERY_MS) return
      await saveUptime(pool, new Date(now))
      notedAt = now
    },
    /** Until `end`: a run may take longer than a silence. */
    begin() {
      const note = () => this.note().catch((error) => log.warn({ err: error }, 'a running publication was not noted'))
      const timer = setInterval(note, NOTE_EVERY_MS).unref()
      return { end: () => clearInterval(timer) }
    },
  }
}

async function saveUptime(db: Db, at: Date): Promise<void> {
  const query = sql`with known as (
      update publishing_uptime set until = greatest(until, ${at})
       where since = (select max(since) from publishing_uptime)
         and until >= ${at}::timestamptz - make_interval(secs => ${SILENCE_SECONDS})
       returning since),
    old as (delete from publishing_uptime where until < ${at}::timestamptz - make_interval(days => ${KEPT_DAYS}))
    insert into publishing_uptime (since, until) select ${at}, ${at} where not exists (select from known)
    on conflict do nothing`
  await run(db, query)
}

/** For how long nothing was published between the two. */
export async function downtimeMs(db: Db, from: Date, until: Date): Promise<number> {
  const query = sql<{ upMs: number }>`
    select coalesce(sum(extract(epoch from least(until, ${until}) - greatest(since, ${from}))) * 1000, 0)::float8 as "upMs"
      from publishing_uptime where until > ${from} and since < ${until}`
  return until.getTime() - from.getTime() - (await runOne(db, query))!.upMs
}
