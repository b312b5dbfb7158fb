import type { Db, Tx } from '../db/database.ts'
import { dequeue } from '../jobs/queue.ts'

export const PUBLISH_TASK = 'post.publish'

/**
 * SQL that puts the job of a post into the queue, or moves the one it has; to be selected from rows of `posts`. This is
 * the only place that does: the jobs of an account stand in one line of the queue and run one after another, however many
 * workers there are, and a job that is written again without the name of its line would leave it.
 */
export function enqueuePublishSql(runAt: string): string {
  return `graphile_worker.add_job('${PUBLISH_TASK}',
            json_build_object('workspace_id', workspace_id, 'post_id', id),
            queue_name => '${PUBLISH_TASK}:' || platform || ':' || coalesce(connection_id, workspace_id),
            run_at => ${runAt}, job_key => '${PUBLISH_TASK}:' || id)`
}

const ENQUEUE = `select ${enqueuePublishSql('$3::timestamptz')} is not null as queued
                   from posts where workspace_id = $1 and id = $2`

/** Moves the post's one job, or writes a new one while the one that runs us is ending. */
export async function enqueuePublish(tx: Tx, workspaceId: string, postId: string, runAt: Date): Promise<void> {
  await tx.query({ text: ENQUEUE, values: [workspaceId, postId, runAt] })
}

export function dequeuePublish(tx: Tx, postId: string): Promise<void> {
  return dequeue(tx, PUBLISH_TASK, postId)
}

/**
 * Posts whose job is set for later go on at once. `postIds` is SQL that selects them, with parameters from $2 on. A job that
 * a worker has taken is left alone.
 */
export async function wakePosts(db: Db, at: Date, postIds: string, values: unknown[]): Promise<void> {
  await db.query({
    text: `select from graphile_worker.reschedule_jobs(array(
             select job.id from graphile_worker.jobs job
              where job.key = any(array(select '${PUBLISH_TASK}:' || woken.id from (${postIds}) woken))
                and job.locked_at is null and job.run_at > $1), run_at => $1)`,
    values: [at, ...values],
  })
}
