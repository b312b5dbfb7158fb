import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../../tests/helpers/redis.ts'
import { type Account, createProgram, type Program, untilReady } from './program.ts'

/** Two PostgreSQL servers with Patroni, a primary and its standby. docs/how-to/scale.md shows the same settings. */
export interface DatabaseMember {
  name: string
  port: number
  /** Patroni's own port, where a load balancer asks for the primary. */
  restPort: number
  /** Patroni and PostgreSQL together, like one machine. */
  program: Program
}

export interface DatabaseCluster {
  members: readonly DatabaseMember[]
  password: string
  /** The server whose Patroni reports itself as primary; null while there is none. */
  primary(): Promise<DatabaseMember | null>
  untilPrimary(): Promise<DatabaseMember>
  /** True if both servers run, and the standby is synchronous if required. */
  isWhole(): Promise<boolean>
}

export interface PatroniOptions {
  folder: string
  bin: string
  etcdPort: number
  account: Account | null
  /** False for the control: commits do not wait for the standby. */
  synchronous: boolean
  /** Receives each server before it is started. */
  onProgram: (program: Program) => void
}

/** Seconds. A primary that disappears is replaced after `ttl`. */
const TIMES = { ttl: 8, loop_wait: 1, retry_timeout: 3 }
/** Patroni answers slowly on a busy machine. */
const REST_MS = 3_000
const PASSWORD = 'only-on-this-machine'

export async function startPatroni(options: PatroniOptions): Promise<DatabaseCluster> {
  const members: DatabaseMember[] = []
  for (const name of ['pg1', 'pg2']) members.push(await createMember(name, options))
  for (const { program } of members) options.onProgram(program)
  const roleOf = async ({ restPort }: DatabaseMember) => {
    const response = await fetch(`http://127.0.0.1:${restPort}/patroni`, { signal: AbortSignal.timeout(REST_MS) })
    return (await response.json()) as { state: string; role: string; replication?: Array<{ sync_state: string }> }
  }
  const primary = async () => {
    const found = await Promise.all(members.map((member) => roleOf(member).catch(() => null)))
    const isPrimary = (at: number) => found[at]?.state === 'running' && /^(master|primary)$/.test(found[at].role)
    return members.find((_, at) => isPrimary(at)) ?? null
  }
  const untilPrimary = async () => {
    let member: DatabaseMember | null = null
    await untilReady('a primary', async () => {
      member = await primary()
      return member !== null
    })
    return member!
  }
  const isWhole = async () => {
    const states = await Promise.all(members.map((member) => roleOf(member).catch(() => null)))
    if (!states.every((state) => state?.state === 'running' || state?.state === 'streaming')) return false
    const wanted = options.synchronous ? 'sync' : 'async'
    return states.some((state) => state?.replication?.some((each) => each.sync_state === wanted))
  }
  // In sequence: the first becomes the primary, which the second copies.
  members[0]!.program.start()
  await untilPrimary()
  members[1]!.program.start()
  await untilReady('the standby', isWhole)
  return { members, password: PASSWORD, primary, untilPrimary, isWhole }
}

async function createMember(name: string, options: PatroniOptions): Promise<DatabaseMember> {
  const { bin, etcdPort, account, synchronous } = options
  const folder = join(options.folder, name)
  mkdirSync(folder, { mode: 0o700 })
  if (account) chownSync(folder, account.uid, account.gid)
  const [port, restPort] = [await freePort(), await freePort()]
  const dataDir = join(folder, 'data')
  const user = (username: string) => ({ username, password: PASSWORD })
  const settings = {
    scope: 'doorpost',
    name,
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
    // With etcd3, Patroni 3.0 writes its leader key unconditionally after its lease has ended: a frozen primary takes
    // the lead back, and rows that the other one acknowledged are lost. Real installations need a watchdog against this
    // (docs/how-to/scale.md), which one machine cannot provide for two servers. The v2 interface compares before it
    // writes.
    etcd: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        ...TIMES,
        // A crashed primary is replaced at once instead of restarted.
        primary_start_timeout: 0,
        synchronous_mode: synchronous,
        ...(synchronous ? {} : { maximum_lag_on_failover: 2 ** 30 }),
        postgresql: {
          use_pg_rewind: true,
          parameters: {
            max_connections: 200,
            wal_sender_timeout: '5s',
            wal_receiver_timeout: '5s',
            wal_keep_size: '1GB',
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, 'data-checksums'],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: dataDir,
      bin_dir: bin,
      authentication: { superuser: user('postgres'), replication: user('replicator'), rewind: user('rewinder') },
      pg_hba: ['host all all 127.0.0.1/32 scram-sha-256', 'host replication replicator 127.0.0.1/32 scram-sha-256'],
      parameters: { unix_socket_directories: folder, password_encryption: 'scram-sha-256' },
    },
  }
  // JSON is valid YAML.
  const file = join(folder, 'patroni.yml')
  writeFileSync(file, JSON.stringify(settings, null, 2), { mode: 0o600 })
  if (account) chownSync(file, account.uid, account.gid)
  const program = createProgram({
    name,
    command: 'patroni',
    words: [file],
    folder,
    account,
    others: () => readPostmaster(dataDir),
  })
  return { name, port, restPort, program }
}

/** PostgreSQL keeps running when Patroni ends. */
function readPostmaster(dataDir: string): number[] {
  try {
    const pid = Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0])
    // A killed server leaves its file behind, and another process may have its id by now.
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(dataDir) ? [pid] : []
  } catch {
    return []
  }
}
