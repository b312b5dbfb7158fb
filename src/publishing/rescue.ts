import { type Pool, transaction } from '../db/database.ts'
import { enqueuePublish, PUBLISH_TASK } from '../posts/publish-job.ts'
import { sqlList, statesIn } from './states.ts'
import type { PostKey } from './store.ts'

// Longer than a slow run takes, and longer than the queue needs to hand over a dead worker's job.
const GRACE_MS = 5 * 60_000
const STEP = 500

/**
 * Every post that is due or under way has a job, written in the same transaction. But the queue gives up on a job after 25
 * failed runs, and tables can be restored one without the other: posts that lost their job get a new one here.
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
