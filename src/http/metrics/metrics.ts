import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { createLineWriter, type Log } from '../../lib/log/log.ts'
import type { Policy, RateLimits } from '../access/rate-limit.ts'
import { type Caller, callerName, type Request } from '../call.ts'
import { createRequestCounts } from './request-counts.ts'

export interface Metrics {
  contentType: string
  /** Everything as Prometheus reads it, as it is now. */
  render(): Promise<string>
  /** Counts an answer that was sent, and writes its line of the log. */
  observe: Observe
  observeUnrouted: ObserveUnrouted
}

export type Observe = (request: Request, status: number, ms: number) => void

/** Of what was refused before it was known where it was to go. */
export type ObserveUnrouted = (id: string, method: string, status: number) => void

/** As nginx has it: the caller hung up before the answer was sent. It stands in logs and metrics only. */
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
  webhookRejections: number
  connections: Record<string, number>
}

/** Prometheus metrics and one log line for every request, neither of which holds a URL, a key or an address. */
export function createMetrics(log: Log, sources: MetricsSources): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  addGauges(registry, sources)
  const readStored = addStoredGauges(registry, sources)

  const counts = createRequestCounts(registry)
  const writeLine = createLineWriter(log)
  const observe: Observe = (request, status, ms) => {
    const { members } = counts.count(request.routeOptions.url ?? 'unmatched', request.method, status, ms)
    // All of it is known to need no escape.
    writeLine(
      `"reqId":"${request.id}",${members},"ms":${Math.round(ms * 100) / 100}${callerMember(request.caller)},"msg":"request"`,
    )
  }
  const observeUnrouted: ObserveUnrouted = (id, method, status) => {
    const { members } = counts.count('unmatched', method, status, 0)
    writeLine(`"reqId":"${id}",${members},"ms":0,"msg":"request"`)
  }
  return {
    contentType: registry.contentType,
    async render() {
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

function addGauges(registry: Registry, sources: MetricsSources): void {
  const { pools, limits, intake } = sources
  new Gauge({
    name: 'doorpost_info',
    help: 'The version of the program; always 1.',
    labelNames: ['version'] as const,
    registers: [registry],
  }).set({ version: sources.version }, 1)
  new Gauge({
    name: 'doorpost_db_connections',
    help: 'Database connections of this process, by pool and state.',
    labelNames: ['pool', 'state'] as const,
    registers: [registry],
    collect() {
      for (const [name, pool] of Object.entries(pools)) {
        this.set({ pool: name, state: 'open' }, pool.totalCount)
        this.set({ pool: name, state: 'idle' }, pool.idleCount)
        this.set({ pool: name, state: 'wanted' }, pool.waitingCount)
      }
    },
  })
  new Gauge({
    name: 'doorpost_array_buffers_bytes',
    help: 'Memory of buffers: the part of external memory that JavaScript holds.',
    registers: [registry],
    collect() {
      this.set(process.memoryUsage().arrayBuffers)
    },
  })
  new Counter({
    name: 'doorpost_rate_limited_total',
    help: 'Requests refused with 429, by policy.',
    labelNames: ['policy'] as const,
    registers: [registry],
    collect() {
      this.reset()
      for (const [policy, count] of Object.entries(limits.refused)) this.inc({ policy: policy as Policy }, count)
    },
  })
  new Gauge({
    name: 'doorpost_intake_waiting',
    help: 'Rows that wait for the next commit, by kind.',
    labelNames: ['kind'] as const,
    registers: [registry],
    collect() {
      for (const [kind, count] of Object.entries(intake())) this.set({ kind }, count)
    },
  })
}

/** Returns what reads them anew. While the database is away they are left out, and everything else is still told. */
function addStoredGauges(registry: Registry, { stored }: MetricsSources): () => Promise<void> {
  const by = <T extends string>(name: string, help: string, label: T) =>
    new Gauge({ name, help, labelNames: [label] as const, registers: [registry] })
  const jobs = by('doorpost_jobs', 'Jobs whose time has come, and those that failed before.', 'state')
  const posts = by(
    'doorpost_posts',
    'Posts that wait, are under way or need a person, by state; up to 10,000.',
    'state',
  )
  const deliveries = by(
    'doorpost_event_deliveries',
    'Events that wait or were given up, by state; up to 10,000.',
    'state',
  )
  const connections = by('doorpost_connections', 'Accounts on the platforms; "expiring" ends within a week.', 'status')
  const rejections = new Gauge({
    name: 'doorpost_webhook_rejections',
    help: 'Requests to webhooks that were refused and are still kept; up to 10,000.',
    registers: [registry],
  })
  const set = (gauge: typeof jobs, label: 'state' | 'status', counts: Record<string, number>) => {
    gauge.reset()
    for (const [value, count] of Object.entries(counts)) gauge.set({ [label]: value } as never, count)
  }
  const up = new Gauge({
    name: 'doorpost_database_up',
    help: '1 when the database answered this scrape.',
    registers: [registry],
  })
  return async () => {
    const counts = await stored().catch(() => null)
    up.set(counts === null ? 0 : 1)
    set(jobs, 'state', counts === null ? {} : { due: counts.jobs.due, failing: counts.jobs.failing })
    set(posts, 'state', counts?.posts ?? {})
    set(deliveries, 'state', counts?.eventDeliveries ?? {})
    set(connections as never, 'status', counts?.connections ?? {})
    rejections.reset()
    if (counts !== null) rejections.set(counts.webhookRejections)
  }
}
