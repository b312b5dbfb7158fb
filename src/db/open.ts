import { hostname } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { orAborted } from '../lib/bounds/abort.ts'
import { SetupError } from '../lib/problem.ts'
import { readConnectionUrl } from './connect/connection-url.ts'
import { failureKind, isLoginRefused } from './connect/failure.ts'
import { connectClient, destroyClient } from './database.ts'
import { type EmbeddedServer, joinEmbedded, startEmbedded } from './embedded/embedded.ts'
import { findSessionKind, isSameDatabase, readSearchPath, type SessionKind, type SharedSessions } from './pooler.ts'
import { openPools, type PoolShares, type PoolsOptions } from './pools.ts'
import type { SettingsWatch } from './settings-watch.ts'

const OLDEST_SERVER = 14
const ABORTED_CLOSE_MS = 5_000
/** The time needed to kill a server that does not shut down. */
const KILL_MS = 700

interface DatabaseSettings {
  /** The operator's own server; null for the embedded one in `dataDir`. */
  databaseUrl: string | null
  /** The same database without a pooler in between; null if `databaseUrl` has none. */
  databaseDirectUrl: string | null
  /** The embedded server that another process on this machine runs for us. */
  joined?: pg.ClientConfig | null
  databaseWaitMs: number
  dataDir: string
  poolSize: number
  role: PoolShares
}

export type OpenDatabase = Awaited<ReturnType<typeof openDatabase>>

interface OpenOptions extends Omit<PoolsOptions, 'connection' | 'direct' | 'kind' | 'shared' | 'size' | 'shares'> {
  /**
   * A server owns the embedded database; a command joins it, or runs it for its own short life. Only a server and a
   * maker create it if there is none: any other command would hide a mistyped DATA_DIR behind an empty database.
   */
  as: 'server' | 'command' | 'maker'
  onEmbeddedExit?: (reason: string) => void
  /** Called before each step of starting the embedded server that may take seconds. */
  onStep?: (step: string) => void
  /** Called once, when the wait for an unreachable server begins. A command does not wait. */
  onWait?: (reason: string) => void
  /**
   * Called while the embedded server starts, or at once. It ends before the first connection, whose time limits include
   * the time of this process.
   */
  meanwhile?: () => Promise<unknown>
  /** Cancels opening; nothing that was started stays behind. */
  signal?: AbortSignal
}

const RETRY_MS = 250
const CONNECT_MS = 5_000

export async function openDatabase(settings: DatabaseSettings, options: OpenOptions) {
  const { joined = null } = settings
  const embedded = settings.databaseUrl === null && joined === null ? await openEmbedded(settings, options) : null
  try {
    await options.meanwhile?.()
    const { databaseUrl, databaseDirectUrl: directUrl } = settings
    const connection = embedded?.connection ?? joined ?? (await reach(databaseUrl!, 'DATABASE_URL', settings, options))
    const isEmbedded = embedded !== null || joined !== null
    const isDirect = isEmbedded || directUrl === null
    const direct = isDirect ? connection : await reach(directUrl, 'DATABASE_DIRECT_URL', settings, options)
    const check = isEmbedded
      ? checkServer(connection, null).then(() => OWN_SESSIONS)
      : checkSessions(connection, direct)
    const { kind, shared } = await orAborted(check, options.signal)
    const { poolSize: size, role: shares } = settings
    const { close, ...pools } = openPools({ ...options, connection, direct, kind, shared, size, shares })
    if (options.as === 'server') await startWatch(pools.settingsWatch, close)
    return {
      ...pools,
      /** Whether there is a pooler at DATABASE_URL, and its mode. */
      kind,
      /** Without a pooler: for connections that listen, hold locks or migrate. */
      connection: direct,
      /** Tells the person who started it where the data is. Never contains a password. */
      place: embedded?.directory ?? (joined ? String(joined.host) : describe(databaseUrl!)),
      /** How other processes on this machine reach the embedded server; null if there is none. */
      embedded: embedded?.connection ?? null,
      /** With a deadline, it does not wait for hanging queries, and kills an embedded server that hangs. */
      async close(deadline?: number): Promise<void> {
        const ended = close()
        // A frozen server never responds, so this is not awaited any longer.
        await (deadline === undefined ? ended : Promise.race([ended, delay((deadline - Date.now()) / 4)]))
        await embedded?.stop(deadline === undefined ? undefined : deadline - KILL_MS)
      },
    }
  } catch (error) {
    await embedded?.stop(options.signal?.aborted ? Date.now() + ABORTED_CLOSE_MS : undefined)
    throw error
  }
}

async function startWatch(watch: SettingsWatch, close: () => Promise<void>): Promise<void> {
  try {
    await watch.start()
  } catch (error) {
    await close()
    throw error
  }
}

async function openEmbedded(settings: DatabaseSettings, options: OpenOptions): Promise<EmbeddedServer> {
  const since = new Date().toISOString().slice(0, 19)
  const who = options.as === 'server' ? 'server' : 'command'
  const embedded = {
    dataDir: settings.dataDir,
    mustExist: options.as === 'command',
    applicationName: `doorpost ${who}, pid ${process.pid} on ${hostname().slice(0, 20)}, ${since}Z`.slice(0, 63),
    ...(options.onEmbeddedExit ? { onExit: options.onEmbeddedExit } : {}),
    ...(options.onStep ? { onStep: options.onStep } : {}),
    // A failure here occurs again where the result is awaited.
    onLaunch: () => options.meanwhile?.().catch(() => {}),
    ...(options.signal ? { signal: options.signal } : {}),
  }
  return options.as === 'server' ? startEmbedded(embedded) : joinEmbedded(embedded)
}

/** Waits for a server that is not reachable yet. A problem that waiting does not fix fails at once. */
async function reach(
  url: string,
  setting: string,
  { databaseWaitMs }: DatabaseSettings,
  options: OpenOptions,
): Promise<pg.ClientConfig> {
  const waitMs = options.as === 'server' ? databaseWaitMs : 0
  const deadline = performance.now() + waitMs
  let { connection, plain } = readConnectionUrl(url, setting)
  for (let told = false; ; ) {
    try {
      await checkServer(connection, setting)
      return connection
    } catch (error) {
      const cause = (error as Error).cause
      if (plain !== null && isWithoutSsl(cause)) {
        connection = plain
        plain = null
        continue
      }
      const isAway = cause !== undefined && failureKind(cause) === 'unavailable' && !isLoginRefused(cause)
      if (!isAway || performance.now() >= deadline) throw error
      if (!told) options.onWait?.(`${(error as Error).message} Waiting up to ${Math.round(waitMs / 1000)} s for it.`)
      told = true
      await delay(RETRY_MS, undefined, options.signal ? { signal: options.signal } : {})
    }
  }
}

/** The driver has no code for it. */
function isWithoutSsl(error: unknown): boolean {
  return error instanceof Error && error.message === 'The server does not support SSL connections'
}

interface Sessions {
  kind: SessionKind
  shared: SharedSessions | null
}

const OWN_SESSIONS: Sessions = { kind: 'direct', shared: null }

const NEED_DIRECT =
  'notifications, locks, migrations and jobs need sessions of their own. Set DATABASE_DIRECT_URL to the address of PostgreSQL itself ' +
  '(Doorpost then uses the pooler for everything else), or set pool_mode of the pooler to session.'

/** Finds out what the addresses lead to. Throws if it would break a promise. */
async function checkSessions(connection: pg.ClientConfig, direct: pg.ClientConfig): Promise<Sessions> {
  const kind = await findSessionKind(connection, 'DATABASE_URL')
  if (direct === connection) {
    if (kind !== 'transaction') return { kind, shared: null }
    throw new SetupError(`DATABASE_URL points to a connection pooler in transaction mode, but ${NEED_DIRECT}`)
  }
  if ((await findSessionKind(direct, 'DATABASE_DIRECT_URL')) === 'transaction') {
    throw new SetupError(
      'DATABASE_DIRECT_URL points to a connection pooler in transaction mode, where revoked keys would stay valid and locks would ' +
        'outlive their owner. Set it to the address of PostgreSQL itself.',
    )
  }
  if (!(await isSameDatabase(direct, connection))) {
    throw new SetupError(
      'DATABASE_URL and DATABASE_DIRECT_URL lead to different databases, or one of them to a standby, so notices, locks and jobs of one ' +
        'would never reach the other. Set both to the same database on the primary server.',
    )
  }
  return { kind, shared: kind === 'transaction' ? { searchPath: await readSearchPath(direct) } : null }
}

/** `setting` contains the address; null for the embedded server. */
async function checkServer(connection: pg.ClientConfig, setting: string | null): Promise<void> {
  const version = await readVersion(connection).catch((error) => {
    const reason = error.message || error.code || 'no response'
    if (setting === null) throw new SetupError(`The embedded PostgreSQL cannot be used: ${reason}.`, { cause: error })
    throw new SetupError(`The database at ${setting} cannot be used: ${explain(error.code, reason)}`, { cause: error })
  })
  if (version < OLDEST_SERVER) {
    throw new SetupError(`The database is PostgreSQL ${version}. Doorpost needs ${OLDEST_SERVER} or later.`)
  }
}

async function readVersion(connection: pg.ClientConfig): Promise<number> {
  const limits = { connectionTimeoutMillis: CONNECT_MS, query_timeout: CONNECT_MS }
  const client = await connectClient({ ...connection, ...limits })
  try {
    const result = await client.query(`select current_setting('server_version_num')::int as version`)
    return Math.floor(result.rows[0].version / 10_000)
  } finally {
    destroyClient(client)
  }
}

function explain(code: string | undefined, reason: string): string {
  switch (code) {
    case 'ECONNREFUSED':
      return 'nothing is listening there. Start PostgreSQL, or correct the host and port in the URL.'
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'its host name cannot be resolved. Correct the host in the URL.'
    case '28P01':
    case '28000':
      return 'it rejects the user name or password. Correct them in the URL.'
    case '3D000':
      return `${reason}. Create it (createdb NAME), or correct the name in the URL.`
    case '08P01':
      return (
        `${reason}. If that is the address of a connection pooler, remove start-up parameters such as options=… from the URL, ` +
        'and check that the pooler knows the database and the user.'
      )
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      return `its certificate is not from a known authority (${reason}). Add sslrootcert=FILE with the certificate of the authority to the URL.`
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return 'its certificate is for another host name. Correct the host in the URL, or use sslmode=verify-ca.'
    default:
      return `${reason}. Check that it is running and that the URL is correct.`
  }
}

/** Only host and database: the rest may be secret. */
function describe(databaseUrl: string): string {
  const [, host = '', name = ''] = /^\w+:\/\/(?:[^@/]*@)?([^/?]*)\/?([^?]*)/.exec(databaseUrl) ?? []
  return `PostgreSQL at ${host || 'a local socket'}, database ${name || 'postgres'}`
}
