import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { RateLimiterRedis } from 'rate-limiter-flexible'
import { WINDOW_SECONDS, type Window, type Windows } from './windows.ts'

/** Called when counting becomes local, and with null when it is shared again. */
type OnChange = (error: Error | null) => void

// A healthy Redis answers in about a millisecond. A request must not wait noticeably for one that hangs.
const COMMAND_TIMEOUT_MS = 250
const PROBE_MS = 1_000
const START_WAIT_MS = 1_000

/** Windows that all nodes share through Redis, while it answers. */
export async function createSharedWindows(redisUrl: string, onChange: OnChange) {
  const redis = connectRedis(redisUrl)
  const breaker = createBreaker(redis, onChange)
  // Limits should be exact from the first request on, unless Redis is already unreachable.
  await Promise.race([once(redis, 'ready').catch(() => {}), delay(START_WAIT_MS, undefined, { ref: false })])
  if (redis.status !== 'ready') breaker.trip(new Error('no connection yet'))
  return {
    /** `local` counts in this process while Redis does not answer. */
    create: (name: string, local: Windows) => createWindowsOn(redis, breaker, name, local),
    close() {
      breaker.close()
      redis.disconnect()
    },
  }
}

/** Requests do not wait for a frozen Redis: nodes count for themselves until a probe in the background succeeds. */
function createBreaker(redis: Redis, onChange: OnChange) {
  let open = false
  let closed = false
  let timer: NodeJS.Timeout | undefined
  const probe = async () => {
    try {
      await redis.ping()
      open = false
      if (!closed) onChange(null)
    } catch {
      probeLater()
    }
  }
  const probeLater = () => {
    if (closed) return
    timer = setTimeout(() => void probe(), PROBE_MS).unref()
  }
  const trip = (error: Error) => {
    if (open || closed) return
    open = true
    onChange(error)
    probeLater()
  }
  redis.on('error', trip)
  return {
    isOpen: () => open,
    /** After a failed command, no request waits for Redis until it answers a probe. */
    trip,
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}

type Breaker = ReturnType<typeof createBreaker>

function createWindowsOn(redis: Redis, breaker: Breaker, name: string, local: Windows): Windows {
  const limiter = new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: `doorpost:limit:${name}`,
    // The library only counts, because a caller may have its own limit.
    points: Number.MAX_SAFE_INTEGER,
    duration: WINDOW_SECONDS,
  })
  // While Redis does not answer, each node counts for itself: the limit is too generous for a while, but intake
  // continues.
  type Ask<T> = (who: string, count?: number) => T | Promise<T>
  const orLocal = <T>(ask: (who: string, count?: number) => Promise<T>, askLocal: Ask<T>): Ask<T> => {
    return (who, count) => {
      if (breaker.isOpen()) return askLocal(who, count)
      return ask(who, count).catch((error: Error) => {
        breaker.trip(error)
        return askLocal(who, count)
      })
    }
  }
  const add = (who: string, count?: number) => limiter.consume(who, count).then(toWindow)
  const get = (who: string) => limiter.get(who).then((state) => state && toWindow(state))
  const end = (who: string) => limiter.delete(who).then(() => {})
  return { add: orLocal(add, local.add), get: orLocal(get, local.get), end: orLocal<void>(end, local.end) }
}

function toWindow(state: { consumedPoints: number; msBeforeNext: number }): Window {
  return { count: state.consumedPoints, msLeft: state.msBeforeNext }
}

function connectRedis(url: string): Redis {
  return new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout: 2_000,
    commandTimeout: COMMAND_TIMEOUT_MS,
  })
}
