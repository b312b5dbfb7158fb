import type { Parts } from '../db/parts.ts'
import type { Clock } from '../lib/time/clock.ts'
import { toSpan } from '../lib/time/span.ts'
import { type Message, message } from '../messages/message.ts'
import { sentence } from '../messages/sentence.ts'

export type DatabaseTime = Awaited<ReturnType<typeof createDatabaseTime>>

interface DatabaseTimeOptions extends Pick<Parts, 'pool' | 'log'> {
  clock: Clock
  /** For tests: replaces the database's clock. */
  databaseClock?: Clock
  /** In milliseconds; never goes back and never jumps. */
  monotonic?: () => number
}

export const OFFSET_MAX_MS = 30_000
const MEASURE_MS = 5_000
// Slower responses are too inaccurate.
const ROUND_TRIP_MAX_MS = 2_000
const NOISE_MS = 20

/**
 * The database's time, shared by all nodes, decides what is due, missed or old enough to purge. Between measurements it
 * advances with the monotonic clock, so a jump of the machine's clock changes nothing.
 */
export async function createDatabaseTime(options: DatabaseTimeOptions) {
  const { pool, clock, log, databaseClock } = options
  const monotonic = options.monotonic ?? (() => performance.now())
  let base: { time: number; at: number } | null = null
  let isWrong = false

  const now = () => (databaseClock ? databaseClock.now() : base ? base.time + monotonic() - base.at : clock.now())
  /** This machine's clock minus the database's. */
  const offsetMs = () => Math.round(clock.now() - now())
  /** Set if this machine's clock is wrong. Such a node publishes and purges nothing. */
  const problem = (): Message | null => (Math.abs(offsetMs()) > OFFSET_MAX_MS ? explainOffset(offsetMs()) : null)

  function watch(): void {
    const found = problem()
    if (found !== null && !isWrong) log.warn({ offsetMs: offsetMs() }, sentence(found))
    if (found === null && isWrong) log.info({ offsetMs: offsetMs() }, 'the clock of this machine is correct again')
    isWrong = found !== null
  }

  async function measure(): Promise<void> {
    if (databaseClock === undefined) {
      const askedAt = monotonic()
      const { rows } = await pool.query<{ ms: number }>(
        'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
      )
      const answeredAt = monotonic()
      const roundTrip = answeredAt - askedAt
      const measured = { time: rows[0]!.ms, at: askedAt + roundTrip / 2 }
      // Ignores differences within the measurement error, so that time does not jitter.
      const error =
        base === null ? Number.POSITIVE_INFINITY : Math.abs(measured.time - measured.at - base.time + base.at)
      if (base === null || (roundTrip < ROUND_TRIP_MAX_MS && error > roundTrip / 2 + NOISE_MS)) base = measured
    }
    watch()
  }

  await measure()
  const timer = setInterval(() => {
    // The database is unreachable, so the last measurement stays in use.
    measure().catch((error) => log.debug({ err: error }, 'the time of the database was not measured'))
  }, MEASURE_MS).unref()
  return { now, offsetMs, problem, measure, close: () => clearInterval(timer) }
}

function explainOffset(offsetMs: number): Message {
  const span = toSpan(Math.abs(offsetMs))
  return message(offsetMs > 0 ? 'installation.clock_ahead' : 'installation.clock_behind', { span })
}
