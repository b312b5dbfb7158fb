import type { Pool } from '../../db/database.ts'
import type { Parts } from '../../db/parts.ts'
import type { SealedTokens } from '../../lib/secrets/sealed-token.ts'
import type { SecretKey } from '../../lib/secrets/secret-box.ts'
import { createJudge } from './judge.ts'
import { createProofs, createUsedProofs, removeExpiredProofs } from './proof.ts'
import { createFormTokens } from './token.ts'

interface ProtectionOptions extends Pick<Parts, 'pool' | 'clock'> {
  tokens: SealedTokens
  loadKeys: () => readonly SecretKey[]
}

const STEP = 1_000

/** Tells spam from people, as far as possible. */
export function createProtection({ pool, clock, tokens: sealed, loadKeys }: ProtectionOptions) {
  const tokens = createFormTokens({ tokens: sealed, clock })
  const proofs = createProofs({ loadKeys, clock })
  return {
    judge: createJudge({ tokens, proofs, markUsed: createUsedProofs(pool).add, clock }),
    /**
     * The token for a page of the form. A page that is shown again, because of a problem with a field, keeps its token:
     * correcting a field may take less than three seconds.
     */
    tokenFor(publicId: string, before: string | null = null): string {
      const isFresh = before !== null && tokens.read(publicId, before).state === 'fresh'
      return isFresh ? before : tokens.create(publicId)
    },
    challenge: async (publicId: string) => ({
      token: tokens.create(publicId),
      challenge: await proofs.create(publicId),
    }),
    async purge(db: Pool): Promise<void> {
      while ((await removeExpiredProofs(db, new Date(clock.now()), STEP)) === STEP);
    },
  }
}
