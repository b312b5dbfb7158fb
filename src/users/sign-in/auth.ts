import { passkey } from '@better-auth/passkey'
import { betterAuth } from 'better-auth'
import { APIError } from 'better-auth/api'
import { twoFactor } from 'better-auth/plugins/two-factor'
import { Kysely, PostgresDialect } from 'kysely'
import type { SecretKey } from '../../lib/secrets/secret-box.ts'
import { secretVersion } from '../factors/secrets.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from '../input.ts'
import type { UsersOptions } from '../options.ts'
import { ADDRESS_HEADER, cookiePrefix, SESSION_SECONDS, signInSecret } from './cookies.ts'

interface AuthOptions extends Pick<UsersOptions, 'pool' | 'ids' | 'log' | 'baseUrl' | 'sandbox' | 'passwordHash'> {
  /** The current one first: it signs and encrypts. */
  keys: readonly SecretKey[]
}

export type Auth = ReturnType<typeof createAuth>

/**
 * better-auth on our tables. users.ts imports this file at the first sign-in, and not before: the library takes more
 * memory than all of the rest of Doorpost. It answers no request by itself; routes call its functions.
 */
export function createAuth({ pool, ids, log, baseUrl, sandbox, passwordHash, keys }: AuthOptions) {
  const base = new URL(baseUrl)
  const secure = base.protocol === 'https:'
  return betterAuth({
    appName: 'Doorpost',
    baseURL: base.origin,
    database: { db: new Kysely({ dialect: new PostgresDialect({ pool }) }), type: 'postgres' },
    secrets: keys.map((key) => ({ version: secretVersion(key), value: signInSecret(key) })),
    telemetry: { enabled: false },
    // What it logs may name people; its refusals are answers of ours anyway.
    logger: {
      level: 'error',
      log: (level, message) => log[level]({ part: 'sign-in', reason: message }, 'better-auth'),
    },
    // Ours are shared between nodes.
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
      passkey({
        rpName: 'Doorpost',
        rpID: relyingParty(base.hostname),
        // The device asks for a fingerprint, a face or a PIN: a passkey counts as both factors.
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        authentication: {
          afterVerification: async ({ verification }) => {
            if (!verification.authenticationInfo.userVerified)
              throw new APIError('UNAUTHORIZED', { code: 'USER_NOT_VERIFIED' })
          },
        },
        advanced: { webAuthnChallengeCookie: 'passkey' },
        schema: {
          passkey: {
            modelName: 'passkeys',
            fields: inColumns('userId publicKey credentialID deviceType backedUp createdAt'),
          },
        },
      }),
    ],
  })
}

/** The columns that hold these fields: emailVerified is in email_verified, credentialID in credential_id. */
function inColumns(fields: string): Record<string, string> {
  const toColumn = (field: string) => field.replace(/[A-Z]+/g, (capitals) => `_${capitals.toLowerCase()}`)
  return Object.fromEntries(fields.split(' ').map((field) => [field, toColumn(field)]))
}

/** Passkeys belong to a name, never to an address; on this machine that is localhost. */
function relyingParty(hostname: string): string {
  return hostname === '127.0.0.1' || hostname === '[::1]' ? 'localhost' : hostname
}
