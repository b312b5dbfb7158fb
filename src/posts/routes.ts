import type { Pool } from '../db/database.ts'
import { ApiError, validationError } from '../errors.ts'
import { sendPage } from '../http/answer.ts'
import { callerOf, keyIdOf, type Request } from '../http/call.ts'
import { etagOf, FIRST_VERSION, readIfMatch } from '../http/etag.ts'
import { answerOnce, readIdempotencyKey } from '../http/idempotency.ts'
import { idOf } from '../http/params.ts'
import { queryFlag, queryOf } from '../http/query.ts'
import type { Operation } from '../http/route.ts'
import { DeletedSchema, IdParams, pageOf, success } from '../http/schemas.ts'
import { objectBody } from '../http/server/body.ts'
import { createIssues } from '../lib/issues.ts'
import * as S from '../lib/schema.ts'
import type { Clock } from '../lib/time/clock.ts'
import { FORMATS, type Format } from '../platforms/profile.ts'
import { profileFor } from '../platforms/registry.ts'
import { newPostExamples, postExamples, publishedExample } from './examples.ts'
import { readPost, readPostPatch } from './input.ts'
import { readPostFilter, readPostPage } from './list/input.ts'
import type { Posts } from './posts.ts'
import {
  AnyPostSchema,
  DryRunQuery,
  DryRunSchema,
  NewPostSchema,
  PostPatchSchema,
  PostQuery,
  PostSchema,
} from './schemas.ts'

interface Deps {
  posts: Posts
  pool: Pool
  clock: Clock
}

const NOT_FOUND = `There is no post with this id. List them at GET /v1/posts; create one at POST /v1/posts/{${FORMATS.join('|')}}.`

export function createPost(platform: Format): Operation<Deps> {
  const name = profileFor(platform).label
  return {
    id: `create${platform[0]!.toUpperCase()}${platform.slice(1)}Post`,
    tag: 'Posts',
    summary: `Create a post for ${name}`,
    description:
      `A draft, or a post that goes out on ${name} at its date. \`warnings\` lists what ${name} would refuse or alter ` +
      'though the request is valid; with `?dry_run=true` that is all that happens. `ETag` is the version of the post.',
    idempotent: true,
    query: DryRunQuery,
    body: { kind: 'json', schema: S.refTo(NewPostSchema[platform]), examples: newPostExamples[platform] },
    answers: {
      200: {
        description: 'Dry run: what would have been stored. Nothing was.',
        schema: success(S.refTo(DryRunSchema[platform])),
        example: { success: true, data: { ...postExamples[platform], id: null, created_at: null, updated_at: null } },
      },
      201: {
        description: 'The post is stored, and its publication is queued when it is scheduled.',
        schema: success(S.refTo(PostSchema[platform])),
        example: { success: true, data: postExamples[platform] },
      },
    },
    errorExamples: {
      validation_error: { field: 'status', message: 'status must be one of draft, scheduled, but it is "later".' },
    },
    async handle(deps, request, reply) {
      const issues = createIssues()
      const reading = readPost(issues, platform, objectBody(request))
      const dryRun = queryFlag(issues, queryOf(issues, request, DryRunQuery), 'dry_run')
      const idempotencyKey = readIdempotencyKey(issues, request)
      const caller = callerOf(request)
      await deps.posts.checkConnection(issues, caller.workspaceId, reading.input)
      if (issues.count > 0) throw validationError(issues.details)
      const origin = { workspaceId: caller.workspaceId, keyId: keyIdOf(caller) }
      if (dryRun) {
        return reply.send({ success: true, data: await deps.posts.check(caller.workspaceId, reading) })
      }
      if (idempotencyKey !== null) {
        // A repeat shows the post as it was created, so it has the tag of then.
        reply.header('etag', etagOf(FIRST_VERSION))
        try {
          return await answerOnce(deps, request, reply, idempotencyKey, async (tx) => {
            const data = await deps.posts.createIn(tx, origin, reading)
            return { status: 201, body: { success: true, data } }
          })
        } catch (error) {
          reply.removeHeader('etag')
          throw error
        }
      }
      const data = await deps.posts.create(origin, reading)
      return reply.code(201).header('etag', etagOf(FIRST_VERSION)).send({ success: true, data })
    },
  }
}

export const listPosts: Operation<Deps> = {
  id: 'listPosts',
  tag: 'Posts',
  summary: 'List posts',
  description:
    'Newest first, or by date with `order=scheduled`. Count pages with `page`, or follow `pagination.next_cursor`, which ' +
    'keeps its order. By date, a post whose date is changed meanwhile may come twice or not at all.',
  query: PostQuery,
  answers: {
    200: {
      description: 'A page of posts; a page past the end is empty.',
      schema: pageOf(S.refTo(AnyPostSchema)),
      example: {
        success: true,
        data: [postExamples.short],
        pagination: { page: 1, limit: 20, total: 1, totalPages: 1, next_cursor: null },
      },
    },
  },
  errors: ['validation_error'],
  errorExamples: { validation_error: { field: 'limit', message: 'limit must be a whole number from 1 to 1000.' } },
  async handle({ posts }, request, reply) {
    const issues = createIssues()
    const query = queryOf(issues, request, PostQuery)
    const filter = readPostFilter(issues, query)
    const page = readPostPage(issues, query)
    if (issues.count > 0) throw validationError(issues.details)
    return sendPage(reply, await posts.list(callerOf(request).workspaceId, filter, page))
  },
}

export const getPost: Operation<Deps> = {
  id: 'getPost',
  tag: 'Posts',
  summary: 'Read a post',
  description:
    '`ETag` is the version of the post. Send it as `If-Match` with a change, and nothing is changed that you have not seen.',
  params: IdParams,
  answers: {
    200: {
      etag: true,
      description: 'The post.',
      schema: success(S.refTo(AnyPostSchema)),
      example: {
        success: true,
        data: {
          ...postExamples.short,
          status: 'scheduled',
          scheduled_date: '2027-01-04T08:00:00.000Z',
          connection_id: publishedExample.connection_id,
          publication: publishedExample,
        },
      },
    },
  },
  errors: ['not_found'],
  errorExamples: { not_found: { message: NOT_FOUND } },
  async handle({ posts }, request, reply) {
    const found = await posts.getVersioned(callerOf(request).workspaceId, postId(request))
    if (found === null) throw postNotFound()
    return reply.header('etag', etagOf(found.version)).send({ success: true, data: found.post })
  },
}

export const updatePost: Operation<Deps> = {
  id: 'updatePost',
  tag: 'Posts',
  summary: 'Change a post',
  description:
    'Also schedules a draft, moves a date, and turns a scheduled post back into a draft. A post that failed, was held, ' +
    'missed or cancelled starts over with the change; one that changes nothing leaves everything as it is. While the post ' +
    'is `preparing`, `sending` or `confirming`, and once it is `published` or `unconfirmed`, it is refused (400). With ' +
    '`If-Match: "<version>"` (the `ETag` of an earlier answer) it is refused (412) when the post was changed meanwhile.',
  params: IdParams,
  ifMatch: true,
  body: {
    kind: 'json',
    schema: S.refTo(PostPatchSchema),
    examples: { reschedule: { status: 'scheduled', scheduled_date: '2026-12-01T09:00:00Z' } },
  },
  answers: {
    200: {
      etag: true,
      description: 'The post as it is now.',
      schema: success(S.refTo(AnyPostSchema)),
      example: { success: true, data: postExamples.short },
    },
  },
  errors: ['not_found'],
  errorExamples: {
    not_found: { message: NOT_FOUND },
    validation_error: { field: 'scheduled_date', message: 'scheduled_date is required when status is scheduled.' },
  },
  async handle({ posts }, request, reply) {
    const id = postId(request)
    const body = objectBody(request)
    const issues = createIssues()
    const changed = await posts.update(callerOf(request).workspaceId, id, {
      issues,
      ifMatch: readIfMatch(issues, request),
      read: (current) => readPostPatch(issues, current, body),
    })
    if (changed === null) throw postNotFound()
    return reply.header('etag', etagOf(changed.version)).send({ success: true, data: changed.post })
  },
}

export const deletePost: Operation<Deps> = {
  id: 'deletePost',
  tag: 'Posts',
  summary: 'Delete a post',
  description:
    'A scheduled post is taken from the queue in the same step. While it is `preparing`, `sending` or `confirming` it is ' +
    'refused (400). A published one is forgotten here and stays on the platform. `If-Match` works as with a change.',
  params: IdParams,
  ifMatch: true,
  answers: {
    200: {
      description: 'The post is gone.',
      schema: success(S.refTo(DeletedSchema)),
      example: { success: true, data: { id: postExamples.short.id, deleted: true } },
    },
  },
  errors: ['not_found', 'validation_error'],
  errorExamples: {
    not_found: { message: NOT_FOUND },
    validation_error: {
      field: 'publication.state',
      message:
        'The post is going out right now (sending) and cannot be deleted. Try again in a while, when it is known how it ended.',
    },
  },
  async handle({ posts }, request, reply) {
    const id = postId(request)
    const issues = createIssues()
    const ifMatch = readIfMatch(issues, request)
    if (!(await posts.delete(callerOf(request).workspaceId, id, { issues, ifMatch }))) throw postNotFound()
    return reply.send({ success: true, data: { id: id.toLowerCase(), deleted: true } })
  },
}

function postId(request: Request): string {
  return idOf(request, postNotFound)
}

function postNotFound(): ApiError {
  return new ApiError('not_found', { message: NOT_FOUND })
}
