import { type Db, type Pool, run, runCount, sql } from '../../db/database.ts'
import { unnest } from '../../db/statements/arrays.ts'
import { createBatcher } from '../../db/writes/batcher.ts'

export interface UsedProof {
  nonce: Buffer
  expiresAt: Date
}

/** Marks proofs as used; those that come at the same time share a statement, on all nodes alike. */
export function createUsedProofs(pool: Pool) {
  return createBatcher<UsedProof, boolean>({ write: (proofs) => insertUsedProofs(pool, proofs) })
}

/** For each whether it is used for the first time. */
async function insertUsedProofs(db: Db, proofs: readonly UsedProof[]): Promise<boolean[]> {
  const given = proofs.map(({ nonce, expiresAt }) => ({ nonce, expiresAt: expiresAt.getTime() }))
  const query = sql<{ nonce: Buffer }>`insert into used_proofs (nonce, expires_at)
    select * from ${unnest(given, { bytea: ['nonce'], timestamptz: ['expiresAt'] })}
    on conflict do nothing returning nonce`
  const rows = await run(db, query, 'used_proofs.insert')
  const inserted = new Set(rows.map(({ nonce }) => nonce.toString('hex')))
  // Of two that came together the first one counts.
  return proofs.map(({ nonce }) => inserted.delete(nonce.toString('hex')))
}

/** In small steps, so that a large clean-up never holds locks for long. Returns how many rows went. */
export async function removeExpiredProofs(db: Db, now: Date, most: number): Promise<number> {
  const query = sql`delete from used_proofs where nonce in (
      select nonce from used_proofs where expires_at <= ${now}
        order by expires_at limit ${most} for update skip locked)`
  return runCount(db, query)
}
