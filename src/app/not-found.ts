import { appPath, connectPaths } from '../connections/connect-pages.ts'
import { docsPaths, oldHelpPaths } from '../dashboard/docs-pages.ts'
import { dashboardPaths, isForPeople, type ServeOptions, sendPage } from '../dashboard/serve.ts'
import { ApiError } from '../errors.ts'
import { confirmPath, confirmScriptPath } from '../forms/opt-in-pages.ts'
import { formPagePaths, preflightPaths } from '../forms/page-routes.ts'
import { referencePaths } from '../http/docs/pages.ts'
import type { Routes } from '../http/route.ts'
import type { HttpApp } from '../http/server/app.ts'
import { pagePath } from '../links/page-routes.ts'
import { linkPath } from '../links/redirect.ts'
import { stopPath } from '../mail/stops.ts'
import { mcpPath } from '../mcp/routes.ts'
import { filesPath } from '../media/serve.ts'
import { type Message, message } from '../messages/message.ts'
import { FORMATS } from '../platforms/shared/provider.ts'

// The answers to requests that no route matches.

/** The router matches GET /v1/posts/thread as GET /v1/posts/:id. A word from one of our own paths is not an id. */
export function addNames<D>(app: HttpApp, routes: Routes<D>): void {
  const named = new Set(routes.map(([, path]) => path).filter((path) => !path.includes(':')))
  const withIds = routes.filter(([, path]) => path.includes(':'))
  const patterns = withIds.map(([method, path]) => ({ method, pattern: patternOf(path) }))
  for (const url of named) {
    const own = new Set(routes.filter(([, path]) => path === url).map(([method]) => method))
    const taken = patterns.filter(({ method, pattern }) => !own.has(method) && pattern.test(url))
    const config = {}
    const methods = new Set(taken.map(({ method }) => method))
    for (const method of methods) app.route({ method, url, config, handler: app.notFound })
  }
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/:\w+/g, '[^/]+')}$`)
}

/** A path that exists under other methods is 405 with Allow, anything else 404. */
export function addNotFound<D>(app: HttpApp, routes: Routes<D>, pages: ServeOptions): void {
  const allowed = new Map<string, Set<string>>()
  const allow = (path: string, ...methods: string[]) => {
    const known = allowed.get(path) ?? new Set()
    for (const method of methods) known.add(method)
    allowed.set(path, known)
  }
  for (const [method, path, access] of routes) {
    // A handshake exists for one sender only; for all others the method does not exist.
    if (access.mode !== 'handshake') allow(path, ...(method === 'GET' ? ['GET', 'HEAD'] : [method]))
  }
  for (const path of [...referencePaths, ...docsPaths, ...oldHelpPaths]) allow(path, 'GET', 'HEAD')
  allow(mcpPath, 'POST')
  allow(filesPath, 'GET', 'HEAD')
  allow(linkPath, 'GET', 'HEAD')
  allow(pagePath, 'GET', 'HEAD')
  for (const path of connectPaths) allow(path, 'GET')
  for (const path of formPagePaths) allow(path, 'GET', 'HEAD')
  for (const path of preflightPaths) allow(path, 'OPTIONS')
  allow(appPath, 'GET', 'HEAD')
  for (const path of [stopPath, confirmPath]) allow(path, 'GET', 'HEAD', 'POST')
  allow(confirmScriptPath, 'GET', 'HEAD')
  for (const path of dashboardPaths) allow(path, 'GET', 'HEAD')
  allow('/v1/contacts', 'OPTIONS')
  const patterns = [...allowed].map(([path, methods]) => ({
    // The literal path wins over a parameter, as in the router: /v1/posts/thread is not /v1/posts/:id.
    literal: !path.includes(':'),
    pattern: patternOf(path),
    methods: [...methods].sort(),
  }))
  patterns.sort((a, b) => Number(b.literal) - Number(a.literal))

  app.setNotFound(async (request, reply) => {
    const path = pathOf(request.url)
    const match = patterns.find(({ pattern }) => pattern.test(path))
    if (match && (match.literal || !isUnknownPlatform(request.method, path))) {
      const list = match.methods.join(', ')
      throw new ApiError('method_not_allowed', {
        message: message('request.wrong_method', { method: request.method, list, hint: methodHint(path) }),
        headers: { allow: list },
      })
    }
    if (isForPeople(request, path)) return sendPage(pages, request, reply, 404)
    throw new ApiError('not_found', { message: explainMissing(path) })
  })
}

/**
 * Reads the path as the router does: decoded, without the host of an absolute URL and a slash at the end. Undecodable
 * URLs never get here.
 */
function pathOf(url: string): string {
  const [path = ''] = url.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1)
  return decodeURI(path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path)
}

const POSTS_PATH = /^\/v1\/posts\/([^/]+)$/
const UUID_LIKE = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i

/** POST /v1/posts/facebook asks for a platform we do not have, not for a post with an odd id. */
function isUnknownPlatform(method: string, path: string): boolean {
  const name = POSTS_PATH.exec(path)?.[1]
  return method === 'POST' && name !== undefined && !UUID_LIKE.test(name)
}

/** Points to the right place for paths that people often guess wrong. */
function methodHint(path: string): Message | '' {
  if (path === '/v1/posts') return message('request.hint_create', { path: `/v1/posts/{${FORMATS.join('|')}}` })
  const name = POSTS_PATH.exec(path)?.[1]
  const isPlatform = name !== undefined && (FORMATS as readonly string[]).includes(name)
  return isPlatform ? message('request.hint_read', { name, path: '/v1/posts/{id}' }) : ''
}

function explainMissing(path: string): Message {
  if (POSTS_PATH.test(path)) return message('request.no_platform', { platforms: FORMATS.join(', ') })
  return message('request.no_path')
}
