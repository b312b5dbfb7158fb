import type { Tx } from '../db/database.ts'
import { type SecretBox, SecretBoxError } from '../lib/secrets/secret-box.ts'
import { tokenFormat } from '../lib/text/base62.ts'
import { selectSealed, updateSource } from './source-store.ts'

/** The secret part of a receive URL: whk_ and 38 letters and digits. */
export const webhookKeys = tokenFormat('whk_')

/** The encrypted columns of a source. A replaced secret stays sealed under its old name. */
export type SecretName = 'secret' | 'verify_token' | 'access_token'

/** Seals for one row: the box cannot be opened in another row. Null and undefined stay as they are. */
export function sealSecret<T extends string | null | undefined>(box: SecretBox, id: string, name: SecretName, text: T) {
  return typeof text === 'string' ? box.seal(text, contextOf(id, name)) : (text as Exclude<T, string>)
}

export function openSecret(box: SecretBox, id: string, name: SecretName, sealed: Buffer | null): string | null {
  return sealed === null ? null : box.open(sealed, contextOf(id, name))
}

/** Like openSecret, but returns null for a secret that cannot be opened. */
export function tryOpenSecret(
  box: SecretBox,
  id: string,
  name: SecretName,
  sealed: Buffer | null,
  onError: (error: SecretBoxError) => void = () => {},
): string | null {
  try {
    return openSecret(box, id, name, sealed)
  } catch (error) {
    if (!(error instanceof SecretBoxError)) throw error
    onError(error)
    return null
  }
}

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
