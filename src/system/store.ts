import type { Db } from '../db/database.ts'
import type { StoredCounts } from '../http/metrics/metrics.ts'
import { phaseOf, sqlList, statesIn } from '../publishing/states.ts'

/** Beyond this nobody needs the number, and reading on would cost at every scrape. */
const COUNT_MAX = 10_000
const EXPIRING_DAYS = 7

// Each state is a statement of its own, as a word: only then the planner sees that a partial index has all of it.
const COUNTED_PHASES = ['queued', 'under_way', 'stopped'] as const

/** What an operator watches, of all workspaces together. Counts stop at 10,000. */
export async function countInstallation(db: Db): Promise<Omit<StoredCounts, 'jobs' | 'backup'>> {
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
    connections: { active: 0, expiring: 0, needs_reconnect: 0, held: 0, ...of('connections') },
  }
}

function counted(kind: string, state: string, from: string): string {
  return `select '${kind}' as kind, '${state}' as state, count(*)::integer as count from (select from ${from} limit ${COUNT_MAX}) as counted`
}
