import type { AttemptResult } from './attempt.ts'

/** What the attempts of one batch say about their endpoint. */
export interface EndpointHealth {
  endpointId: string
  lastSuccessAt: Date | null
  /** In a row, up to the newest: those before a success are not counted. */
  failures: number
  firstFailureAt: Date | null
  lastFailureAt: Date | null
  /** When the newest of the attempts was begun. */
  lastStartedAt: Date
  /** It asked for a rest until then. */
  retryAt: Date | null
  /** It answered 410. */
  gone: boolean
}

/** Statuses with which a server asks for fewer requests, not for another time for this one. */
const OVERLOADED = [429, 503]
const GONE = 410

/** In the order in which the attempts ended. */
export function judge(attempts: ReadonlyArray<{ endpointId: string; endedAt: Date; result: AttemptResult }>) {
  const found = new Map<string, EndpointHealth>()
  for (const { endpointId, endedAt, result } of attempts) {
    const health = found.get(endpointId) ?? unknownHealth(endpointId, result.startedAt)
    found.set(endpointId, health)
    if (result.startedAt > health.lastStartedAt) health.lastStartedAt = result.startedAt
    if (result.outcome === 'delivered') {
      health.lastSuccessAt = endedAt
      health.failures = 0
      health.firstFailureAt = null
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

export function isGone(result: AttemptResult): boolean {
  return result.status === GONE
}

function unknownHealth(endpointId: string, lastStartedAt: Date): EndpointHealth {
  return {
    endpointId,
    lastSuccessAt: null,
    failures: 0,
    firstFailureAt: null,
    lastFailureAt: null,
    lastStartedAt,
    retryAt: null,
    gone: false,
  }
}
