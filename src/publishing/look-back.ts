import { transaction } from '../db/database.ts'
import { findInstallation, saveLookedAt } from '../installation/store.ts'
import { DAY_MS } from '../lib/time/span.ts'
import { message, type Said } from '../messages/message.ts'
import { profileOf } from '../platforms/registry.ts'
import type { Finding } from '../platforms/shared/contract.ts'
import { type EngineOptions, engineNow } from './attempt.ts'
import { findAccount } from './claim.ts'
import { recordFound } from './outcome.ts'
import { type Look, type LookOutcome, saveLook, selectUnsent } from './pause.ts'
import { toOutgoing } from './platform-access.ts'
import { dueAtOf } from './states.ts'
import { type PublishRow, selectTakenIds, updateLink } from './store.ts'

const MARGIN_MS = 15 * 60_000

/**
 * The job publishing.look. After a restore it looks on the platforms for due posts that the database believes unsent, and
 * records those that it finds.
 */
export async function lookBack(options: EngineOptions): Promise<void> {
  const { pool, log } = options
  const pause = (await findInstallation(pool))?.pause
  if (!pause) return
  const at = engineNow(options)
  const posts = await selectUnsent(pool, at, new Date(at.getTime() + DAY_MS))
  const counts: Record<string, number> = {}
  for (const post of posts) {
    const look = await lookFor(options, post, pause.forgottenFrom ?? pause.since)
    await saveLook(pool, post, look, engineNow(options))
    counts[look.outcome] = (counts[look.outcome] ?? 0) + 1
  }
  await saveLookedAt(pool, engineNow(options))
  log.info({ posts: posts.length, ...counts }, 'publishing is paused: the accounts were read back')
}

async function lookFor(options: EngineOptions, post: PublishRow, forgottenFrom: Date): Promise<Look> {
  const account = await transaction(options.pool, (tx) => findAccount(options, tx, post))
  if (account.kind === 'none' || account.kind === 'no_token') return lookWithoutId('cannot_tell', account.reason)
  const { connection } = account
  const outgoing = toOutgoing(post)
  if (outgoing.text.trim() === '') return lookWithoutId('cannot_tell', message('publishing.no_words'))
  const dueAt = dueAtOf(post)!
  const sentAt = new Date(Math.min(forgottenFrom.getTime(), dueAt.getTime()) - MARGIN_MS)
  const takenIds = await selectTakenIds(options.pool, post, connection.id)
  const context = await options.contextFor(connection)
  if (context === null) {
    return lookWithoutId(
      'cannot_tell',
      message('publishing.unread_without_app', { platform: profileOf(connection.provider).label }),
    )
  }
  const adapter = options.adapters[connection.provider]
  try {
    // Without its progress, whose ids may be older than the last send.
    const finding = await adapter.reconcile(context, outgoing, {}, { sentAt, takenIds })
    if (finding.kind !== 'found') return toLook(finding)
    const { platformId } = finding
    if (!(await recordFound(options, post, connection.id, platformId))) return lookWithoutId('not_found')
    const permalink = platformId === null ? null : await adapter.permalink(context, platformId).catch(() => null)
    if (permalink !== null) await transaction(options.pool, (tx) => updateLink(tx, post, { permalink }))
    return { outcome: 'found', platformId, note: null }
  } catch (error) {
    options.log.error({ err: error, postId: post.id }, 'an account could not be read back')
    return lookWithoutId('failed', message('publishing.look_unreadable'))
  } finally {
    await context.close()
  }
}

function toLook(finding: Exclude<Finding, { kind: 'found' }>): Look {
  switch (finding.kind) {
    case 'absent':
    case 'not_seen':
      return lookWithoutId('not_found')
    case 'cannot_tell':
      return lookWithoutId('cannot_tell', finding.reason)
    case 'failed':
      return lookWithoutId('failed', finding.failure.message)
  }
}

function lookWithoutId(outcome: LookOutcome, note: Said | null = null): Look {
  return { outcome, platformId: null, note }
}
