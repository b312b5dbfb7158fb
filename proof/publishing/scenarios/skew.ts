import { setTimeout as delay } from 'node:timers/promises'
import type { SimulatorControl } from '../../../simulators/client.ts'
import { jobTable } from '../../../src/app/worker.ts'
import { withoutSharedTime } from '../faults/controls.ts'
import { CALLS } from '../faults/faults.ts'
import { connectAccounts, type ProofAccount } from '../people/accounts.ts'
import { createPosts, judgePosts, makeDefenceless, type ScenarioNode, waitForEnd } from './node.ts'
import { freePort, type RunningPostgres } from './postgres.ts'
import type { Scenario } from './scenario.ts'
import { withScene } from './scene.ts'

const HOUR_MS = 60 * 60_000
const NODE_SHIFTS_MS = [2 * HOUR_MS, -HOUR_MS, 40 * 24 * HOUR_MS]
const PLATFORM_SHIFT_MS = -10 * 60_000
/** How long the clock stays wrong. */
const WRONG_MS = 2_500
/** Far more than a waiting node needs, far less than one that polls without pause (1,198 a second). */
const COMMITS_PER_SECOND_MAX = 150

/**
 * The worker's clock is hours or days off while posts fall due and purges run; then it is corrected. Afterwards the
 * platforms' clocks are 10 minutes behind, and the answers to the first sends are lost.
 */
export const scenario: Scenario = {
  name: 'skew',
  claim: 'with a wrong clock on a node or a platform, no post is missed, lost or public twice, and nothing is purged',
  run,
}

function run({ control: isControl, logLevel, onProgress }: Parameters<Scenario['run']>[0]) {
  return withScene(async ({ platforms, cluster, stops, startNode }) => {
    const server = await cluster.start(cluster.directory, await freePort())
    stops.push(server.stop)
    await server.query('create database doorpost', 'postgres')
    let shiftMs = 0
    const node = await startNode(server.port, {
      logLevel,
      clock: { now: () => Date.now() + shiftMs },
      ...(isControl ? { replace: withoutSharedTime } : {}),
    })
    const accounts = await connectAccounts(node.deps, platforms.control, 2)
    const violations: string[] = []
    let n = 0
    for (const shift of NODE_SHIFTS_MS) {
      shiftMs = shift
      violations.push(...(await spendTimeWrongly(node, server, accounts, `${platforms.url}/media`, n)))
      shiftMs = 0
      await wake(node)
      await waitForEnd(node)
      violations.push(...(await judgePosts(node, platforms.control)))
      n += accounts.length
      await forgetPosts(node, platforms.control)
      onProgress?.(`skew: a node ${shift / HOUR_MS} h off, ${violations.length} violations so far`)
    }
    violations.push(...(await loseAnswers(node, platforms.control, `${platforms.url}/media`)))
    return { n: n + accounts.length, violations }
  })
}

async function spendTimeWrongly(
  node: ScenarioNode,
  server: RunningPostgres,
  accounts: readonly ProofAccount[],
  mediaUrl: string,
  firstNumber: number,
): Promise<string[]> {
  const { pool, ids, workspaceId } = node.deps
  await pool.query(
    `insert into events (workspace_id, id, position, type, subject_id, data, created_at)
     values ($1, $2, nextval('event_positions'), 'contact.created', $2, '{}', now())`,
    [workspaceId, ids.next().id],
  )
  const before = await countEvents(node)
  await createPosts(node, accounts, mediaUrl, new Date(Date.now() - 1_000), firstNumber)
  const commitsBefore = await countCommits(server)
  await delay(WRONG_MS)
  const perSecond = ((await countCommits(server)) - commitsBefore) / (WRONG_MS / 1000)
  const tasks = jobTable(node.deps).tasks as Record<string, (payload: object) => Promise<void>>
  for (const name of Object.keys(tasks).filter((each) => each.includes('purge'))) await tasks[name]!({})
  const gone = before - (await countEvents(node))
  return [
    ...(gone > 0 ? [`${gone} events were purged`] : []),
    ...(perSecond > COMMITS_PER_SECOND_MAX ? [`${Math.round(perSecond)} transactions a second`] : []),
  ]
}

async function countEvents({ deps }: ScenarioNode): Promise<number> {
  const { rows } = await deps.pool.query<{ count: number }>('select count(*)::int as count from events')
  return rows[0]!.count
}

async function countCommits(server: RunningPostgres): Promise<number> {
  const [row] = await server.query<{ commits: string }>(
    `select xact_commit as commits from pg_stat_database where datname = 'doorpost'`,
    'postgres',
  )
  return Number(row!.commits)
}

/** Makes them due, as if the time until the next look had passed. */
async function wake({ deps }: ScenarioNode): Promise<void> {
  await deps.pool.query(
    `update graphile_worker._private_jobs set run_at = now() where run_at > now() and key like 'post.%'`,
  )
}

async function forgetPosts({ deps }: ScenarioNode, control: SimulatorControl): Promise<void> {
  await deps.pool.query('delete from posts')
  await deps.pool.query(`delete from graphile_worker._private_jobs where key like 'post.%' and locked_at is null`)
  await control.clearFaults()
}

/** The platforms' clocks are behind, and each first send takes effect without an answer. */
async function loseAnswers(node: ScenarioNode, control: SimulatorControl, mediaUrl: string): Promise<string[]> {
  await control.reset()
  await makeDefenceless(control)
  await control.advance(PLATFORM_SHIFT_MS)
  const accounts = await connectAccounts(node.deps, control, 2)
  for (const [platform, { visible }] of Object.entries(CALLS)) {
    await control.fault({ platform: platform as keyof typeof CALLS, call: visible, kind: 'drop_after', times: 2 })
  }
  await createPosts(node, accounts, mediaUrl, new Date(Date.now() - 1_000))
  await waitForEnd(node, 90_000)
  return (await judgePosts(node, control)).map((line) => `platforms 10 minutes behind: ${line}`)
}
