import type { Pool } from '../db/database.ts'
import { withEtag } from '../http/answers/etag.ts'
import { callerOf } from '../http/call.ts'
import { idOf, readInput } from '../http/input.ts'
import { ReasonCode, ReasonValues } from '../http/reason.ts'
import { listAnswer, type Operation, operationsOf } from '../http/route.ts'
import { maybeTime, Timestamp } from '../http/schemas.ts'
import type { Issues } from '../lib/issues.ts'
import * as S from '../lib/schema.ts'
import { readText } from '../lib/text/text.ts'
import { forReader } from '../messages/for-reader.ts'
import { message } from '../messages/message.ts'
import { say } from '../messages/sentence.ts'
import { showAttemptMessage } from '../messages/stored.ts'
import { type Provider, profileFor, profileOf } from '../platforms/registry.ts'
import type { Format } from '../platforms/shared/provider.ts'
import { postAnswer } from '../posts/examples.ts'
import { findGroup, type Groups, showUnchanged } from '../posts/groups/groups.ts'
import { changedAnswer, GROUP_NOT_FOUND } from '../posts/groups/routes.ts'
import { findVersioned, type Posts } from '../posts/posts.ts'
import {
  type Actions,
  actOnGroup,
  actOnPost,
  type GroupAction,
  type Resolution,
  resolvePost as settlePost,
} from './actions.ts'
import { explainStep } from './steps.ts'
import { selectAttempts } from './store.ts'

export const { schema: AttemptSchema, example: attemptExample } = S.exampledOutput('Attempt', {
  number: [S.integer('From 1.'), 1],
  started_at: [Timestamp, '2027-01-04T09:00:00.120Z'],
  ended_at: [maybeTime(), '2027-01-04T09:00:01.480Z'],
  outcome: [
    S.nullable('string', 'published, failed, retry, deferred, held, unconfirmed or cancelled; null while it runs.'),
    'published',
  ],
  code: [S.nullable('string', 'The class of the failure.'), null],
  message: [S.nullable('string'), null],
  message_code: [ReasonCode, null],
  message_values: [ReasonValues, null],
  platform_code: [S.nullable('string', "The platform's own code."), null],
  answer: [
    S.closedOrNull(
      { status: S.integer(), body: S.string() },
      'What the platform said: status and the beginning of its body, without tokens.',
    ),
    null,
  ],
  steps: [
    S.array(S.closed({ at: Timestamp, step: S.string('For programs.'), message: S.string('For people.') })),
    [
      { at: '2027-01-04T09:00:00.900Z', step: 'sending', message: say('step.sending', { network: 'X' }) },
      { at: '2027-01-04T09:00:01.480Z', step: 'published', message: say('step.published', { network: 'X' }) },
    ],
  ],
})

const ResolutionSchema = S.input('Resolution', {
  outcome: S.oneOf(['published', 'not_published'], 'What the account shows.'),
  platform_id: S.optional(S.nullable('string', { maxLength: 255, description: 'The id on the platform, when known.' })),
  permalink: S.optional(S.nullable('string', { maxLength: 2048 })),
})

interface Deps {
  posts: Posts
  groups: Groups
  actions: Actions
  pool: Pool
}

const operation = operationsOf<Deps>('Publishing')

export const listAttempts = operation({
  id: 'listAttempts',
  summary: 'How publishing went',
  description: 'Every attempt with its steps, newest first, and what the platform answered.',
  answers: { 200: listAnswer('The attempts.', AttemptSchema, attemptExample) },
  missing: message('publishing.no_post'),
  async handle({ posts, pool }, request) {
    const { workspaceId } = callerOf(request)
    const id = idOf(request)
    if ((await findVersioned(posts, workspaceId, id)) === null) return null
    const rows = await selectAttempts(pool, workspaceId, id)
    const toText = (time: Date | null) => time?.toISOString() ?? null
    return rows.map(({ provider, platform, ...row }) => {
      const network = (provider === null ? profileFor(platform as Format) : profileOf(provider as Provider)).label
      const steps = row.steps as Array<{ at: string; step: string }>
      return {
        ...row,
        ...showAttemptMessage(row),
        steps: steps.map(({ at, step }) => ({ at, step, message: forReader(explainStep(step, network)) })),
        started_at: toText(row.started_at),
        ended_at: toText(row.ended_at),
      }
    })
  },
})

export const publishPost = action('publish', {
  summary: 'Publish a post now',
  description: 'Also a draft, and one that failed or was missed. It goes out as soon as a worker takes it.',
})

export const retryPost = action('retry', {
  summary: 'Try a post again',
  description:
    'For a post that failed, was missed, held, deferred or cancelled. If its date is still to come it waits for that date, else it goes out as soon as a worker takes it. To send it before its date, use `publish`.',
})

export const cancelPost = action('cancel', {
  summary: 'Cancel a post',
  description: 'Before it is sent. A post whose sending has begun cannot be called back.',
})

export const resolvePost = action('resolve', {
  summary: 'Settle an unconfirmed post',
  description: 'A person has looked at the account and says what is there.',
  body: {
    schema: ResolutionSchema,
    examples: {
      published: { outcome: 'published', permalink: 'https://x.com/example/status/1' },
      not: { outcome: 'not_published' },
    },
  },
})

export const publishPostGroup = groupAction('publish', {
  summary: 'Publish posts that were composed together now',
  description: 'Also drafts, and those that failed or were missed. They go out as soon as a worker takes them.',
})

export const retryPostGroup = groupAction('retry', {
  summary: 'Try posts that were composed together again',
  description: 'Those of the group that failed, were missed, held or deferred, each as when it is tried again alone.',
})

export const cancelPostGroup = groupAction('cancel', {
  summary: 'Cancel posts that were composed together',
  description: 'Those of the group whose sending has not begun.',
})

function groupAction(name: GroupAction, documented: { summary: string; description: string }) {
  const rest =
    ' Posts of the group whose state does not allow it stay as they are and are listed in `unchanged` with the reason' +
    (name === 'cancel' ? '.' : '; so are cancelled ones, unless the whole group is cancelled.') +
    ' When it is possible for none, it is refused (400).'
  return operation({
    id: `${name}PostGroup`,
    idempotent: 'atomic',
    summary: documented.summary,
    description: `${documented.description}${rest}`,
    answers: { 200: changedAnswer },
    missing: GROUP_NOT_FOUND,
    async handle({ groups, actions, pool }, request, reply, tx) {
      const { workspaceId } = callerOf(request)
      const id = idOf(request)
      const done = await actOnGroup(actions, tx, { workspaceId, id }, name)
      const found = done && (await findGroup(groups, workspaceId, id, tx ?? pool))
      if (!found) return null
      reply.header('etag', found.etag)
      return { ...found.group, unchanged: done.unchanged.map(showUnchanged) }
    },
  })
}

function action(name: GroupAction | 'resolve', documented: Pick<Operation<Deps>, 'summary' | 'description' | 'body'>) {
  return operation({
    id: `${name}Post`,
    idempotent: 'atomic',
    ...documented,
    answers: { 200: postAnswer('The post as it is now.') },
    missing: message('publishing.no_post'),
    async handle({ posts, actions, pool }, request, reply, tx) {
      const { workspaceId } = callerOf(request)
      const id = idOf(request)
      const isDone =
        name === 'resolve'
          ? await settlePost(actions, tx, { workspaceId, id }, readInput(request, readResolution))
          : await actOnPost(actions, tx, { workspaceId, id }, name)
      const changed = isDone ? await findVersioned(posts, workspaceId, id, tx ?? pool) : null
      return changed && withEtag(reply, changed.version, changed.post)
    },
  })
}

function readResolution(issues: Issues, body: Record<string, unknown>): Resolution {
  const { outcome } = body
  if (outcome !== 'published' && outcome !== 'not_published') {
    issues.add('outcome', 'publishing.outcome_required')
  }
  if (outcome === 'not_published') return { outcome }
  return {
    outcome: 'published',
    platformId: readText(issues, 'platform_id', body.platform_id, { max: 255 }),
    permalink: readText(issues, 'permalink', body.permalink, { max: 2048 }),
  }
}
