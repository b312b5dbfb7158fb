import type { FastifyInstance } from 'fastify'
import { addConnectPages, connectPaths } from './connections/connect-routes.ts'
import { deleteConnection, listConnections, updateConnection } from './connections/routes.ts'
import { ConnectionPatchSchema, ConnectionSchema } from './connections/schemas.ts'
import { createContact, deleteContact, getContact, listContacts } from './contacts/routes.ts'
import { ContactSchema, NewContactSchema } from './contacts/schemas.ts'
import type { Deps } from './deps.ts'
import { ApiError } from './errors.ts'
import { addAuthentication } from './http/auth.ts'
import type { Access } from './http/call.ts'
import { addCors } from './http/cors.ts'
import { addDocs } from './http/docs.ts'
import { addObservation } from './http/metrics.ts'
import { buildOpenApi } from './http/openapi.ts'
import type { RouteRow } from './http/route.ts'
import { DeletedSchema, ErrorSchema, PaginationSchema } from './http/schemas.ts'
import { createServer } from './http/server.ts'
import { countJobs } from './jobs/queue.ts'
import type { Schema } from './lib/schema.ts'
import { PLATFORMS } from './posts/limits.ts'
import { createPost, deletePost, getPost, listPosts, updatePost } from './posts/routes.ts'
import {
  AnyPostSchema,
  DryRunSchema,
  NewPostSchema,
  PostPatchSchema,
  PostSchema,
  PublicationSchema,
  WarningSchema,
} from './posts/schemas.ts'
import { cancelPost, listAttempts, publishPost, resolvePost, retryPost } from './publishing/routes.ts'
import { AttemptSchema, ResolutionSchema } from './publishing/schemas.ts'
import type { Scope } from './scopes.ts'
import { getHealth, getMetrics, getOpenApi, getReadiness } from './system/routes.ts'
import { listDeliveries, listWebhooks, receiveWebhook } from './webhooks/routes.ts'
import { DeliverySchema, ReceiptSchema, WebhookSchema } from './webhooks/schemas.ts'

const key = (scope: Scope): Access => ({ mode: 'key', scope })
const keyOrPublic = (scope: Scope): Access => ({ mode: 'key_or_public', scope })
const webhook: Access = { mode: 'webhook' }
const open: Access = { mode: 'open' }

/** What a handler may use: everything, and what only the running app knows. */
export type AppDeps = Deps & Parameters<typeof getReadiness.handle>[0]

/** Every route with the permission it needs. */
export const routes: ReadonlyArray<RouteRow<AppDeps>> = [
  ['POST', '/v1/contacts', keyOrPublic('contacts:write'), createContact],
  ['GET', '/v1/contacts', key('contacts:read'), listContacts],
  ['GET', '/v1/contacts/:id', key('contacts:read'), getContact],
  ['DELETE', '/v1/contacts/:id', key('contacts:write'), deleteContact],
  ['POST', '/v1/posts/thread', key('posts:write'), createPost('thread')],
  ['POST', '/v1/posts/photo', key('posts:write'), createPost('photo')],
  ['POST', '/v1/posts/professional', key('posts:write'), createPost('professional')],
  ['POST', '/v1/posts/short', key('posts:write'), createPost('short')],
  ['GET', '/v1/posts', key('posts:read'), listPosts],
  ['GET', '/v1/posts/:id', key('posts:read'), getPost],
  ['PATCH', '/v1/posts/:id', key('posts:write'), updatePost],
  ['DELETE', '/v1/posts/:id', key('posts:write'), deletePost],
  ['GET', '/v1/posts/:id/attempts', key('posts:read'), listAttempts],
  ['POST', '/v1/posts/:id/publish', key('posts:write'), publishPost],
  ['POST', '/v1/posts/:id/retry', key('posts:write'), retryPost],
  ['POST', '/v1/posts/:id/cancel', key('posts:write'), cancelPost],
  ['POST', '/v1/posts/:id/resolve', key('posts:write'), resolvePost],
  ['GET', '/v1/connections', key('posts:read'), listConnections],
  ['PATCH', '/v1/connections/:id', key('posts:write'), updateConnection],
  ['DELETE', '/v1/connections/:id', key('posts:write'), deleteConnection],
  ['POST', '/v1/webhooks/receive/:webhook_key', webhook, receiveWebhook],
  ['GET', '/v1/webhooks', key('webhooks:read'), listWebhooks],
  ['GET', '/v1/webhooks/:id/deliveries', key('webhooks:read'), listDeliveries],
  ['GET', '/healthz', open, getHealth],
  ['GET', '/readyz', open, getReadiness],
  ['GET', '/metrics', open, getMetrics],
  ['GET', '/openapi.json', open, getOpenApi],
]

export const components: readonly Schema[] = [
  ErrorSchema,
  PaginationSchema,
  DeletedSchema,
  ContactSchema,
  NewContactSchema,
  PublicationSchema,
  WarningSchema,
  ...PLATFORMS.flatMap((platform) => [NewPostSchema[platform], PostSchema[platform], DryRunSchema[platform]]),
  PostPatchSchema,
  AnyPostSchema,
  AttemptSchema,
  ResolutionSchema,
  ConnectionSchema,
  ConnectionPatchSchema,
  WebhookSchema,
  ReceiptSchema,
  DeliverySchema,
]

/** The HTTP side of Doorpost, ready to listen or to be tested. */
export function createApp(deps: Deps, isStopping: () => boolean = () => false): FastifyInstance {
  const { config, log } = deps
  const app = createServer({
    log,
    ids: deps.ids,
    tls: config.tls,
    trustedProxies: config.trustedProxies,
    httpsOnly: config.httpsOnly,
  })
  const metrics = addObservation(app, log, {
    pool: deps.pool,
    limits: deps.limits,
    intake: () => ({
      contacts: deps.contacts.intake.waiting,
      posts: deps.posts.intake.waiting,
      deliveries: deps.webhooks.intake.waiting,
    }),
    jobs: () => countJobs(deps.pool),
  })
  // A connection that is about to be closed says so: the client then opens another instead of losing a request.
  app.addHook('onRequest', (_request, reply, done) => {
    if (isStopping()) reply.header('connection', 'close')
    done()
  })
  addCors(app, '/v1/contacts', config.allowedOrigins)
  addAuthentication(app, {
    keys: deps.keys,
    sources: deps.sources,
    limits: deps.limits,
    publicWorkspaceId: deps.workspaceId,
    allowedOrigins: config.allowedOrigins,
  })

  const appDeps: AppDeps = {
    ...deps,
    metrics,
    metricsToken: config.metricsToken,
    isStopping,
    openapi: buildOpenApi(routes, components, config.baseUrl),
  }
  for (const [method, url, access, operation] of routes) {
    app.route({
      method,
      url,
      config: { access, bodyKind: operation.body?.kind ?? 'none' },
      handler: (request, reply) => operation.handle(appDeps, request, reply),
    })
  }
  // The router takes GET /v1/posts/thread for GET /v1/posts/:id; a platform's name is no id.
  for (const platform of PLATFORMS) {
    const url = `/v1/posts/${platform}`
    app.route({ method: ['GET', 'PATCH', 'DELETE'], url, handler: (_request, reply) => reply.callNotFound() })
  }
  addConnectPages(app, deps)
  addDocs(app)
  addNotFound(app)
  return app
}

const docsPaths = ['/docs', '/docs/start.js', '/docs/reference.js']

/** A path that exists under other methods is 405 with Allow, anything else 404. */
function addNotFound(app: FastifyInstance): void {
  const allowed = new Map<string, Set<string>>()
  const allow = (path: string, ...methods: string[]) => {
    const known = allowed.get(path) ?? new Set()
    for (const method of methods) known.add(method)
    allowed.set(path, known)
  }
  for (const [method, path] of routes) allow(path, ...(method === 'GET' ? ['GET', 'HEAD'] : [method]))
  for (const path of docsPaths) allow(path, 'GET', 'HEAD')
  for (const path of connectPaths) allow(path, 'GET')
  allow('/v1/contacts', 'OPTIONS')
  const patterns = [...allowed].map(([path, methods]) => ({
    // The literal path wins over a parameter, as in the router: /v1/posts/thread is not /v1/posts/:id.
    literal: !path.includes(':'),
    pattern: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/:\w+/g, '[^/]+')}$`),
    methods: [...methods].sort(),
  }))
  patterns.sort((a, b) => Number(b.literal) - Number(a.literal))

  app.setNotFoundHandler((request) => {
    const path = pathOf(request.url)
    const match = patterns.find(({ pattern }) => pattern.test(path))
    if (match && !isUnknownPlatform(request.method, path)) {
      const list = match.methods.join(', ')
      throw new ApiError('method_not_allowed', {
        message: `${request.method} is not possible here. Use ${list}.${methodHint(path)}`,
        headers: { allow: list },
      })
    }
    throw new ApiError('not_found', { message: explainMissing(path) })
  })
}

/** As the router reads it: without the host of the absolute form, decoded. What cannot be decoded never gets here. */
function pathOf(url: string): string {
  return decodeURI(url.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1)[0]!)
}

const POSTS_PATH = /^\/v1\/posts\/([^/]+)$/
const UUID_LIKE = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i

/** POST /v1/posts/facebook asks for a platform we do not have, not for a post with an odd id. */
function isUnknownPlatform(method: string, path: string): boolean {
  const name = POSTS_PATH.exec(path)?.[1]
  return method === 'POST' && name !== undefined && !UUID_LIKE.test(name)
}

/** Where people look for what is elsewhere. */
function methodHint(path: string): string {
  if (path === '/v1/posts') return ` Create posts at POST /v1/posts/{${PLATFORMS.join('|')}}.`
  const name = POSTS_PATH.exec(path)?.[1]
  const isPlatform = name !== undefined && (PLATFORMS as readonly string[]).includes(name)
  return isPlatform ? ` Read posts at GET /v1/posts?platform=${name} and GET /v1/posts/{id}.` : ''
}

function explainMissing(path: string): string {
  if (POSTS_PATH.test(path)) return `There is no such platform. Use ${PLATFORMS.join(', ')}.`
  return 'There is nothing at this address. The API starts at /v1 and is described at /docs.'
}
