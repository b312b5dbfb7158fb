import type { Insertable, Updateable } from 'kysely'
import { build, type Db, run, runOne } from '../../db/database.ts'
import type { ConnectRequests } from '../../db/types.ts'

const COLUMNS = [
  'workspace_id',
  'provider',
  'service_url',
  'handle',
  'app',
  'browser_hash',
  'code_verifier',
  'session',
  'expires_at',
  'used_at',
] as const

export async function insertConnectRequest(db: Db, request: Insertable<ConnectRequests>): Promise<void> {
  await run(db, build.insertInto('connect_requests').values(request))
}

/** By the hash of its link before the approval has begun, by that of its state from then on. */
export function findConnectRequest(db: Db, hash: Buffer) {
  return runOne(db, build.selectFrom('connect_requests').select(COLUMNS).where('state_hash', '=', hash))
}

/** The one-time link is used up: from now on the request is known by the state that travels through the platform. */
export async function beginConnectRequest(db: Db, linkHash: Buffer, at: Date, change: Updateable<ConnectRequests>) {
  const unused = build.updateTable('connect_requests').set(change).where('browser_hash', 'is', null)
  const query = unused.where('state_hash', '=', linkHash).where('expires_at', '>', at)
  return (await runOne(db, query.returning('state_hash'))) !== null
}

/** Once only, and only for the browser that began it. */
export async function endConnectRequest(db: Db, stateHash: Buffer, browserHash: Buffer, at: Date): Promise<boolean> {
  const known = { state_hash: stateHash, browser_hash: browserHash }
  const unused = build.updateTable('connect_requests').where('used_at', 'is', null).where('expires_at', '>', at)
  const query = unused.where(({ and }) => and(known)).set({ used_at: at, code_verifier: null, session: null })
  return (await runOne(db, query.returning('state_hash'))) !== null
}

export async function removeConnectRequests(db: Db, expiredBefore: Date): Promise<void> {
  await run(db, build.deleteFrom('connect_requests').where('expires_at', '<', expiredBefore))
}
