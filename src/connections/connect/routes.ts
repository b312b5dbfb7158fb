import { guesserOf, type RateLimits } from '../../http/access/rate-limit.ts'
import type { Reply, Request } from '../../http/call.ts'
import { PAGE_POLICY } from '../../http/plain-page.ts'
import type { Handler, HttpApp } from '../../http/server/app.ts'
import type { Connections } from '../connections.ts'
import { CONNECT_MINUTES } from './connect.ts'
import { connectedPage, type Page, problemPage } from './page.ts'

interface Deps {
  connections: Connections
  limits: RateLimits
  config: { baseUrl: string }
  /** Where a request that came without TLS belongs; null when it may stay. */
  secureUrl: (request: Request) => string | null
}

/** GET only: a HEAD, which previews and scanners send, must not use a link up. */
export const connectPaths = ['/connect/:token', '/connect/callback']

const COOKIE = 'doorpost_connect'

/** Where a person's browser connects an account. It answers pages, not JSON, and needs no key: the link is one. */
export function addConnectPages(app: HttpApp, { connections: { connect }, limits, config, secureUrl }: Deps): void {
  // A port that the system chose is known once we listen.
  const baseUrl = () => {
    const address = app.server.address()
    return address !== null && typeof address === 'object'
      ? config.baseUrl.replace(/:0$/, `:${address.port}`)
      : config.baseUrl
  }
  const redirectUri = () => `${baseUrl()}/connect/callback`
  const get = (url: string, handler: Handler) =>
    app.route({
      method: 'GET',
      url,
      config: {},
      withoutHead: true,
      handler: async (request, reply) => {
        // The link and the platform's code are secrets: a browser that sent them in the clear is told to do it right.
        const secure = secureUrl(request)
        return secure === null ? handler(request, reply) : redirect(reply, secure)
      },
    })

  get('/connect/callback', async (request, reply) => {
    await limits.check('failed_auth', guesserOf('connect_link', request))
    const query = request.query as Record<string, unknown>
    const answer = { state: once(query.state), code: once(query.code), error: once(query.error) }
    const result = await connect.finish(answer, readCookie(request), redirectUri())
    if (result.kind === 'connected') return send(reply, connectedPage(result.provider, result.connections))
    if (result.kind === 'unknown_link') await limits.count('failed_auth', guesserOf('connect_link', request), reply)
    return send(reply, problemPage(result))
  })

  get('/connect/:token', async (request, reply) => {
    await limits.check('failed_auth', guesserOf('connect_link', request))
    const { token } = request.params as { token: string }
    const result = await connect.begin(token, readCookie(request), redirectUri())
    if (result.kind === 'redirect') {
      reply.header('set-cookie', bindBrowser(result.browser, baseUrl()))
      reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
      return reply.code(302).header('location', result.url).send('')
    }
    if (result.kind === 'unknown_link') await limits.count('failed_auth', guesserOf('connect_link', request), reply)
    return send(reply, problemPage(result))
  })
}

function redirect(reply: Reply, location: string): Reply {
  return reply.code(308).header('location', location).header('cache-control', 'no-store').send('')
}

function send(reply: Reply, { status, html }: Page): Reply {
  return reply
    .code(status)
    .header('content-security-policy', PAGE_POLICY)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .type('text/html; charset=utf-8')
    .send(html)
}

/** Lax, because the way back from the platform begins at another site. */
function bindBrowser(browser: string, baseUrl: string): string {
  const { protocol, pathname } = new URL(baseUrl)
  const path = `${pathname.replace(/\/+$/, '')}/connect`
  const secure = protocol === 'https:' ? '; Secure' : ''
  return `${COOKIE}=${browser}; Path=${path}; Max-Age=${CONNECT_MINUTES * 60}; HttpOnly; SameSite=Lax${secure}`
}

function readCookie(request: Request): string | null {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [name, value] = pair.trim().split('=', 2)
    if (name === COOKIE && value !== undefined) return value
  }
  return null
}

/** A parameter that is there once. */
function once(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
