import { type Db, type Pool, run, sql, transaction } from '../../db/database.ts'
import type { Emit } from '../../events/emit.ts'
import { enqueueLook, findInstallation, liftPause } from '../../installation/store.ts'
import type { LateWindowOf } from '../engine/options.ts'
import { enterState } from '../post-events.ts'
import { isMissed } from '../states.ts'
import { lockUnchecked, type PausedPostRow, selectPausedPosts, wakeDue } from './store.ts'

/** What happens to a post when publishing resumes. */
type OnResume = 'nothing' | 'sent' | 'missed' | 'unconfirmed'

export interface PauseOptions {
  pool: Pool
  emit: Emit
  lateWindowOf: LateWindowOf
}

/** The pause belongs to the installation, the posts to the workspace. */
export async function showPublishing({ pool, lateWindowOf }: PauseOptions, workspaceId: string, now: Date) {
  const installation = await findInstallation(pool)
  const pause = installation?.pause ?? null
  const rows = pause === null ? [] : await selectPausedPosts(pool, workspaceId, now)
  const lateWindowMs = await lateWindowOf(pool, workspaceId)
  return {
    state: pause === null ? 'active' : 'paused',
    code: pause?.code ?? null,
    reason: pause?.reason ?? null,
    since: pause?.since.toISOString() ?? null,
    looked_at: pause?.lookedAt?.toISOString() ?? null,
    resumed_at: installation?.resumedAt?.toISOString() ?? null,
    resumed_by: installation?.resumedBy ?? null,
    posts: rows.map((row) => {
      const { publication_state: _, ...shown } = row
      const due_at = row.due_at.toISOString()
      return { ...shown, due_at, on_resume: onResume(row, pause!.since, now, lateWindowMs) }
    }),
  }
}

function onResume(row: PausedPostRow, pausedAt: Date, now: Date, lateWindowMs: number): OnResume {
  if (row.publication_state === 'published') return 'nothing'
  if (row.due_at <= pausedAt && row.outcome !== 'not_found' && row.outcome !== 'found') return 'unconfirmed'
  return isMissed(row.due_at, now, lateWindowMs) ? 'missed' : 'sent'
}

/** For the report of what needs a person; null when publishing is not paused. */
export async function findPause(db: Db): Promise<{ code: string; reason: string; since: string } | null> {
  const pause = (await findInstallation(db))?.pause
  return pause ? { code: pause.code, reason: pause.reason, since: pause.since.toISOString() } : null
}

/**
 * A person has looked: posts go out again. A post that was due before the pause and could not be looked for becomes
 * `unconfirmed` and waits for a person to say whether it is out. False when publishing was not paused.
 */
export async function resumePublishing({ pool, emit }: PauseOptions, by: string, now: Date): Promise<boolean> {
  return transaction(pool, async (tx) => {
    const pause = (await findInstallation(tx))?.pause
    if (!pause || !(await liftPause(tx, by, now))) return false
    for (const post of await lockUnchecked(tx, pause.since)) {
      const reason =
        'The database went back in time, and this post could not be looked for. Look at the account, then say whether it is there.'
      await enterState(emit, tx, post, { publication_state: 'unconfirmed', reason, deferred_until: null })
    }
    await wakeDue(tx, now)
    return true
  })
}

/** Reads the accounts back once more, for instance because a platform was down. False when publishing is not paused. */
export async function lookAgain(pool: Pool, now: Date): Promise<boolean> {
  return transaction(pool, async (tx) => {
    if (!(await findInstallation(tx))?.pause) return false
    await run(tx, sql`update installation set looked_at = null`)
    await enqueueLook(tx, now)
    return true
  })
}
