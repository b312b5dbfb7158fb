import type pg from 'pg'
import { SetupError } from '../../lib/problem.ts'
import { DatabaseStalled } from '../connect/failure.ts'
import { findSettingProblems, type SettingProblem } from '../connect/server-settings.ts'
import { connectClient, type Db, destroyClient } from '../database.ts'
import { findSessionKind, type SessionKind } from './session-check.ts'

export type SettingsWatch = ReturnType<typeof createSettingsWatch>

interface SettingsWatchOptions {
  /** Where the pools of callers lead. */
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
 * What was checked at the start can change while the process runs: an administrator changes the server or the pooler, a
 * failover leads to another server. So it is looked at again, on whichever connection comes.
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
      // The database is away, which the pulse knows: what was found last goes on.
      await work().catch(() => {})
      if (!closed) repeat(work, everyMs)
    }, everyMs).unref()
    timers.add(timer)
  }

  return {
    /** Throws when a setting of the server breaks a promise that a process may not start without. */
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
