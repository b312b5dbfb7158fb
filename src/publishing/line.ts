import { type Db, type Pool, run, runOne, sql, type Tx, transaction } from '../db/database.ts'
import { leavingIds } from '../db/statements/leaving.ts'
import { enqueuePublish, lineOf, PUBLISH_TASK, wakePosts } from '../posts/publish-job.ts'
import { sqlList, statesIn } from './states.ts'
import type { PostKey, PublishRow } from './store.ts'

// Posts of an account go out by date, then by id. Any job of the account takes the first post that is due.

/** `isFree`: no run is working on it. */
export interface Ahead {
  id: string
  isFree: boolean
}

interface Place {
  connectionId: string
  dueAt: Date
  at: Date
  stuckBefore: Date
}

const QUEUED = sql.raw(sqlList(statesIn('queued')))
const UNDER_WAY = sql.raw(sqlList(statesIn('under_way')))
const JOB = sql`graphile_worker.jobs job on job.key = ${sql.raw(`'${PUBLISH_TASK}:'`)} || post.id`

/**
 * The first post that has to go out before this one: it is due, being sent, or left behind by a run that died. A post
 * does not hold others up while the platform processes it, or if its outcome is still unknown after the first look.
 */
export function findAhead(
  tx: Tx,
  post: PublishRow,
  { connectionId, dueAt, at, stuckBefore }: Place,
): Promise<Ahead | null> {
  const before = sql`(${dueAt}::timestamptz, ${post.id}::uuid)`
  const isInLine = sql`(job.key is null or job.locked_at is null and job.queue_name = ${lineOf(post.workspace_id, post)})`
  const query = sql<Ahead>`
    select id, "isFree" from (
      select post.id, post.scheduled_date as due_at, ${isInLine} as "isFree"
        from (${firstQueued(post, connectionId, at, sql`(scheduled_date, id) < ${before}`)}) post left join ${JOB}
      union all
      select post.id, coalesce(post.released_at, post.scheduled_date), post.publication_state = 'preparing' and ${isInLine}
        from posts post left join ${JOB}
       where post.connection_id = ${connectionId} and post.publication_state in ${UNDER_WAY}
         and (coalesce(post.released_at, post.scheduled_date), post.id) < ${before} and post.id <> ${post.id}
         and case post.publication_state
               when 'preparing' then job.locked_at is not null
                 or job.run_at <= ${at} and (post.busy_until is null or post.busy_until <= ${at})
               when 'sending' then post.send_started_at > ${stuckBefore}
               else post.looks = 0 and post.send_started_at > ${stuckBefore} end
    ) ahead order by due_at, id limit 1`
  return runOne(tx, query)
}

/** Runs the account's next due post now. */
export function wakeNext(db: Db, post: PublishRow, connectionId: string, at: Date): Promise<void> {
  return wakePosts(db, at, firstQueued(post, connectionId, at, sql`scheduled_date <= ${at}`))
}

/** Finds the first due post of the account that nobody is deleting. Each kind of post has its own index. */
function firstQueued(
  { workspace_id, platform }: PublishRow,
  connectionId: string,
  at: Date,
  isEarlier: typeof UNDER_WAY,
) {
  const first = (account: typeof UNDER_WAY) => sql`(select id, scheduled_date from posts
     where workspace_id = ${workspace_id} and platform = ${platform} and ${account} and publication_state in ${QUEUED}
       and status = 'scheduled' and released_at is null and ${isEarlier}
       and (deferred_until is null or deferred_until <= ${at}) and id <> all(${leavingIds('posts', workspace_id)})
     order by scheduled_date, id limit 1)`
  return sql`select id, scheduled_date from (
      ${first(sql`connection_id = ${connectionId}`)} union all
      ${first(sql`connection_id is null and exists (select from connections where id = ${connectionId} and is_default)`)}
    ) due order by scheduled_date, id limit 1`
}

export async function removeIdleJob(db: Db, { workspace_id, id }: PostKey): Promise<void> {
  const ended = sql.raw(sqlList(statesIn('stopped', 'draft')))
  const query = sql`select graphile_worker.remove_job(${`${PUBLISH_TASK}:${id}`})
     from (select from posts where workspace_id = ${workspace_id} and id = ${id}
             and (publication_state in ${ended} or publication_state = 'published' and permalink is not null)
             for update) ended`
  await run(db, query)
}

// Longer than a slow run takes, and longer than the queue needs to hand over the job of a dead worker.
const GRACE_MS = 5 * 60_000
const STEP = 500

/**
 * Gives a new job to posts without one that still runs: the queue gives up after 25 failed runs, and a restore of single
 * tables may leave jobs out.
 */
export function rescueStranded(pool: Pool, now: Date): Promise<number> {
  return transaction(pool, async (tx) => {
    const { rows } = await tx.query<PostKey>({
      text: `select post.workspace_id, post.id from posts post
              where post.status = 'scheduled'
                and case when post.publication_state in ${sqlList(statesIn('queued'))}
                         then greatest(coalesce(post.released_at, post.scheduled_date), post.deferred_until) < $1
                         else post.publication_state in ${sqlList(statesIn('under_way'))} end
                and post.publication_state in ${sqlList(statesIn('queued', 'under_way'))}
                and not exists (select from graphile_worker.jobs job
                      where job.key = $2 || ':' || post.id
                        and (job.locked_at is not null or job.attempts < job.max_attempts))
              limit $3 for update of post skip locked`,
      values: [new Date(now.getTime() - GRACE_MS), PUBLISH_TASK, STEP],
    })
    for (const row of rows) await enqueuePublish(tx, row.workspace_id, row.id, now)
    return rows.length
  })
}
