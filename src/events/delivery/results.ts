import { setTimeout as delay } from 'node:timers/promises'
import { failureKind } from '../../db/connect/failure.ts'
import { createBatcher } from '../../db/writes/batcher.ts'
import type { Message } from '../../messages/message.ts'
import { nextAttemptAt } from '../schedule.ts'
import type { AttemptResult } from '../send.ts'
import { cancelDeliveries, type DisableOptions, disable, disableReason, GONE } from './disable.ts'
import { type ClaimedDelivery, type DeliveryResult, type EndpointHealth, writeResults } from './store.ts'

interface ResultsOptions extends DisableOptions {
  random: () => number
  /** Ends work that can be done later. */
  signal: AbortSignal
}

const TRIES = 5
const FIRST_PAUSE_MS = 250
/** With these statuses, a server asks for fewer requests altogether. */
const OVERLOADED = [429, 503]

export function createResults(options: ResultsOptions) {
  const { pool, clock, log, random, signal } = options
  const cancelling = new Set<Promise<void>>()

  const end = async (endpointId: string, reason: Message): Promise<void> => {
    if (!(await disable(options, endpointId, reason))) return
    // Not awaited: there may be a million of them, and other results wait.
    const work = cancelDeliveries(pool, endpointId, signal)
      .catch((error) =>
        log.warn({ err: error, endpoint: endpointId }, 'deliveries were not cancelled; that is done later'),
      )
      .finally(() => cancelling.delete(work))
    cancelling.add(work)
  }

  const batcher = createBatcher<DeliveryResult, void>({
    // Results that finish while one statement runs share the next: fewer, larger commits.
    lanes: 1,
    async write(results) {
      const health = judgeHealth(results.filter(({ isAlongside }) => !isAlongside))
      for (const { id, ...endpoint } of await writeResults(pool, results, health)) {
        const isGone = health.some(({ endpointId, url, gone }) => gone && endpointId === id && url === endpoint.url)
        const reason = disableReason({ id, ...endpoint }, isGone)
        if (reason === null) continue
        // The results are stored. If this fails, the next failure triggers it again.
        await end(id, reason).catch((error) => log.warn({ err: error }, 'event endpoint was not disabled'))
      }
      return results.map(() => undefined)
    },
  })

  return {
    /** Resolves once it is stored: delivered, due again, or failed for good. */
    async save(delivery: ClaimedDelivery, result: AttemptResult, { isAlongside = false } = {}): Promise<void> {
      const row = { ...toRow(delivery, result, new Date(clock.now()), random), isAlongside }
      // Writing twice is harmless, and avoids a repeated delivery while the database restarts.
      for (let tries = 1; ; tries++) {
        try {
          return await batcher.add(row)
        } catch (error) {
          if (tries === TRIES || signal.aborted || failureKind(error) !== 'unavailable') throw error
          await delay(FIRST_PAUSE_MS * 2 ** tries)
        }
      }
    },
    /** Resolves once no endpoint is being disabled any more. */
    async settled() {
      await batcher.drained()
      await Promise.all(cancelling)
    },
  }
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

/** Evaluates the attempts in the order in which they ended. An endpoint's URL may change while a batch is gathered. */
function judgeHealth(results: readonly DeliveryResult[]): EndpointHealth[] {
  const found = new Map<string, EndpointHealth>()
  for (const result of results) {
    const { endpointId, url, endedAt } = result
    const address = `${endpointId} ${url}`
    const health = found.get(address) ?? {
      endpointId,
      url,
      lastSuccessAt: null,
      failures: 0,
      firstFailureAt: null,
      lastFailureAt: null,
      lastStartedAt: result.startedAt,
      retryAt: null,
      gone: false,
    }
    found.set(address, health)
    if (result.startedAt > health.lastStartedAt) health.lastStartedAt = result.startedAt
    if (result.outcome === 'delivered') {
      Object.assign(health, { lastSuccessAt: endedAt, failures: 0, firstFailureAt: null })
      continue
    }
    health.failures++
    health.firstFailureAt ??= endedAt
    health.lastFailureAt = endedAt
    if (result.status === GONE) health.gone = true
    if (!OVERLOADED.includes(result.status ?? 0) || result.retryAt === null) continue
    if (health.retryAt === null || result.retryAt > health.retryAt) health.retryAt = result.retryAt
  }
  return [...found.values()]
}
