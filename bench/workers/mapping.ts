import type { ChildProcess } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createPool, transaction } from '../../src/db/database.ts'
import { createIds } from '../../src/lib/ids.ts'
import { insertDeliveries } from '../../src/webhooks/receive-store.ts'
import { removeDataFolder } from '../../tests/helpers/folder.ts'
import { runCommand, type Settings, spawnDoorpost, startDoorpost } from '../contestants/doorpost.ts'
import { cpuSeconds, stopChild, stopChildren } from '../tools/children.ts'
import { runSql, startCluster } from '../tools/cluster.ts'
import { untilRunning } from './events.ts'
import type { Measured, Task } from './result.ts'

const WARM_UP = 200
const CHUNK = 100
const SETTLE_MS = 300_000
const MAPPING = { preset: 'generic_form' }

interface Webhook {
  id: string
  workspace_id: string
}

/**
 * Measures from the moment when all deliveries are stored until the last one is a contact. Mapping makes no outbound
 * calls, so the cores are the limit.
 */
export async function measureMapping({ workers, count, folder, signal }: Task): Promise<Measured> {
  const cluster = await startCluster()
  const dataDir = await mkdtemp(join(folder, 'doorpost-workers-'))
  signal.addEventListener('abort', () => void stopChildren())
  const running: ChildProcess[] = []
  try {
    const settings = {
      DATABASE_URL: await cluster.createDatabase(`bench_mapping_${workers}`),
      DATA_DIR: dataDir,
      SECRET_KEY: 'a secret key for benchmarks that is long enough',
    }
    const webhook = await createWebhook(settings)
    for (let at = 0; at < workers; at++) {
      running.push(spawnDoorpost({ ...settings, ROLE: 'worker', HEALTH_PORT: '0' }))
    }
    await Promise.all(running.map(untilRunning))
    await map(settings.DATABASE_URL, webhook, WARM_UP)
    const cpu = () => running.reduce((sum, { pid }) => sum + (cpuSeconds(pid!) ?? Number.NaN), 0)
    const before = cpu()
    const result = await map(settings.DATABASE_URL, webhook, count)
    return { workers, ...result, cpuSeconds: cpu() - before }
  } finally {
    await Promise.all(running.map(stopChild))
    await cluster.stop()
    removeDataFolder(dataDir)
  }
}

async function createWebhook(settings: Settings): Promise<Webhook> {
  const key = await runCommand(settings, 'keys', 'create', '--name', 'bench')
  const { port, stop } = await startDoorpost({ ...settings, ROLE: 'api' })
  const response = await fetch(`http://127.0.0.1:${port}/v1/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'bench', mapping: MAPPING }),
  })
  if (response.status !== 201) throw new Error(`no webhook: ${response.status} ${await response.text()}`)
  await stop()
  const [webhook] = await runSql<Webhook>(settings.DATABASE_URL!, 'select id, workspace_id from webhook_sources')
  return webhook!
}

async function map(url: string, webhook: Webhook, count: number) {
  const first = await storeDeliveries(url, webhook, count)
  const startedAt = Date.now()
  const deadline = startedAt + SETTLE_MS
  const countPending = `select count(*)::int as count from webhook_deliveries where mapping_state = 'pending'`
  while ((await runSql<{ count: number }>(url, countPending))[0]!.count > 0 && Date.now() < deadline) await delay(200)
  const [made] = await runSql<{ all: number; different: number; last_at: Date }>(
    url,
    `select count(*)::int as all, count(distinct delivery_id)::int as different, max(created_at) as last_at
       from contacts where delivery_id >= '${first}'`,
  )
  return {
    perSecond: (count * 1000) / (made!.last_at.getTime() - startedAt),
    missing: count - made!.different,
    doubled: made!.all - made!.different,
  }
}

/** Uses the statement of the receive route. One transaction makes them all visible at once. Returns the first id. */
async function storeDeliveries(url: string, webhook: Webhook, count: number): Promise<string> {
  const pool = createPool({ connection: { connectionString: url }, size: 1, onError: () => {} })
  const ids = createIds(() => Date.now())
  const all = Array.from({ length: count }, (_, at) => ({
    id: ids.next().id,
    workspaceId: webhook.workspace_id,
    sourceId: webhook.id,
    receivedAt: Date.now(),
    contentType: 'application/json',
    query: '',
    headers: [['content-type', 'application/json']] as const,
    body: Buffer.from(JSON.stringify({ first_name: `Bench ${at}`, last_name: 'Example', email: `b${at}@example.com` })),
    verified: true,
    deliveryId: null,
    mapped: true,
  }))
  try {
    await transaction(pool, async (tx) => {
      for (let at = 0; at < count; at += CHUNK) await insertDeliveries(tx, all.slice(at, at + CHUNK))
    })
  } finally {
    await pool.end()
  }
  return all[0]!.id
}
