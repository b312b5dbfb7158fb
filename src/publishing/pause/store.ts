import { type Db, run, sql, type Tx } from '../../db/database.ts'
import { wakePosts } from '../../posts/publish-job.ts'
import { sqlList, statesIn } from '../states.ts'
import type { PostKey, PublishRow } from '../store.ts'

/** The most posts that are looked for, and the most that are shown. */
const LOOKED_MAX = 500
export const SHOWN_MAX = 200
const EXCERPT_MAX = 120

/** After a restore, posts in these states may be public although the database says they are not. */
const UNSENT_STATES = sql.raw(sqlList([...statesIn('queued'), 'preparing', 'held']))
const UNSENT = sql`post.status = 'scheduled' and post.publication_state in ${UNSENT_STATES}`
const DUE = sql<Date>`coalesce(post.released_at, post.scheduled_date)`

export type LookOutcome = 'found' | 'not_found' | 'cannot_tell' | 'failed'

/** Unsent posts due by `until`: first those that are due now, newest first, then the upcoming ones. */
export async function selectUnsent(db: Db, now: Date, until: Date): Promise<PublishRow[]> {
  const query = sql<PublishRow>`select post.* from posts post
     where ${UNSENT} and ${DUE} <= ${until}
     order by ${DUE} > ${now}, abs(extract(epoch from ${DUE} - ${now})), post.id limit ${LOOKED_MAX}`
  return run(db, query)
}

export interface Look {
  outcome: LookOutcome
  platformId: string | null
  note: string | null
}

export async function saveLook(db: Db, post: PostKey, look: Look, now: Date) {
  const query = sql`insert into publishing_looks (post_id, workspace_id, outcome, platform_id, note, looked_at)
    values (${post.id}, ${post.workspace_id}, ${look.outcome}, ${look.platformId}, ${look.note}, ${now})
    on conflict (post_id) do update
      set outcome = ${look.outcome}, platform_id = ${look.platformId}, note = ${look.note}, looked_at = ${now}`
  await run(db, query)
}

/** In the order of the API. */
export interface PausedPostRow {
  id: string
  platform: string
  text: string | null
  due_at: Date
  outcome: LookOutcome | null
  note: string | null
  permalink: string | null
  publication_state: string
}

/** Posts that were looked for, and due posts that were not looked for yet. */
export async function selectPausedPosts(db: Db, workspaceId: string, now: Date): Promise<PausedPostRow[]> {
  const query = sql<PausedPostRow>`select post.id, post.platform, left(post.content, ${EXCERPT_MAX}) as text,
           ${DUE} as due_at, looked.outcome, looked.note, post.permalink, post.publication_state
      from posts post left join publishing_looks looked on looked.post_id = post.id
     where post.workspace_id = ${workspaceId} and ${DUE} is not null
       and (looked.post_id is not null or (${UNSENT} and ${DUE} <= ${now}))
     order by ${DUE}, post.id limit ${SHOWN_MAX}`
  return run(db, query)
}

/** Posts due before the pause for which it is not known whether they are out. */
export async function lockUnchecked(tx: Tx, pausedAt: Date): Promise<PostKey[]> {
  const query = sql<PostKey>`select post.workspace_id, post.id
      from posts post left join publishing_looks looked on looked.post_id = post.id
     where ${UNSENT} and ${DUE} <= ${pausedAt}
       and (looked.outcome is null or looked.outcome in ('cannot_tell', 'failed'))
     order by post.id for update of post`
  return run(tx, query)
}

/** Posts that were postponed during the pause continue at once. */
export function wakeDue(tx: Tx, now: Date): Promise<void> {
  const due = sql`select post.id from posts post
     where post.status = 'scheduled'
       and (post.publication_state in ${sql.raw(sqlList(statesIn('under_way')))}
            or post.publication_state in ${sql.raw(sqlList(statesIn('queued')))}
               and greatest(${DUE}, post.deferred_until) <= ${now})`
  return wakePosts(tx, now, due)
}
