import { hkdfSync } from 'node:crypto'
import type { Tx } from '../db/database.ts'
import { SecretBoxError, type SecretKey } from '../lib/secrets/secret-box.ts'
import { selectSecondFactors, updateSecondFactor } from './store.ts'

/** The key that signs cookies and encrypts second factors, derived from the installation's key. */
export function signInSecret({ key }: SecretKey): string {
  return Buffer.from(hkdfSync('sha256', key, '', 'doorpost sign-in 1', 32)).toString('base64')
}

/** The number by which better-auth finds the key that encrypted something. */
export function secretVersion({ id }: SecretKey): number {
  return Number.parseInt(id, 16)
}

/** Encrypts second factors and backup codes again with the first of the keys. Returns their number. */
export async function rotateSecondFactorsIn(tx: Tx, keys: readonly SecretKey[]): Promise<number> {
  const rows = await selectSecondFactors(tx)
  if (rows.length === 0) return 0
  const { symmetricDecrypt, symmetricEncrypt } = await import('better-auth/crypto')
  const key = {
    keys: new Map(keys.map((each) => [secretVersion(each), signInSecret(each)])),
    currentVersion: secretVersion(keys[0]!),
  }
  const encryptAgain = async (data: string) => {
    const text = await symmetricDecrypt({ key, data }).catch((error) => {
      throw new SecretBoxError('unknown_key', 'A second factor was encrypted with a key that is not set.', error)
    })
    return symmetricEncrypt({ key, data: text })
  }
  for (const { id, secret, backup_codes } of rows) {
    await updateSecondFactor(tx, id, await encryptAgain(secret), await encryptAgain(backup_codes))
  }
  return rows.length
}
