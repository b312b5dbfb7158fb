import type { BetterAuthOptions } from 'better-auth'
import { betterAuth } from 'better-auth/minimal'
import { twoFactor } from 'better-auth/plugins/two-factor'
import type { Parts } from '../db/parts.ts'
import type { SecretKey } from '../lib/secrets/secret-box.ts'
import { authTables } from './auth-tables.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from './schemas.ts'
import { secretVersion, signInSecret } from './secrets.ts'
import { ADDRESS_HEADER, cookiePrefix, SESSION_SECONDS } from './sessions.ts'

export interface AuthOptions extends Pick<Parts, 'pool' | 'ids' | 'log'> {
  baseUrl: string
  sandbox: boolean
  /** For tests: a cheaper hash. */
  passwordHash?: PasswordHash | undefined
  /** The current one first: it signs and encrypts. */
  keys: readonly SecretKey[]
}

export interface PasswordHash {
  hash(password: string): Promise<string>
  verify(compared: { hash: string; password: string }): Promise<boolean>
}

export type PasswordAuth = ReturnType<typeof createPasswordAuth>

/**
 * better-auth on our tables. load-auth.ts imports this file only at the first sign-in: the library takes half as much
 * memory as the rest of Doorpost. It handles no requests itself; routes call its functions.
 */
export function createPasswordAuth(options: AuthOptions) {
  return betterAuth({
    ...sharedOptions(options),
    plugins: [
      twoFactor({
        issuer: 'Doorpost',
        schema: {
          user: { fields: inColumns('twoFactorEnabled') },
          twoFactor: {
            modelName: 'two_factors',
            fields: inColumns('userId backupCodes failedVerificationCount lockedUntil'),
          },
        },
      }),
    ],
  })
}

export function sharedOptions({ pool, ids, log, baseUrl, sandbox, passwordHash, keys }: AuthOptions) {
  const base = new URL(baseUrl)
  const secure = base.protocol === 'https:'
  return {
    appName: 'Doorpost',
    baseURL: base.origin,
    database: authTables(pool),
    secrets: keys.map((key) => ({ version: secretVersion(key), value: signInSecret(key) })),
    telemetry: { enabled: false },
    // Its log may name people, and we report its refusals anyway.
    logger: {
      level: 'error',
      log: (level, message) => log[level]({ part: 'sign-in', reason: message }, 'better-auth'),
    },
    // Our own limits are shared between nodes.
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: cookiePrefix({ secure, sandbox }),
      // It would put a weaker prefix before ours.
      useSecureCookies: false,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/', secure },
      database: { generateId: () => ids.next().id },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
    },
    user: { modelName: 'users', fields: inColumns('emailVerified createdAt updatedAt') },
    session: {
      modelName: 'sessions',
      fields: inColumns('userId ipAddress userAgent expiresAt createdAt updatedAt'),
      expiresIn: SESSION_SECONDS,
      // sessions.ts renews them, for every route.
      disableSessionRefresh: true,
    },
    account: {
      modelName: 'accounts',
      fields: inColumns(
        'userId accountId providerId accessToken refreshToken idToken accessTokenExpiresAt refreshTokenExpiresAt createdAt updatedAt',
      ),
    },
    verification: {
      modelName: 'verifications',
      fields: inColumns('expiresAt createdAt updatedAt'),
      storeIdentifier: 'hashed',
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: PASSWORD_MIN,
      maxPasswordLength: PASSWORD_MAX,
      ...(passwordHash ? { password: passwordHash } : {}),
    },
  } satisfies BetterAuthOptions
}

/** The columns of these fields: emailVerified is in email_verified, credentialID in credential_id. */
export function inColumns(fields: string): Record<string, string> {
  const toColumn = (field: string) => field.replace(/[A-Z]+/g, (capitals) => `_${capitals.toLowerCase()}`)
  return Object.fromEntries(fields.split(' ').map((field) => [field, toColumn(field)]))
}
