import { byteaArray, timeArray } from '../../db/arrays.ts'
import { createBatcher } from '../../db/batcher.ts'
import type { Db, Pool } from '../../db/database.ts'

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
  const result = await db.query({
    text: `delete from used_proofs where nonce in (
             select nonce from used_proofs where expires_at <= $1 order by expires_at limit $2 for update skip locked)`,
    values: [now, most],
  })
  return result.rowCount ?? 0
}
