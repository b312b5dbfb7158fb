import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { prepare } from '../../../src/db/embedded/prepare.ts'

// Runs PostgreSQL directly. The embedded server is always a single primary, and these scenarios need a data folder that
// is copied and put back, and a standby that is promoted. The binaries are those of the embedded one.

export interface Cluster {
  /** All files of the scenario; `remove` deletes it. */
  folder: string
  /** The data directory. */
  directory: string
  start(directory: string, port: number, fsync?: 'on' | 'off'): Promise<RunningPostgres>
  /** Copies with owners and modes, like a backup program. */
  copy(from: string, to: string): Promise<void>
  /** Turns a copied folder into a streaming standby of the server on the port. */
  makeStandby(directory: string, primaryPort: number): Promise<void>
  remove(): Promise<void>
}

export interface RunningPostgres {
  port: number
  query<R extends pg.QueryResultRow>(text: string, database?: string): Promise<R[]>
  stop(): Promise<void>
  /** SIGKILL, so that nothing more is flushed. */
  kill(): Promise<void>
}

export const urlOf = (port: number, database = 'doorpost') => `postgres://doorpost@127.0.0.1:${port}/${database}`

const READY_MS = 30_000
const POLL_MS = 50

export async function createCluster(): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'doorpost-scenario-'))
  // As root, PostgreSQL runs under another account, which must be able to reach its files.
  await chmod(folder, 0o711)
  const { account, binaries, directory } = await prepare({ dataDir: join(folder, 'cluster') })
  const hbaFile = join(folder, 'hba.conf')
  await writeFile(hbaFile, 'host all all 127.0.0.1/32 trust\nhost replication all 127.0.0.1/32 trust\n')
  return {
    folder,
    directory,
    copy: async (from, to) => void (await promisify(execFile)('cp', ['-a', from, to])),
    async makeStandby(standby, primaryPort) {
      const conninfo = `host=127.0.0.1 port=${primaryPort} user=doorpost`
      await appendFile(join(standby, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`)
      await writeFile(join(standby, 'standby.signal'), '')
      await promisify(execFile)('chown', [`--reference=${standby}`, join(standby, 'standby.signal')])
    },
    async start(at, port, fsync = 'off') {
      const settings = {
        listen_addresses: '127.0.0.1',
        port: String(port),
        unix_socket_directories: '',
        hba_file: hbaFile,
        // Off, because processes are killed but machines are not.
        fsync,
        log_min_messages: 'fatal',
      }
      const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
      const child = spawn(join(binaries.native, 'bin', 'postgres'), ['-D', at, ...args], {
        cwd: '/',
        env: { PATH: process.env.PATH ?? '', LC_ALL: 'C' },
        stdio: ['ignore', 'ignore', 'pipe'],
        ...(account ? { uid: account.uid, gid: account.gid } : {}),
      })
      let words = ''
      child.stderr.on('data', (chunk: Buffer) => {
        words = `${words}${chunk.toString()}`.slice(-2_000)
      })
      await waitReady(child, port, () => words)
      return toRunning(child, port)
    },
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }),
  }
}

async function waitReady(child: ChildProcess, port: number, words: () => string): Promise<void> {
  for (const deadline = Date.now() + READY_MS; ; await delay(POLL_MS)) {
    const isReady = await runQuery(port, 'select 1', 'postgres').then(
      () => true,
      () => false,
    )
    if (isReady) return
    if (child.exitCode !== null) throw new Error(`PostgreSQL ended with ${child.exitCode}: ${words()}`)
    if (Date.now() > deadline) throw new Error('PostgreSQL did not become ready')
  }
}

function toRunning(child: ChildProcess, port: number): RunningPostgres {
  const end = async (signal: 'SIGINT' | 'SIGKILL') => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  return {
    port,
    query: (text, database = 'doorpost') => runQuery(port, text, database),
    stop: () => end('SIGINT'),
    kill: () => end('SIGKILL'),
  }
}

async function runQuery<R extends pg.QueryResultRow>(port: number, text: string, database: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: urlOf(port, database), connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<R>(text)).rows
  } finally {
    await client.end()
  }
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}
