import assert from 'node:assert/strict'
import { after } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createControl, type SimulatorControl } from '../../simulators/client.ts'
import { type Simulators, startSimulators } from '../../simulators/start.ts'
import type { DepsOptions } from '../../src/app/core.ts'
import { createDeps } from '../../src/app/deps.ts'
import { jobTable } from '../../src/app/worker.ts'
import { readConfig } from '../../src/config/config.ts'
import { openDatabase } from '../../src/db/open.ts'
import { LEASE_TIMES } from '../../src/jobs/lifeline.ts'
import { startJobs } from '../../src/jobs/runner.ts'
import type { Jobs } from '../../src/jobs/table.ts'
import { createLog } from '../../src/lib/log/log.ts'
import { adapters } from '../../src/platforms/adapters.ts'
import { byFormat, type Provider, profileOf } from '../../src/platforms/registry.ts'
import type { AccountProfile } from '../../src/platforms/shared/contract.ts'
import { FORMATS, type Format } from '../../src/platforms/shared/provider.ts'
import { PUBLICATION_STATES, STATE_TABLE, statesIn } from '../../src/publishing/states.ts'
import { type Process, spawnNode } from './process.ts'
import { startServer, type TestServer } from './server.ts'

// Doorpost with the simulated platforms and its own clock: `drive` is the worker, one job at a time.

export const SIMULATOR_OF = byFormat(({ name }) => name)

/** The visible call of each platform. */
export const PUBLISH_CALL = {
  thread: 'threads_publish',
  photo: 'media_publish',
  professional: 'posts.create',
  short: 'tweets.create',
} as const

/** The same for other providers of a format. */
export const PUBLISH_CALL_OF: Partial<Record<Provider, string>> = {
  bluesky: 'records.put',
  mastodon: 'statuses.create',
}

/** Thrown at a crash point: nothing after it happens. */
export class Crash extends Error {}

export interface PostRow {
  id: string
  publication_state: string
  reason: string | null
  attempts: number
  sends: number
  retries: number
  fence: number
  platform_id: string | null
  permalink: string | null
  published_at: Date | null
  deferred_until: Date | null
  busy_until: Date | null
  failure: { class: string; message: string; raw: { status: number; body: string } | null } | null
}

export interface Stage {
  server: TestServer
  simulators: Simulators
  control: SimulatorControl
  key: string
  /** Milliseconds since 1970, on our clock. */
  now(): number
  /** Moves our clock and the platforms'. */
  pass(ms: number): Promise<void>
  /** An empty world: nothing posted, and an account connected for each of these formats; defaults to all. */
  fresh(formats?: readonly Format[]): Promise<void>
  /** Connects the sandbox account again; on LinkedIn the person or the organisation. */
  connect(platform: Format, kind?: AccountProfile['kind'], provider?: Provider): Promise<void>
  /**
   * A scheduled post of the simplest kind, unless `body` says more. Due in a minute, unless `dueInMs` says otherwise.
   */
  create(platform: Format, body?: Record<string, unknown>, dueInMs?: number): Promise<string>
  row(id: string): Promise<PostRow>
  /** Runs the post's job at its time, as a worker would. Returns false if there is none. */
  step(id: string, options?: StepOptions): Promise<boolean>
  /** Runs jobs until the post has come to rest. */
  drive(id: string, options?: StepOptions & { steps?: number }): Promise<PostRow>
  /** When the post's job runs next; null if it has none. */
  nextRun(id: string): Promise<Date | null>
  act(id: string, action: string, json?: unknown): ReturnType<TestServer['send']>
  /** What is public on the platform of a post, newest last. */
  publicOf(platform: Format, provider?: Provider): ReturnType<SimulatorControl['public']>
  media(file: string): string
  /** Called at every crash point of every engine. */
  onCrashPoint: ((name: string) => void | Promise<void>) | null
}

interface StepOptions {
  /** Another process on the same database. */
  on?: TestServer
  /** Do not wait for the time of the job. */
  now?: boolean
}

const REST = new Set<string>(statesIn('draft', 'published', 'stopped'))

export interface StageOptions {
  hooks?: DepsOptions['hooks']
  env?: Record<string, string>
}

export async function startStage({ hooks, env }: StageOptions = {}): Promise<Stage> {
  const simulators = await startSimulators()
  after(() => simulators.stop())
  const control = createControl(simulators.url)
  let offsetMs = 0
  const clock = { now: () => Date.now() + offsetMs }
  const server = await startServer({
    clock,
    sandboxUrl: simulators.url,
    hooks: { crashPoint: (name) => stage.onCrashPoint?.(name), ...hooks },
    ...(env ? { env } : {}),
  })
  const { deps } = server
  await refuseOtherTransitions(server)

  const stage: Stage = {
    server,
    simulators,
    control,
    key: await server.key(),
    onCrashPoint: null,
    now: clock.now,
    async pass(ms) {
      offsetMs += ms
      await control.advance(ms)
    },
    async fresh(formats = FORMATS) {
      stage.onCrashPoint = null
      await control.reset()
      await server.sql('delete from posts')
      await server.sql('delete from post_attempts')
      await server.sql('delete from connections')
      await server.sql('delete from graphile_worker._private_jobs')
      // The clock keeps advancing, so that what is stored elsewhere keeps its order.
      await control.advance(offsetMs)
      for (const platform of formats) await stage.connect(platform)
    },
    async connect(platform, kind = 'member', provider = SIMULATOR_OF[platform]) {
      const granted = await control.token({ platform: provider })
      const app = kind === 'organization' ? 'pages' : 'standard'
      const settings = (await deps.publishing.settingsFor(provider, app))!
      const profiles = await adapters[provider].auth.profiles(deps.publishing.http, settings, granted.access_token)
      const profile = profiles.find((each) => each.kind === kind) ?? profiles[0]!
      if (kind === 'organization') assert.equal(profile.kind, kind)
      const tokens = {
        accessToken: granted.access_token,
        expiresAt: new Date(clock.now() + granted.expires_in * 1000),
        refreshToken: granted.refresh_token ?? null,
        refreshExpiresAt: null,
        scopes: granted.scope.split(/[ ,]+/),
      }
      const serviceUrl = profileOf(provider).service ? settings.apiUrl : null
      const [saved] = await deps.connections.save(deps.workspaceId, provider, [profile], tokens, app, serviceUrl)
      await deps.connections.makeDefault(deps.workspaceId, saved!.id)
    },
    async create(platform, body = {}, dueInMs = 60_000) {
      const answer = await server.send('POST', `/v1/posts/${platform}`, {
        key: stage.key,
        json: {
          ...simple(platform, stage),
          status: 'scheduled',
          scheduled_date: new Date(clock.now() + dueInMs).toISOString(),
          ...body,
        },
      })
      assert.equal(answer.status, 201, answer.text)
      return answer.body.data.id
    },
    async row(id) {
      const [row] = await server.sql<PostRow>('select * from posts where id = $1', [id])
      assert.ok(row, `no post ${id}`)
      return row
    },
    async nextRun(id) {
      return (await jobOf(id))?.run_at ?? null
    },
    async step(id, { on = server, now = false } = {}) {
      const job = await jobOf(id)
      if (job === null) return false
      const waitMs = job.run_at.getTime() - clock.now()
      if (waitMs > 0 && !now) await stage.pass(waitMs)
      // Like the queue: locked while it runs, removed when it succeeded, free again when the process died.
      await server.sql(
        `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'test', attempts = attempts + 1 where id = $1`,
        [job.id],
      )
      try {
        await on.deps.engine.run(job.payload)
      } catch (error) {
        await server.sql('update graphile_worker._private_jobs set locked_at = null, locked_by = null where id = $1', [
          job.id,
        ])
        throw error
      }
      await server.sql('delete from graphile_worker._private_jobs where id = $1', [job.id])
      return true
    },
    async drive(id, { steps = 60, ...options } = {}) {
      for (let done = 0; done < steps; done++) {
        const row = await stage.row(id)
        if (REST.has(row.publication_state)) return row
        assert.ok(await stage.step(id, options), `${row.publication_state} without a job: it would stay so for ever`)
      }
      assert.fail(`never came to rest: ${JSON.stringify(await stage.row(id))}`)
    },
    act(id, action, json) {
      const options = json === undefined ? { key: stage.key } : { key: stage.key, json }
      return server.send('POST', `/v1/posts/${id}/${action}`, options)
    },
    publicOf: (platform, provider = SIMULATOR_OF[platform]) => control.public({ platform: provider }),
    media: (file) => `${simulators.url}/media/${file}`,
  }

  const jobOf = async (id: string) => {
    const [job] = await server.sql<{ id: string; payload: Jobs['post.publish']; run_at: Date }>(
      `select id, payload, run_at from graphile_worker._private_jobs
        where key = $1 and locked_at is null and attempts < max_attempts`,
      [`post.publish:${id}`],
    )
    return job ?? null
  }
  return stage
}

/**
 * Whatever a test does, a post may change its state only as the table says. A test's own `update` leaves the version
 * alone.
 */
async function refuseOtherTransitions(server: TestServer): Promise<void> {
  const known = PUBLICATION_STATES.flatMap((from) =>
    Object.keys(STATE_TABLE[from].next).map((to) => `'${from} → ${to}'`),
  )
  await server.sql(`create function refuse_transition() returns trigger language plpgsql as $$ begin
    raise exception '% → % is not in publishing/states.ts', old.publication_state, new.publication_state; end $$`)
  await server.sql(`create trigger only_known_transitions before update on posts for each row
    when (old.publication_state <> new.publication_state and old.version <> new.version
          and old.publication_state || ' → ' || new.publication_state not in (${known.join(', ')}))
    execute function refuse_transition()`)
}

let words = 0

/** Different words every time, because the platforms refuse repetitions. */
export function simple(platform: Format, stage: Pick<Stage, 'media'>): Record<string, unknown> {
  const text = `Words number ${++words}`
  switch (platform) {
    case 'thread':
      return { media_type: 'text', content: text }
    case 'photo':
      return { media_type: 'feed_post', caption: text, media_urls: [stage.media('a.jpg')] }
    default:
      return { content: text }
  }
}

/** Unknown outcomes are checked at once, because workers run on real time. */
export const QUICK_LOOKS_MS = [50, 100, 100, 100]

export interface WorkerPlace {
  databaseUrl: string
  dataDir: string
  /** Shared, so that one process can open what the other has sealed. */
  secretKey: string
  sandboxUrl: string
}

export interface WorkerOptions {
  hangAt?: string
  /** How long; otherwise for ever. */
  hangMs?: number
  leaseMs?: number
  /** After how long a run leaves its account's line, and how long it may then be silent. */
  leaveLineAfterMs?: number
  busyMs?: number
}

/**
 * A separate worker process on the stage's database. It prints `ready`, `ran` after every job, and `reached` where it
 * hangs.
 */
export function startWorker({ server, simulators }: Stage, options: WorkerOptions = {}): Process {
  const { dataDir, secretKey } = server.deps.config
  const place = { databaseUrl: server.databaseUrl, dataDir, secretKey: secretKey!, sandboxUrl: simulators.url }
  return startWorkerAt(place, options)
}

export function startWorkerAt(place: WorkerPlace, options: WorkerOptions = {}): Process {
  return spawnNode([fileURLToPath(import.meta.url)], {
    cwd: process.cwd(),
    env: {
      DATABASE_URL: place.databaseUrl,
      DATA_DIR: place.dataDir,
      SECRET_KEY: place.secretKey,
      LOG_LEVEL: 'silent',
      STAGE_SANDBOX_URL: place.sandboxUrl,
      ...(options.hangAt ? { STAGE_HANG_AT: options.hangAt } : {}),
      ...(options.hangMs ? { STAGE_HANG_MS: String(options.hangMs) } : {}),
      ...(options.leaseMs ? { STAGE_LEASE_MS: String(options.leaseMs) } : {}),
      STAGE_LEAVE_LINE_MS: String(options.leaveLineAfterMs ?? 500),
      STAGE_BUSY_MS: String(options.busyMs ?? 1_500),
    },
  })
}

async function runWorker(): Promise<void> {
  const { STAGE_SANDBOX_URL: sandboxUrl, STAGE_HANG_AT: hangAt, STAGE_HANG_MS: hangMs } = process.env
  const { STAGE_LEASE_MS: leaseMs, STAGE_LEAVE_LINE_MS: leaveLineAfterMs, STAGE_BUSY_MS: busyMs } = process.env
  const config = readConfig(process.env, process.cwd())
  const log = createLog(config.logLevel, { write: () => {} })
  const database = await openDatabase(config, { as: 'server', onError: () => {} })
  // Only once: the other jobs of the process continue.
  let hung = false
  const { deps } = await createDeps(config, database, log, {
    sandboxUrl: sandboxUrl ?? null,
    hooks: {
      times: {
        lookDelaysMs: QUICK_LOOKS_MS,
        resendAfterMs: () => 300,
        leaveLineAfterMs: Number(leaveLineAfterMs),
        busyMs: Number(busyMs),
      },
      crashPoint(name) {
        if (name !== hangAt || hung) return
        hung = true
        process.stdout.write('reached\n')
        return hangMs === undefined ? new Promise(() => {}) : delay(Number(hangMs))
      },
    },
  })
  const table = jobTable(deps)
  const publish = table.tasks['post.publish']
  table.tasks['post.publish'] = async (payload, leaveLine) => {
    await publish(payload, leaveLine)
    process.stdout.write('ran\n')
  }
  const leases = leaseMs ? { ...LEASE_TIMES, leaseMs: Number(leaseMs), beatMs: Number(leaseMs) / 10 } : LEASE_TIMES
  // Fewer than there are lines, so that processes share the work.
  await startJobs({ pool: deps.pool, connection: database.connection, table, log, concurrency: 2, leases })
  process.stdout.write('ready\n')
}

if (import.meta.main) await runWorker()
