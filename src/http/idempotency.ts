import { createHash } from 'node:crypto'
import { type Tx, transaction } from '../db/database.ts'
import type { Parts } from '../db/parts.ts'
import { findAnswer, saveAnswer, tryLockKey } from '../db/writes/idempotency.ts'
import { ApiError } from '../errors.ts'
import type { Issues } from '../lib/issues.ts'
import { callerName, callerOf, type Reply, type Request } from './call.ts'
import { readInput } from './input/input.ts'

export const KEPT_MS = 24 * 60 * 60 * 1000
const KEY_MAX = 255

const PRINTABLE = /^[\x20-\x7e]+$/

/** The Idempotency-Key, or null when none was sent. Quotes around it (RFC 9651 strings) are not part of it. */
export function readIdempotencyKey(issues: Issues, request: Request): string | null {
  const header = request.headers['idempotency-key']
  if (header === undefined) return null
  const text = String(header).trim()
  const key = /^".*"$/.test(text) ? text.slice(1, -1) : text
  if (key.length >= 1 && key.length <= KEY_MAX && PRINTABLE.test(key)) return key
  issues.add(
    'Idempotency-Key',
    `Idempotency-Key must be 1 to ${KEY_MAX} printable ASCII characters, for example a UUID.`,
  )
  return null
}

/** What is created, and the Idempotency-Key that came with it. */
export function readCreation<T>(request: Request, read: (issues: Issues, body: Record<string, unknown>) => T) {
  return readInput(request, (issues, body) => ({
    input: read(issues, body),
    idempotencyKey: readIdempotencyKey(issues, request),
  }))
}

export type CreationDeps = Pick<Parts, 'pool' | 'clock'>

/** Creates something and answers 201, once for a key. `secret` is the field that a repeat shows as null. */
export async function answerCreated<T extends object>(
  deps: CreationDeps,
  request: Request,
  reply: Reply,
  key: string | null,
  create: (tx: Tx | null) => Promise<T>,
  secret?: keyof T,
): Promise<Reply> {
  if (key !== null) return answerOnce(deps, request, reply, key, create, secret)
  return reply.code(201).send({ success: true, data: await create(null) })
}

/**
 * Runs `create` once for a key: what it writes and the answer it gives are committed together, so a repeat finds both or
 * neither. A repeat gets the same bytes; a different request under the same key, or one that comes while the first is
 * running, is refused.
 */
export async function answerOnce<T extends object>(
  { pool, clock }: CreationDeps,
  request: Request,
  reply: Reply,
  key: string,
  create: (tx: Tx) => Promise<T>,
  secret?: keyof T,
): Promise<Reply> {
  const caller = callerOf(request)
  const scope = { workspace_id: caller.workspaceId, scope: callerName(caller), key }
  const requestHash = createHash('sha256')
    .update(`${request.method} ${request.url}\n`)
    .update(request.rawBody ?? '')
    .digest()

  const answer = await transaction(pool, async (tx) => {
    const isLocked = await tryLockKey(tx, scope)
    const now = new Date(clock.now())
    // Also without the lock, which another repeat may have.
    const stored = await findAnswer(tx, scope, now)
    if (stored) {
      if (!stored.request_hash.equals(requestHash)) throw new ApiError('idempotency_mismatch')
      return { status: stored.status, text: stored.body, replayed: true }
    }
    if (!isLocked) throw new ApiError('idempotency_conflict', { headers: { 'retry-after': '1' } })
    const data = await create(tx)
    const text = JSON.stringify({ success: true, data })
    const body = secret ? JSON.stringify({ success: true, data: { ...data, [secret]: null } }) : text
    const times = { created_at: now, expires_at: new Date(now.getTime() + KEPT_MS) }
    await saveAnswer(tx, scope, { request_hash: requestHash, status: 201, body, ...times })
    return { status: 201, text, replayed: false }
  })
  if (answer.replayed) reply.header('idempotency-replayed', 'true')
  return reply.code(answer.status).type('application/json; charset=utf-8').send(answer.text)
}
