import { ApiError } from '../../errors.ts'
import { type Message, message } from '../../messages/message.ts'
import type { Reply } from '../call.ts'
import {
  type AskWindows,
  createAskedWindows,
  createWindows,
  WINDOW_SECONDS,
  type Window,
  type Windows,
} from './windows.ts'

const POLICIES = ['authenticated', 'dashboard', 'public', 'webhook', 'failed_auth', 'sign_in', 'open'] as const
export type Policy = (typeof POLICIES)[number]

/** What is guessed. Each kind is counted separately: mistyped keys do not block sign-ins, and vice versa. */
type Guess =
  | 'key'
  | 'malformed_key'
  | 'webhook'
  | 'attempt'
  | 'passkey_options'
  | 'connect_link'
  | 'link'
  | 'mail_link'
  | 'metrics_token'
  | 'form'

/** The name under which the failed attempts of an address are counted. */
export function guesserOf(guess: Guess, { clientBucket }: { clientBucket: string }): string {
  return `${guess} ${clientBucket}`
}

interface RateLimitOptions {
  /** Requests per window. */
  points: Record<Policy, number>
  redisUrl: string | null
  /** Asks the process that counts for all processes on this machine, if there is one. */
  ask?: AskWindows | null
  /** Called when Redis stops answering and each node counts for itself, and with null when counts are shared again. */
  onChange: (error: Error | null) => void
}

export type RateLimits = Awaited<ReturnType<typeof createRateLimits>>

/**
 * Fixed windows of a minute that start with the caller's first request. Counts are local to this process, or shared:
 * between nodes through Redis, otherwise between the processes of one machine through the first process.
 */
export async function createRateLimits({ points, redisUrl, ask = null, onChange }: RateLimitOptions) {
  // Loaded only where it is used: most installations have one node and no Redis.
  const open = async (url: string) => (await import('./shared-windows.ts')).createSharedWindows(url, onChange)
  const shared = redisUrl === null ? ask && createAskedWindows(ask) : await open(redisUrl)
  // Pages and files only need protection from endless fetching, which is not worth asking another process each time.
  const create = (policy: Policy) =>
    shared && policy !== 'open' ? shared.create(policy, createWindows()) : createWindows()
  const windows = Object.fromEntries(POLICIES.map((policy) => [policy, create(policy)])) as Record<Policy, Windows>
  const refused = Object.fromEntries(POLICIES.map((policy) => [policy, 0])) as Record<Policy, number>

  const refuse = (policy: Policy, limit: number, msLeft: number): never => {
    refused[policy]++
    const seconds = Math.max(1, Math.ceil(msLeft / 1000))
    throw new ApiError('rate_limit_exceeded', {
      message: explainLimit(policy, limit, seconds),
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
  const refuseBatch = (policy: Policy, units: number, left: number, msLeft: number): never => {
    refused[policy]++
    const limit = points[policy]
    const seconds = Math.max(1, Math.ceil(msLeft / 1000))
    throw new ApiError('rate_limit_exceeded', {
      message: message('limit.batch', { units, left, seconds }),
      headers: {
        'retry-after': String(seconds),
        'ratelimit-policy': policyHeader(policy, limit),
        ratelimit: `"${policy}";r=${left};t=${seconds}`,
      },
    })
  }
  const checked = (policy: Policy, window: Window | null) => {
    if (window !== null && window.count >= points[policy]) refuse(policy, points[policy], window.msLeft)
  }

  return {
    refused,
    /**
     * Counts a request and writes the RateLimit headers; throws 429 if the window is used up. `limit` is the caller's
     * own limit, if any. Like the functions below, it returns a promise only if another process must be asked.
     */
    count(policy: Policy, who: string, reply: Reply, limit = points[policy]): void | Promise<void> {
      const window = windows[policy].add(who)
      if (!(window instanceof Promise)) return counted(policy, limit, reply, window)
      return window.then((found) => counted(policy, limit, reply, found))
    },
    /**
     * Counts a request, which was counted as one, as `units`. If too few are left, it throws 429 and counts no more, so
     * that smaller requests still pass.
     */
    async countMore(policy: Policy, who: string, reply: Reply, units: number): Promise<void> {
      if (units <= 1) return
      const limit = points[policy]
      const before = await windows[policy].get(who)
      const left = Math.max(0, limit - (before?.count ?? 0))
      if (before !== null && left < units - 1) refuseBatch(policy, units, left, before.msLeft)
      const window = await windows[policy].add(who, units - 1)
      // Another request was faster.
      if (window.count > limit) refuseBatch(policy, units, 0, window.msLeft)
      counted(policy, limit, reply, window)
    },
    /** Refuses without counting if the window is already used up. */
    check(policy: Policy, who: string): void | Promise<void> {
      const window = windows[policy].get(who)
      if (!(window instanceof Promise)) return checked(policy, window)
      return window.then((found) => checked(policy, found))
    },
    /** Whether the next counted request would be refused. */
    isUsedUp(policy: Policy, who: string): boolean | Promise<boolean> {
      const isFull = (window: Window | null) => window !== null && window.count >= points[policy]
      const window = windows[policy].get(who)
      return window instanceof Promise ? window.then(isFull) : isFull(window)
    },
    /** Ends the window and resets its count. */
    clear: (policy: Policy, who: string) => windows[policy].end(who),
    async close() {
      shared?.close()
    },
  }
}

function policyHeader(policy: Policy, limit: number): string {
  return `"${policy}";q=${limit};w=${WINDOW_SECONDS}`
}

export function explainLimit(policy: Policy, points: number, seconds: number): Message {
  return { code: `limit.${policy}`, values: { points, seconds } }
}

// Each takes about a millisecond, so the wait stays short.
const WAITING_MAX = 50

export type LookUp = ReturnType<typeof createLookUp>

/**
 * Looks up secrets, which may cost a query, and anyone can invent well-formed keys. Once an address has used up its
 * failed attempts, its look-ups run one at a time, so it never holds more than one database connection, while a valid
 * key from there still works. A wrong one still counts, and gets 429.
 */
export function createLookUp(limits: RateLimits) {
  const lines = new Map<string, { last: Promise<unknown>; waiting: number }>()
  /**
   * `who` is the name that failed attempts are counted under. Throws 429 if too many look-ups of a guessing address
   * wait.
   */
  return async <T>(who: string, load: () => Promise<T>): Promise<T> => {
    if (!(await limits.isUsedUp('failed_auth', who))) return load()
    const line = lines.get(who) ?? { last: Promise.resolve(), waiting: 0 }
    if (line.waiting >= WAITING_MAX) await limits.check('failed_auth', who)
    lines.set(who, line)
    line.waiting++
    const turn = line.last.then(load, load)
    line.last = turn
    try {
      return await turn
    } finally {
      if (--line.waiting === 0) lines.delete(who)
    }
  }
}
