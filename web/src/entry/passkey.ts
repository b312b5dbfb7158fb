import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { api, dataOf } from '../api/client.ts'
import type { Passkey, SignedIn } from '../api/schema.ts'

// openapi.json does not describe the WebAuthn objects; browsers check them.
type RequestOptions = Record<string, unknown> & PublicKeyCredentialRequestOptionsJSON
type CreationOptions = Record<string, unknown> & PublicKeyCredentialCreationOptionsJSON

export function hasPasskeys(): boolean {
  return typeof PublicKeyCredential !== 'undefined' && 'parseRequestOptionsFromJSON' in PublicKeyCredential
}

export async function signInWithPasskey(): Promise<SignedIn> {
  const options = await dataOf(api.POST('/v1/auth/passkeys/sign-in/options'))
  const response = await asked(() =>
    navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options as RequestOptions),
    }),
  )
  return dataOf(api.POST('/v1/auth/passkeys/sign-in', { body: { response } }))
}

export async function addPasskey(name: string): Promise<Passkey> {
  const options = await dataOf(api.POST('/v1/auth/passkeys/options'))
  const response = await asked(() =>
    navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options as CreationOptions),
    }),
  )
  return dataOf(api.POST('/v1/auth/passkeys', { body: { name, response } }))
}

/** Browsers report error names; this turns them into sentences. */
async function asked(ask: () => Promise<Credential | null>): Promise<Record<string, unknown>> {
  try {
    return { ...((await ask()) as PublicKeyCredential).toJSON() }
  } catch (error) {
    throw new Error(i18n._(REASONS[(error as Error).name] ?? OTHER), { cause: error })
  }
}

const OTHER = msg`The browser could not use a passkey. Try again, or use your password.`

const REASONS: Record<string, MessageDescriptor> = {
  NotAllowedError: msg`No passkey was used: it was cancelled, or it took too long. Try again, or use your password.`,
  InvalidStateError: msg`This device already has a passkey of yours. Use it to sign in, or add one on another device.`,
  NotSupportedError: msg`This device cannot keep such a passkey. Use another device or a security key.`,
  SecurityError: msg`Passkeys need a host name and https. Open Doorpost at its own address, such as https://doorpost.example.com.`,
}
