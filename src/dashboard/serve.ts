import { randomBytes } from 'node:crypto'
import { PAGE_POLICY, plainPage } from '../http/answers/plain-page.ts'
import { sendShared } from '../http/answers/shared-answer.ts'
import type { Handler, Reply, Request } from '../http/call.ts'
import type { HttpApp } from '../http/server/app.ts'
import { escapeHtml } from '../lib/text/text.ts'
import type { Dashboard, DashboardState } from './dashboard.ts'
import { PAGES } from './pages.ts'

/** The same in our router's notation. */
const PATHS = PAGES.map((path) => path.replaceAll('$', ':'))

/** The service worker must be at the top, because it may act for the pages below its path only. */
const FILES = ['/theme.js', '/icon.svg', '/icon-192.png', '/icon-512.png', '/manifest.webmanifest', '/sw.js'] as const

export const dashboardPaths: readonly string[] = [...PATHS, ...FILES]

export interface ServeOptions {
  dashboard: Dashboard
  /** The https URL for a request that came without TLS; null if it may proceed. */
  secureUrl: (request: Request) => string | null
}

export function addDashboard(app: HttpApp, options: ServeOptions): void {
  const get = (url: string, handler: Handler) => app.route({ method: 'GET', url, config: {}, handler })
  const page: Handler = async (request, reply) => sendPage(options, request, reply, 200)
  for (const path of PATHS) get(path, page)
  const file: Handler = async (request, reply) => {
    const state = options.dashboard.state()
    const found = state.kind === 'ready' ? state.files.get(request.url.split('?', 1)[0]!.replace(/\/$/, '')) : undefined
    if (found === undefined) return app.notFound(request, reply)
    reply.header('cache-control', found.isForever ? 'public, max-age=31536000, immutable' : 'no-cache')
    return sendShared(request, reply, found)
  }
  for (const path of FILES) get(path, file)
  get('/assets/*', file)
}

/** For a wrong path, a browser gets the dashboard, which says so; a program gets JSON. */
export function isForPeople(request: Request, path: string): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  return isRead && !/^\/v1(?:\/|$)/.test(path) && String(request.headers.accept).includes('text/html')
}

/** Sends the page frame, which is the same for all pages. The browser then fetches what the URL needs. */
export function sendPage(options: ServeOptions, request: Request, reply: Reply, status: 200 | 404): Reply {
  const secure = options.secureUrl(request)
  if (secure !== null) return reply.code(308).header('location', secure).send('')
  reply.header('cache-control', 'no-cache').header('referrer-policy', 'no-referrer').type('text/html; charset=utf-8')
  const state = options.dashboard.state()
  if (state.kind === 'ready') {
    const nonce = randomBytes(16).toString('base64')
    reply.header('content-security-policy', policy(nonce)).header('cross-origin-opener-policy', 'same-origin')
    return reply.code(status).send(state.index.replaceAll('%NONCE%', nonce))
  }
  return sendUnready(state, reply)
}

/** There is no build to show pages from, or not yet. */
export function sendUnready(state: Exclude<DashboardState, { kind: 'ready' }>, reply: Reply): Reply {
  reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache')
  reply.code(503).header('content-security-policy', PAGE_POLICY)
  if (state.kind === 'missing')
    return reply.send(plainPage('There is no dashboard yet', [`<p>${escapeHtml(state.problem)}</p>`]))
  // Makes the browser reload by itself.
  reply.header('retry-after', '2').header('refresh', '2')
  return reply.send(plainPage('Almost there', ['<p>The dashboard is being built. This page opens by itself.</p>']))
}

/**
 * Scripts come from this server only, never inline. Style elements need the nonce; style attributes are allowed because
 * the calendar and the charts use them for positions. Pictures from other servers come through /v1/media/preview: a
 * post must not make its reader's browser call a foreign address.
 */
function policy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
