import type { ChildProcess } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createPool, transaction } from '../../src/db/database.ts'
import { createEmit } from '../../src/events/emit.ts'
import { createIds } from '../../src/lib/ids.ts'
import { removeDataFolder } from '../../tests/helpers/folder.ts'
import { runCommand, type Settings, spawnDoorpost, startDoorpost } from '../contestants/doorpost.ts'
import { cpuSeconds, forkReady, nextMessage, stopChild, stopChildren } from '../tools/children.ts'
import { runSql, startCluster } from '../tools/cluster.ts'
import type { Received } from './receiver.ts'
import type { Measured, Task } from './result.ts'

/**
 * A worker has at most ten open requests per endpoint. With two endpoints, this limits the throughput, not the cores.
 */
const ENDPOINTS = 2
const WARM_UP = 100
const SETTLE_MS = 120_000
const START_MS = 60_000

/** Measures from the moment when all events are written until the last one has arrived at every endpoint. */
export async function measureEvents({ workers, count, latencyMs, folder, signal }: Task): Promise<Measured> {
  const cluster = await startCluster()
  const dataDir = await mkdtemp(join(folder, 'doorpost-workers-'))
  signal.addEventListener('abort', () => void stopChildren())
  const started: ChildProcess[] = []
  try {
    const settings = {
      DATABASE_URL: await cluster.createDatabase(`bench_events_${workers}`),
      DATA_DIR: dataDir,
      ALLOW_PRIVATE_NETWORKS: 'true',
      SECRET_KEY: 'a secret key for benchmarks that is long enough',
    }
    const { child: receiver, message } = await forkReady<{ port: number }>(new URL('receiver.ts', import.meta.url), {
      env: { ...process.env, LATENCY_MS: latencyMs.join('-') },
    })
    started.push(receiver)
    await createEndpoints(settings, message.port)
    const running = Array.from({ length: workers }, () =>
      spawnDoorpost({ ...settings, ROLE: 'worker', HEALTH_PORT: '0' }),
    )
    started.push(...running)
    await Promise.all(running.map(untilRunning))
    await deliver(settings, receiver, WARM_UP)
    const cpu = () => running.reduce((sum, { pid }) => sum + (cpuSeconds(pid!) ?? Number.NaN), 0)
    const before = cpu()
    const result = await deliver(settings, receiver, count)
    return { workers, ...result, cpuSeconds: cpu() - before }
  } finally {
    await Promise.all(started.map(stopChild))
    await cluster.stop()
    removeDataFolder(dataDir)
  }
}

async function createEndpoints(settings: Settings, receiverPort: number): Promise<void> {
  const key = await runCommand(settings, 'keys', 'create', '--name', 'bench')
  const { port, stop } = await startDoorpost({ ...settings, ROLE: 'api' })
  for (let at = 0; at < ENDPOINTS; at++) {
    const response = await fetch(`http://127.0.0.1:${port}/v1/events/endpoints`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: `http://127.0.0.1:${receiverPort}/${at}` }),
    })
    if (response.status !== 201) throw new Error(`no endpoint: ${response.status} ${await response.text()}`)
  }
  await stop()
}

export function untilRunning(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('a worker did not start in time')), START_MS)
    child.stdout!.on('data', (text: Buffer) => {
      if (!text.includes('worker is running')) return
      clearTimeout(timer)
      resolve()
    })
  })
}

async function deliver({ DATABASE_URL: url }: Settings, receiver: ChildProcess, count: number) {
  const wanted = count * ENDPOINTS
  const startedAt = Date.now()
  await emitEvents(url!, count)
  const deadline = startedAt + SETTLE_MS
  let received = await ask(receiver, 'count')
  while (received.different < wanted && Date.now() < deadline) {
    await delay(200)
    received = await ask(receiver, 'count')
  }
  await ask(receiver, 'clear')
  return {
    perSecond: (wanted * 1000) / (received.lastAt - startedAt),
    missing: wanted - received.different,
    doubled: received.all - received.different,
  }
}

function ask(receiver: ChildProcess, what: 'count' | 'clear'): Promise<Received> {
  receiver.send(what)
  return nextMessage<Received>(receiver, START_MS)
}

/** Uses the same code as the features. */
async function emitEvents(url: string, count: number): Promise<void> {
  const [workspace] = await runSql<{ id: string }>(url, 'select id from workspaces')
  const pool = createPool({ connection: { connectionString: url }, size: 1, onError: () => {} })
  const ids = createIds(() => Date.now())
  const emit = createEmit(ids)
  const events = Array.from({ length: count }, (_, at) => {
    const { id } = ids.next()
    const data = { id, first_name: `Bench ${at}`, last_name: 'Example', email: `bench${at}@example.com` }
    return { workspaceId: workspace!.id, type: 'contact.created' as const, subjectId: id, subjectVersion: 1, data }
  })
  try {
    await transaction(pool, (tx) => emit(tx, ...events))
  } finally {
    await pool.end()
  }
}
