import { createHash } from 'node:crypto'
import { build, type Db, runCount, runOne, sql, type Tx } from '../database.ts'

interface NewAnswer {
  request_hash: Buffer
  meaning_hash: Buffer
  status: number
  body: string
  /** JSON. */
  headers: string
  created_at: Date
  expires_at: Date
}

export interface IdempotencyScope {
  workspace_id: string
  scope: string
  key: string
}

/**
 * Holds the lock until the transaction ends. Returns false if another request with the same key holds it, so is still
 * running.
 */
export async function tryLockKey(tx: Tx, { workspace_id, scope, key }: IdempotencyScope): Promise<boolean> {
  const digest = createHash('sha256').update(`${workspace_id}\n${scope}\n${key}`).digest()
  const number = digest.readBigInt64BE(0).toString()
  return (await runOne(tx, sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(${number}::bigint) as locked`))!
    .locked
}

export function findAnswer(db: Db, scope: IdempotencyScope, now: Date) {
  const query = build
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'meaning_hash', 'status', 'body', 'headers'])
    .where((row) => row.and({ ...scope }))
    .where('expires_at', '>', now)
  return runOne(db, query)
}

/** Replaces an expired row of the same key. */
export async function saveAnswer(tx: Tx, scope: IdempotencyScope, answer: NewAnswer): Promise<void> {
  const query = build
    .insertInto('idempotency_keys')
    .values({ ...scope, ...answer })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'scope', 'key']).doUpdateSet(answer))
  await runOne(tx, query)
}

/** The same without a lock: the first response stays. Returns false if there is one. */
export async function keepAnswer(db: Db, scope: IdempotencyScope, answer: NewAnswer, now: Date): Promise<boolean> {
  const query = build
    .insertInto('idempotency_keys')
    .values({ ...scope, ...answer })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'scope', 'key'])
        .doUpdateSet(answer)
        .where('idempotency_keys.expires_at', '<=', now),
    )
  return (await runCount(db, query)) > 0
}

/** In small steps, so that a large clean-up never holds locks for long. Returns the number of rows. */
export async function removeExpiredAnswers(db: Db, now: Date, most: number): Promise<number> {
  const query = sql`delete from idempotency_keys where (workspace_id, scope, key) in (
      select workspace_id, scope, key from idempotency_keys where expires_at <= ${now}
       order by expires_at limit ${most} for update skip locked)`
  return runCount(db, query)
}
