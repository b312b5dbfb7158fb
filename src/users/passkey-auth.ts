import { passkey } from '@better-auth/passkey'
import { APIError } from 'better-auth/api'
import { betterAuth } from 'better-auth/minimal'
import { type AuthOptions, inColumns, sharedOptions } from './auth.ts'

export type PasskeyAuth = ReturnType<typeof createPasskeyAuth>

/** Shares users and sessions with createPasswordAuth. */
export function createPasskeyAuth(options: AuthOptions) {
  return betterAuth({
    ...sharedOptions(options),
    plugins: [
      passkey({
        rpName: 'Doorpost',
        rpID: relyingParty(new URL(options.baseUrl).hostname),
        // The device asks for a fingerprint, a face or a PIN, so a passkey counts as both factors.
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

/** Passkeys belong to a host name, never to an IP address; on this machine that is localhost. */
function relyingParty(hostname: string): string {
  return hostname === '127.0.0.1' || hostname === '[::1]' ? 'localhost' : hostname
}
