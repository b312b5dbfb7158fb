import { setTimeout as delay } from 'node:timers/promises'
import { createBatcher } from '../../db/batcher.ts'
import { failureKind } from '../../db/failure.ts'
import type { AttemptResult } from './attempt.ts'
import { type ClaimedDelivery, type DeliveryResult, writeResults } from './delivery-store.ts'
import { cancelAll, disable, type EndingOptions } from './ending.ts'
import { addressOf, isGone, judge } from './health.ts'
import { FAILING, nextAttemptAt } from './schedule.ts'

export interface Results {
  /** Resolves when it is stored: delivered, due again, or failed for good. */
  save(delivery: ClaimedDelivery, result: AttemptResult): Promise<void>
  /** Resolves when no endpoint is being disabled any more. */
  settled(): Promise<void>
}

export interface ResultsOptions extends EndingOptions {
  random: () => number
  /** Ends what can be done later. */
  signal: AbortSignal
}

interface Entry {
  row: DeliveryResult
  endedAt: Date
  result: AttemptResult
}

const TRIES = 5
const FIRST_PAUSE_MS = 250

const GONE_REASON =
  'It answered 410 (gone). When it is there again, set its status to active and recover what it has missed.'
const FAILING_REASON =
  'Nothing could be delivered for five days. Mend it, set its status to active, and recover what it has missed.'

/** What came of attempts, written together. */
export function createResults(options: ResultsOptions): Results {
  const { pool, clock, log, random, signal } = options
  const cancelling = new Set<Promise<void>>()

  const end = async (endpointId: string, reason: string): Promise<void> => {
    if (!(await disable(options, endpointId, reason))) return
    // There may be a million of them, and other results wait.
    const work = cancelAll(pool, endpointId, signal)
      .catch((error) => log.warn({ err: error, endpoint: endpointId }, 'deliveries are cancelled later'))
      .finally(() => cancelling.delete(work))
    cancelling.add(work)
  }

  const batcher = createBatcher<Entry, void>({
    // What ends while one statement is under way shares the next: fewer, larger commits.
    lanes: 1,
    async write(entries) {
      const health = judge(entries.map(({ row, endedAt, result }) => ({ ...row, endedAt, result })))
      const rows = entries.map(({ row }) => row)
      const endpoints = await writeResults(pool, rows, health)
      const gone = new Set(health.filter((each) => each.gone).map(({ endpointId, url }) => addressOf(endpointId, url)))
      for (const endpoint of endpoints) {
        const reason = gone.has(addressOf(endpoint.id, endpoint.url))
          ? GONE_REASON
          : isLost(endpoint)
            ? FAILING_REASON
            : null
        if (reason === null) continue
        // The results are stored. If this fails, the next failure brings it here again.
        await end(endpoint.id, reason).catch((error) => log.warn({ err: error }, 'event endpoint not disabled'))
      }
      return entries.map(() => undefined)
    },
  })

  return {
    async save(delivery, result) {
      const endedAt = new Date(clock.now())
      const entry = { row: toRow(delivery, result, endedAt, random), endedAt, result }
      // Twice is harmless, and while the database restarts it spares the endpoint a repeat.
      for (let tries = 1; ; tries++) {
        try {
          return await batcher.add(entry)
        } catch (error) {
          if (tries === TRIES || signal.aborted || failureKind(error) !== 'unavailable') throw error
          await delay(FIRST_PAUSE_MS * 2 ** tries)
        }
      }
    },
    async settled() {
      await batcher.drained()
      await Promise.all(cancelling)
    },
  }
}

function isLost({
  failing_since: since,
  last_failure_at: last,
}: {
  failing_since: Date | null
  last_failure_at: Date | null
}) {
  return since !== null && last !== null && last.getTime() - since.getTime() >= FAILING.disabledAfterMs
}

function toRow(delivery: ClaimedDelivery, result: AttemptResult, endedAt: Date, random: () => number): DeliveryResult {
  const { startedAt, durationMs, outcome, status, message, answer } = result
  const retryAt = result.retryAt?.getTime() ?? null
  const round = delivery.round + 1
  const nextAt =
    outcome === 'delivered' || isGone(result)
      ? null
      : nextAttemptAt({ round, failedAt: endedAt.getTime(), retryAt, random })
  return {
    endpointId: delivery.endpoint_id,
    eventId: delivery.event_id,
    url: delivery.target.url,
    lease: delivery.lease,
    state: outcome === 'delivered' ? 'delivered' : nextAt === null ? 'failed' : 'pending',
    nextAt: nextAt === null ? null : new Date(nextAt),
    startedAt,
    endedAt,
    durationMs,
    outcome,
    status,
    message,
    answer,
  }
}
