import { build, type Db, type Pool, run, sql, type Tx, transaction } from '../db/database.ts'
import type { Emit } from '../events/emit.ts'
import { enqueueLook, findInstallation, liftPause } from '../installation/store.ts'
import { message, type Said, type Value } from '../messages/message.ts'
import { reasonColumns, showReason, toShownReason } from '../messages/stored.ts'
import { wakePosts } from '../posts/publish-job.ts'
import type { LateWindowOf } from './attempt.ts'
import { isMissed, sqlList, statesIn } from './states.ts'
import { enterState, type PostKey, type PublishRow } from './store.ts'

type OnResume = 'nothing' | 'sent' | 'missed' | 'unconfirmed'

export interface PauseOptions {
  pool: Pool
  emit: Emit
  lateWindowOf: LateWindowOf
}

export async function showPublishing({ pool, lateWindowOf }: PauseOptions, workspaceId: string, now: Date) {
  const installation = await findInstallation(pool)
  const pause = installation?.pause ?? null
  const rows = pause === null ? [] : await selectPausedPosts(pool, workspaceId, now)
  const lateWindowMs = await lateWindowOf(pool, workspaceId)
  return {
    state: pause === null ? 'active' : 'paused',
    code: pause?.code ?? null,
    ...toShownReason(pause?.reason ?? null),
    since: pause?.since.toISOString() ?? null,
    looked_at: pause?.lookedAt?.toISOString() ?? null,
    resumed_at: installation?.resumedAt?.toISOString() ?? null,
    resumed_by: installation?.resumedBy ?? null,
    posts: rows.map((row) => {
      const { publication_state: _, note, note_code, note_values, ...shown } = row
      const said = showReason({ reason: note, reason_code: note_code, reason_values: note_values })
      return {
        ...shown,
        note: said.reason,
        note_code: said.reason_code,
        note_values: said.reason_values,
        due_at: row.due_at.toISOString(),
        on_resume: onResume(row, pause!.since, now, lateWindowMs),
      }
    }),
  }
}

function onResume(row: PausedPostRow, pausedAt: Date, now: Date, lateWindowMs: number): OnResume {
  if (row.publication_state === 'published') return 'nothing'
  if (row.due_at <= pausedAt && row.outcome !== 'not_found' && row.outcome !== 'found') return 'unconfirmed'
  return isMissed(row.due_at, now, lateWindowMs) ? 'missed' : 'sent'
}

/** Null when publishing is not paused. */
export async function findPause(db: Db) {
  const pause = (await findInstallation(db))?.pause
  return pause ? { code: pause.code, ...toShownReason(pause.reason), since: pause.since.toISOString() } : null
}

/**
 * Lets posts go out again. Posts that were due before the pause and could not be looked for become `unconfirmed`.
 * Returns false if publishing was not paused.
 */
export async function resumePublishing({ pool, emit }: PauseOptions, by: string, now: Date): Promise<boolean> {
  return transaction(pool, async (tx) => {
    const pause = (await findInstallation(tx))?.pause
    if (!pause || !(await liftPause(tx, by, now))) return false
    for (const post of await lockUnchecked(tx, pause.since)) {
      const reason = message('publishing.unchecked')
      await enterState(emit, tx, post, { publication_state: 'unconfirmed', reason, deferred_until: null })
    }
    await wakeDue(tx, now)
    return true
  })
}

/** False when publishing is not paused. */
export async function lookAgain(pool: Pool, now: Date): Promise<boolean> {
  return transaction(pool, async (tx) => {
    if (!(await findInstallation(tx))?.pause) return false
    await run(tx, sql`update installation set looked_at = null`)
    await enqueueLook(tx, now)
    return true
  })
}

const LOOKED_MAX = 500
export const SHOWN_MAX = 200
const EXCERPT_MAX = 120

/** After a restore, posts in these states may be public although the database says that they are not. */
const UNSENT_STATES = sql.raw(sqlList([...statesIn('queued'), 'preparing', 'held']))
const UNSENT = sql`post.status = 'scheduled' and post.publication_state in ${UNSENT_STATES}`
const DUE = sql<Date>`coalesce(post.released_at, post.scheduled_date)`

export type LookOutcome = 'found' | 'not_found' | 'cannot_tell' | 'failed'

/** Due posts come first, the newest first; then upcoming ones. */
export async function selectUnsent(db: Db, now: Date, until: Date): Promise<PublishRow[]> {
  const query = sql<PublishRow>`select post.* from posts post
     where ${UNSENT} and ${DUE} <= ${until}
     order by ${DUE} > ${now}, abs(extract(epoch from ${DUE} - ${now})), post.id limit ${LOOKED_MAX}`
  return run(db, query)
}

export interface Look {
  outcome: LookOutcome
  platformId: string | null
  note: Said | null
}

export async function saveLook(db: Db, post: PostKey, look: Look, now: Date) {
  const { outcome, platformId: platform_id } = look
  const { reason: note, reason_code: note_code, reason_values: note_values } = reasonColumns(look.note)
  const found = { outcome, platform_id, note, note_code, note_values, looked_at: now }
  const query = build
    .insertInto('publishing_looks')
    .values({ post_id: post.id, workspace_id: post.workspace_id, ...found })
  await run(
    db,
    query.onConflict((conflict) => conflict.column('post_id').doUpdateSet(found)),
  )
}

interface PausedPostRow {
  id: string
  platform: string
  connection_id: string | null
  text: string | null
  due_at: Date
  outcome: LookOutcome | null
  note: string | null
  note_code: string | null
  note_values: Record<string, Value> | null
  permalink: string | null
  publication_state: string
}

async function selectPausedPosts(db: Db, workspaceId: string, now: Date): Promise<PausedPostRow[]> {
  const query = sql<PausedPostRow>`select post.id, post.platform, post.connection_id, left(post.content, ${EXCERPT_MAX}) as text,
           ${DUE} as due_at, looked.outcome, looked.note, looked.note_code, looked.note_values, post.permalink, post.publication_state
      from posts post left join publishing_looks looked on looked.post_id = post.id
     where post.workspace_id = ${workspaceId} and ${DUE} is not null
       and (looked.post_id is not null or (${UNSENT} and ${DUE} <= ${now}))
     order by ${DUE}, post.id limit ${SHOWN_MAX}`
  return run(db, query)
}

async function lockUnchecked(tx: Tx, pausedAt: Date): Promise<PostKey[]> {
  const query = sql<PostKey>`select post.workspace_id, post.id
      from posts post left join publishing_looks looked on looked.post_id = post.id
     where ${UNSENT} and ${DUE} <= ${pausedAt}
       and (looked.outcome is null or looked.outcome in ('cannot_tell', 'failed'))
     order by post.id for update of post`
  return run(tx, query)
}

function wakeDue(tx: Tx, now: Date): Promise<void> {
  const due = sql`select post.id from posts post
     where post.status = 'scheduled'
       and (post.publication_state in ${sql.raw(sqlList(statesIn('under_way')))}
            or post.publication_state in ${sql.raw(sqlList(statesIn('queued')))}
               and greatest(${DUE}, post.deferred_until) <= ${now})`
  return wakePosts(tx, now, due)
}
