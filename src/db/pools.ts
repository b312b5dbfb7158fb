import type pg from 'pg'
import { DISK_FULL } from './connect/failure.ts'
import { addErrorListeners, type Db, hungAfterMs, type Pool, type PoolLimits, toPoolConfig } from './database.ts'
import { GatedPool } from './gated-pool.ts'
import { type SessionKind, type SharedSessions, shareSessions } from './pooler.ts'
import { createPulse } from './pulse.ts'
import { createSettingsWatch, type WatchTimes } from './settings-watch.ts'

/** The role of the process decides how its connections are divided. */
const SHARES = {
  all: { intake: 0.4, reads: 0.3, jobs: 0.4, jobsLeast: 4 },
  api: { intake: 0.5, reads: 0.3, jobs: 0.2, jobsLeast: 2 },
  worker: { intake: 0.1, reads: 0.1, jobs: 0.8, jobsLeast: 4 },
}
export type PoolShares = keyof typeof SHARES

export interface PoolsOptions {
  connection: pg.ClientConfig
  /** Without a pooler, because the job queue listens. */
  direct: pg.ClientConfig
  /** What is between us and the database at `connection`. */
  kind: SessionKind
  /** Set for a pooler in transaction mode, otherwise null. */
  shared: SharedSessions | null
  size: number
  shares: PoolShares
  /** For tests that hold a lock longer than callers would wait. */
  intakeLockMs?: number
  /** Called when a connection was lost, or the database stopped responding. */
  onError: (error: Error) => void
  onAnswer?: () => void
  /** Called with the reason why writes fail, and with null when they succeed again. */
  onDiskProblem?: (problem: string | null) => void
  /** Called when a setting of the server or its pooler breaks a promise, and when that is over. */
  onSettingProblem?: (problem: string, isOver: boolean) => void
  /** For tests. */
  watchTimes?: WatchTimes
}

// An intake statement takes milliseconds. If it does not, its callers are told within a second, by the limit for locks,
// by a pool that stands still or by the heartbeat; the limit for statements is for slow ones that make progress.
const INTAKE: PoolLimits = { connectMs: 10_000, statementMs: 15_000, lockMs: 700 }
const READS: PoolLimits = { connectMs: 5_000, statementMs: 8_000, lockMs: 700 }
const INTAKE_STANDSTILL_MS = 1_000
const READS_STANDSTILL_MS = 2_000
const JOBS: PoolLimits = { connectMs: 5_000, statementMs: 15_000, lockMs: 0 }

/** Separate pools by purpose, so that none can take all connections. Connections are opened on demand. */
export function openPools(options: PoolsOptions) {
  const { connection, direct, kind, shared, shares } = options
  let closing = false
  let lastAnswerAt = 0
  let lastPooledAnswerAt = 0
  const reportPulse = (refusal: Error | null, pools: readonly GatedPool[]) => {
    if (refusal === null) return options.onAnswer?.()
    options.onError(refusal)
    // Statements under way may or may not have been stored, as with a broken connection.
    for (const each of pools) each.abandon(refusal)
  }
  const pulse = createPulse({
    connection: shared ? direct : connection,
    lastAnswerAt: () => lastAnswerAt,
    onChange: (refusal) => reportPulse(refusal, pools),
  })
  // Checks the path that callers use, if it differs: a pooler may freeze while the database keeps working.
  const poolerPulse = shared
    ? createPulse({
        connection,
        isShared: true,
        lastAnswerAt: () => lastPooledAnswerAt,
        onChange: (refusal) => reportPulse(refusal, [pool, reads]),
      })
    : null
  const isRefused = () => (pulse.refusal() ?? poolerPulse?.refusal() ?? null) !== null
  const onError = (error: Error) => {
    // The heartbeat has already reported it for all of them.
    if (!closing && !isRefused()) options.onError(error)
  }
  const diskWatch = createDiskWatch(pulse, options.onDiskProblem ?? (() => {}))
  const directGate = { refusal: () => pulse.refusal() ?? settingsWatch.refusal(), noticeError: diskWatch.notice }
  const gate = { ...directGate, refusal: () => poolerPulse?.refusal() ?? directGate.refusal() }
  const sizes = splitSize(options.size, shares)
  const prepare = shared
    ? { prepare: (client: pg.ClientBase, limits: PoolLimits) => shareSessions(client, limits, shared) }
    : {}
  const open = (to: pg.ClientConfig, size: number, limits: PoolLimits, standstillMs: number) => {
    const config = toPoolConfig({ connection: to, size, limits, ...(to === direct ? {} : prepare) })
    const times = { standstillMs, hungMs: hungAfterMs(limits) }
    return addErrorListeners(new GatedPool(config, to === direct ? directGate : gate, times), onError)
  }
  const intake = { ...INTAKE, lockMs: options.intakeLockMs ?? INTAKE.lockMs }
  const pool = open(connection, sizes.intake, intake, INTAKE_STANDSTILL_MS)
  const reads = open(connection, sizes.reads, READS, READS_STANDSTILL_MS)
  const jobs = open(direct, sizes.jobs, JOBS, JOBS.connectMs)
  const pools = [pool, reads, jobs]
  const settingsWatch = createSettingsWatch({
    connection,
    kind,
    pool,
    onChange: options.onSettingProblem ?? (() => {}),
    ...(options.watchTimes ? { times: options.watchTimes } : {}),
  })
  for (const each of pools) {
    each.on('release', (error) => {
      if (error) return
      lastAnswerAt = performance.now()
      if (each !== jobs) lastPooledAnswerAt = lastAnswerAt
    })
  }
  return {
    /** For everything short that a caller waits for: contacts, webhooks, keys, sessions, changes of single rows. */
    pool: pool as Pool,
    /** For lists, searches, reports and exports, which can take seconds on large tables. */
    reads: reads as Pool,
    /** For jobs, and other work that may take long. */
    jobs: jobs as Pool,
    pulse,
    diskWatch,
    settingsWatch,
    async close(): Promise<void> {
      closing = true
      settingsWatch.close()
      await Promise.all(pools.map((each) => each.end()))
      await Promise.all([pulse.close(), poolerPulse?.close()])
    },
  }
}

/**
 * Divides POOL_SIZE. Small sizes are rounded up: each purpose needs a few, and one of the jobs' connections listens.
 */
function splitSize(size: number, shares: PoolShares): { intake: number; reads: number; jobs: number } {
  const part = (share: number, least: number) => Math.max(least, Math.round(size * share))
  const { intake, reads, jobs, jobsLeast } = SHARES[shares]
  return { intake: part(intake, 2), reads: part(reads, 2), jobs: part(jobs, jobsLeast) }
}

export type DiskWatch = ReturnType<typeof createDiskWatch>

const IO_ERROR = '58030'
const LOOK_AGAIN_MS = 1_000

// Writes new pages, as a stored row needs: a change inside existing pages would succeed on a full disk.
const WRITE = 'create temporary table doorpost_disk_probe on commit drop as select generate_series(1, 20000) as n'

/** Remembers that the server could not write, and finds out when it can again. */
function createDiskWatch(pulse: Db, onChange: (problem: string | null) => void) {
  let problem: string | null = null
  let looked: { at: number; result: Promise<string | null> } | null = null

  const set = (next: string | null) => {
    if (next !== problem) onChange(next)
    problem = next
  }
  const look = async (): Promise<string | null> => {
    try {
      await pulse.query({ text: WRITE })
      set(null)
    } catch (error) {
      const code = (error as { code?: string }).code
      // A role that may not create temporary tables finds out with its next write instead.
      if (code === '42501') set(null)
      else if (code === DISK_FULL || code === IO_ERROR) set(describe(code))
    }
    return problem
  }
  return {
    notice(sqlState: string): void {
      if (sqlState === DISK_FULL || sqlState === IO_ERROR) set(describe(sqlState))
    },
    /** What is wrong with the disk, or null. It writes a little to find out, but only after a write has failed. */
    problem(): Promise<string | null> {
      if (problem === null) return Promise.resolve(null)
      const now = performance.now()
      if (looked === null || now - looked.at > LOOK_AGAIN_MS) looked = { at: now, result: look() }
      return looked.result
    },
  }
}

function describe(sqlState: string): string {
  return sqlState === DISK_FULL ? 'disk full' : 'the disk reports errors'
}
