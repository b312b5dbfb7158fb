import type { Pool } from '../db/database.ts'
import { ApiError, validationError } from '../errors.ts'
import { callerOf, type Request } from '../http/call.ts'
import { etagOf } from '../http/etag.ts'
import { idOf } from '../http/params.ts'
import type { Operation } from '../http/route.ts'
import { IdParams, success } from '../http/schemas.ts'
import { objectBody } from '../http/server/body.ts'
import { createIssues, type Issues } from '../lib/issues.ts'
import * as S from '../lib/schema.ts'
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

const NOT_FOUND = 'There is no post with this id. List them at GET /v1/posts.'

export const listAttempts: Operation<Deps> = {
  id: 'listAttempts',
  tag: 'Publishing',
  summary: 'How publishing went',
  description: 'Every attempt with its steps, newest first, and what the platform answered.',
  params: IdParams,
  answers: {
    200: {
      description: 'The attempts.',
      schema: success(S.array(S.refTo(AttemptSchema))),
      example: { success: true, data: [attemptExample] },
    },
  },
  errors: ['not_found'],
  errorExamples: { not_found: { message: NOT_FOUND } },
  async handle({ posts, pool }, request, reply) {
    const { workspaceId } = callerOf(request)
    const id = postId(request)
    if ((await posts.get(workspaceId, id)) === null) throw notFound()
    const rows = await selectAttempts(pool, workspaceId, id)
    return reply.send({ success: true, data: rows.map(toAttempt) })
  },
}

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

export const resolvePost: Operation<Deps> = {
  ...action(
    'resolvePost',
    'Settle an unconfirmed post',
    'A person has looked at the account and says what is there.',
    (actions, workspaceId, id, request) => {
      const issues = createIssues()
      const resolution = readResolution(issues, objectBody(request))
      if (issues.count > 0) throw validationError(issues.details)
      return actions.resolve(workspaceId, id, resolution)
    },
  ),
  body: {
    kind: 'json',
    schema: S.refTo(ResolutionSchema),
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
  return {
    id,
    tag: 'Publishing',
    summary,
    description,
    params: IdParams,
    answers: {
      200: {
        description: 'The post as it is now.',
        schema: success(S.refTo(AnyPostSchema)),
        example: { success: true, data: postExamples.short },
      },
    },
    errors: ['not_found', 'validation_error'],
    errorExamples: {
      not_found: { message: NOT_FOUND },
      validation_error: {
        field: 'publication.state',
        message: 'The post is published already, so it cannot be cancelled.',
      },
    },
    async handle({ posts, actions }, request, reply) {
      const { workspaceId } = callerOf(request)
      const post = postId(request)
      if (!(await act(actions, workspaceId, post, request))) throw notFound()
      const changed = await posts.getVersioned(workspaceId, post)
      if (changed === null) throw notFound()
      return reply.header('etag', etagOf(changed.version)).send({ success: true, data: changed.post })
    },
  }
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

function postId(request: Request): string {
  return idOf(request, notFound)
}

function notFound(): ApiError {
  return new ApiError('not_found', { message: NOT_FOUND })
}
