import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Log } from '../lib/log.ts'
import type { Policy, RateLimits } from './rate-limit.ts'

export interface Metrics {
  registry: Registry
}

export interface MetricsSources {
  pool: { totalCount: number; idleCount: number; waitingCount: number }
  limits: RateLimits
  /** Rows that wait for a commit, by what they are. */
  intake: () => Record<string, number>
  /** Jobs in the queue; asked at each scrape. */
  jobs: () => Promise<{ due: number; failing: number }>
}

/** Prometheus metrics and one log line for every request, neither of which holds a URL, a key or an address. */
export function addObservation(app: FastifyInstance, log: Log, sources: MetricsSources): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'doorpost_http_requests_total',
    help: 'Requests by route, method and status.',
    labelNames: ['route', 'method', 'status'] as const,
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'doorpost_http_request_duration_seconds',
    help: 'Time from the request to the end of its answer.',
    labelNames: ['route', 'method'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  addGauges(registry, sources)

  // Finding a labelled series costs more than counting in it.
  const series = new Map<string, { requests: Counter.Internal; durations: Histogram.Internal<'route' | 'method'> }>()
  const seriesOf = (route: string, method: string, status: number) => {
    const name = `${method} ${route} ${status}`
    let found = series.get(name)
    if (found === undefined) {
      found = {
        requests: requests.labels({ route, method, status: String(status) }),
        durations: durations.labels({ route, method }),
      }
      series.set(name, found)
    }
    return found
  }

  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unmatched'
    const { method } = request
    const ms = reply.elapsedTime
    const counted = seriesOf(route, method, reply.statusCode)
    counted.requests.inc()
    counted.durations.observe(ms / 1000)
    const caller = request.caller
    log.info(
      {
        reqId: request.id,
        method,
        route,
        status: reply.statusCode,
        ms: Math.round(ms * 100) / 100,
        caller: caller === null ? undefined : caller.kind === 'key' ? `key:${caller.keyId}` : caller.kind,
      },
      'request',
    )
    done()
  })
  return { registry }
}

function addGauges(registry: Registry, { pool, limits, intake, jobs }: MetricsSources): void {
  new Gauge({
    name: 'doorpost_db_connections',
    help: 'Database connections of this process, by state.',
    labelNames: ['state'] as const,
    registers: [registry],
    collect() {
      this.set({ state: 'open' }, pool.totalCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'wanted' }, pool.waitingCount)
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
  new Gauge({
    name: 'doorpost_jobs',
    help: 'Jobs whose time has come, and those that failed before.',
    labelNames: ['state'] as const,
    registers: [registry],
    async collect() {
      const { due, failing } = await jobs()
      this.set({ state: 'due' }, due)
      this.set({ state: 'failing' }, failing)
    },
  })
}
