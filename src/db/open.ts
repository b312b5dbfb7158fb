import { hostname } from 'node:os'
import type pg from 'pg'
import type { Config } from '../config.ts'
import { SetupError } from '../lib/problem.ts'
import { createPool, type Pool } from './database.ts'
import { type EmbeddedServer, joinEmbedded, startEmbedded } from './embedded.ts'

const OLDEST_SERVER = 14

export interface OpenDatabase {
  pool: Pool
  connection: pg.ClientConfig
  /** For the person who started it: where the data is. Never holds a password. */
  place: string
  close(): Promise<void>
}

export interface OpenOptions {
  /** A server owns the embedded database; a command joins it, or runs it for its own short life. */
  as: 'server' | 'command'
  onError: (error: Error) => void
  onEmbeddedExit?: (reason: string) => void
}

export async function openDatabase(config: Config, options: OpenOptions): Promise<OpenDatabase> {
  const embedded = config.databaseUrl === null ? await openEmbedded(config, options) : null
  const connection: pg.ClientConfig = embedded ? embedded.connection : { connectionString: config.databaseUrl! }
  const pool = createPool({ connection, size: config.poolSize, onError: options.onError })
  const close = async () => {
    await pool.end()
    await embedded?.stop()
  }
  try {
    await checkServer(pool)
  } catch (error) {
    await close()
    throw error
  }
  return { pool, connection, place: embedded ? embedded.directory : describe(config.databaseUrl!), close }
}

function openEmbedded(config: Config, options: OpenOptions): Promise<EmbeddedServer> {
  const since = new Date().toISOString().slice(0, 19)
  const settings = {
    dataDir: config.dataDir,
    applicationName: `doorpost ${options.as}, pid ${process.pid} on ${hostname().slice(0, 20)}, ${since}Z`.slice(0, 63),
    ...(options.onEmbeddedExit ? { onExit: options.onEmbeddedExit } : {}),
  }
  return options.as === 'server' ? startEmbedded(settings) : joinEmbedded(settings)
}

async function checkServer(pool: Pool): Promise<void> {
  let version: number
  try {
    const result = await pool.query<{ version: number }>(`select current_setting('server_version_num')::int as version`)
    version = Math.floor(result.rows[0]!.version / 10_000)
  } catch (error) {
    const code = (error as { code?: string }).code
    const reason =
      code === '28P01' || code === '28000' ? 'it refuses the user name or password' : (error as Error).message
    throw new SetupError(
      `The database of DATABASE_URL cannot be used: ${reason || code}. Check that it runs and that the URL is right.`,
      { cause: error },
    )
  }
  if (version < OLDEST_SERVER) {
    throw new SetupError(`The database is PostgreSQL ${version}. Doorpost needs ${OLDEST_SERVER} or later.`)
  }
}

/** Host and database only: the rest may be secret. */
function describe(databaseUrl: string): string {
  const [, host = '', name = ''] = /^\w+:\/\/(?:[^@/]*@)?([^/?]*)\/?([^?]*)/.exec(databaseUrl) ?? []
  return `PostgreSQL at ${host || 'a local socket'}, database ${name || 'postgres'}`
}
