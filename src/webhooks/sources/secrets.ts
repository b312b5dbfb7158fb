import { type Pool, type Tx, transaction } from '../../db/database.ts'
import type { SecretBox } from '../../lib/secrets/secret-box.ts'
import { selectSealed, updateSource } from './store.ts'

/** What a source keeps encrypted. The old secret is sealed as the secret it was. */
export type SecretName = 'secret' | 'verify_token' | 'access_token'

/** Sealed for its row, so that a box moved to another row stays shut. */
export function sealSecret(box: SecretBox, id: string, name: SecretName, text: string | null): Buffer | null {
  return text === null ? null : box.seal(text, contextOf(id, name))
}

/** Throws a SecretBoxError when the key is not there any more. */
export function openSecret(box: SecretBox, id: string, name: SecretName, sealed: Buffer | null): string | null {
  return sealed === null ? null : box.open(sealed, contextOf(id, name))
}

/** Seals everything again with the current key, or nothing at all. Returns of how many sources. */
export function rotateSourceSecrets(pool: Pool, box: SecretBox): Promise<number> {
  return transaction(pool, (tx) => rotateSourceSecretsIn(tx, box))
}

/** The same inside a transaction of the caller's. */
export async function rotateSourceSecretsIn(tx: Tx, box: SecretBox): Promise<number> {
  const rows = await selectSealed(tx)
  for (const { id, ...sealed } of rows) {
    const again = (name: SecretName, old: Buffer | null) => sealSecret(box, id, name, openSecret(box, id, name, old))
    await updateSource(tx, id, {
      secret: again('secret', sealed.secret),
      old_secret: again('secret', sealed.old_secret),
      verify_token: again('verify_token', sealed.verify_token),
      access_token: again('access_token', sealed.access_token),
    })
  }
  return rows.length
}

function contextOf(id: string, name: SecretName): string {
  return `webhook_source/${id}/${name}`
}
