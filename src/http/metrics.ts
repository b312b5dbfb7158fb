import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { createLineWriter, type Log } from '../lib/log.ts'
import { type Caller, callerName, type Request } from './call.ts'
import type { Policy, RateLimits } from './rate-limit.ts'
import { createRequestCounts } from './request-counts.ts'

export interface Metrics {
  registry: Registry
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
  pool: { totalCount: number; idleCount: number; waitingCount: number }
  limits: RateLimits
  /** Rows that wait for a commit, by what they are. */
  intake: () => Record<string, number>
  /** Jobs in the queue; asked at each scrape. */
  jobs: () => Promise<{ due: number; failing: number }>
}

/** Prometheus metrics and one log line for every request, neither of which holds a URL, a key or an address. */
export function createMetrics(log: Log, sources: MetricsSources): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  addGauges(registry, sources)

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
  return { registry, observe, observeUnrouted }
}

function callerMember(caller: Caller | null): string {
  if (caller === null) return ''
  const isNamed = caller.kind === 'key' || caller.kind === 'user'
  return `,"caller":"${isNamed ? callerName(caller) : caller.kind}"`
}

/** One line for each request of the framework. The first hook, so that no refusal comes before it. */
export function addObservation(app: FastifyInstance, observe: Observe): void {
  app.addHook('onRequest', (request, reply, done) => {
    const startedAt = performance.now()
    // Not onResponse, which the framework leaves out for callers that hang up.
    reply.raw.once('close', () => {
      const isSent = reply.raw.writableFinished
      observe(request, isSent ? reply.raw.statusCode : HUNG_UP, performance.now() - startedAt)
    })
    done()
  })
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
