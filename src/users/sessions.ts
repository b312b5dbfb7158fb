import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Pool } from '../db/database.ts'
import type { Sessions } from '../http/access/auth.ts'
import type { Clock } from '../lib/time/clock.ts'
import { DAY_MS, SECOND_MS } from '../lib/time/span.ts'
import { isTeamRole, scopesOfRole } from '../scopes.ts'
import { findCallerOf, updateSessionEnd } from './store.ts'

/** How long a session lasts after its last renewal: two weeks. */
export const SESSION_SECONDS = 14 * 24 * 60 * 60

/** A session in use is renewed once a day; more often would mean a write for every click. */
const RENEW_MS = DAY_MS

/** Reads the database at every request, so an ended session is refused at once, on every node. */
export function createSessions(pool: Pool, clock: Clock, cookies: Cookies): Sessions {
  return {
    tokenOf: (request) => cookies.read(request.headers.cookie, 'session_token'),
    async find(token) {
      const row = await findCallerOf(pool, token)
      const now = clock.now()
      if (row === null || !isTeamRole(row.role) || row.expires_at.getTime() <= now) return null
      const { workspaceId, userId, sessionId, role } = row
      const scopes = new Set(scopesOfRole(role))
      const caller = { kind: 'user', workspaceId, userId, sessionId, role, scopes } as const
      return { caller, isOld: now - row.updated_at.getTime() >= RENEW_MS }
    },
    async renew(token) {
      const now = clock.now()
      await updateSessionEnd(pool, token, new Date(now), new Date(now + SESSION_SECONDS * SECOND_MS))
      return cookies.renewed(token)
    },
  }
}

// Cookies --------------------------------------------------------------------------------------------------------------

/** The header that tells better-auth the address that limits count by. */
export const ADDRESS_HEADER = 'x-doorpost-client'

type CookieOptions = Record<'secure' | 'sandbox', boolean>

/**
 * With `__Host-`, browsers accept a cookie only from this host over https, so no other host of the domain can plant
 * one. The sandbox has its own names: cookies are shared between ports, and it may run next to the installation.
 */
export function cookiePrefix({ secure, sandbox }: CookieOptions): string {
  return `${secure ? '__Host-' : ''}doorpost${sandbox ? '-sandbox' : ''}`
}

export type CookieName = 'session_token' | 'two_factor' | 'trust_device' | 'passkey'

/** One key signs all cookies, so the form of a value tells which cookie it belongs to. */
const COOKIE_FORMS: Record<CookieName, RegExp> = {
  session_token: /^[\w-]+$/,
  two_factor: /^2fa-[\w-]+$/,
  trust_device: /^[\w-]+!trust-device-[\w-]+$/,
  passkey: /^(?!2fa-)[\w-]+$/,
}

type Cookies = ReturnType<typeof createCookies>

/**
 * Reads and writes the cookies of better-auth, so that a request with a session need not load it. `secret` returns the
 * signing key, and is called for the first cookie; `secure` is for https only.
 */
export function createCookies(secret: () => string, options: CookieOptions) {
  const fullName = (name: CookieName) => `${cookiePrefix(options)}.${name}`
  const sign = (value: string) => createHmac('sha256', secret()).update(value).digest('base64')
  const signed = (value: string) => encodeURIComponent(`${value}.${sign(value)}`)
  const setSession = (value: string, maxAge: number) =>
    `${fullName('session_token')}=${value}; Max-Age=${maxAge}; Path=/; HttpOnly${options.secure ? '; Secure' : ''}; SameSite=Lax`
  /** The value of a cookie that this installation signed; null for any other. */
  const read = (header: string | undefined, name: CookieName): string | null => {
    const text = header === undefined ? null : findCookie(header, fullName(name))
    const dot = text === null ? -1 : text.lastIndexOf('.')
    if (text === null || dot < 1) return null
    const value = text.slice(0, dot)
    if (!COOKIE_FORMS[name].test(value)) return null
    const signature = Buffer.from(text.slice(dot + 1))
    const expected = Buffer.from(sign(value))
    return signature.length === expected.length && timingSafeEqual(signature, expected) ? value : null
  }
  return {
    read,
    renewed: (token: string) => setSession(signed(token), SESSION_SECONDS),
    removed: () => setSession('', 0),
    /** A Cookie header with only these, so that better-auth sees the same cookies as we do. */
    only(header: string | undefined, names: readonly CookieName[]): string {
      const found = names.flatMap((name) => {
        const value = read(header, name)
        return value === null ? [] : [`${fullName(name)}=${signed(value)}`]
      })
      return found.join('; ')
    },
  }
}

/** Also null if the cookie occurs twice, because it is unclear which one counts. */
function findCookie(header: string, name: string): string | null {
  const found = header
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${name}=`))
  if (found.length !== 1) return null
  try {
    return decodeURIComponent(found[0]!.slice(name.length + 1))
  } catch {
    return null
  }
}
