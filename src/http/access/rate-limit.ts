import { ApiError } from '../../errors.ts'
import type { Reply } from '../call.ts'
import { createSharedWindows } from './shared-windows.ts'

export const WINDOW_SECONDS = 60

export const POLICIES = ['authenticated', 'dashboard', 'public', 'webhook', 'failed_auth', 'sign_in', 'open'] as const
export type Policy = (typeof POLICIES)[number]

/** What is guessed. Each is counted by itself: whoever mistypes keys can still sign in, and the other way round. */
export type Guess =
  | 'key'
  | 'malformed_key'
  | 'webhook'
  | 'attempt'
  | 'passkey_options'
  | 'connect_link'
  | 'metrics_token'

/** Under this the failed attempts of an address are counted. */
export function guesserOf(guess: Guess, { clientBucket }: { clientBucket: string }): string {
  return `${guess} ${clientBucket}`
}

/** Both give a promise only when Redis has to be asked. */
export interface RateLimits {
  /**
   * Counts a request and writes the RateLimit headers; throws 429 when the window is used up. `points` is the caller's
   * own limit, where it has one.
   */
  count(policy: Policy, who: string, reply: Reply, points?: number): void | Promise<void>
  /** Refuses without counting when the window is used up already. */
  check(policy: Policy, who: string): void | Promise<void>
  /** Whether the next one that is counted is refused. */
  isUsedUp(policy: Policy, who: string): boolean | Promise<boolean>
  /** Ends the window: what was counted in it counts no more. */
  clear(policy: Policy, who: string): void | Promise<void>
  readonly refused: Record<Policy, number>
  close(): Promise<void>
}

export interface RateLimitOptions {
  /** Requests in a window. */
  points: Record<Policy, number>
  redisUrl: string | null
  /** Called when Redis stops answering and each node counts for itself, and with null when the counts are shared again. */
  onChange: (error: Error | null) => void
}

/** Fixed windows of a minute that start with the caller's first request. In this process, or shared through Redis. */
export async function createRateLimits({ points, redisUrl, onChange }: RateLimitOptions): Promise<RateLimits> {
  const shared =
    redisUrl === null ? null : await createSharedWindows({ redisUrl, windowSeconds: WINDOW_SECONDS, onChange })
  // Pages and files are only protected from being fetched without end: that is not worth a question to Redis for each.
  const create = (policy: Policy) =>
    shared && policy !== 'open' ? shared.create(policy, createWindows()) : createWindows()
  const windows = Object.fromEntries(POLICIES.map((policy) => [policy, create(policy)])) as Record<Policy, Windows>
  const refused = Object.fromEntries(POLICIES.map((policy) => [policy, 0])) as Record<Policy, number>

  const refuse = (policy: Policy, limit: number, msLeft: number): never => {
    refused[policy]++
    const seconds = Math.max(1, Math.ceil(msLeft / 1000))
    throw new ApiError('rate_limit_exceeded', {
      message: `${explain(policy, limit)} Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
      headers: {
        'retry-after': String(seconds),
        'ratelimit-policy': policyHeader(policy, limit),
        ratelimit: `"${policy}";r=0;t=${seconds}`,
      },
    })
  }
  const counted = (policy: Policy, limit: number, reply: Reply, { count, msLeft }: Window) => {
    if (count > limit) refuse(policy, limit, msLeft)
    reply.header('ratelimit-policy', policyHeader(policy, limit))
    reply.header('ratelimit', `"${policy}";r=${limit - count};t=${Math.ceil(msLeft / 1000)}`)
  }
  const checked = (policy: Policy, window: Window | null) => {
    if (window !== null && window.count >= points[policy]) refuse(policy, points[policy], window.msLeft)
  }

  return {
    refused,
    count(policy, who, reply, limit = points[policy]) {
      const window = windows[policy].add(who)
      if (!(window instanceof Promise)) return counted(policy, limit, reply, window)
      return window.then((found) => counted(policy, limit, reply, found))
    },
    check(policy, who) {
      const window = windows[policy].get(who)
      if (!(window instanceof Promise)) return checked(policy, window)
      return window.then((found) => checked(policy, found))
    },
    isUsedUp(policy, who) {
      const isFull = (window: Window | null) => window !== null && window.count >= points[policy]
      const window = windows[policy].get(who)
      return window instanceof Promise ? window.then(isFull) : isFull(window)
    },
    clear: (policy, who) => windows[policy].end(who),
    async close() {
      shared?.close()
    },
  }
}

export interface Window {
  /** Requests in it so far. */
  count: number
  msLeft: number
}

export interface Windows {
  add(who: string): Window | Promise<Window>
  get(who: string): Window | null | Promise<Window | null>
  end(who: string): void | Promise<void>
}

/** In this process. Our own, because the library's costs a promise and a timer for every caller. */
function createWindows(): Windows {
  const windowMs = WINDOW_SECONDS * 1000
  const windows = new Map<string, { count: number; endsAt: number }>()
  let sweepAt = 0
  const sweep = (now: number) => {
    sweepAt = now + windowMs
    for (const [who, { endsAt }] of windows) {
      if (endsAt <= now) windows.delete(who)
    }
  }
  /** Undefined also when the clock was set back: nobody is to wait longer than a window. */
  const find = (who: string, now: number) => {
    const window = windows.get(who)
    return window !== undefined && window.endsAt > now && window.endsAt <= now + windowMs ? window : undefined
  }
  return {
    add(who) {
      const now = Date.now()
      let window = find(who, now)
      if (window === undefined) {
        if (now >= sweepAt || now < sweepAt - windowMs) sweep(now)
        window = { count: 0, endsAt: now + windowMs }
        windows.set(who, window)
      }
      window.count++
      return { count: window.count, msLeft: window.endsAt - now }
    },
    get(who) {
      const now = Date.now()
      const window = find(who, now)
      return window === undefined ? null : { count: window.count, msLeft: window.endsAt - now }
    },
    end: (who) => void windows.delete(who),
  }
}

function policyHeader(policy: Policy, limit: number): string {
  return `"${policy}";q=${limit};w=${WINDOW_SECONDS}`
}

function explain(policy: Policy, points: number): string {
  switch (policy) {
    case 'authenticated':
      return `This API key may send ${points} requests a minute.`
    case 'dashboard':
      return `Somebody who is signed in may send ${points} requests a minute.`
    case 'public':
      return `Without an API key, ${points} contacts a minute are accepted from one address.`
    case 'webhook':
      return `This webhook takes ${points} deliveries a minute.`
    case 'open':
      return `One address may ask for ${points} pages and files a minute.`
    case 'failed_auth':
      return 'Too many wrong keys, passwords, codes or links came from this address.'
    case 'sign_in':
      return `After ${points} attempts in a minute, this account waits for the rest of it.`
  }
}
