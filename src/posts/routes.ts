import type { Pool } from '../db/database.ts'
import { sendPage } from '../http/answers/answer.ts'
import { etagOf, FIRST_VERSION, readIfMatch, withEtag } from '../http/answers/etag.ts'
import { authorIdOf, callerOf, keyIdOf, workspaceOf } from '../http/call.ts'
import { answerCreated, type CreationDeps, readIdempotencyKey } from '../http/idempotency.ts'
import { idOf, objectBody, readQuery, throwIssues } from '../http/input.ts'
import { queryFlag, queryOf } from '../http/query-values.ts'
import { dataAnswer, deletedAnswer, operationsOf, pageAnswer } from '../http/route.ts'
import { createIssues } from '../lib/issues.ts'
import { message } from '../messages/message.ts'
import { profileFor } from '../platforms/registry.ts'
import { FORMATS, type Format } from '../platforms/shared/provider.ts'
import { newPostExamples, postAnswer, postExamples, publishedExample } from './examples.ts'
import { postFilters } from './filter.ts'
import { readPost, readPostPatch } from './input.ts'
import { PostQuery, readPostPage, readPosts } from './list.ts'
import * as stored from './posts.ts'
import * as schemas from './schemas.ts'
import { UNSTORED } from './show.ts'

interface Deps extends CreationDeps {
  posts: stored.Posts
  reads: Pool
}

const operation = operationsOf<Deps>('Posts')

const missing = message('post.not_found', { formats: `{${FORMATS.join('|')}}` })
const onPost = operationsOf<Deps>('Posts', { missing })

export function createPost(platform: Format) {
  const name = profileFor(platform).label
  return operation({
    id: `create${schemas.postName(platform)}`,
    summary: `Create a post for ${name}`,
    description:
      `A draft, or a post that goes out on ${name} at its date. \`warnings\` lists what ${name} would refuse or alter ` +
      'though the request is valid; with `?dry_run=true` that is all that happens. `ETag` is the version of the post.',
    idempotent: 'own',
    locate: ({ id }) => `/v1/posts/${id}`,
    query: schemas.DryRunQuery,
    body: { schema: schemas.NewPostSchema[platform], examples: newPostExamples[platform] },
    answers: {
      200: dataAnswer('Dry run: what would have been stored. Nothing was.', schemas.DryRunSchema[platform], {
        ...postExamples[platform],
        ...UNSTORED,
      }),
      201: postAnswer(
        'The post is stored, and its publication is queued when it is scheduled.',
        postExamples[platform],
        schemas.PostSchema[platform],
      ),
    },
    async handle(deps, request, reply) {
      const issues = createIssues()
      const read = readPost(issues, platform, objectBody(request))
      const dryRun = queryFlag(issues, queryOf(issues, request), 'dry_run')
      const idempotencyKey = readIdempotencyKey(issues, request)
      const caller = callerOf(request)
      const reading = await stored.checkAccount(deps.posts, issues, caller.workspaceId, read)
      throwIssues(issues)
      const origin = { workspaceId: caller.workspaceId, keyId: keyIdOf(caller), authorId: authorIdOf(caller) }
      if (dryRun) return stored.dryRunPost(deps.posts, origin, reading)
      // A repeat shows the post and its tag as they were created.
      reply.header('etag', etagOf(FIRST_VERSION))
      try {
        return await answerCreated(deps, request, reply, idempotencyKey, (tx) =>
          stored.createPost(deps.posts, origin, reading, tx),
        )
      } catch (error) {
        reply.removeHeader('etag')
        throw error
      }
    },
  })
}

export const listPosts = operation({
  id: 'listPosts',
  summary: 'List posts',
  description:
    'Newest first, or by date with `order=scheduled`. Count pages with `page`, or follow `pagination.next_cursor`, which ' +
    'keeps its order. By date, a post whose date is changed meanwhile may come twice or not at all.',
  query: PostQuery,
  answers: {
    200: pageAnswer('A page of posts; a page past the end is empty.', schemas.AnyPostSchema, postExamples.short),
  },
  async handle({ reads }, request, reply) {
    const { filter, page } = readQuery(request, (issues, query) => ({
      filter: postFilters.read(issues, query),
      page: readPostPage(issues, query),
    }))
    return sendPage(reply, await readPosts(reads, workspaceOf(request), filter, page))
  },
})

export const getPost = onPost({
  id: 'getPost',
  summary: 'Read a post',
  description:
    '`ETag` is the version of the post. Send it as `If-Match` with a change, and nothing is changed that you have not seen.',
  answers: {
    200: postAnswer('The post.', {
      ...postExamples.short,
      status: 'scheduled',
      scheduled_date: '2027-01-04T08:00:00.000Z',
      connection_id: publishedExample.connection_id,
      publication: publishedExample,
      results: { clicks: 41, visitors: 33, leads: 3 },
    }),
  },
  async handle({ posts }, request, reply) {
    const found = await stored.findVersioned(posts, workspaceOf(request), idOf(request))
    return found && withEtag(reply, found.version, found.post)
  },
})

export const updatePost = onPost({
  id: 'updatePost',
  idempotent: 'atomic',
  summary: 'Change a post',
  description:
    'Also schedules a draft, moves a date, and turns a scheduled post back into a draft. A post that failed, was held, ' +
    'missed or cancelled starts over with the change; one that changes nothing leaves everything as it is. While the post ' +
    'is `preparing`, `sending` or `confirming`, and once it is `published` or `unconfirmed`, it is refused (400). With ' +
    '`If-Match: "<version>"` (the `ETag` of an earlier answer) it is refused (412) when the post was changed meanwhile.',
  ifMatch: true,
  body: {
    schema: schemas.PostPatchSchema,
    examples: { reschedule: { status: 'scheduled', scheduled_date: '2026-12-01T09:00:00Z' } },
  },
  answers: { 200: postAnswer('The post as it is now.') },
  async handle({ posts }, request, reply, tx) {
    const key = { workspaceId: workspaceOf(request), id: idOf(request) }
    const body = objectBody(request)
    const issues = createIssues()
    const changed = await stored.updatePost(posts, tx, key, {
      issues,
      ifMatch: readIfMatch(issues, request),
      read: (current) => readPostPatch(issues, current, body),
    })
    return changed && withEtag(reply, changed.version, changed.post)
  },
})

export const deletePost = onPost({
  id: 'deletePost',
  summary: 'Delete a post',
  description:
    'A scheduled post is taken from the queue in the same step. While it is `preparing`, `sending` or `confirming` it is ' +
    'refused (400). A published one is forgotten here and stays on the platform. `If-Match` works as with a change.',
  ifMatch: true,
  answers: { 200: deletedAnswer('The post is gone.', postExamples.short) },
  async handle({ posts }, request) {
    const id = idOf(request)
    const issues = createIssues()
    const ifMatch = readIfMatch(issues, request)
    const isDeleted = await stored.deletePost(posts, workspaceOf(request), id, { issues, ifMatch })
    return isDeleted ? { id, deleted: true } : null
  },
})
