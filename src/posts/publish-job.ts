import type { RawBuilder } from 'kysely'
import { type Db, run, sql, type Tx } from '../db/database.ts'
import { dequeue } from '../jobs/queue.ts'
import type { JobName } from '../jobs/table.ts'
import { currentTraceparent } from '../lib/trace/traceparent.ts'

export const PUBLISH_TASK = 'post.publish' satisfies JobName

/**
 * SQL that enqueues or moves the job of a post, for `select … from posts`. Only this enqueues it, so that the jobs of
 * an account share a line and run one after another. `traceparent` is SQL too.
 */
export function enqueuePublishSql(runAt: string, traceparent: string): string {
  return `graphile_worker.add_job('${PUBLISH_TASK}',
            json_strip_nulls(json_build_object('workspace_id', workspace_id, 'post_id', id, 'traceparent', ${traceparent})),
            queue_name => '${PUBLISH_TASK}:' || platform || ':' || coalesce(connection_id, workspace_id),
            run_at => ${runAt}, job_key => '${PUBLISH_TASK}:' || id)`
}

const ENQUEUE = `select ${enqueuePublishSql('$3::timestamptz', '$4::text')} is not null as queued
                   from posts where workspace_id = $1 and id = $2`

/** Moves the post's job. Called from that job's own run, it adds the next one. */
export async function enqueuePublish(tx: Tx, workspaceId: string, postId: string, runAt: Date): Promise<void> {
  await tx.query({ text: ENQUEUE, values: [workspaceId, postId, runAt, currentTraceparent()] })
}

interface InLine {
  platform: string
  connection_id: string | null
}

export function lineOf(workspaceId: string, { platform, connection_id }: InLine): string {
  return `${PUBLISH_TASK}:${platform}:${connection_id ?? workspaceId}`
}

/** For transactions that enqueue several jobs: creating queues in one order avoids deadlocks. */
export function inLineOrder<P extends InLine>(workspaceId: string, posts: readonly P[]): P[] {
  return posts.toSorted((a, b) => (lineOf(workspaceId, a) < lineOf(workspaceId, b) ? -1 : 1))
}

export function dequeuePublish(tx: Tx, postId: string): Promise<void> {
  return dequeue(tx, PUBLISH_TASK, postId)
}

/** Runs waiting jobs of these posts now, except those that a worker has claimed. `postIds` selects their `id`. */
export async function wakePosts(db: Db, at: Date, postIds: RawBuilder<unknown>): Promise<void> {
  const query = sql`select from graphile_worker.reschedule_jobs(array(
      select job.id from graphile_worker.jobs job
       where job.key = any(array(select '${sql.raw(PUBLISH_TASK)}:' || woken.id from (${postIds}) woken))
         and job.locked_at is null and job.run_at > ${at}), run_at => ${at})`
  await run(db, query)
}
