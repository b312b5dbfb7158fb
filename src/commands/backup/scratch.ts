import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config/config.ts'
import { readConnectionUrl } from '../../db/connect/connection-url.ts'
import { connectClient } from '../../db/database.ts'
import { NoEmbeddedServer } from '../../db/embedded/errors.ts'
import { type OpenDatabase, openDatabase } from '../../db/open.ts'
import { SetupError } from '../../lib/problem.ts'

export interface Scratch {
  database: OpenDatabase
  /** The settings of an installation that is separate from the real one. */
  config: Config
}

/** Runs `work` with a temporary database and data folder. */
export async function withScratch<T>(
  config: Config,
  { folder, onServer }: { folder: string; onServer: boolean },
  work: (scratch: Scratch) => Promise<T>,
): Promise<T> {
  const dataDir = await mkdtemp(join(folder, 'doorpost-rehearsal-'))
  // If we are root, the embedded server runs under another account, which needs access to its files.
  await chmod(dataDir, 0o711)
  const alone = {
    ...config,
    dataDir,
    databaseDirectUrl: null,
    redisUrl: null,
    role: 'api' as const,
    host: '127.0.0.1',
    port: 0,
    tls: null,
    httpsOnly: false,
    baseUrl: 'http://127.0.0.1',
    linkBaseUrl: 'http://127.0.0.1',
    media: { ...config.media, s3: null },
    mail: { ...config.mail, smtpUrl: null, from: null },
  }
  try {
    if (!onServer) return await open({ ...alone, databaseUrl: null }, work)
    return await onOwnServer(config, (databaseUrl) => open({ ...alone, databaseUrl }, work))
  } catch (error) {
    if (!(error instanceof NoEmbeddedServer) || config.databaseUrl === null) throw error
    throw new SetupError(
      'The embedded PostgreSQL is not installed. Add --on-server to use a temporary database on the server of DATABASE_URL.',
      { cause: error },
    )
  } finally {
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function open<T>(config: Config, work: (scratch: Scratch) => Promise<T>): Promise<T> {
  const database = await openDatabase(config, { as: 'maker', onError: () => {} })
  try {
    return await work({ database, config })
  } finally {
    await database.close()
  }
}

/** Creates a database beside the real one, and always removes it. */
async function onOwnServer<T>(config: Config, work: (databaseUrl: string) => Promise<T>): Promise<T> {
  const url = config.databaseDirectUrl ?? config.databaseUrl
  if (url === null) throw new SetupError('--on-server needs DATABASE_URL. Without it, leave --on-server out.')
  const name = `doorpost_rehearsal_${randomBytes(6).toString('hex')}`
  const run = async (statement: string) => {
    const client = await connectClient(readConnectionUrl(url, 'DATABASE_URL').connection)
    try {
      await client.query(statement)
    } finally {
      await client.end()
    }
  }
  await run(`create database ${name}`).catch((error) => {
    throw new SetupError(
      `A database for the rehearsal cannot be created (${error.message}). Allow it with: ALTER ROLE ... CREATEDB. Or leave --on-server out to use an embedded one.`,
      { cause: error },
    )
  })
  try {
    return await work(withDatabase(url, name))
  } finally {
    await run(`drop database if exists ${name} with (force)`)
  }
}

function withDatabase(url: string, name: string): string {
  return url.replace(/^(\w+:\/\/[^/?]*)(?:\/[^?]*)?/, `$1/${name}`)
}
