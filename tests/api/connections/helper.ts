import assert from 'node:assert/strict'
import { createConnectLink } from '../../../src/connections/connect.ts'
import { transaction } from '../../../src/db/database.ts'
import { profileFor } from '../../../src/platforms/registry.ts'
import type { AppKind, Format } from '../../../src/platforms/shared/provider.ts'
import type { TestServer } from '../../helpers/server.ts'

export interface Visit {
  status: number
  headers: Headers
  html: string
  /** Target of a redirect. */
  location: string
}

/** Follows no redirects, and keeps cookies by host and path like a browser. */
export interface Browser {
  visit(url: string, method?: string): Promise<Visit>
  cookies: Map<string, { value: string; path: string }>
}

/** `headers` are those that a proxy adds. */
export function createBrowser(headers: Record<string, string> = {}): Browser {
  const cookies: Browser['cookies'] = new Map()
  return {
    cookies,
    async visit(url, method = 'GET') {
      const { pathname } = new URL(url)
      const sent = [...cookies].filter(([, { path }]) => pathname === path || pathname.startsWith(`${path}/`))
      const response = await fetch(url, {
        method,
        redirect: 'manual',
        signal: AbortSignal.timeout(20_000),
        headers: {
          ...headers,
          ...(sent.length > 0 ? { cookie: sent.map(([name, { value }]) => `${name}=${value}`).join('; ') } : {}),
        },
      })
      for (const line of response.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
        cookies.set(name!, { value: value!, path: /; Path=([^;]+)/.exec(line)?.[1] ?? '/' })
      }
      const location = response.headers.get('location') ?? ''
      return { status: response.status, headers: response.headers, html: await response.text(), location }
    },
  }
}

export async function linkFor(
  server: TestServer,
  platform: Format,
  workspaceId = server.deps.workspaceId,
  app: AppKind = 'standard',
) {
  const { pool, clock } = server.deps
  const account = { workspaceId, provider: profileFor(platform).name, app }
  const { token } = await createConnectLink(pool, new Date(clock.now()), account)
  return `${server.url}/connect/${token}`
}

/** Opens the link and approves. Returns the URL to which the platform redirects the browser. */
export async function approve(browser: Browser, link: string, account?: string): Promise<string> {
  const opened = await browser.visit(link)
  assert.equal(opened.status, 302, opened.html)
  const authorize = new URL(opened.location)
  authorize.searchParams.set('auto_approve', '1')
  if (account !== undefined) authorize.searchParams.set('account', account)
  const approved = await browser.visit(authorize.href)
  assert.equal(approved.status, 302, approved.html)
  const callback = new URL(approved.location)
  // Browsers do not send the fragment.
  callback.hash = ''
  return callback.href
}

export async function connect(
  server: TestServer,
  platform: Format,
  options: { account?: string; workspaceId?: string; app?: AppKind } = {},
): Promise<Visit> {
  const browser = createBrowser()
  const callback = await approve(
    browser,
    await linkFor(server, platform, options.workspaceId, options.app),
    options.account,
  )
  const page = await browser.visit(callback)
  assert.equal(page.status, 200, page.html)
  return page
}

/** The token that posts of the workspace would be sent with. */
export async function accessToken(server: TestServer, platform: Format): Promise<string> {
  const { pool, connections, workspaceId } = server.deps
  const found = await transaction(pool, (tx) => connections.forPost(tx, workspaceId, platform, null))
  assert.equal(found.kind, 'ready')
  return found.kind === 'ready' ? found.connection.account.accessToken : ''
}

/** Checks that a page for people runs no scripts and is not cached. */
export function checkPage({ headers, html }: Visit): void {
  assert.match(headers.get('content-type') ?? '', /^text\/html; charset=utf-8$/)
  assert.match(
    headers.get('content-security-policy') ?? '',
    /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
  )
  assert.equal(headers.get('cache-control'), 'no-store')
  assert.equal(headers.get('referrer-policy'), 'no-referrer')
  assert.equal(headers.get('x-content-type-options'), 'nosniff')
  assert.doesNotMatch(html, /<script|javascript:|\son\w+=/i)
}
