import { transaction } from '../../db/database.ts'
import { findInstallation, saveLookedAt } from '../../installation/store.ts'
import { DAY_MS } from '../../lib/time/span.ts'
import type { Adapter, Finding, PlatformContext } from '../../platforms/contract.ts'
import { findAccount } from '../engine/claim.ts'
import { type EngineOptions, engineNow } from '../engine/options.ts'
import { toOutgoing } from '../engine/outgoing.ts'
import { emitPostEvent } from '../post-events.ts'
import { dueAtOf } from '../states.ts'
import { type PublishRow, recordPublished, selectTakenIds, unlessTaken, updateLink } from '../store.ts'
import { type Look, saveLook, selectUnsent } from './store.ts'

/** A post may have gone out shortly before the last moment that the database knows of. */
const MARGIN_MS = 15 * 60_000

/**
 * The job publishing.look: after a restore or a lost commit, every unsent post that is due is looked for on its account.
 * One that is found is recorded as published instead of being sent again. Sends nothing.
 */
export async function lookBack(options: EngineOptions): Promise<void> {
  const { pool, log } = options
  const pause = (await findInstallation(pool))?.pause
  if (!pause) return
  const at = engineNow(options)
  const posts = await selectUnsent(pool, at, new Date(at.getTime() + DAY_MS))
  const counts: Record<string, number> = {}
  for (const post of posts) {
    const forgottenFrom = pause.forgottenFrom ?? pause.since
    const look = await lookFor(options, post, forgottenFrom)
    await saveLook(pool, post, look, engineNow(options))
    counts[look.outcome] = (counts[look.outcome] ?? 0) + 1
  }
  await saveLookedAt(pool, engineNow(options))
  log.info({ posts: posts.length, ...counts }, 'publishing is paused: the accounts were read back')
}

async function lookFor(options: EngineOptions, post: PublishRow, forgottenFrom: Date): Promise<Look> {
  const account = await transaction(options.pool, (tx) => findAccount(options, tx, post))
  if (account.kind === 'none' || account.kind === 'no_token') return cannotTell(account.reason)
  const { connection } = account
  const outgoing = toOutgoing(post)
  if (outgoing.text.trim() === '') return cannotTell('The post has no words to look for it by.')
  const dueAt = dueAtOf(post)!
  const sentAt = new Date(Math.min(forgottenFrom.getTime(), dueAt.getTime()) - MARGIN_MS)
  const takenIds = await selectTakenIds(options.pool, post.workspace_id, connection.id, post.id)
  const context = options.contextFor(connection)
  const adapter = options.adapters[connection.provider]
  try {
    // Without progress: ids from a send after the backup are not in this database.
    const finding = await adapter.reconcile(context, outgoing, {}, { sentAt, takenIds })
    if (finding.kind !== 'found') return toLook(finding)
    const isOurs = await record(options, post, finding.platformId, connection.id)
    if (!isOurs) return { outcome: 'not_found', platformId: null, note: null }
    await savePermalink(options, post, adapter, context, finding.platformId)
    return { outcome: 'found', platformId: finding.platformId, note: null }
  } catch (error) {
    options.log.error({ err: error, postId: post.id }, 'an account could not be read back')
    return { outcome: 'failed', platformId: null, note: 'Doorpost could not read the answer of the platform.' }
  } finally {
    await context.close()
  }
}

function toLook(finding: Exclude<Finding, { kind: 'found' }>): Look {
  switch (finding.kind) {
    case 'absent':
    case 'not_seen':
      return { outcome: 'not_found', platformId: null, note: null }
    case 'cannot_tell':
      return cannotTell(finding.reason)
    case 'failed':
      return { outcome: 'failed', platformId: null, note: finding.failure.message }
  }
}

function cannotTell(note: string): Look {
  return { outcome: 'cannot_tell', platformId: null, note }
}

/** False when the id belongs to another post of ours. */
function record(options: EngineOptions, post: PublishRow, platformId: string | null, connectionId: string) {
  const found = { platformId, at: engineNow(options), connectionId }
  const subject = { workspaceId: post.workspace_id, postId: post.id }
  return unlessTaken(() =>
    transaction(options.pool, async (tx) => {
      if (!(await recordPublished(tx, post.workspace_id, post.id, found))) return
      await emitPostEvent(options.emit, tx, subject, 'post.published')
    }),
  )
}

async function savePermalink(
  options: EngineOptions,
  post: PublishRow,
  adapter: Adapter,
  context: PlatformContext,
  platformId: string | null,
): Promise<void> {
  if (platformId === null) return
  const permalink = await adapter.permalink(context, platformId).catch(() => null)
  if (permalink === null) return
  await transaction(options.pool, (tx) => updateLink(tx, post.workspace_id, post.id, { permalink }))
}
