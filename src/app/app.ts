import { addConnectPages } from '../connections/connect-pages.ts'
import { createDashboard, type Dashboard } from '../dashboard/dashboard.ts'
import { addDocsPages } from '../dashboard/docs-pages.ts'
import { addDashboard, type ServeOptions } from '../dashboard/serve.ts'
import { addConfirmPages } from '../forms/opt-in-pages.ts'
import { addFormPages, addSnippets } from '../forms/page-routes.ts'
import { createAuthentication } from '../http/access/auth.ts'
import { addPreflight, createCors } from '../http/access/cors.ts'
import { createOriginCheck } from '../http/access/same-origin.ts'
import { JSON_TYPE } from '../http/answers/answer.ts'
import { createSharedAnswer } from '../http/answers/shared-answer.ts'
import { buildOpenApi } from '../http/docs/openapi.ts'
import { addDocs } from '../http/docs/pages.ts'
import { takesAnyQuery } from '../http/query-values.ts'
import { createHandler, routeConfigOf } from '../http/route.ts'
import { createHttpApp, type HttpApp } from '../http/server/app.ts'
import { createFirstChecks, createProxyReport, createSecureUrl } from '../http/server/first-checks.ts'
import { PENDING_WRITE_LIMITS, type PendingWriteLimits } from '../http/server/pending-writes.ts'
import { addLinkPages } from '../links/page-routes.ts'
import { addRedirects } from '../links/redirect.ts'
import { createShortcut } from '../links/shortcut.ts'
import { createLive } from '../live/live.ts'
import { addStopPages } from '../mail/stops.ts'
import { addMcp } from '../mcp/routes.ts'
import { addFiles } from '../media/serve.ts'
import { listRemovals } from '../removals/removals.ts'
import type { Deps } from './deps.ts'
import { createProcessMetrics } from './metrics.ts'
import { addNames, addNotFound } from './not-found.ts'
import { type AppDeps, documents, eventDocs, routes } from './routes.ts'

function shareDocument(described: (typeof documents)['full'], baseUrl: string) {
  return createSharedAnswer(JSON_TYPE, () => Buffer.from(JSON.stringify(buildOpenApi(described, baseUrl))))
}

/** The HTTP side of Doorpost, ready to listen or to be tested. */
export function createApp(
  deps: Deps,
  isStopping: () => boolean = () => false,
  dashboard: Dashboard = createDashboard(deps.log),
  pendingWrites: PendingWriteLimits = PENDING_WRITE_LIMITS,
): HttpApp {
  const { config, log } = deps
  const metrics = createProcessMetrics(deps)
  deps.first?.offerMetrics(() => metrics.collect(false))
  const sameOrigin = createOriginCheck(config)
  const app = createHttpApp({
    log,
    ids: deps.ids,
    tls: config.tls,
    httpsOnly: config.httpsOnly,
    pendingWrites,
    metrics,
    tracing: deps.tracing,
    steps: [
      createFirstChecks({ trustedProxies: config.trustedProxies, httpsOnly: config.httpsOnly }),
      createProxyReport(config.trustedProxies, deps.tokens, deps.clock),
      // Announces that the connection is about to close, so that the client opens another instead of losing a request.
      (_request, reply) => {
        if (isStopping()) reply.header('connection', 'close')
      },
      createCors('/v1/contacts', deps.origins),
      createAuthentication({
        keys: deps.keys,
        sources: deps.sources,
        sessions: deps.users.sessions,
        limits: deps.limits,
        forms: deps.forms.cache,
        publicWorkspaceId: deps.workspaceId,
        origins: deps.origins,
        sameOrigin,
      }),
    ],
  })
  addPreflight(app, '/v1/contacts')

  const live = createLive({
    ...{ pool: deps.reads, log, tokens: deps.tokens, isStopping },
    findNews: async (person) => ((await listRemovals(deps, person)).length > 0 ? 'removals' : null),
  })
  app.onClose(() => live.close())
  deps.removals.onChange((workspaceId) => live.tellPeople(workspaceId, 'removals'))
  const appDeps: AppDeps = {
    ...deps,
    sameOrigin,
    live,
    metrics,
    metricsToken: config.metricsToken,
    isStopping,
    eventDocs,
    openapi: shareDocument(documents.keys, config.baseUrl),
    fullOpenapi: shareDocument(documents.full, config.baseUrl),
  }
  for (const [method, url, access, operation] of routes) {
    const takesNoQuery = operation.query === undefined && !takesAnyQuery(access, url)
    const handler = createHandler(operation, appDeps, takesNoQuery)
    app.route({ method, url, config: routeConfigOf(access, operation), handler })
  }
  addNames(app, routes)
  const secureUrl = createSecureUrl(config)
  addConnectPages(app, { ...deps, secureUrl })
  addFormPages(app, { ...deps, secureUrl })
  addFiles(app, deps)
  addRedirects(app, deps)
  addStopPages(app, deps)
  addSnippets(app)
  addConfirmPages(app, deps)
  addLinkPages(app, deps)
  app.setShortcut(createShortcut({ ...deps, ...config, observe: metrics.observe, isStopping }))
  addDocs(app)
  addMcp(app, { routes, deps: appDeps, sameOrigin, baseUrl: config.baseUrl, log })
  const pages: ServeOptions = { dashboard, secureUrl }
  addDashboard(app, pages)
  addDocsPages(app, pages)
  addNotFound(app, routes, pages)
  return app
}
