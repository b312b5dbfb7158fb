import type { DeliveryResult, EndpointHealth } from './store.ts'

/** Statuses with which a server asks for fewer requests, not for another time for this one. */
const OVERLOADED = [429, 503]
export const GONE = 410

/** Takes the attempts in the order in which they ended. An endpoint may move while a batch is gathered. */
export function judgeHealth(results: readonly DeliveryResult[]): EndpointHealth[] {
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
