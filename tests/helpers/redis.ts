import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { after } from 'node:test'
import { Redis } from 'ioredis'
import { until } from './process.ts'

export interface TestRedis {
  url: string
  port: number
  /** SIGSTOP: connections stay open, but get no responses. */
  freeze(): void
  thaw(): void
}

/** Why tests on a real Redis cannot run here, or false. */
export const noRedis = spawnSync('redis-server', ['--version']).status === 0 ? false : 'redis-server is not installed'

/** A real Redis that keeps nothing on disk. Stopped after the tests of the file. */
export async function startRedis(): Promise<TestRedis> {
  const port = await freePort()
  const words = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const child = spawn('redis-server', words, { stdio: 'ignore' })
  const ended = once(child, 'exit')
  after(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const url = `redis://127.0.0.1:${port}`
  const client = new Redis(url, { lazyConnect: true, retryStrategy: () => 20 })
  client.on('error', () => {})
  await until(() =>
    client.ping().then(
      () => true,
      () => false,
    ),
  )
  client.disconnect()
  return { url, port, freeze: () => void child.kill('SIGSTOP'), thaw: () => void child.kill('SIGCONT') }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}
