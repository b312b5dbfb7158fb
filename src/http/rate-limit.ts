import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { ApiError } from '../errors.ts'
import type { Reply } from './call.ts'

export const WINDOW_SECONDS = 60

export const POLICIES = ['authenticated', 'public', 'webhook', 'failed_auth'] as const
export type Policy = (typeof POLICIES)[number]

export interface RateLimits {
  /** Counts a request and writes the RateLimit headers; throws 429 when the window is used up. */
  count(policy: Policy, who: string, reply: Reply): Promise<void>
  /** Refuses without counting when the window is used up already. */
  check(policy: Policy, who: string): Promise<void>
  readonly refused: Record<Policy, number>
  close(): Promise<void>
}

export interface RateLimitOptions {
  /** Requests in a window. */
  points: Record<Policy, number>
  redisUrl: string | null
  onError: (error: Error) => void
}

/** Fixed windows of a minute that start with the caller's first request. In this process, or shared through Redis. */
export async function createRateLimits({ points, redisUrl, onError }: RateLimitOptions): Promise<RateLimits> {
  const redis = redisUrl === null ? null : await connectRedis(redisUrl)
  redis?.on('error', onError)
  const create = (policy: Policy) => {
    const memory = new RateLimiterMemory({ keyPrefix: policy, points: points[policy], duration: WINDOW_SECONDS })
    if (!redis) return memory
    // While Redis is away each node counts for itself: a limit that is too generous for a while, but intake goes on.
    const keyPrefix = `doorpost:limit:${policy}`
    const shared = { storeClient: redis, keyPrefix, points: points[policy], duration: WINDOW_SECONDS }
    return new RateLimiterRedis({ ...shared, insuranceLimiter: memory })
  }
  const limiters = Object.fromEntries(POLICIES.map((policy) => [policy, create(policy)])) as Record<
    Policy,
    ReturnType<typeof create>
  >
  const policyHeader = Object.fromEntries(
    POLICIES.map((policy) => [policy, `"${policy}";q=${points[policy]};w=${WINDOW_SECONDS}`]),
  ) as Record<Policy, string>
  const refused: Record<Policy, number> = { authenticated: 0, public: 0, webhook: 0, failed_auth: 0 }

  const refuse = (policy: Policy, msBeforeNext: number): never => {
    refused[policy]++
    const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000))
    throw new ApiError('rate_limit_exceeded', {
      message: `${explain(policy, points[policy])} Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
      headers: {
        'retry-after': String(seconds),
        'ratelimit-policy': policyHeader[policy],
        ratelimit: `"${policy}";r=0;t=${seconds}`,
      },
    })
  }

  return {
    refused,
    async count(policy, who, reply) {
      try {
        const state = await limiters[policy].consume(who)
        reply.header('ratelimit-policy', policyHeader[policy])
        reply.header('ratelimit', `"${policy}";r=${state.remainingPoints};t=${Math.ceil(state.msBeforeNext / 1000)}`)
      } catch (error) {
        if (error instanceof RateLimiterRes) refuse(policy, error.msBeforeNext)
        throw error
      }
    },
    async check(policy, who) {
      const state = await limiters[policy].get(who)
      if (state !== null && state.consumedPoints >= points[policy]) refuse(policy, state.msBeforeNext)
    },
    async close() {
      redis?.disconnect()
    },
  }
}

/** Loaded only where it is used: most installations have one node and no Redis. */
async function connectRedis(url: string): Promise<Redis> {
  const { Redis } = await import('ioredis')
  return new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 1, connectTimeout: 2_000 })
}

function explain(policy: Policy, points: number): string {
  switch (policy) {
    case 'authenticated':
      return `This API key may send ${points} requests a minute.`
    case 'public':
      return `Without an API key, ${points} contacts a minute are accepted from one address.`
    case 'webhook':
      return `This webhook takes ${points} deliveries a minute.`
    case 'failed_auth':
      return 'Too many requests with a wrong key came from this address.'
  }
}
