import { setTimeout as delay } from 'node:timers/promises'
import { type FeedReader, startFeedReader } from '../events/feed.ts'
import { createRandom } from '../random.ts'
import { type Injector, LOSING_FAULT, startInjector } from './faults.ts'
import { type ClusterLoad, startLoad } from './load.ts'
import { measureRecovery, type Recovery } from './recovery.ts'
import { type ClusterStage, openClusterStage } from './stage.ts'
import { type LiveReader, startLiveReader } from './watch/live.ts'
import { type ClusterVerdict, judgeCluster } from './watch/verdict.ts'
import { type LimitTrial, startProbes, watchLimits, watchRevocations, watchSession } from './watch/watchers.ts'

export interface ClusterProofOptions {
  faults: number
  /** Contacts and deliveries a second. */
  rate: number
  seed: number
  /** The run stops after this time and evaluates what it has. */
  minutesMax: number
  /** Uses an asynchronous standby: acknowledged rows must be lost, and the proof must notice. */
  control: boolean
  logLevel?: string
  onProgress?: (line: string) => void
  signal?: AbortSignal
}

export interface ClusterProofResult {
  verdict: ClusterVerdict
  recoveries: readonly Recovery[]
  limits: readonly LimitTrial[]
  /** The longest time that a key was still accepted after its revocation. */
  slowestRevocationMs: number
  sessionChecks: number
  unanswered: number
  live: Array<{ name: string; connections: number; resets: number }>
  /** Why publishing was paused at the end; null if it was not. */
  pause: string | null
  /** The workers' messages about failovers. */
  failovers: readonly string[]
  seconds: number
}

const NODES = 3
const WORKERS = 3
const ACCOUNTS = 6
const PUBLIC_LIMIT = 50
const SETTLE_MS = 180_000
const PROGRESS_MS = 5_000
const LINE_MAX = 300
/** Publishing is paused after a failover that lost rows, so the run does not wait for posts. */
const CONTROL_SETTLE_MS = 20_000

export async function runClusterProof(options: ClusterProofOptions): Promise<ClusterProofResult> {
  const stage = await openClusterStage({
    api: NODES,
    workers: WORKERS,
    accounts: ACCOUNTS,
    synchronous: !options.control,
    publicLimit: PUBLIC_LIMIT,
    logLevel: options.logLevel ?? 'info',
    ...(options.onProgress ? { onProgress: options.onProgress } : {}),
  })
  try {
    return await play(stage, options)
  } finally {
    await stage.stop()
  }
}

async function play(stage: ClusterStage, options: ClusterProofOptions): Promise<ClusterProofResult> {
  const startedAt = Date.now()
  const deadline = startedAt + options.minutesMax * 60_000
  const { signal } = options
  const feed = startFeedReader(stage.url, stage.key)
  const live = stage.api.map((node) => startLiveReader(node.name, () => node.url, stage.key))
  const probes = startProbes(stage)
  const sessions = watchSession(stage)
  const revocations = watchRevocations(stage)
  const limits = watchLimits(stage, PUBLIC_LIMIT)
  const load = startLoad(stage, { rate: options.rate, random: createRandom(options.seed + 1), deadline })
  const injector = startInjector(stage, {
    count: options.faults,
    random: createRandom(options.seed),
    deadline,
    ...(options.control ? { kinds: [LOSING_FAULT] } : {}),
    ...(signal ? { signal } : {}),
  })
  const progress = startProgress(stage, { startedAt, injector, load, feed }, options)
  const all = [probes, sessions, revocations, limits, load]
  try {
    await injector.done
    await Promise.all(all.map((each) => each.stop()))
    await settle(stage, feed, live, {
      until: Math.min(deadline, Date.now() + (options.control ? CONTROL_SETTLE_MS : SETTLE_MS)),
      ...(signal ? { signal } : {}),
    })
    await Promise.all([feed, ...live].map((each) => each.stop()))
    const recoveries = measureRecovery(injector.faults, probes.results)
    const verdict = await judgeCluster({
      stage,
      load,
      probes: probes.results,
      recoveries,
      limits: limits.results,
      revocations: revocations.results,
      sessions: sessions.results,
      feed,
      live,
    })
    const [installation] = await stage.sql('select pause_code as code, pause_reason as reason from installation')
    return {
      verdict,
      recoveries,
      limits: limits.results.map((trial) => ({ ...trial, ids: [] })),
      slowestRevocationMs: Math.max(0, ...revocations.results.map(({ acceptedAfterMs }) => acceptedAfterMs ?? 0)),
      sessionChecks: sessions.results.length,
      unanswered: load.unanswered,
      live: live.map(({ name, connections, resets }) => ({ name, connections, resets })),
      pause: installation.code === null ? null : `${installation.code}: ${installation.reason}`,
      failovers: stage.workers.flatMap(({ name, output }) => linesAbout(name, output)),
      seconds: (Date.now() - startedAt) / 1000,
    }
  } finally {
    clearInterval(progress)
    await Promise.allSettled([...all, feed, ...live].map((each) => each.stop()))
  }
}

function startProgress(
  stage: ClusterStage,
  { startedAt, injector, load, feed }: { startedAt: number; injector: Injector; load: ClusterLoad; feed: FeedReader },
  { faults, onProgress }: ClusterProofOptions,
): NodeJS.Timeout {
  return setInterval(async () => {
    const seconds = String(Math.round((Date.now() - startedAt) / 1000)).padStart(4)
    const last = injector.faults.at(-1)
    const primary = (await stage.database.primary())?.name ?? 'none'
    const counts = `posts ${load.acknowledged.posts.length}, feed ${feed.seen.length}, primary ${primary}`
    onProgress?.(
      `${seconds} s  faults ${injector.faults.length}/${faults} (${last?.kind ?? 'none yet'}, ${last?.who ?? ''})  ${counts}`,
    )
  }, PROGRESS_MS)
}

/** Waits until all posts are out and every reader has seen all events. */
async function settle(
  stage: ClusterStage,
  feed: FeedReader,
  live: readonly LiveReader[],
  { until, signal }: { until: number; signal?: AbortSignal },
): Promise<void> {
  const isSettled = async () => {
    const [row] = await stage.sql(
      `select (select count(*)::int from posts where publication_state not in ('published', 'failed', 'cancelled')) as posts,
              (select count(*)::int from event_outbox) as outbox,
              (select id from events order by position desc limit 1) as last`,
    )
    const hasLast = [feed, ...live].every(({ seen }) => seen.at(-1) === row.last)
    return row.posts === 0 && row.outbox === 0 && hasLast
  }
  for (; Date.now() < until && !signal?.aborted; await delay(1_000)) if (await isSettled().catch(() => false)) return
}

function linesAbout(name: string, output: string): string[] {
  const lines = output.split('\n').filter((line) => /replaced by its standby|publishing is paused|promoted/.test(line))
  return lines.map((line) => `${name}: ${line.slice(0, LINE_MAX)}`)
}
