import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { createLineWriter, type Log } from '../../lib/log/log.ts'
import type { RateLimits } from '../access/rate-limit.ts'
import { type Caller, callerName, type Request } from '../call.ts'
import { createRequestCounts } from './request-counts.ts'

/** Prometheus metrics and one log line for every request, neither of which holds a URL, a key or an address. */
export type Metrics = ReturnType<typeof createMetrics>

/** Counts an answer that was sent, and writes its line of the log. */
export type Observe = (request: Request, status: number, ms: number) => void

/** For requests that were refused before their route was known. */
export type ObserveUnrouted = (id: string, method: string, status: number) => void

/** As in nginx: the caller hung up before the answer was sent. It stands in logs and metrics only. */
export const HUNG_UP = 499

export interface MetricsSources {
  pools: Record<string, { totalCount: number; idleCount: number; waitingCount: number }>
  limits: RateLimits
  /** Rows that wait for a commit, by what they are. */
  intake: () => Record<string, number>
  /** What stands in the database; asked at each scrape. */
  stored: () => Promise<StoredCounts>
  version: string
}

export interface StoredCounts {
  jobs: { due: number; failing: number }
  posts: Record<string, number>
  eventDeliveries: Record<string, number>
  /** Requests to webhooks that were refused and are still kept. */
  webhookRejections: number
  connections: Record<string, number>
}

export function createMetrics(log: Log, sources: MetricsSources) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  addGauges(registry, sources)
  const readStored = addStoredGauges(registry, sources)

  const count = createRequestCounts(registry)
  const writeLine = createLineWriter(log)
  const observe: Observe = (request, status, ms) => {
    const { members } = count(request.routeOptions.url ?? 'unmatched', request.method, status, ms)
    // Nothing of it needs escaping.
    writeLine(
      `"reqId":"${request.id}",${members},"ms":${Math.round(ms * 100) / 100}${callerMember(request.caller)},"msg":"request"`,
    )
  }
  const observeUnrouted: ObserveUnrouted = (id, method, status) => {
    const { members } = count('unmatched', method, status, 0)
    writeLine(`"reqId":"${id}",${members},"ms":0,"msg":"request"`)
  }
  return {
    contentType: registry.contentType as string,
    /** Everything as Prometheus reads it, as it is now. */
    async render(): Promise<string> {
      await readStored()
      return registry.metrics()
    },
    observe,
    observeUnrouted,
  }
}

function callerMember(caller: Caller | null): string {
  if (caller === null) return ''
  const isNamed = caller.kind === 'key' || caller.kind === 'user'
  return `,"caller":"${isNamed ? callerName(caller) : caller.kind}"`
}

/** `collect` runs at each scrape. */
function addGauge(
  registry: Registry,
  [name, help, ...labelNames]: [string, string, ...string[]],
  collect: (gauge: Gauge) => void = () => {},
): Gauge {
  return new Gauge({
    name,
    help,
    labelNames,
    registers: [registry],
    collect() {
      collect(this)
    },
  })
}

function addGauges(registry: Registry, { pools, limits, intake, version }: MetricsSources): void {
  addGauge(registry, ['doorpost_info', 'The version of the program; always 1.', 'version']).set({ version }, 1)
  const connections = 'Database connections of this process, by pool and state.'
  addGauge(registry, ['doorpost_db_connections', connections, 'pool', 'state'], (gauge) => {
    for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
      gauge.set({ pool, state: 'open' }, totalCount)
      gauge.set({ pool, state: 'idle' }, idleCount)
      gauge.set({ pool, state: 'wanted' }, waitingCount)
    }
  })
  const buffers = 'Memory of buffers: the part of external memory that JavaScript holds.'
  addGauge(registry, ['doorpost_array_buffers_bytes', buffers], (gauge) =>
    gauge.set(process.memoryUsage().arrayBuffers),
  )
  new Counter({
    name: 'doorpost_rate_limited_total',
    help: 'Requests refused with 429, by policy.',
    labelNames: ['policy'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [policy, count] of Object.entries(limits.refused)) this.inc({ policy }, count)
    },
  })
  addGauge(registry, ['doorpost_intake_waiting', 'Rows that wait for the next commit, by kind.', 'kind'], (gauge) => {
    for (const [kind, count] of Object.entries(intake())) gauge.set({ kind }, count)
  })
}

const STORED: Array<
  [name: string, help: string, label: string, read: (counts: StoredCounts) => Record<string, number>]
> = [
  ['doorpost_jobs', 'Jobs whose time has come, and those that failed before.', 'state', ({ jobs }) => ({ ...jobs })],
  [
    'doorpost_posts',
    'Posts that wait, are under way or need a person, by state; up to 10,000.',
    'state',
    (counts) => counts.posts,
  ],
  [
    'doorpost_event_deliveries',
    'Events that wait or were given up, by state; up to 10,000.',
    'state',
    (counts) => counts.eventDeliveries,
  ],
  [
    'doorpost_connections',
    'Accounts on the platforms; "expiring" ends within a week.',
    'status',
    (counts) => counts.connections,
  ],
]

/** Returns what reads them again. While the database is away they are left out, and everything else is still shown. */
function addStoredGauges(registry: Registry, { stored }: MetricsSources): () => Promise<void> {
  const gauges = STORED.map(([name, help, label]) => addGauge(registry, [name, help, label]))
  const rejectionsHelp = 'Requests to webhooks that were refused and are still kept; up to 10,000.'
  const rejections = addGauge(registry, ['doorpost_webhook_rejections', rejectionsHelp])
  const up = addGauge(registry, ['doorpost_database_up', '1 when the database answered this scrape.'])
  return async () => {
    const counts = await stored().catch(() => null)
    up.set(counts === null ? 0 : 1)
    for (const [index, gauge] of gauges.entries()) {
      const [, , label, read] = STORED[index]!
      gauge.reset()
      for (const [value, count] of Object.entries(counts === null ? {} : read(counts)))
        gauge.set({ [label]: value }, count)
    }
    rejections.reset()
    if (counts !== null) rejections.set(counts.webhookRejections)
  }
}
