import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from './process.ts'

const PROGRAMS = ['redis-server', 'valkey-server']
const program = PROGRAMS.find((name) => spawnSync(name, ['--version']).status === 0)

/** Why tests with Redis are skipped; false when there is one. */
export const NO_REDIS = program === undefined ? 'neither redis-server nor valkey-server is installed' : false

export interface TestRedis {
  url: string
  pid: number
  stop(): Promise<void>
}

/** A Redis of its own, on a free port, that keeps nothing. */
export async function startRedis(): Promise<TestRedis> {
  const folder = mkdtempSync(join(tmpdir(), 'doorpost-redis-'))
  const port = await freePort()
  const words = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder]
  const child = spawn(program!, words, { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => {
    said += String(chunk)
  })
  await until(() => /ready to accept connections/i.test(said) || child.exitCode !== null)
  return {
    url: `redis://127.0.0.1:${port}`,
    pid: child.pid!,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        // A stopped process hears nothing but this.
        child.kill('SIGKILL')
        await once(child, 'exit')
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
