import type { PublicView } from '../../../simulators/core/oracle.ts'
import type { FeedReader } from '../../events/feed.ts'
import type { Claim } from '../../publishing/verdict.ts'
import { type ClusterLoad, postText } from '../load.ts'
import type { Recovery } from '../recovery.ts'
import type { ClusterStage } from '../stage.ts'
import type { LiveReader } from './live.ts'
import type { LimitTrial, Probe, Revocation, SessionCheck } from './watchers.ts'

export type ClaimName =
  | 'every acknowledged contact is stored'
  | 'every acknowledged webhook delivery is stored'
  | 'every acknowledged form submission is stored'
  | 'every acknowledged post is stored'
  | 'every acknowledged post is public'
  | 'nothing is public twice'
  | 'writes succeed again within 15 s after every fault'
  | 'a limit is exact across the nodes'
  | 'a revoked key is refused by every node within a second'
  | 'a session is valid on every node'
  | 'the feed showed every event exactly once, in order'
  | 'the live stream of every node showed every event exactly once, in order'
  | 'no process ended by itself'

/** An asynchronous standby must violate this claim, or the proof proves nothing. */
export const LOST_BY_CONTROL: ClaimName = 'every acknowledged contact is stored'

export interface ClusterEvidence {
  stage: ClusterStage
  load: ClusterLoad
  probes: readonly Probe[]
  recoveries: readonly Recovery[]
  limits: readonly LimitTrial[]
  revocations: readonly Revocation[]
  sessions: readonly SessionCheck[]
  feed: FeedReader
  live: readonly LiveReader[]
}

export interface ClusterVerdict {
  claims: Array<Claim & { what: ClaimName }>
  stored: Record<'contacts' | 'deliveries' | 'submissions' | 'posts' | 'events', number>
  publicItems: number
  postStates: Record<string, number>
}

export const RECOVERY_MAX_MS = 15_000
const REVOCATION_MAX_MS = 1_000

/** Compares what was acknowledged with what is stored, public and shown. */
export async function judgeCluster(evidence: ClusterEvidence): Promise<ClusterVerdict> {
  const { stage, load, probes, recoveries, limits, revocations, sessions, feed, live } = evidence
  const { acknowledged } = load
  const idsOf = async (table: string) => {
    const rows = await stage.sql(`select id from ${table}`)
    return new Set(rows.map(({ id }) => id as string))
  }
  const contacts = await idsOf('contacts')
  const deliveries = await idsOf('webhook_deliveries')
  const emails = await stage.sql('select email from contacts where email is not null')
  const submitted = new Set(emails.map(({ email }) => email as string))
  const posts: Array<{ id: string; state: string; reason: string | null; job: string | null }> = await stage.sql(
    `select post.id, publication_state as state, reason,
            (select concat_ws(', ', 'job for ' || run_at, 'attempts ' || attempts, 'locked by ' || locked_by || ' at ' || locked_at)
               from graphile_worker.jobs where key = 'post.publish:' || post.id) as job from posts post`,
  )
  const postsById = new Map(posts.map((post) => [post.id, post]))
  const events = (await stage.sql('select id from events order by position')).map(({ id }) => id as string)
  const items: PublicView[] = await stage.control.public({ platform: 'mastodon' })
  const publicCounts = Map.groupBy(items, ({ text }) => text.trim())
  const taken = [
    ...acknowledged.contacts,
    ...probes.filter(({ id }) => id !== null).map(({ id }) => ({ id: id!, by: 'probe' })),
    ...limits.flatMap(({ ids }) => ids.map((id) => ({ id, by: 'limit' }))),
  ]
  const claims: ClusterVerdict['claims'] = [
    check('every acknowledged contact is stored', taken, ({ id, by }) =>
      contacts.has(id) ? null : `${by} ${id} is gone`,
    ),
    check('every acknowledged webhook delivery is stored', acknowledged.deliveries, (id) =>
      deliveries.has(id) ? null : `${id} is gone`,
    ),
    check('every acknowledged form submission is stored', acknowledged.forms, ({ email }) =>
      submitted.has(email) ? null : `${email} is gone`,
    ),
    check('every acknowledged post is stored', acknowledged.posts, ({ id, number }) =>
      postsById.has(id) ? null : `post ${number} (${id}) is gone`,
    ),
    check('every acknowledged post is public', acknowledged.posts, ({ id, number }) => {
      const post = postsById.get(id)
      return publicCounts.has(postText(number))
        ? null
        : `post ${number} (${id}) is ${post?.state}: ${post?.reason} (${post?.job ?? 'no job'})`
    }),
    check('nothing is public twice', [...publicCounts], ([text, own]) =>
      own.length === 1 ? null : `"${text}" is public ${own.length} times`,
    ),
    check('writes succeed again within 15 s after every fault', recoveries, ({ kind, who, recoveredAfterMs: ms }) =>
      ms !== null && ms <= RECOVERY_MAX_MS ? null : `${kind} (${who}): ${ms === null ? 'never' : `after ${ms} ms`}`,
    ),
    check(
      'a limit is exact across the nodes',
      limits.filter(({ alone }) => !alone),
      (trial) => explainLimit(trial),
    ),
    check('a revoked key is refused by every node within a second', revocations, ({ node, acceptedAfterMs: ms }) =>
      ms === null || ms <= REVOCATION_MAX_MS ? null : `${node} accepted it ${ms} ms later`,
    ),
    check(
      'a session is valid on every node',
      sessions.filter(({ status }) => status !== 0 && status < 500),
      ({ node, status, text }) => (status === 200 ? null : `${node} answered ${status} ${text}`),
    ),
    checkOrder('the feed showed every event exactly once, in order', events, [{ name: 'the feed', seen: feed.seen }]),
    checkOrder('the live stream of every node showed every event exactly once, in order', events, live),
    check('no process ended by itself', [...stage.api, ...stage.workers], ({ ownDeaths }) =>
      ownDeaths.length === 0 ? null : ownDeaths.join('; '),
    ),
  ]
  const byState = Map.groupBy(posts, ({ state }) => state)
  return {
    claims,
    stored: {
      contacts: contacts.size,
      deliveries: deliveries.size,
      submissions: submitted.size,
      posts: posts.length,
      events: events.length,
    },
    publicItems: items.length,
    postStates: Object.fromEntries([...byState].map(([state, own]) => [state, own.length])),
  }
}

/** Requests without an answer may or may not have been counted. */
function explainLimit({ limit, passed, unanswered }: LimitTrial): string | null {
  const isExact = passed <= limit && passed + unanswered >= limit
  return isExact ? null : `${passed} of ${limit} passed, ${unanswered} had no answer`
}

function check<T>(what: ClaimName, all: readonly T[], problem: (one: T) => string | null): Claim & { what: ClaimName } {
  return { what, n: all.length, violations: all.map(problem).filter((text) => text !== null) }
}

interface Shown {
  name: string
  seen: readonly string[]
}

/** A live stream shows only events from after its start. */
function checkOrder(
  what: ClaimName,
  events: readonly string[],
  readers: readonly Shown[],
): Claim & { what: ClaimName } {
  const violations: string[] = []
  for (const { name, seen } of readers) {
    const expected = events.slice(Math.max(0, events.indexOf(seen[0] ?? '')))
    const counts = new Set(seen)
    const missing = expected.filter((id) => !counts.has(id)).length
    if (missing > 0) violations.push(`${name}: ${missing} of ${expected.length} were never shown`)
    if (counts.size < seen.length) violations.push(`${name}: ${seen.length - counts.size} were shown again`)
    const isInOrder = missing > 0 || counts.size < seen.length || expected.every((id, at) => seen[at] === id)
    if (!isInOrder) violations.push(`${name}: shown in a different order than in the feed`)
  }
  return { what, n: readers.reduce((sum, { seen }) => sum + seen.length, 0), violations }
}
