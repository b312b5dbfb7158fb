import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { SecretKey } from '../lib/secrets/secret-box.ts'

export const SESSION_SECONDS = 14 * 24 * 60 * 60

/** The header that gives better-auth the address that the limits count by. */
export const ADDRESS_HEADER = 'x-doorpost-client'

type CookieOptions = Record<'secure' | 'sandbox', boolean>

/**
 * With `__Host-` browsers take a cookie from this very host over https alone: no other host of the domain can plant one.
 * The sandbox has names of its own: cookies know no ports, and it may run beside the installation.
 */
export function cookiePrefix({ secure, sandbox }: CookieOptions): string {
  return `${secure ? '__Host-' : ''}doorpost${sandbox ? '-sandbox' : ''}`
}

export type CookieName = 'session_token' | 'two_factor' | 'trust_device' | 'passkey'

/** One key signs all of them, so the form of a value tells which cookie it belongs to. */
const LOOKS: Record<CookieName, RegExp> = {
  session_token: /^[\w-]+$/,
  two_factor: /^2fa-[\w-]+$/,
  trust_device: /^[\w-]+!trust-device-[\w-]+$/,
  passkey: /^(?!2fa-)[\w-]+$/,
}

export type Cookies = ReturnType<typeof createCookies>

/**
 * Reads and writes the cookies of better-auth, so that a request with a session need not load it. `secret` is the key that
 * signs, asked for at the first cookie; `secure` is for https only.
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
    if (!LOOKS[name].test(value)) return null
    const given = Buffer.from(text.slice(dot + 1))
    const expected = Buffer.from(sign(value))
    return given.length === expected.length && timingSafeEqual(given, expected) ? value : null
  }
  return {
    read,
    /** A Set-Cookie that renews the session. */
    renewed: (token: string) => setSession(signed(token), SESSION_SECONDS),
    /** A Set-Cookie that removes the session. */
    removed: () => setSession('', 0),
    /** A Cookie header of these alone, so that better-auth sees the same cookies as we do and no others. */
    only(header: string | undefined, names: readonly CookieName[]): string {
      const found = names.flatMap((name) => {
        const value = read(header, name)
        return value === null ? [] : [`${fullName(name)}=${signed(value)}`]
      })
      return found.join('; ')
    },
  }
}

/** Null also when the cookie comes twice: nobody can tell which one counts. */
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

/** The key that signs cookies and encrypts second factors, derived from the installation's key. */
export function signInSecret({ key }: SecretKey): string {
  return Buffer.from(hkdfSync('sha256', key, '', 'doorpost sign-in 1', 32)).toString('base64')
}
