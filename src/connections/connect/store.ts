import { build, type Db, run, runOne } from '../../db/database.ts'
import type { AppKind } from '../../platforms/profile.ts'
import type { Provider } from '../../platforms/registry.ts'
import { columnOf } from '../store.ts'

const COLUMNS = ['workspace_id', 'platform', 'app', 'browser_hash', 'code_verifier', 'expires_at', 'used_at'] as const

export async function insertConnectRequest(
  db: Db,
  request: { linkHash: Buffer; workspaceId: string; provider: Provider; app: AppKind; at: Date; expiresAt: Date },
): Promise<void> {
  await run(
    db,
    build.insertInto('connect_requests').values({
      state_hash: request.linkHash,
      workspace_id: request.workspaceId,
      platform: columnOf(request.provider),
      app: request.app,
      created_at: request.at,
      expires_at: request.expiresAt,
    }),
  )
}

/** By the hash of its link before the approval has begun, by that of its state from then on. */
export function findConnectRequest(db: Db, hash: Buffer) {
  return runOne(db, build.selectFrom('connect_requests').select(COLUMNS).where('state_hash', '=', hash))
}

/** The one-time link is used up: from now on the request is known by the state that travels through the platform. */
export async function beginConnectRequest(
  db: Db,
  request: {
    linkHash: Buffer
    stateHash: Buffer
    browserHash: Buffer
    codeVerifier: Buffer | null
    at: Date
    expiresAt: Date
  },
): Promise<boolean> {
  const begun = await runOne(
    db,
    build
      .updateTable('connect_requests')
      .set({
        state_hash: request.stateHash,
        browser_hash: request.browserHash,
        code_verifier: request.codeVerifier,
        expires_at: request.expiresAt,
      })
      .where('state_hash', '=', request.linkHash)
      .where('browser_hash', 'is', null)
      .where('expires_at', '>', request.at)
      .returning('state_hash'),
  )
  return begun !== null
}

/** Once only, and only for the browser that began it. */
export async function endConnectRequest(
  db: Db,
  request: { stateHash: Buffer; browserHash: Buffer; at: Date },
): Promise<boolean> {
  const ended = await runOne(
    db,
    build
      .updateTable('connect_requests')
      .set({ used_at: request.at, code_verifier: null })
      .where('state_hash', '=', request.stateHash)
      .where('browser_hash', '=', request.browserHash)
      .where('used_at', 'is', null)
      .where('expires_at', '>', request.at)
      .returning('state_hash'),
  )
  return ended !== null
}

export async function removeConnectRequests(db: Db, expiredBefore: Date): Promise<void> {
  await run(db, build.deleteFrom('connect_requests').where('expires_at', '<', expiredBefore))
}
