import type pg from 'pg'
import { SetupError } from '../lib/problem.ts'
import { DatabaseStalled } from './connect/failure.ts'
import { connectClient, type Db, destroyClient, run, sql } from './database.ts'
import { findSessionKind, type SessionKind } from './pooler.ts'

export type SettingsWatch = ReturnType<typeof createSettingsWatch>

interface SettingsWatchOptions {
  /** Where the callers' pools connect. */
  connection: pg.ClientConfig
  /** What was found there at the start. */
  kind: SessionKind
  /** Any connection of the pool for writes. */
  pool: Db
  onChange: (problem: string, isOver: boolean) => void
  times?: WatchTimes
}

const WATCH_TIMES = {
  settingsMs: 15_000,
  poolerMs: 2_000,
  /** A pooler whose sessions are all busy is not dead. */
  answerMs: 4_000,
}
export type WatchTimes = typeof WATCH_TIMES

const LOST_SESSIONS =
  'The connection pooler at DATABASE_URL was switched to transaction mode while Doorpost was running, so acknowledged data could be ' +
  'lost. Nothing is stored until it is in session mode again, or Doorpost is restarted with DATABASE_DIRECT_URL.'
const NO_POOLER =
  'The connection pooler at DATABASE_URL does not respond, although the database does. Check that it is running and can reach the database.'

/**
 * What was checked at the start can change while the process runs: an administrator changes the server or the pooler,
 * or a failover leads to another server. So it is checked again, on whichever connection is available.
 */
export function createSettingsWatch(options: SettingsWatchOptions) {
  const { connection, kind, pool, onChange, times = WATCH_TIMES } = options
  let settings: SettingProblem[] = []
  let lost = false
  let silent = false
  let closed = false
  const timers = new Set<NodeJS.Timeout>()

  const checkSettings = async () => {
    const before = settings
    settings = await findSettingProblems(pool)
    if (closed) return
    const added = settings.filter(({ name }) => !before.some((known) => known.name === name))
    const over = before.filter(({ name }) => !settings.some((known) => known.name === name))
    for (const { sentence } of added) onChange(sentence, false)
    for (const { sentence } of over) onChange(sentence, true)
  }
  const checkSessions = async () => {
    const isLost = (await findSessionKind(connection, 'DATABASE_URL')) === 'transaction'
    if (isLost !== lost && !closed) onChange(LOST_SESSIONS, !isLost)
    lost = isLost
  }
  const checkPooler = async () => {
    const isSilent = !(await answers(connection, times.answerMs))
    if (isSilent !== silent && !closed) onChange(NO_POOLER, !isSilent)
    silent = isSilent
  }

  const repeat = (work: () => Promise<void>, everyMs: number) => {
    const timer = setTimeout(async () => {
      timers.delete(timer)
      // The database is unreachable, which the heartbeat reports: the last result stays valid.
      await work().catch(() => {})
      if (!closed) repeat(work, everyMs)
    }, everyMs).unref()
    timers.add(timer)
  }

  return {
    /** Throws if a setting of the server breaks a promise that a process must not start without. */
    async start(): Promise<void> {
      await checkSettings()
      const broken = settings.filter(({ stops }) => stops)
      if (broken.length > 0) throw new SetupError(broken.map(({ sentence }) => sentence).join('\n'))
      repeat(checkSettings, times.settingsMs)
      if (kind === 'session') repeat(checkSessions, times.settingsMs)
      if (kind === 'transaction') repeat(checkPooler, times.poolerMs)
    },
    /** Why the process is not ready, or null. */
    problem(): string | null {
      if (lost) return LOST_SESSIONS
      if (silent) return NO_POOLER
      return settings.find(({ stops }) => stops)?.sentence ?? null
    },
    /** Why no statement may be sent, or null. */
    refusal: (): Error | null => (lost ? new DatabaseStalled('its pooler shares sessions') : null),
    close(): void {
      closed = true
      for (const timer of timers) clearTimeout(timer)
    },
  }
}

async function answers(connection: pg.ClientConfig, ms: number): Promise<boolean> {
  const limits = { connectionTimeoutMillis: ms, query_timeout: ms, application_name: 'doorpost watch' }
  try {
    const client = await connectClient({ ...connection, ...limits })
    try {
      await client.query('select 1')
      return true
    } finally {
      destroyClient(client)
    }
  } catch {
    return false
  }
}

/** A setting of the server that breaks a promise, with its remedy. */
interface SettingProblem {
  name: string
  /** Why it matters and what to do: two sentences. */
  sentence: string
  /**
   * True if nothing can be stored, or not as promised: the process is then not ready. Otherwise it is a warning for the
   * operator.
   */
  stops: boolean
}

interface Rule {
  name: string
  wanted: string
  effect: string
  remedy: string
  stops: boolean
}

const forSystem = (name: string, value: string) =>
  `As an administrator of the database, run: ALTER SYSTEM SET ${name} = ${value}; SELECT pg_reload_conf();`

const RULES: readonly Rule[] = [
  {
    name: 'fsync',
    wanted: 'on',
    effect: 'a power cut can lose acknowledged data and damage the database',
    remedy: forSystem('fsync', 'on'),
    stops: false,
  },
  {
    name: 'full_page_writes',
    wanted: 'on',
    effect: 'a power cut can damage the database',
    remedy: forSystem('full_page_writes', 'on'),
    stops: false,
  },
  {
    name: 'zero_damaged_pages',
    wanted: 'off',
    effect: 'damaged data is silently deleted',
    remedy: forSystem('zero_damaged_pages', 'off'),
    stops: false,
  },
  {
    name: 'server_encoding',
    wanted: 'UTF8',
    effect: 'text in many languages cannot be stored',
    remedy: `Create a database with ENCODING 'UTF8' TEMPLATE template0, and move the data to it.`,
    stops: false,
  },
  {
    name: 'synchronous_commit',
    wanted: 'on',
    effect: 'acknowledged data could be lost',
    remedy: 'Let a connection pooler pass on SET, or use the address of PostgreSQL itself.',
    stops: true,
  },
  {
    name: 'transaction_read_only',
    wanted: 'off',
    effect: 'nothing can be stored',
    remedy:
      'Connect to the primary server; if it is the primary, run: ALTER DATABASE … RESET default_transaction_read_only;',
    stops: true,
  },
  {
    name: 'session_replication_role',
    wanted: 'origin',
    effect: 'triggers do not run, so revoked keys would stay valid and totals would be wrong',
    remedy: 'As an administrator of the database, run: ALTER ROLE … RESET session_replication_role;',
    stops: true,
  },
]

/** Reads the settings that promises depend on, with SHOW on this connection, and returns the wrong ones. */
export async function findSettingProblems(db: Db): Promise<SettingProblem[]> {
  const query = sql<{ name: string; value: string | null }>`select name, current_setting(name, true) as value
     from unnest(${RULES.map(({ name }) => name)}::text[]) as name`
  const rows = await run(db, query)
  const found = new Map(rows.map(({ name, value }) => [name, value]))
  return RULES.flatMap(({ name, wanted, effect, remedy, stops }) => {
    const value = found.get(name) ?? wanted
    if (value === wanted) return []
    return [{ name, stops, sentence: `The database server has ${name} = ${value}, so ${effect}. ${remedy}` }]
  })
}
