import { readIfMatch } from '../../http/answers/etag.ts'
import { authorIdOf, callerOf, keyIdOf, workspaceOf } from '../../http/call.ts'
import { answerCreated, type CreationDeps, readIdempotencyKey } from '../../http/idempotency.ts'
import { idOf, objectBody, throwIssues } from '../../http/input.ts'
import { queryFlag, queryOf } from '../../http/query-values.ts'
import { dataAnswer, operationsOf } from '../../http/route.ts'
import { createIssues } from '../../lib/issues.ts'
import { message } from '../../messages/message.ts'
import { postExamples } from '../examples.ts'
import { DryRunQuery } from '../schemas.ts'
import { UNSTORED } from '../show.ts'
import * as stored from './groups.ts'
import { readGroup, readGroupPatch } from './input.ts'
import * as schemas from './schemas.ts'
import { ChangedPostGroupSchema } from './schemas.ts'

const GROUP_ID = '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9050'
const ACCOUNTS = ['019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9020', '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9030'] as const

const schedule = { status: 'scheduled', scheduled_date: '2027-01-04T08:00:00Z' }
const text = 'Doors open at nine.'
const longer = 'Doors open at nine. Come and see the new workshop.'

const newGroupExamples = {
  two_accounts: {
    content: text,
    ...schedule,
    accounts: [{ connection_id: ACCOUNTS[0] }, { connection_id: ACCOUNTS[1], overrides: { content: longer } }],
  },
}

const shown = { ...schedule, scheduled_date: '2027-01-04T08:00:00.000Z', group_id: GROUP_ID }

const groupExample = {
  group_id: GROUP_ID,
  posts: [
    { ...postExamples.short, content: text, mentions: null, connection_id: ACCOUNTS[0], ...shown },
    { ...postExamples.professional, content: longer, hashtags: null, connection_id: ACCOUNTS[1], ...shown },
  ].map((post) => ({
    ...post,
    publication: {
      ...(post as unknown as { publication: object }).publication,
      state: 'waiting',
      connection_id: post.connection_id,
    },
  })),
}

const changedExample = {
  ...groupExample,
  unchanged: [
    {
      id: groupExample.posts[1]!.id,
      reason:
        'The post is published and can no longer be changed. Create a new one, and delete this one on the platform if it is wrong.',
    },
  ],
}

export const changedAnswer = {
  ...dataAnswer('The group as it is now.', ChangedPostGroupSchema, changedExample),
  etag: true as const,
}

interface Deps extends CreationDeps {
  groups: stored.Groups
}

const operation = operationsOf<Deps>('Posts')

export const GROUP_NOT_FOUND = message('group.not_found')
const onGroup = operationsOf<Deps>('Posts', { missing: GROUP_NOT_FOUND })

const { group_id: EXAMPLE_ID, posts: examplePosts } = groupExample
const unstored = { ...UNSTORED, group_id: null }

export const createPostGroup = operation({
  id: 'createPostGroup',
  summary: 'Create posts for several accounts',
  description:
    'One composition becomes one post for each account, all in one transaction: if one is refused, none is stored. The ' +
    'errors of an account are below `accounts[n]`. `content` is the text of each, whatever its format calls it; ' +
    '`overrides` holds what one account gets instead. The posts carry the same `group_id`, and each has its own ' +
    '`warnings`; with `?dry_run=true` that is all that happens. Each post can be read and changed by itself.',
  idempotent: 'own',
  locate: ({ group_id }) => `/v1/posts/groups/${group_id}`,
  query: DryRunQuery,
  body: { schema: schemas.NewPostGroupSchema, examples: newGroupExamples },
  answers: {
    200: dataAnswer('Dry run: what would have been stored. Nothing was.', schemas.PostGroupDryRunSchema, {
      group_id: null,
      posts: examplePosts.map((post) => ({ ...post, ...unstored })),
    }),
    201: dataAnswer('All posts are stored, and queued when they are scheduled.', schemas.PostGroupSchema, groupExample),
  },
  async handle(deps, request, reply) {
    const issues = createIssues()
    const body = readGroup(issues, objectBody(request))
    const dryRun = queryFlag(issues, queryOf(issues, request), 'dry_run')
    const idempotencyKey = readIdempotencyKey(issues, request)
    const caller = callerOf(request)
    const { workspaceId } = caller
    const readings = await stored.readGroupPosts(deps.groups, issues, workspaceId, body)
    throwIssues(issues)
    const origin = { workspaceId, keyId: keyIdOf(caller), authorId: authorIdOf(caller) }
    if (dryRun) return stored.dryRunGroup(deps.groups, origin, readings)
    return answerCreated(deps, request, reply, idempotencyKey, (tx) =>
      stored.createGroup(deps.groups, origin, readings, tx),
    )
  },
})

export const getPostGroup = onGroup({
  id: 'getPostGroup',
  summary: 'Read posts that were composed together',
  description:
    'All posts of the group. `ETag` is the version of the group: it changes when any of its posts does. Send it as ' +
    '`If-Match` with a change of the group, and nothing is changed that you have not seen.',
  answers: { 200: { ...dataAnswer('The group.', schemas.PostGroupSchema, groupExample), etag: true } },
  async handle({ groups }, request, reply) {
    const found = await stored.findGroup(groups, workspaceOf(request), idOf(request))
    if (found !== null) reply.header('etag', found.etag)
    return found?.group ?? null
  },
})

export const updatePostGroup = onGroup({
  id: 'updatePostGroup',
  idempotent: 'atomic',
  summary: 'Change posts that were composed together',
  description:
    'Sets what is sent on every post of the group; `overrides` says what one of them gets instead, by its id. Posts that ' +
    'are going out or are published stay as they are and are listed in `unchanged` with the reason, and so are cancelled ' +
    'ones unless `overrides` names them or the whole group is cancelled. All the others are changed, or none if the change ' +
    'is wrong for one of them. When no post can be changed it is refused (400). For each post it is as with a change of it alone.',
  ifMatch: true,
  body: {
    schema: schemas.PostGroupPatchSchema,
    examples: { move: { status: 'scheduled', scheduled_date: '2027-01-05T09:00:00Z' } },
  },
  answers: { 200: changedAnswer },
  async handle({ groups }, request, reply, tx) {
    const key = { workspaceId: workspaceOf(request), groupId: idOf(request) }
    const issues = createIssues()
    const patch = readGroupPatch(issues, objectBody(request))
    const ifMatch = readIfMatch(issues, request)
    const changed = await stored.updateGroup(groups, tx, key, { issues, ifMatch, patch })
    if (changed === null) return null
    reply.header('etag', changed.etag)
    return { ...changed.group, unchanged: changed.unchanged.map(stored.showUnchanged) }
  },
})

export const deletePostGroup = onGroup({
  id: 'deletePostGroup',
  summary: 'Delete posts that were composed together',
  description:
    'All posts of the group but those that are going out right now, which are listed in `unchanged`. For each post it is as ' +
    'when it is deleted alone. `If-Match` works as with a change.',
  ifMatch: true,
  answers: {
    200: dataAnswer('The posts are gone.', schemas.DeletedPostGroupSchema, {
      group_id: EXAMPLE_ID,
      deleted: examplePosts.map(({ id }) => id),
      unchanged: [],
    }),
  },
  async handle({ groups }, request) {
    const id = idOf(request)
    const issues = createIssues()
    const ifMatch = readIfMatch(issues, request)
    const changed = await stored.deleteGroup(groups, workspaceOf(request), id, { issues, ifMatch })
    return changed && { group_id: id, deleted: changed.deleted, unchanged: changed.unchanged.map(stored.showUnchanged) }
  },
})
