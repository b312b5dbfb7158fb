import { setTimeout as delay } from 'node:timers/promises'
import { failureKind } from '../../db/connect/failure.ts'
import { createBatcher } from '../../db/writes/batcher.ts'
import type { AttemptResult } from '../send.ts'
import { cancelDeliveries, disable, type EndingOptions } from './disable.ts'
import { GONE, judgeHealth } from './health.ts'
import { FAILING, nextAttemptAt } from '../schedule.ts'
import { type ClaimedDelivery, type DeliveryResult, type JudgedEndpoint, writeResults } from './store.ts'

interface ResultsOptions extends EndingOptions {
  random: () => number
  /** Ends what can be done later. */
  signal: AbortSignal
}

const TRIES = 5
const FIRST_PAUSE_MS = 250

const GONE_REASON =
  'It answered 410 (gone). When it is there again, set its status to active and recover what it has missed.'
const FAILING_REASON =
  'Nothing could be delivered for five days. Mend it, set its status to active, and recover what it has missed.'

export function createResults(options: ResultsOptions) {
  const { pool, clock, log, random, signal } = options
  const cancelling = new Set<Promise<void>>()

  const end = async (endpointId: string, reason: string): Promise<void> => {
    if (!(await disable(options, endpointId, reason))) return
    // There may be a million of them, and other results wait.
    const work = cancelDeliveries(pool, endpointId, signal)
      .catch((error) =>
        log.warn({ err: error, endpoint: endpointId }, 'deliveries were not cancelled; that is done later'),
      )
      .finally(() => cancelling.delete(work))
    cancelling.add(work)
  }

  const batcher = createBatcher<DeliveryResult, void>({
    // What ends while one statement is under way shares the next: fewer, larger commits.
    lanes: 1,
    async write(results) {
      const health = judgeHealth(results.filter(({ isAlongside }) => !isAlongside))
      for (const endpoint of await writeResults(pool, results, health)) {
        const isGone = health.some(
          ({ endpointId, url, gone }) => gone && endpointId === endpoint.id && url === endpoint.url,
        )
        if (!isGone && !isLost(endpoint)) continue
        const reason = isGone ? GONE_REASON : FAILING_REASON
        // The results are stored. If this fails, the next failure brings it here again.
        await end(endpoint.id, reason).catch((error) => log.warn({ err: error }, 'event endpoint was not disabled'))
      }
      return results.map(() => undefined)
    },
  })

  return {
    /** Resolves when it is stored: delivered, due again, or failed for good. */
    async save(delivery: ClaimedDelivery, result: AttemptResult, { isAlongside = false } = {}): Promise<void> {
      const row = { ...toRow(delivery, result, new Date(clock.now()), random), isAlongside }
      // Twice is harmless, and while the database restarts it spares the endpoint a repeat.
      for (let tries = 1; ; tries++) {
        try {
          return await batcher.add(row)
        } catch (error) {
          if (tries === TRIES || signal.aborted || failureKind(error) !== 'unavailable') throw error
          await delay(FIRST_PAUSE_MS * 2 ** tries)
        }
      }
    },
    /** Resolves when no endpoint is being disabled any more. */
    async settled() {
      await batcher.drained()
      await Promise.all(cancelling)
    },
  }
}

function isLost({ failing_since: since, last_failure_at: last }: JudgedEndpoint): boolean {
  return since !== null && last !== null && last.getTime() - since.getTime() >= FAILING.disabledAfterMs
}

function toRow(delivery: ClaimedDelivery, result: AttemptResult, endedAt: Date, random: () => number) {
  const isDelivered = result.outcome === 'delivered'
  const isOver = isDelivered || result.status === GONE
  const nextAt = isOver ? null : nextAttemptAt(delivery.round + 1, endedAt, result.retryAt, random)
  return {
    ...result,
    endpointId: delivery.endpoint_id,
    eventId: delivery.event_id,
    url: delivery.target.url,
    lease: delivery.lease,
    state: isDelivered ? ('delivered' as const) : nextAt === null ? ('failed' as const) : ('pending' as const),
    nextAt,
    endedAt,
  }
}
