import { type Db, run, runOne, sql } from '../db/database.ts'
import type { EngineOptions } from './attempt.ts'

const NOTE_EVERY_MS = 5_000
/** Longer than a run or a restart: a longer silence is an outage. */
const SILENCE_SECONDS = 60
const KEPT_DAYS = 60

/** Records when any process was publishing posts. Only time outside of these periods makes a waiting post late. */
export function createUptime({ pool, clock, log }: EngineOptions) {
  let notedAt: number | null = null
  return {
    async note(): Promise<void> {
      const now = clock.now()
      if (notedAt !== null && Math.abs(now - notedAt) < NOTE_EVERY_MS) return
      await saveUptime(pool, new Date(now))
      notedAt = now
    },
    /** Notes uptime while a run lasts, because a run may take longer than a silence. */
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

export async function downtimeMs(db: Db, from: Date, until: Date): Promise<number> {
  const query = sql<{ upMs: number }>`
    select coalesce(sum(extract(epoch from least(until, ${until}) - greatest(since, ${from}))) * 1000, 0)::float8 as "upMs"
      from publishing_uptime where until > ${from} and since < ${until}`
  return until.getTime() - from.getTime() - (await runOne(db, query))!.upMs
}
