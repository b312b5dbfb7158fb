import type { ErrorCode } from '../errors.ts'
import type { RateLimits } from '../http/access/rate-limit.ts'
import type { OriginCheck } from '../http/access/same-origin.ts'
import { callerOf, type Reply, type Request, type UserCaller } from '../http/call.ts'
import type { Outcome, Visitor } from './sign-in/sign-in.ts'
import type { Users } from './users.ts'

/** What the routes of this feature use. */
export interface VisitDeps {
  users: Users
  limits: RateLimits
  sameOrigin: OriginCheck
}

/** What routes without a caller can answer beside what follows from their body. */
export const OPEN_ERRORS: ErrorCode[] = ['rate_limit_exceeded', 'forbidden', 'internal_error', 'service_unavailable']

export function visitorOf({ sameOrigin }: VisitDeps, request: Request): Visitor {
  const { cookie, 'user-agent': userAgent } = request.headers
  return { cookie, userAgent, address: request.clientBucket, origin: sameOrigin.ownOrigin(request) }
}

/** Of a route that only people who are signed in may use. */
export function personOf(request: Request): UserCaller {
  const caller = callerOf(request)
  if (caller.kind !== 'user') throw new Error('a route for people was called by something else')
  return caller
}

/** Sets the cookies of what better-auth did. */
export function take<T>(reply: Reply, { value, cookies }: Outcome<T>): T {
  for (const cookie of cookies) reply.header('set-cookie', cookie)
  return value
}

/**
 * An attempt to prove something. It is counted before it is made, so that many at once are no way around: for the account
 * and the address together, so that whoever floods an account from elsewhere does not shut its owner out. A right one
 * clears the count. The address alone was counted before the body was read (http/access/auth.ts).
 */
export async function attempt<T>(
  { limits }: VisitDeps,
  request: Request,
  reply: Reply,
  account: string,
  work: () => Promise<T>,
): Promise<T> {
  const who = `${account} ${request.clientBucket}`
  await limits.count('sign_in', who, reply)
  const result = await work()
  await limits.clear('sign_in', who)
  return result
}

/** For secrets too long to be guessed: only the address was counted. */
export async function attemptLink<T>({ sameOrigin }: VisitDeps, request: Request, work: () => Promise<T>): Promise<T> {
  sameOrigin.refuseForeign(request)
  return work()
}
