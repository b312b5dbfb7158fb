import { byteaArray, timeArray } from '../../db/arrays.ts'
import { createBatcher } from '../../db/batcher.ts'
import { type Db, type Pool, runCount, sql } from '../../db/database.ts'

export interface UsedProof {
  nonce: Buffer
  expiresAt: Date
}

/** Marks proofs as used; those that come at the same time share a statement, on all nodes alike. */
export function createUsedProofs(pool: Pool) {
  return createBatcher<UsedProof, boolean>({ write: (proofs) => insertUsedProofs(pool, proofs) })
}

const INSERT = {
  name: 'used_proofs.insert',
  text: `insert into used_proofs (nonce, expires_at) select * from unnest($1::bytea[], $2::timestamptz[])
         on conflict do nothing returning nonce`,
}

/** For each whether it is used for the first time. */
async function insertUsedProofs(db: Db, proofs: readonly UsedProof[]): Promise<boolean[]> {
  const values = [
    byteaArray(proofs.map(({ nonce }) => nonce)),
    timeArray(proofs.map(({ expiresAt }) => expiresAt.getTime())),
  ]
  const { rows } = await db.query<{ nonce: Buffer }>({ ...INSERT, values })
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
