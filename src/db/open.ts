import { hostname } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { orAborted } from '../lib/abort.ts'
import { SetupError } from '../lib/problem.ts'
import { createPool, type Pool } from './database.ts'
import { type EmbeddedServer, joinEmbedded, startEmbedded } from './embedded.ts'

const OLDEST_SERVER = 14
const ABORTED_CLOSE_MS = 5_000
/** What it takes to kill a server that does not shut down. */
const KILL_MS = 700

export interface DatabaseSettings {
  /** A server of one's own; null for the embedded one in `dataDir`. */
  databaseUrl: string | null
  dataDir: string
  poolSize: number
}

export interface OpenDatabase {
  pool: Pool
  connection: pg.ClientConfig
  /** For the person who started it: where the data is. Never holds a password. */
  place: string
  /** With a deadline it does not wait for queries that hang, and kills an embedded server that does. */
  close(deadline?: number): Promise<void>
}

export interface OpenOptions {
  /** A server owns the embedded database; a command joins it, or runs it for its own short life. */
  as: 'server' | 'command'
  onError: (error: Error) => void
  onEmbeddedExit?: (reason: string) => void
  /** Gives opening up; nothing that was started stays behind. */
  signal?: AbortSignal
}

export async function openDatabase(settings: DatabaseSettings, options: OpenOptions): Promise<OpenDatabase> {
  const embedded = settings.databaseUrl === null ? await openEmbedded(settings, options) : null
  const connection: pg.ClientConfig = embedded ? embedded.connection : { connectionString: settings.databaseUrl! }
  let closing = false
  const onError = (error: Error) => {
    if (!closing) options.onError(error)
  }
  const pool = createPool({ connection, size: settings.poolSize, onError })
  const close = async (deadline?: number) => {
    closing = true
    const ended = pool.end()
    // What a frozen server owes us never comes: it is not waited for beyond this.
    await (deadline === undefined ? ended : Promise.race([ended, delay((deadline - Date.now()) / 4)]))
    await embedded?.stop(deadline === undefined ? undefined : deadline - KILL_MS)
  }
  try {
    await orAborted(checkServer(pool, embedded === null), options.signal)
  } catch (error) {
    await close(options.signal?.aborted ? Date.now() + ABORTED_CLOSE_MS : undefined)
    throw error
  }
  return { pool, connection, place: embedded ? embedded.directory : describe(settings.databaseUrl!), close }
}

function openEmbedded(settings: DatabaseSettings, options: OpenOptions): Promise<EmbeddedServer> {
  const since = new Date().toISOString().slice(0, 19)
  const embedded = {
    dataDir: settings.dataDir,
    applicationName: `doorpost ${options.as}, pid ${process.pid} on ${hostname().slice(0, 20)}, ${since}Z`.slice(0, 63),
    ...(options.onEmbeddedExit ? { onExit: options.onEmbeddedExit } : {}),
    ...(options.signal ? { signal: options.signal } : {}),
  }
  return options.as === 'server' ? startEmbedded(embedded) : joinEmbedded(embedded)
}

async function checkServer(pool: Pool, ownServer: boolean): Promise<void> {
  let version: number
  try {
    const result = await pool.query<{ version: number }>(`select current_setting('server_version_num')::int as version`)
    version = Math.floor(result.rows[0]!.version / 10_000)
  } catch (error) {
    const code = (error as { code?: string }).code
    const reason = (error as Error).message || code || 'no answer'
    if (!ownServer) throw new SetupError(`The embedded PostgreSQL cannot be used: ${reason}.`, { cause: error })
    throw new SetupError(`The database of DATABASE_URL cannot be used: ${explain(code, reason)}`, { cause: error })
  }
  if (version < OLDEST_SERVER) {
    throw new SetupError(`The database is PostgreSQL ${version}. Doorpost needs ${OLDEST_SERVER} or later.`)
  }
}

function explain(code: string | undefined, reason: string): string {
  switch (code) {
    case 'ECONNREFUSED':
      return 'nothing listens there. Start PostgreSQL, or correct host and port in the URL.'
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'its host name is not known. Correct the host in the URL.'
    case '28P01':
    case '28000':
      return 'it refuses the user name or password. Correct them in the URL.'
    case '3D000':
      return `${reason}. Create it (createdb NAME), or correct the name in the URL.`
    default:
      return `${reason}. Check that it runs and that the URL is right.`
  }
}

/** Host and database only: the rest may be secret. */
function describe(databaseUrl: string): string {
  const [, host = '', name = ''] = /^\w+:\/\/(?:[^@/]*@)?([^/?]*)\/?([^?]*)/.exec(databaseUrl) ?? []
  return `PostgreSQL at ${host || 'a local socket'}, database ${name || 'postgres'}`
}
