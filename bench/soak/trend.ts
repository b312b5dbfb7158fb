import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

/** One line of the table that `npm run soak` prints. Memory and sizes in MB. */
export interface Sample {
  minute: number
  requests: number
  rss: number
  heap: number
  /** The heap with its free space, as reserved by the process. */
  heapTotal: number
  external: number
  buffers: number
  /** Memory that is neither heap nor buffers: code, libraries, malloc's free lists. */
  native: number
  handles: number
  sockets: number
  connections: number
  contacts: number
  events: number
  deliveries: number
  tables: number
}

/** Values that the process itself reports. */
export type Memory = Pick<
  Sample,
  'rss' | 'heap' | 'heapTotal' | 'external' | 'buffers' | 'native' | 'handles' | 'sockets'
>

/** Leaves out the client's `openSockets`: it keeps as many as it ever needed at once. */
export async function readMemory(pid: number, url: string, openSockets: () => number): Promise<Memory> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  const metric = (name: string) => {
    const lines = metrics.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'))
    return [...lines].reduce((sum, line) => sum + Number(line[1]), 0)
  }
  const rss = readRss(pid) ?? toMb(metric('process_resident_memory_bytes'))
  const heapTotal = toMb(metric('nodejs_heap_size_total_bytes'))
  const external = toMb(metric('nodejs_external_memory_bytes'))
  return {
    rss,
    heap: toMb(metric('nodejs_heap_size_used_bytes')),
    heapTotal,
    external,
    buffers: toMb(metric('doorpost_array_buffers_bytes')),
    native: round(rss - heapTotal - external),
    handles: metric('nodejs_active_resources_total') - openSockets(),
    sockets: metric('nodejs_active_handles_total') - openSockets(),
  }
}

export interface SampleSource {
  /** Several readings in the interval. The minimum of each value counts. */
  memory: readonly Memory[]
  dataDir: string
  requests: number
}

let startedAt: number | undefined

export async function takeSample({ memory, dataDir, requests }: SampleSource): Promise<Sample> {
  startedAt ??= performance.now()
  const least = (name: keyof Memory) => Math.min(...memory.map((each) => each[name]))
  const { connections, sizes } = await askDatabase(dataDir)
  return {
    minute: round((performance.now() - startedAt) / 60_000),
    requests,
    rss: least('rss'),
    heap: least('heap'),
    heapTotal: least('heapTotal'),
    external: least('external'),
    buffers: least('buffers'),
    native: least('native'),
    handles: least('handles'),
    sockets: least('sockets'),
    connections,
    contacts: toMb(sizes.contacts ?? 0),
    events: toMb((sizes.events ?? 0) + (sizes.event_outbox ?? 0) + (sizes.event_deliveries ?? 0)),
    deliveries: toMb(sizes.webhook_deliveries ?? 0),
    tables: toMb(Object.values(sizes).reduce((sum, size) => sum + size, 0)),
  }
}

async function askDatabase(dataDir: string): Promise<{ connections: number; sizes: Record<string, number> }> {
  const client = new pg.Client({
    host: realpathSync(join(dataDir, 'postgres')),
    user: 'doorpost',
    database: 'doorpost',
  })
  await client.connect()
  try {
    const { rows } = await client.query(
      `select count(*)::int as n from pg_stat_activity where datname = 'doorpost' and pid <> pg_backend_pid()`,
    )
    const tables = await client.query(
      `select relname as name, pg_total_relation_size(oid)::float8 as size from pg_class
        where relkind = 'r' and relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)`,
    )
    return { connections: rows[0].n, sizes: Object.fromEntries(tables.rows.map(({ name, size }) => [name, size])) }
  } finally {
    await client.end()
  }
}

function readRss(pid: number): number | null {
  try {
    return round(Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024)
  } catch {
    return null
  }
}

/** Values that must not rise, with the slope per minute that still counts as flat. */
const FLAT: Partial<Record<keyof Sample, number>> = {
  rss: 0.3,
  heap: 0.1,
  heapTotal: 0.3,
  external: 0.1,
  buffers: 0.1,
  native: 0.2,
  handles: 0.5,
  sockets: 0.5,
  connections: 0.2,
}

/** Fits a line through the second half. The first half contains one-time growth, such as caches and compiled code. */
export function judge(samples: readonly Sample[]): string[] {
  const half = samples.slice(Math.floor(samples.length / 2))
  if (half.length < 3) return ['too short for a trend: at least six samples are needed']
  return (Object.keys(half[0]!) as Array<keyof Sample>)
    .filter((name) => name !== 'minute' && name !== 'requests')
    .map((name) => {
      const slope = slopeOf(half.map((sample) => [sample.minute, sample[name]]))
      const limit = FLAT[name]
      const verdict = limit === undefined ? 'grows with what is stored' : slope <= limit ? 'flat' : 'RISING'
      return `${name.padEnd(12)} ${slope >= 0 ? '+' : ''}${slope.toFixed(3)} a minute   ${verdict}`
    })
}

/** Least squares. */
export function slopeOf(points: ReadonlyArray<readonly [x: number, y: number]>): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const meanX = mean(points.map(([x]) => x))
  const meanY = mean(points.map(([, y]) => y))
  const above = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0)
  const below = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)
  return below === 0 ? 0 : above / below
}

function toMb(bytes: number): number {
  return round(bytes / 1024 ** 2)
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
