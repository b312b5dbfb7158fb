import type { SimulatorControl } from '../../../simulators/client.ts'
import type { Deps } from '../../../src/app/deps.ts'
import { connect, type ProofAccount } from './accounts.ts'

/** States that do not change by themselves. */
export const FINAL = ['published', 'failed', 'unconfirmed', 'cancelled', 'missed'] as const

/**
 * Speeds time up, and acts as a person who looks after the accounts. Waits that a platform asked for or that follow a
 * failure are cut to about a second, as if the time had passed. Looks at an unknown outcome keep their schedule,
 * because they are what is proved. Stopped accounts are connected again.
 */
export async function hurry(deps: Deps, control: SimulatorControl, accounts: readonly ProofAccount[]): Promise<void> {
  const { pool } = deps
  await pool.query(`update connections set held_until = now() where held_until > now() + interval '1 second'`)
  await pool.query(
    `update posts set deferred_until = now()
      where publication_state in ('deferred', 'preparing') and deferred_until > now() + interval '1 second'
         or publication_state = 'confirming' and deferred_until > now() + interval '5 seconds'`,
  )
  // A look is never due later than the longest wait, unless the platform asked for it.
  await pool.query(
    `select graphile_worker.reschedule_jobs(array_agg(job.id), run_at => now())
       from graphile_worker.jobs job
       join graphile_worker._private_jobs detail on detail.id = job.id
       join posts post on post.id = (detail.payload ->> 'post_id')::uuid
      where job.task_identifier = 'post.publish' and job.locked_at is null
        and coalesce(post.released_at, post.scheduled_date) < now()
        and job.run_at > now() + make_interval(secs => case when post.publication_state = 'confirming' then 5 else 1 end)`,
  )
  const { rows } = await pool.query<{ id: string }>(`select id from connections where status <> 'active'`)
  for (const { id } of rows) {
    const account = accounts.find(({ connectionId }) => connectionId === id)
    if (account) await connect(deps, control, account.provider, account.accountId, account.grantedBy)
  }
}

export async function countStates({ pool }: Deps): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ state: string; count: number }>(
    'select publication_state as state, count(*)::int as count from posts group by 1 order by 1',
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

export function countOpen(states: Record<string, number>): number {
  const isFinal = (state: string) => FINAL.some((each) => each === state)
  return Object.entries(states).reduce((sum, [state, count]) => sum + (isFinal(state) ? 0 : count), 0)
}
