import type { Tx } from '../db/database.ts'
import type { SecretBox } from '../lib/secrets/secret-box.ts'
import type { PlatformAuth, Tokens } from '../platforms/shared/contract.ts'
import { rotateServiceAppsIn } from './apps.ts'
import { rotateNetworkAppsIn } from './network-apps.ts'
import { selectAllTokens, updateConnection } from './store.ts'

/** Seals tokens for their row: they cannot be opened in another one. */
export function sealTokens(box: SecretBox, id: string, tokens: Tokens, auth: PlatformAuth, issuedAt: Date) {
  return {
    tokens: box.seal(JSON.stringify(tokens), contextOf(id)),
    issued_at: issuedAt,
    expires_at: tokens.expiresAt,
    refresh_at: auth.refresh === null ? null : auth.refreshAfter(tokens, issuedAt),
    expiry_told_at: null,
    refresh_failures: 0,
    refresh_unanswered_at: null,
  }
}

export function openTokens(box: SecretBox, row: { id: string; tokens: Buffer }): Tokens {
  const stored = JSON.parse(box.open(row.tokens, contextOf(row.id)))
  const date = (value: string | null) => (value ? new Date(value) : null)
  return { ...stored, expiresAt: date(stored.expiresAt), refreshExpiresAt: date(stored.refreshExpiresAt) }
}

/** Also reseals the secrets of apps. Returns the number of accounts. */
export async function rotateTokensIn(tx: Tx, box: SecretBox): Promise<number> {
  await rotateServiceAppsIn(tx, box)
  await rotateNetworkAppsIn(tx, box)
  const rows = await selectAllTokens(tx)
  for (const { id, tokens } of rows) {
    await updateConnection(tx, id, { tokens: box.seal(box.open(tokens, contextOf(id)), contextOf(id)) })
  }
  return rows.length
}

function contextOf(id: string): string {
  return `connection/${id}/tokens`
}
