import type { Config } from '../config/config.ts'
import { createListener } from '../db/listener.ts'
import { readMigrations } from '../db/migrations/files.ts'
import { migrate } from '../db/migrations/migrate.ts'
import type { OpenDatabase } from '../db/open.ts'
import type { Parts } from '../db/parts.ts'
import { ensureWorkspace } from '../db/workspaces.ts'
import { createEmit } from '../events/emit.ts'
import { createRateLimits } from '../http/access/rate-limit.ts'
import type { AskWindows } from '../http/access/windows.ts'
import type { Rendered } from '../http/metrics/sources.ts'
import { createDatabaseTime, type DatabaseTime } from '../installation/database-time.ts'
import { createGuard, type InstallationGuard } from '../installation/guard.ts'
import { migrateQueue } from '../jobs/queue.ts'
import { createIds } from '../lib/ids.ts'
import type { Log } from '../lib/log/log.ts'
import type { SafeFetchOptions } from '../lib/net/safe-fetch.ts'
import { createSealedTokens } from '../lib/secrets/sealed-token.ts'
import { formatCount } from '../lib/text/count.ts'
import { type Clock, systemClock } from '../lib/time/clock.ts'
import type { Tracing } from '../lib/trace/tracing.ts'
import type { ClockOffsets } from '../platforms/shared/client.ts'
import type { Http } from '../platforms/shared/contract.ts'
import type { PublishingOptions } from '../publishing/publishing.ts'
import { checkSecretKey } from '../secrets/fingerprint.ts'
import { loadSecretKeys, openSecretBox } from '../secrets/key-file.ts'
import type { PasswordHash } from '../users/auth.ts'

interface FirstProcessLink {
  askWindows: AskWindows
  renderMetrics: () => Promise<Rendered>
  /** Lets the first process collect the metrics of this one. */
  offerMetrics: (collect: () => Promise<object[]>) => void
}

export interface DepsOptions {
  clock?: Clock
  /** For tests: replaces the database's clock. */
  databaseClock?: Clock
  /** For tests and the proof: parts that replace the real ones. */
  replace?: {
    time?: (machineClock: Clock) => DatabaseTime
    guard?: (create: () => Promise<InstallationGuard>) => Promise<InstallationGuard>
    platformHttp?: (real: Http) => Http
    passwordHash?: PasswordHash
  }
  /** What the first process does for this one when several share a port. */
  first?: FirstProcessLink | null
  /** Null or absent when tracing is off. */
  tracing?: Tracing | null
  /** The simulators' base URL; null for the real platforms. */
  sandboxUrl?: string | null
  hooks?: PublishingOptions['hooks']
  /** For tests: replaces the network that events are sent to. */
  outbound?: Pick<SafeFetchOptions, 'lookup' | 'dial' | 'ca' | 'dnsTimeoutMs'>
}

/** Opens what all features share: a migrated database, its clock, ids, events, secrets, notices and limits. */
export async function openCore(config: Config, database: OpenDatabase, log: Log, options: DepsOptions = {}) {
  const { first = null, tracing = null, sandboxUrl = null, replace, hooks, outbound } = options
  const { pool, reads, jobs, pulse, diskWatch, settingsWatch, connection } = database
  for (const [name, each] of Object.entries({ intake: pool, reads, jobs })) tracing?.watchPool(each, name)
  const migrations = await migrateSchema(database, log)
  const time = await openTime(database, log, options)
  const clock: Clock = time
  const ids = createIds(() => clock.now())
  const clockOffsets: ClockOffsets = new Map()
  const openGuard = () =>
    createGuard({
      pool,
      time,
      ids,
      log,
      dataDir: config.dataDir,
      publishes: config.role !== 'api',
      platformOffsets: () => Object.fromEntries(clockOffsets),
    })
  const guard = await (replace?.guard ? replace.guard(openGuard) : openGuard())
  const workspaceId = await ensureWorkspace(pool, () => ids.next().id)
  await checkSecretKey(pool, config)
  const onError = (error: Error) => log.warn({ reason: error.message }, 'listener lost')
  const listener = createListener({ connection, pulse, onError })
  const limits = await openLimits(config, first, log)
  const loadKeys = () => loadSecretKeys(config)
  const closing: Array<() => Promise<unknown>> = []
  const parts: Parts = {
    // See db/pools.ts for which one to use.
    pool,
    reads,
    jobs,
    /** The database's clock. All decisions about time use it. */
    clock,
    ids,
    log,
    box: openSecretBox(config),
    tokens: createSealedTokens(loadKeys),
    loadKeys,
    listener,
    workspaceId,
    sandboxUrl,
    onClose: (close) => void closing.push(close),
  }
  return {
    ...parts,
    ...{ config, connection, pulse, diskWatch, settingsWatch, migrations, time, clockOffsets, guard, limits },
    ...{ first, tracing, hooks, outbound, wrapHttp: replace?.platformHttp, passwordHash: replace?.passwordHash },
    emit: createEmit(ids),
    /** Waits for writes under way; the pools stay open. */
    async close(): Promise<void> {
      await Promise.all(closing.map((close) => close()))
      await guard.close()
      time.close()
      await Promise.all([listener.close(), limits.close()])
    },
  }
}

async function migrateSchema({ connection }: OpenDatabase, log: Log) {
  const migrations = await readMigrations()
  const applied = await migrate(connection, {
    migrations,
    migrateJobs: migrateQueue,
    onWait: (reason) => log.warn(reason),
    onPending: (count) => log.info(`applying ${formatCount(count, 'migration')} to the database`),
  })
  const versions = applied.map(({ version }) => version)
  if (versions.length > 0) log.info({ first: versions[0], last: versions.at(-1) }, 'schema migrated')
  return migrations
}

async function openTime(
  { pool }: OpenDatabase,
  log: Log,
  { clock = systemClock(), databaseClock, replace }: DepsOptions,
): Promise<DatabaseTime> {
  if (replace?.time) return replace.time(clock)
  return createDatabaseTime({ pool, clock, log, ...(databaseClock ? { databaseClock } : {}) })
}

function openLimits({ rateLimits, redisUrl }: Config, first: FirstProcessLink | null, log: Log) {
  return createRateLimits({
    points: rateLimits,
    redisUrl,
    ask: first?.askWindows ?? null,
    onChange: (error) => {
      if (error) log.warn({ reason: error.message }, 'Redis does not respond: each node counts rate limits separately')
      else log.info('Redis responds again: rate limits are shared')
    },
  })
}
