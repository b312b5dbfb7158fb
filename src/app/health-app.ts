import { ApiError } from '../errors.ts'
import type { Handler } from '../http/call.ts'
import { createHandler } from '../http/route.ts'
import { createHttpApp, type HttpApp } from '../http/server/app.ts'
import { createFirstChecks } from '../http/server/first-checks.ts'
import { PENDING_WRITE_LIMITS } from '../http/server/pending-writes.ts'
import { message } from '../messages/message.ts'
import { getHealth, getMetrics, getReadiness } from '../system/routes.ts'
import type { Deps } from './deps.ts'
import { createProcessMetrics } from './metrics.ts'

/** A worker serves only this: whether it is alive, whether its job runner works, and its metrics. */
export function createHealthApp(deps: Deps, isStopping: () => boolean, isWorking: () => boolean): HttpApp {
  const { config, log, ids } = deps
  const metrics = createProcessMetrics(deps)
  const app = createHttpApp({
    log,
    ids,
    tls: null,
    httpsOnly: false,
    pendingWrites: PENDING_WRITE_LIMITS,
    metrics,
    steps: [createFirstChecks({ trustedProxies: config.trustedProxies, httpsOnly: false })],
  })
  const systemDeps = { ...deps, metrics, metricsToken: config.metricsToken, isStopping }
  const add = (url: string, handler: Handler) =>
    app.route({ method: 'GET', url, config: { access: { mode: 'open' } }, handler })
  add('/healthz', createHandler(getHealth, systemDeps))
  add('/metrics', createHandler(getMetrics, systemDeps))
  const showReadiness = createHandler(getReadiness, systemDeps)
  add('/readyz', async (request, reply) => {
    if (!isWorking()) {
      throw new ApiError('service_unavailable', {
        message: message('ready.no_runner'),
        headers: { 'retry-after': '10' },
      })
    }
    return showReadiness(request, reply)
  })
  app.setNotFound(async () => {
    throw new ApiError('not_found', { message: message('ready.worker') })
  })
  return app
}
