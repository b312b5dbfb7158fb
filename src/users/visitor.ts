import type { ErrorCode } from '../errors.ts'
import type { RateLimits } from '../http/access/rate-limit.ts'
import type { OriginCheck } from '../http/access/same-origin.ts'
import type { Reply, Request } from '../http/call.ts'
import { dataAnswer, recordAnswer } from '../http/route.ts'
import { DoneSchema, signedIn } from './schemas.ts'
import { signInWithPassword, type Visitor } from './sign-in.ts'
import type { Users } from './users.ts'

export interface UserRouteDeps {
  users: Users
  limits: RateLimits
  sameOrigin: OriginCheck
}

/** Errors of routes without a caller, in addition to those that follow from their body. */
export const OPEN_ERRORS: ErrorCode[] = ['rate_limit_exceeded', 'forbidden', 'internal_error', 'service_unavailable']

export const DONE = { done: true }
export const doneAnswer = (description: string) => dataAnswer(description, DoneSchema, DONE)
export const signedInAnswer = (description: string) =>
  recordAnswer(`${description} \`Set-Cookie\` has the session.`, signedIn)

/**
 * Runs `work` for the sender of a request. The cookies that better-auth sets go into the response, unless `work`
 * throws.
 */
export async function withVisitor<T>(
  { sameOrigin }: UserRouteDeps,
  request: Request,
  reply: Reply,
  work: (visitor: Visitor) => Promise<T>,
): Promise<T> {
  const { cookie, 'user-agent': userAgent } = request.headers
  const origin = sameOrigin.ownOrigin(request)
  const newCookies: string[] = []
  const result = await work({ cookie, userAgent, address: request.clientBucket, origin, newCookies })
  for (const each of newCookies) reply.header('set-cookie', each)
  return result
}

/**
 * Counts an attempt, then makes it. Counting first means that sending many at once does not help. It counts for the
 * account and the address together, so that a flood from elsewhere does not lock the owner out. Success clears the
 * count. The address alone was counted before the body was read (http/access/auth.ts).
 */
export async function countAttempt<T>(
  deps: UserRouteDeps,
  [request, reply]: [Request, Reply],
  account: string,
  work: (visitor: Visitor) => Promise<T>,
): Promise<T> {
  const who = `${account} ${request.clientBucket}`
  await deps.limits.count('sign_in', who, reply)
  const result = await withVisitor(deps, request, reply, work)
  await deps.limits.clear('sign_in', who)
  return result
}

/**
 * Signs in a person who just used a link to get an account. Its token is too long to guess, so no attempt is counted.
 */
export async function signInNewUser(
  deps: UserRouteDeps,
  [request, reply]: [Request, Reply],
  email: string,
  password: string,
) {
  const id = await withVisitor(deps, request, reply, (visitor) =>
    signInWithPassword(deps.users, visitor, email, password),
  )
  return showSignedIn(deps, id)
}

/** A null `id` means that the second factor is still missing. */
export async function showSignedIn({ users }: UserRouteDeps, id: string | null): Promise<object> {
  const user = id === null ? null : await users.get(id)
  return { second_factor_needed: user === null, user }
}
