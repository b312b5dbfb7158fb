import { openStage, type Stage } from '../stage.ts'
import type { Scenario } from './scenario.ts'
import { waitFor } from './small-stage.ts'

// As long as an import, a backup or a fold of a large installation.
const LONG_MS = 5 * 60_000
const JOBS = ['undisturbed', 'killed'] as const

/** Three workers with real lease times. Two of them run a long job each, and one of these is killed halfway. */
export const scenario: Scenario = {
  name: 'long-job',
  claim: 'a five-minute job runs once, and another worker runs the job of a killed one',
  run: (options) => runLongJob(options, LONG_MS),
}

interface Run {
  job: (typeof JOBS)[number]
  pid: number
  ended: boolean
}

export async function runLongJob(
  { control, logLevel, signal, onProgress }: Parameters<Scenario['run']>[0],
  longMs: number,
): Promise<{ n: number; violations: string[] }> {
  // The control: a process counts as dead before its next heartbeat.
  const hooks = { longJobMs: longMs, ...(control ? { leaseMs: 500 } : {}) }
  const stage = await openStage({ hooks, workers: 3, concurrency: 1, seed: 'scenario', logLevel })
  const { pool } = stage.deps
  const runs = async () => (await pool.query<Run>('select job, pid, ended from proof_runs order by began_at')).rows
  const withinMs = 2 * longMs + 120_000
  try {
    await pool.query(
      'create table proof_runs (job text, pid int, ended boolean not null default false, began_at timestamptz default now())',
    )
    for (const name of JOBS) {
      await pool.query(`select graphile_worker.add_job('proof.long', json_build_object('job', $1::text))`, [name])
    }
    await waitFor('both jobs run', async () => new Set((await runs()).map(({ job }) => job)).size === 2, { signal })
    await killAtHalfTime(stage, longMs, { signal, withinMs })
    onProgress?.('long-job: the worker of one job is killed')
    const isOver = async () => JOBS.every((name) => isEnded(name, all)) && (control || (await isEmpty(stage)))
    let all = await runs()
    await waitFor(
      'both jobs have ended',
      async () => {
        all = await runs()
        return isOver()
      },
      { signal, withinMs },
    )
    return { n: JOBS.length, violations: findViolations(all) }
  } finally {
    await stage.stop()
  }
}

function isEnded(name: string, runs: readonly Run[]): boolean {
  return runs.some(({ job, ended }) => job === name && ended)
}

async function isEmpty({ deps }: Stage): Promise<boolean> {
  const { rows } = await deps.pool.query(`select from graphile_worker.jobs where task_identifier = 'proof.long'`)
  return rows.length === 0
}

async function killAtHalfTime(
  { deps, workers }: Stage,
  longMs: number,
  wait: { signal: AbortSignal | undefined; withinMs: number },
): Promise<void> {
  const find = async () => {
    const { rows } = await deps.pool.query<{ pid: number }>(
      `select pid from proof_runs where job = 'killed' and not ended
          and began_at < now() - make_interval(secs => $1) order by began_at desc limit 1`,
      [longMs / 2_000],
    )
    return workers.find(({ pid }) => pid === rows[0]?.pid)
  }
  await waitFor('half of the time has passed', async () => (await find()) !== undefined, wait)
  ;(await find())!.kill()
}

function findViolations(runs: readonly Run[]): string[] {
  return JOBS.flatMap((name) => {
    const own = runs.filter(({ job }) => job === name)
    const right = name === 'killed' ? [false, true] : [true]
    const isRight = own.length === right.length && own.every(({ ended }, at) => ended === right[at])
    return isRight ? [] : [`the job "${name}" was started ${own.length} times: ${JSON.stringify(own)}`]
  })
}
