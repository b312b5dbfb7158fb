import { setTimeout as delay } from 'node:timers/promises'
import { createControl, type SimulatorControl } from '../../../simulators/client.ts'
import { startSimulators } from '../../../simulators/start.ts'
import type { DepsOptions } from '../../../src/app/core.ts'
import { createDeps, type Deps } from '../../../src/app/deps.ts'
import { jobTable } from '../../../src/app/worker.ts'
import { readConfig } from '../../../src/config/config.ts'
import { openDatabase } from '../../../src/db/open.ts'
import { startJobs } from '../../../src/jobs/runner.ts'
import { createLog, openStdoutLog } from '../../../src/lib/log/log.ts'
import type { Format } from '../../../src/platforms/shared/provider.ts'
import { enqueuePublishSql } from '../../../src/posts/publish-job.ts'
import { statesIn } from '../../../src/publishing/states.ts'
import { DEFENCELESS, GENEROUS, type ProofAccount } from '../people/accounts.ts'
import { readText, textOf } from '../plan.ts'

// A Doorpost node inside the scenario's process: it is stopped and started, not killed.

export interface ScenarioNode {
  deps: Deps
  stop(): Promise<void>
}

export interface NodeOptions extends Pick<DepsOptions, 'clock' | 'replace'> {
  databaseUrl: string
  dataDir: string
  sandboxUrl: string
  logLevel: string
}

const SECRET_KEY = 'a secret key that all nodes of a scenario share'
// Instead of 5 s, 30 s, 2 min and 10 min.
const LOOK_DELAYS_MS = [200, 1_000, 1_000, 1_000]
// Instead of a call's time-out plus two minutes.
const RESEND_AFTER_MS = 2_000

export async function startNode(options: NodeOptions): Promise<ScenarioNode> {
  const { databaseUrl, dataDir, logLevel, sandboxUrl, clock, replace } = options
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, LOG_LEVEL: logLevel, SECRET_KEY, ROLE: 'worker' }
  const config = readConfig(env, process.cwd())
  const log = createLog(config.logLevel, openStdoutLog())
  const database = await openDatabase(config, { as: 'server', onError: () => {} })
  const { deps, close } = await createDeps(config, database, log, {
    sandboxUrl,
    hooks: { times: { lookDelaysMs: LOOK_DELAYS_MS, resendAfterMs: () => RESEND_AFTER_MS } },
    ...(clock ? { clock } : {}),
    ...(replace ? { replace } : {}),
  })
  const { connection } = database
  const jobs = await startJobs({ pool: deps.jobs, connection, table: jobTable(deps), log, concurrency: 4 })
  deps.courier.start()
  return {
    deps,
    async stop() {
      await deps.courier.stop()
      await jobs.stop()
      await close()
      await database.close()
    },
  }
}

/** Platforms without their own protection against duplicates, so that only Doorpost's is left. */
export async function startPlatforms(): Promise<{ url: string; control: SimulatorControl; stop(): Promise<void> }> {
  const simulators = await startSimulators()
  const control = createControl(simulators.url)
  await makeDefenceless(control)
  return { url: simulators.url, control, stop: () => simulators.stop() }
}

/** Call again after a reset, which also resets the settings. */
export async function makeDefenceless(control: SimulatorControl): Promise<void> {
  await control.settings(GENEROUS)
  await control.settings(DEFENCELESS)
}

/** Creates a text post for each account; on Instagram with an image. The text identifies the post. */
export async function createPosts(
  { deps }: ScenarioNode,
  accounts: readonly ProofAccount[],
  mediaUrl: string,
  dueAt: Date,
  firstNumber = 0,
): Promise<void> {
  for (const [at, account] of accounts.entries()) {
    const number = firstNumber + at
    const { id, at: createdAt } = deps.ids.next()
    const text = Object.values(textOf(account.platform, number, 1))[0]
    const media =
      account.platform === 'photo' ? JSON.stringify([`${mediaUrl}/p${number}.jpg?width=320&height=320`]) : null
    // Uses the pool for jobs: the one for requests has a short lock time-out, and workers are still registering their
    // tasks.
    await deps.jobs.query(
      `with post as (
         insert into posts (workspace_id, id, platform, media_type, content, media_urls, status, scheduled_date,
                            publication_state, connection_id, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6::jsonb, 'scheduled', $7, 'waiting', $8, $9, $9)
         returning workspace_id, id, platform, connection_id)
       select ${enqueuePublishSql('$7', 'null')} from post`,
      [
        deps.workspaceId,
        id,
        account.platform,
        MEDIA_TYPE[account.platform],
        text,
        media,
        dueAt,
        account.connectionId,
        new Date(createdAt),
      ],
    )
  }
}

const MEDIA_TYPE: Record<Format, string | null> = {
  thread: 'text',
  photo: 'feed_post',
  professional: null,
  short: null,
}

/** Polls until it is true. */
export async function waitFor(what: string, isTrue: () => Promise<boolean>, withinMs = 60_000): Promise<void> {
  for (const deadline = Date.now() + withinMs; ; await delay(100)) {
    if (await isTrue().catch(() => false)) return
    if (Date.now() > deadline) throw new Error(`waited in vain: ${what}`)
  }
}

export interface PostState {
  number: number
  platform: string
  state: string
  reason: string | null
}

export async function readPosts({ deps }: ScenarioNode): Promise<PostState[]> {
  const { rows } = await deps.pool.query<{ content: string; platform: string; state: string; reason: string | null }>(
    'select content, platform, publication_state as state, reason from posts order by id',
  )
  return rows.map(({ content, ...row }) => ({ number: readText(content)?.number ?? -1, ...row }))
}

const OPEN = new Set<string>(statesIn('queued', 'under_way'))

export async function waitForEnd(node: ScenarioNode, withinMs?: number): Promise<void> {
  const isOver = async () => (await readPosts(node)).every(({ state }) => !OPEN.has(state))
  await waitFor('all posts have reached a final state', isOver, withinMs)
}

/**
 * Compares what is public with what Doorpost says. Unconfirmed posts are settled by a person, but must not be public
 * twice either.
 */
export async function judgePosts(node: ScenarioNode, control: SimulatorControl): Promise<string[]> {
  const items = await control.public()
  return (await readPosts(node)).flatMap(({ number, platform, state, reason }) => {
    const count = items.filter((item) => readText(item.sent)?.number === number).length
    const isRight = count === 1 && (state === 'published' || state === 'unconfirmed')
    return isRight ? [] : [`post ${number} (${platform}) is ${state} and public ${count} times: ${reason ?? ''}`]
  })
}
