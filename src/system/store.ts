import type { Db, Pool } from '../db/database.ts'
import type { StoredCounts } from '../http/metrics/sources.ts'
import { FORMATS } from '../platforms/shared/provider.ts'
import { phaseOf, sqlList, statesIn } from '../publishing/states.ts'

/** Beyond this the exact number does not matter, and counting on would cost time at every scrape. */
const COUNT_MAX = 10_000
const EXPIRING_DAYS = 7
const FAILED_MAIL_DAYS = 7

// Each state is its own statement with a literal: only then can the planner use the partial index.
const COUNTED_PHASES = ['queued', 'under_way', 'stopped'] as const

/** What operators monitor, for all workspaces together. Counts stop at 10,000. */
export async function countInstallation(db: Pool): Promise<Omit<StoredCounts, 'jobs' | 'backup'>> {
  const posts = statesIn(...COUNTED_PHASES).map((state) => {
    const phase = phaseOf(state)
    const hint = phase === 'queued' ? '' : `and publication_state in ${sqlList(statesIn(phase))}`
    return counted('posts', state, `posts where publication_state = '${state}' ${hint}`)
  })
  const deliveries = ['pending', 'failed'].map((state) =>
    counted('event_deliveries', state, `event_deliveries where state = '${state}'`),
  )
  const { rows } = await db.query<{ kind: string; state: string; count: number }>({
    text: [
      ...posts,
      ...deliveries,
      counted('webhook_rejections', '', 'webhook_rejections'),
      counted('mails', 'waiting', `mails where state = 'waiting'`),
      counted(
        'mails',
        'failed',
        `mails where state = 'failed' and done_at > now() - interval '${FAILED_MAIL_DAYS} days'`,
      ),
      counted('submissions', 'held', `submissions where state = 'held'`),
      `select 'event_endpoints', case when status = 'active' and failing_since is not null then 'failing' else status end,
              count(*)::integer from event_endpoints group by 2`,
      `select 'paused', '', count(*)::integer from installation where paused_at is not null`,
      `select 'connections', case when status = 'active' and refresh_at is null
                                   and expires_at <= now() + interval '${EXPIRING_DAYS} days' then 'expiring' else status end,
              count(*)::integer from connections group by 2`,
    ].join('\nunion all\n'),
  })
  const of = (kind: string) =>
    Object.fromEntries(rows.filter((row) => row.kind === kind).map(({ state, count }) => [state, count]))
  return {
    posts: of('posts'),
    eventDeliveries: of('event_deliveries'),
    webhookRejections: of('webhook_rejections')[''] ?? 0,
    mails: of('mails'),
    heldSubmissions: of('submissions').held ?? 0,
    eventEndpoints: { active: 0, failing: 0, paused: 0, disabled: 0, ...of('event_endpoints') },
    publishingPaused: of('paused')[''] ?? 0,
    lateness: await findLateness(db),
    connections: { active: 0, expiring: 0, needs_reconnect: 0, held: 0, ...of('connections') },
  }
}

function counted(kind: string, state: string, from: string): string {
  return `select '${kind}' as kind, '${state}' as state, count(*)::integer as count from (select from ${from} limit ${COUNT_MAX}) as counted`
}

/**
 * How many seconds the oldest item of each kind has been due: the first sign that work is not getting done. Each part
 * reads the first row of an index. Paused items, and items that wait after a failure, are not late.
 */
async function findLateness(db: Db): Promise<Record<string, number>> {
  const { rows } = await db.query<{ kind: string; seconds: number }>({
    text: `select kind, greatest(0, extract(epoch from now() - since))::float8 as seconds from (
             select 'posts' as kind, (select min(first.scheduled_date)
                                from workspaces cross join unnest($1::text[]) as wanted (platform) cross join lateral (
                                  select scheduled_date from posts
                                   where workspace_id = workspaces.id and posts.platform = wanted.platform
                                     and publication_state = 'waiting' order by scheduled_date limit 1) as first) as since
             union all
             select 'mails', (select min(due_at) from mails where state = 'waiting')
             union all
             select 'events', (select min(created_at) from event_outbox where hold_until is null)
             union all
             select 'event_deliveries', (select min(first.next_at) from event_endpoints as endpoint cross join lateral (
                                  select next_at from event_deliveries
                                   where endpoint_id = endpoint.id and state = 'pending' order by next_at limit 1) as first
                                 where endpoint.status = 'active' and endpoint.failing_since is null)) as oldest`,
    values: [FORMATS],
  })
  return Object.fromEntries(rows.map(({ kind, seconds }) => [kind, seconds ?? 0]))
}
