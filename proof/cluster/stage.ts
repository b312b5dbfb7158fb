import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createControl, type SimulatorControl } from '../../simulators/client.ts'
import { createPool } from '../../src/db/database.ts'
import { createPlace, type Env, until } from '../../tests/helpers/process.ts'
import { freePort } from '../../tests/helpers/redis.ts'
import { post } from '../events/stage.ts'
import { GENEROUS } from '../publishing/people/accounts.ts'
import { createVictim, type ProcessVictim } from '../victim.ts'
import { type Network, startNetwork } from './network/network.ts'
import { connectMastodon, startPlatforms } from './platforms.ts'
import { startEtcd } from './servers/etcd.ts'
import { startHaproxy } from './servers/haproxy.ts'
import { findInstalled } from './servers/installed.ts'
import { type DatabaseCluster, startPatroni } from './servers/patroni.ts'
import { createProgram, findAccount, type Program, untilReady } from './servers/program.ts'
import { type Session, setUp } from './session.ts'

/** A redundant installation: load balancer, nodes, workers, primary and standby, Redis. */
export interface ClusterStage {
  /** URL of the load balancer. */
  url: string
  key: string
  session: Session
  api: readonly ClusterNode[]
  workers: readonly ClusterNode[]
  database: DatabaseCluster
  receiveUrls: { delivery: string; form: string }
  /** The submit URL of a website's form. */
  submitUrl: string
  connectionIds: readonly string[]
  control: SimulatorControl
  /** Queries the primary directly. Fails while there is none. */
  // biome-ignore lint/suspicious/noExplicitAny: rows of any statement
  sql(text: string, values?: unknown[]): Promise<any[]>
  stop(): Promise<void>
}

export interface ClusterNode extends ProcessVictim {
  url: string
  /** Stalls its network to the database. */
  stall(): void
  resume(): void
}

export interface ClusterStageOptions {
  api: number
  workers: number
  /** Whether commits wait for the standby. */
  synchronous: boolean
  accounts: number
  /** Contacts a minute from one address without a key. */
  publicLimit: number
  logLevel: string
  onProgress?: (line: string) => void
}

const NO_LIMIT = '100000000'

export async function openClusterStage(options: ClusterStageOptions): Promise<ClusterStage> {
  const stops: Array<() => unknown> = []
  const stop = async () => {
    for (const each of stops.splice(0).reverse()) await each()
  }
  const run = (program: Program) => void stops.push(() => program.kill())
  const say = options.onProgress ?? (() => {})
  try {
    const installed = findInstalled()
    const folder = mkdtempSync(join(tmpdir(), 'doorpost-cluster-'))
    chmodSync(folder, 0o711)
    stops.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))

    say('starting etcd, two PostgreSQL servers with Patroni, Redis and HAProxy')
    const etcd = await startEtcd(folder)
    run(etcd.program)
    const database = await startPatroni({
      folder,
      bin: installed.postgres,
      etcdPort: etcd.port,
      account: findAccount(),
      synchronous: options.synchronous,
      onProgram: run,
    })
    const redisPort = await freePort()
    const words = ['--port', String(redisPort), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
    const redis = createProgram({ name: 'redis', command: 'redis-server', words, folder })
    redis.start()
    run(redis)

    const platforms = await startPlatforms(folder)
    stops.push(() => platforms.stop())
    const control = createControl(platforms.url)
    await control.settings({ ...GENEROUS, mastodon: { ...GENEROUS.mastodon, forgets_keys: true } })

    const [apiPort, databasePort, mastodonPort] = [await freePort(), await freePort(), await freePort()]
    const apiPorts: number[] = []
    for (let at = 0; at < options.api; at++) apiPorts.push(await freePort())
    const apiNodes = apiPorts.map((port, at) => ({ name: `api${at + 1}`, port }))
    const mastodon = { port: mastodonPort, simulatorsPort: Number(new URL(platforms.url).port) }
    run(await startHaproxy({ folder, apiPort, databasePort, apiNodes, databases: database.members, mastodon }))
    const pool = await openPool(database, databasePort)
    stops.push(() => pool.end())
    const sql: ClusterStage['sql'] = async (text, values = []) => (await pool.query(text, values)).rows

    const network = await startNetwork(databasePort, options.api + options.workers)
    stops.push(() => network.stop())
    const env: Env = {
      SECRET_KEY: randomBytes(32).toString('base64'),
      REDIS_URL: `redis://127.0.0.1:${redisPort}`,
      ALLOW_PRIVATE_NETWORKS: 'true',
      // Every visitor has its own address, from X-Forwarded-For.
      TRUST_PROXY: '127.0.0.1/32',
      POOL_SIZE: '10',
      LOG_LEVEL: options.logLevel,
      RATE_LIMIT_AUTHENTICATED: NO_LIMIT,
      RATE_LIMIT_DASHBOARD: NO_LIMIT,
      RATE_LIMIT_WEBHOOK: NO_LIMIT,
      RATE_LIMIT_PUBLIC: String(options.publicLimit),
    }
    say(`starting ${options.api} API nodes and ${options.workers} workers`)
    const node = (name: string, role: string, at: number, port: number): ClusterNode => {
      const place = createPlace({ after: (cleanUp) => void stops.push(cleanUp) })
      const own = { ...env, ROLE: role, DATABASE_URL: urlOf(network.ports[at]!, 'doorpost', database.password) }
      const victim = createVictim(name, place, own, port)
      stops.push(() => victim.close())
      return addCable(victim, network, at)
    }
    const api = apiPorts.map((port, at) => node(`api ${at + 1}`, 'api', at, port))
    const workers = Array.from({ length: options.workers }, (_, at) =>
      node(`worker ${at + 1}`, 'worker', options.api + at, 0),
    )
    // The first one runs the migrations.
    await api[0]!.start()
    await Promise.all([...api.slice(1), ...workers].map((each) => each.start()))

    const url = `http://127.0.0.1:${apiPort}`
    await untilReady('the load balancer', async () => (await fetch(`${url}/readyz`)).ok)
    const { session, key } = await setUp(api)
    const connectionIds = await connectMastodon(
      { ...env, DATABASE_URL: urlOf(databasePort, 'doorpost', database.password) },
      control,
      `http://127.0.0.1:${mastodonPort}`,
      options.accounts,
    )
    const hook = async (body: object) => {
      const { receive_url: receiveUrl } = await post(`${api[0]!.url}/v1/webhooks`, key, body)
      return `${url}${new URL(receiveUrl!).pathname}`
    }
    const form = await post(`${api[0]!.url}/v1/forms`, key, { name: 'Contact us', protection: 'off' })
    return {
      url,
      key,
      session,
      api,
      workers,
      database,
      receiveUrls: {
        delivery: await hook({ name: 'deliveries' }),
        form: await hook({ name: 'forms', mapping: { fields: { first_name: '/name' } } }),
      },
      submitUrl: `${url}/v1/forms/${form.public_id}/submissions`,
      connectionIds,
      control,
      sql,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

function urlOf(port: number, name: string, password: string): string {
  return `postgres://${name}:${password}@127.0.0.1:${port}/${name}`
}

/** Creates Doorpost's role and database, as an administrator would. */
async function openPool(database: DatabaseCluster, port: number) {
  const connectionString = urlOf(port, 'postgres', database.password)
  const admin = createPool({ connection: { connectionString }, size: 1, onError: () => {} })
  try {
    await until(async () =>
      admin.query('select 1').then(
        () => true,
        () => false,
      ),
    )
    await admin.query(`create role doorpost login password '${database.password}'`)
    await admin.query('create database doorpost owner doorpost')
  } finally {
    await admin.end()
  }
  const connection = { connectionString: urlOf(port, 'doorpost', database.password) }
  return createPool({ connection, size: 4, onError: () => {} })
}

function addCable(victim: ProcessVictim, network: Network, at: number): ClusterNode {
  const cable = {
    get url() {
      return `http://127.0.0.1:${victim.port}`
    },
    stall: () => network.stall(at),
    resume: () => network.resume(at),
  }
  return Object.create(victim, Object.getOwnPropertyDescriptors(cable)) as ClusterNode
}
