import type { FastifyInstance } from 'fastify'
import type { Deps } from './deps.ts'
import { ApiError } from './errors.ts'
import type { Reply, Request, RouteConfig } from './http/call.ts'
import { createFirstChecks } from './http/first-checks.ts'
import { addObservation } from './http/metrics.ts'
import { PENDING_WRITE_LIMITS } from './http/pending-writes.ts'
import { createServer } from './http/server.ts'
import { addSteps } from './http/steps.ts'
import { createProcessMetrics } from './metrics.ts'
import { getHealth, getMetrics, getReadiness } from './system/routes.ts'

export interface WorkerState {
  isStopping: () => boolean
  /** The job runner is alive. */
  isWorking: () => boolean
}

/** What a worker serves: whether it lives, whether it works, and its metrics. Nothing else. */
export function createHealthApp(deps: Deps, { isStopping, isWorking }: WorkerState): FastifyInstance {
  const { config, log, ids } = deps
  const metrics = createProcessMetrics(deps)
  const app = createServer({
    log,
    ids,
    tls: null,
    httpsOnly: false,
    trustedProxies: config.trustedProxies,
    pendingWrites: PENDING_WRITE_LIMITS,
    observe: metrics.observeUnrouted,
  })
  addObservation(app, metrics.observe)
  addSteps(app, [createFirstChecks({ trustedProxies: config.trustedProxies, httpsOnly: false })])
  const systemDeps = { ...deps, metrics, metricsToken: config.metricsToken, isStopping }
  const routeConfig: RouteConfig = { access: { mode: 'open' }, bodyKind: 'none' }
  const add = (url: string, handler: (request: Request, reply: Reply) => Promise<unknown>) =>
    app.route({ method: 'GET', url, config: routeConfig, handler })
  add('/healthz', (request, reply) => getHealth.handle(systemDeps, request, reply))
  add('/metrics', (request, reply) => getMetrics.handle(systemDeps, request, reply))
  add('/readyz', (request, reply) => {
    if (!isWorking()) throw notWorking()
    return getReadiness.handle(systemDeps, request, reply)
  })
  app.setNotFoundHandler(() => {
    const message = 'A worker answers GET /healthz, /readyz and /metrics only. The API is where ROLE is "api" or "all".'
    throw new ApiError('not_found', { message })
  })
  return app
}

function notWorking(): ApiError {
  const message = 'The job runner has ended. Restart this process; its log says why.'
  return new ApiError('service_unavailable', { message, headers: { 'retry-after': '10' } })
}
