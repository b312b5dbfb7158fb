import type { Pool } from '../db/database.ts'
import { callerOf, type Request } from '../http/call.ts'
import { withEtag } from '../http/etag.ts'
import { idOf, readInput } from '../http/input.ts'
import { dataAnswer, listAnswer, type Operation, operationsOf } from '../http/route.ts'
import type { Issues } from '../lib/issues.ts'
import { readText } from '../lib/text/text.ts'
import { postExamples } from '../posts/examples.ts'
import type { Posts } from '../posts/posts.ts'
import { AnyPostSchema } from '../posts/schemas.ts'
import type { Actions, Resolution } from './actions.ts'
import { type AttemptRow, selectAttempts } from './attempt-store.ts'
import { AttemptSchema, attemptExample, ResolutionSchema } from './schemas.ts'

interface Deps {
  posts: Posts
  actions: Actions
  pool: Pool
}

const operation = operationsOf<Deps>('Publishing')

const NOT_FOUND = 'There is no post with this id. List them at GET /v1/posts.'

export const listAttempts = operation({
  id: 'listAttempts',
  summary: 'How publishing went',
  description: 'Every attempt with its steps, newest first, and what the platform answered.',
  answers: { 200: listAnswer('The attempts.', AttemptSchema, attemptExample) },
  missing: NOT_FOUND,
  async handle({ posts, pool }, request) {
    const { workspaceId } = callerOf(request)
    const id = idOf(request)
    if ((await posts.get(workspaceId, id)) === null) return null
    const rows = await selectAttempts(pool, workspaceId, id)
    return rows.map(toAttempt)
  },
})

export const publishPost = action(
  'publishPost',
  'Publish a post now',
  'Also a draft, and one that failed or was missed. It goes out as soon as a worker takes it.',
  (actions, workspaceId, id) => actions.publishNow(workspaceId, id),
)

export const retryPost = action(
  'retryPost',
  'Try a post again',
  'For a post that failed, was missed, held, deferred or cancelled. If its date is still to come it waits for that date, else it goes out as soon as a worker takes it. To send it before its date, use `publish`.',
  (actions, workspaceId, id) => actions.retry(workspaceId, id),
)

export const cancelPost = action(
  'cancelPost',
  'Cancel a post',
  'Before it is sent. A post whose sending has begun cannot be called back.',
  (actions, workspaceId, id) => actions.cancel(workspaceId, id),
)

export const resolvePost = {
  ...action(
    'resolvePost',
    'Settle an unconfirmed post',
    'A person has looked at the account and says what is there.',
    (actions, workspaceId, id, request) => actions.resolve(workspaceId, id, readInput(request, readResolution)),
  ),
  body: {
    schema: ResolutionSchema,
    examples: {
      published: { outcome: 'published', permalink: 'https://x.com/example/status/1' },
      not: { outcome: 'not_published' },
    },
  },
}

function action(
  id: string,
  summary: string,
  description: string,
  act: (actions: Actions, workspaceId: string, postId: string, request: Request) => Promise<boolean>,
): Operation<Deps> {
  return operation({
    id,
    summary,
    description,
    answers: { 200: dataAnswer('The post as it is now.', AnyPostSchema, postExamples.short) },
    missing: NOT_FOUND,
    invalid: { 'publication.state': 'The post is published already, so it cannot be cancelled.' },
    async handle({ posts, actions }, request, reply) {
      const { workspaceId } = callerOf(request)
      const post = idOf(request)
      const changed = (await act(actions, workspaceId, post, request)) && (await posts.getVersioned(workspaceId, post))
      return changed ? withEtag(reply, changed.version, changed.post) : null
    },
  })
}

function readResolution(issues: Issues, body: Record<string, unknown>): Resolution {
  const { outcome } = body
  if (outcome !== 'published' && outcome !== 'not_published') {
    issues.add('outcome', 'outcome is required. Send published or not_published.')
  }
  if (outcome === 'not_published') return { outcome }
  return {
    outcome: 'published',
    platformId: readText(issues, 'platform_id', body.platform_id, { max: 255 }),
    permalink: readText(issues, 'permalink', body.permalink, { max: 2048 }),
  }
}

function toAttempt(row: AttemptRow) {
  return { ...row, started_at: row.started_at.toISOString(), ended_at: row.ended_at?.toISOString() ?? null }
}
