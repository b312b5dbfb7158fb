import { type Pool, type Tx, transaction } from '../db/database.ts'
import type { SecretBox } from '../lib/secrets/secret-box.ts'
import type { PlatformAuth, Tokens } from '../platforms/contract.ts'
import { type SavedTokens, selectAllTokens, updateSealed } from './store.ts'

/** Tokens as they are stored: sealed for their row, so that a box moved to another row stays shut. */
export function sealTokens(
  box: SecretBox,
  id: string,
  tokens: Tokens,
  auth: PlatformAuth,
  issuedAt: Date,
): SavedTokens {
  return {
    tokens: box.seal(JSON.stringify(tokens), contextOf(id)),
    issuedAt,
    expiresAt: tokens.expiresAt,
    refreshAt: auth.refresh === null ? null : auth.refreshAfter(tokens, issuedAt),
  }
}

export function openTokens(box: SecretBox, row: { id: string; tokens: Buffer }): Tokens {
  const stored = JSON.parse(box.open(row.tokens, contextOf(row.id))) as Record<keyof Tokens, unknown>
  const date = (value: unknown) => (typeof value === 'string' ? new Date(value) : null)
  return {
    accessToken: String(stored.accessToken),
    expiresAt: date(stored.expiresAt),
    refreshToken: typeof stored.refreshToken === 'string' ? stored.refreshToken : null,
    refreshExpiresAt: date(stored.refreshExpiresAt),
    scopes: Array.isArray(stored.scopes) ? stored.scopes.map(String) : [],
  }
}

/** Seals everything again with the current key, or nothing at all. Returns how many. */
export function rotateTokens(pool: Pool, box: SecretBox): Promise<number> {
  return transaction(pool, (tx) => rotateTokensIn(tx, box))
}

/** The same inside a transaction of the caller's. */
export async function rotateTokensIn(tx: Tx, box: SecretBox): Promise<number> {
  const rows = await selectAllTokens(tx)
  for (const { id, tokens } of rows) {
    await updateSealed(tx, id, box.seal(box.open(tokens, contextOf(id)), contextOf(id)))
  }
  return rows.length
}

function contextOf(id: string): string {
  return `connection/${id}/tokens`
}
