import type { Tx } from '../db/database.ts'
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
