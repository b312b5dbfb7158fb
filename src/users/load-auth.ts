import { setTimeout as delay } from 'node:timers/promises'
import type { AuthOptions } from './auth.ts'

// better-auth has 700 files. Importing them at once would block every other request for a second, so they are imported
// in parts, dependencies first. Each part is an entry of its package and takes at most some tens of milliseconds.

const PARTS = [
  () => import('zod/v4/locales/en.js'),
  () => import('zod/v4/locales'),
  () => import('zod/v4/core'),
  () => import('zod'),
  () => import('jose/jwt/decrypt'),
  () => import('jose'),
  () => import('better-call'),
  () => import('@better-auth/core/db/adapter'),
  () => import('@better-auth/core/oauth2'),
  () => import('@better-auth/core/social-providers'),
  () => import('better-auth/crypto'),
  () => import('better-auth/cookies'),
  () => import('better-auth/db'),
  () => import('better-auth/api'),
  () => import('better-auth/minimal'),
  () => import('better-auth/plugins/two-factor'),
  () => import('./auth.ts'),
]

const PASSKEY_PARTS = [
  () => import('@peculiar/asn1-schema'),
  () => import('@peculiar/asn1-x509'),
  () => import('@peculiar/asn1-cms'),
  () => import('@peculiar/x509'),
  () => import('@simplewebauthn/server/helpers'),
  () => import('@simplewebauthn/server'),
  () => import('./passkey-auth.ts'),
]

export async function loadPasswordAuth(options: AuthOptions) {
  await importInTurns(PARTS)
  const { createPasswordAuth } = await import('./auth.ts')
  return createPasswordAuth(options)
}

/** Separate from passwords: few people use passkeys, and they take as many files again. */
export async function loadPasskeyAuth(options: AuthOptions) {
  await importInTurns([...PARTS, ...PASSKEY_PARTS])
  const { createPasskeyAuth } = await import('./passkey-auth.ts')
  return createPasskeyAuth(options)
}

/** After each part, other requests get as much time as it took. */
async function importInTurns(parts: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const load of parts) {
    const startedAt = performance.now()
    await load()
    await delay(performance.now() - startedAt)
  }
}
