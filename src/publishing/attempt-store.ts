import type { Insertable } from 'kysely'
import { build, type Db, run, type Tx } from '../db/database.ts'
import type { PostAttempts } from '../db/types.ts'
import type { Failure } from '../platforms/contract.ts'
import type { PostKey } from './store.ts'

export type AttemptRow = Awaited<ReturnType<typeof selectAttempts>>[number]

export async function insertAttempt(tx: Tx, attempt: Insertable<PostAttempts>): Promise<void> {
  const query = build.insertInto('post_attempts').values(attempt)
  const unlessThere = query.onConflict((conflict) => conflict.doNothing())
  await run(tx, unlessThere)
}

/** Adds a step to the record of an attempt; an outcome ends it. */
export async function recordAttemptStep(
  db: Db,
  { post, number }: { post: PostKey; number: number },
  note: { step: string; at: Date; outcome?: string; failure?: Failure | null },
): Promise<void> {
  const step = JSON.stringify([{ at: note.at.toISOString(), step: note.step }])
  await db.query({
    text: `update post_attempts
              set steps = case when jsonb_array_length(steps) < 100 then steps || $4::jsonb else steps end,
                  ended_at = case when $5 then $6 else ended_at end,
                  outcome = coalesce($7, outcome),
                  code = case when $12 then null else coalesce($8, code) end,
                  message = case when $12 then null else coalesce($9, message) end,
                  platform_code = case when $12 then null else coalesce($10, platform_code) end,
                  answer = case when $12 then null else coalesce($11::jsonb, answer) end
            where workspace_id = $1 and post_id = $2 and number = $3`,
    values: [
      post.workspace_id,
      post.id,
      number,
      step,
      note.outcome !== undefined,
      note.at,
      note.outcome ?? null,
      note.failure?.class ?? null,
      note.failure?.message ?? null,
      note.failure?.platformCode ?? null,
      note.failure?.raw ? JSON.stringify(note.failure.raw) : null,
      // What went wrong on the way to success is in the steps.
      note.outcome === 'published',
    ],
  })
}

export function selectAttempts(db: Db, workspaceId: string, postId: string) {
  return run(
    db,
    build
      .selectFrom('post_attempts')
      .select(['number', 'started_at', 'ended_at', 'outcome', 'code', 'message', 'platform_code', 'answer', 'steps'])
      .where('workspace_id', '=', workspaceId)
      .where('post_id', '=', postId)
      .orderBy('number', 'desc'),
  )
}
