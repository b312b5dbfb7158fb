import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { runSql } from './postgres.ts'
import { until } from './process.ts'
import { freePort } from './redis.ts'
import { openTcpProxy } from './tcp-proxy.ts'

const NOBODY = 65_534

/** For a test's `skip`: why it cannot run here, or false. */
export const noBouncer = spawnSync('pgbouncer', ['--version']).status === 0 ? false : 'pgbouncer is not installed'

/** Where the server of this test database listens. */
export function socketOf(databaseUrl: string): { path: string } {
  const folder = new URL(databaseUrl.replace('@/', '@localhost/')).searchParams.get('host')!
  return { path: `${folder}/.s.PGSQL.5432` }
}

/** The same database at a port of this machine. */
export function urlAt(databaseUrl: string, port: number): string {
  return databaseUrl.replace(/@\/(\w+)\?.*$/, `@127.0.0.1:${port}/$1`)
}

export interface Bouncer {
  url: string
  /** Stops responding; with false, it continues. */
  freeze(frozen: boolean): void
  /** Reads its settings again. */
  setMode(mode: PoolMode): Promise<void>
}

export type PoolMode = 'transaction' | 'session' | 'statement'

/** A real PgBouncer in front of this database's server. Stopped after the tests of the file. */
export async function startBouncer(databaseUrl: string, mode: PoolMode, poolSize = 20): Promise<Bouncer> {
  const folder = await mkdtemp(join(tmpdir(), 'doorpost-bouncer-'))
  await chmod(folder, 0o755)
  const proxy = await openTcpProxy(socketOf(databaseUrl))
  const port = await freePort()
  const user = /\/\/(\w+)@/.exec(databaseUrl)![1]
  const ini = join(folder, 'ini')
  const writeIni = (poolMode: PoolMode) =>
    writeFile(
      ini,
      `[databases]\n* = host=127.0.0.1 port=${proxy.port}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\n` +
        `auth_type = trust\nauth_file = ${join(folder, 'users')}\npool_mode = ${poolMode}\nunix_socket_dir =\n` +
        `default_pool_size = ${poolSize}\n`,
    )
  await writeFile(join(folder, 'users'), `"${user}" ""\n`)
  await writeIni(mode)
  // It refuses to run as root.
  const account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  const child = spawn('pgbouncer', [ini], { stdio: 'ignore', ...account })
  const ended = once(child, 'exit')
  after(async () => {
    child.kill('SIGKILL')
    await ended
    await proxy.close()
    await rm(folder, { recursive: true })
  })
  const url = urlAt(databaseUrl, port)
  const answers = () =>
    runSql(url, 'select 1').then(
      () => true,
      () => false,
    )
  await until(answers)
  return {
    url,
    freeze: (frozen) => void child.kill(frozen ? 'SIGSTOP' : 'SIGCONT'),
    async setMode(next) {
      await writeIni(next)
      child.kill('SIGHUP')
    },
  }
}
