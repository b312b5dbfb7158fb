import { ApiError } from '../../errors.ts'
import { guesserOf, type RateLimits } from '../../http/access/rate-limit.ts'
import { sendPlainPage } from '../../http/answers/plain-page.ts'
import type { Reply, Request } from '../../http/call.ts'
import { baseUrlAt } from '../../http/call.ts'
import type { HttpApp } from '../../http/server/app.ts'
import type { Connections } from '../connections.ts'
import { type BeginResult, CONNECT_MINUTES, type FinishResult } from './connect.ts'
import { connectedPage, problemPage } from './page.ts'

interface Deps {
  connections: Connections
  limits: RateLimits
  config: { baseUrl: string }
  /** Where a request that came without TLS belongs; null when it may stay. */
  secureUrl: (request: Request) => string | null
}

/** GET only: a HEAD, which previews and scanners send, must not use a link up. */
export const connectPaths = ['/connect/:token', '/connect/callback']
/** What an app is that describes itself, instead of being registered on every server. */
export const appPath = '/connect/:provider/app.json'

const NO_APP = 'Doorpost has no such app here. It is made when the first account is connected by approval.'

const COOKIE = 'doorpost_connect'

/** Where a person's browser connects an account. It answers pages, not JSON, and needs no key: the link is one. */
export function addConnectPages(app: HttpApp, { connections: { connect }, limits, config, secureUrl }: Deps): void {
  type Visit = (request: Request, redirectUri: string) => Promise<BeginResult | FinishResult>
  const get = (url: string, visit: Visit) =>
    app.route({
      method: 'GET',
      url,
      config: {},
      withoutHead: true,
      handler: async (request, reply) => {
        // The link and the platform's code are secrets: a browser that sent them in the clear is told to do it right.
        const secure = secureUrl(request)
        if (secure !== null) return redirect(reply, 308, secure)
        const guesser = guesserOf('connect_link', request)
        await limits.check('failed_auth', guesser)
        const baseUrl = baseUrlAt(config.baseUrl, request)
        const result = await visit(request, `${baseUrl}/connect/callback`)
        if (result.kind === 'redirect') {
          reply.header('set-cookie', bindBrowser(result.browser, baseUrl)).header('referrer-policy', 'no-referrer')
          return redirect(reply, 302, result.url)
        }
        if (result.kind === 'connected') return sendPlainPage(reply, connectedPage(result.provider, result.connections))
        if (result.kind === 'unknown_link') await limits.count('failed_auth', guesser, reply)
        return sendPlainPage(reply, problemPage(result))
      },
    })

  app.route({
    method: 'GET',
    url: appPath,
    config: {},
    handler: async (request, reply) => {
      const guesser = guesserOf('connect_link', request)
      await limits.check('failed_auth', guesser)
      const { provider } = request.params as { provider: string }
      const document = await connect.describeApp(provider, `${baseUrlAt(config.baseUrl, request)}/connect/callback`)
      if (document === null) {
        await limits.count('failed_auth', guesser, reply)
        throw new ApiError('not_found', { message: NO_APP })
      }
      return reply.header('cache-control', 'public, max-age=60').send(document)
    },
  })
  get('/connect/callback', (request, redirectUri) => {
    const query = request.query as Record<string, unknown>
    const [state, code, error, issuer] = ['state', 'code', 'error', 'iss'].map((name) => once(query[name]))
    return connect.finish(
      { state: state!, code: code!, error: error!, issuer: issuer! },
      readCookie(request),
      redirectUri,
    )
  })
  get('/connect/:token', (request, redirectUri) => {
    const { token } = request.params as { token: string }
    return connect.begin(token, readCookie(request), redirectUri)
  })
}

function redirect(reply: Reply, status: number, location: string): Reply {
  return reply.code(status).header('location', location).header('cache-control', 'no-store').send('')
}

/** Lax, because the way back from the platform begins at another site. */
function bindBrowser(browser: string, baseUrl: string): string {
  const secure = new URL(baseUrl).protocol === 'https:' ? '; Secure' : ''
  return `${COOKIE}=${browser}; Path=/connect; Max-Age=${CONNECT_MINUTES * 60}; HttpOnly; SameSite=Lax${secure}`
}

function readCookie(request: Request): string | null {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [name, value] = pair.trim().split('=', 2)
    if (name === COOKIE && value !== undefined) return value
  }
  return null
}

function once(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
