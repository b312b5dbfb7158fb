import { ApiError } from '../errors.ts'
import { guesserOf, type RateLimits } from '../http/access/rate-limit.ts'
import { plainPage, sendPlainPage } from '../http/answers/plain-page.ts'
import { baseUrlAt, type Reply, type Request } from '../http/call.ts'
import { pageLanguage } from '../http/language.ts'
import type { HttpApp } from '../http/server/app.ts'
import { escapeHtml } from '../lib/text/text.ts'
import type { Language } from '../messages/languages.ts'
import { type Message, message } from '../messages/message.ts'
import { sentence } from '../messages/sentence.ts'
import { type Provider, profileOf } from '../platforms/registry.ts'
import { type BeginResult, CONNECT_MINUTES, type ConnectProblem, type FinishResult } from './connect.ts'
import type { Connections } from './connections.ts'
import type { Connection } from './schemas.ts'

interface Deps {
  connections: Connections
  limits: RateLimits
  config: { baseUrl: string }
  /** The https URL for a request that came without TLS; null if it may proceed. */
  secureUrl: (request: Request) => string | null
}

/** GET only: previews and scanners send HEAD, which must not use up a link. */
export const connectPaths = ['/connect/:token', '/connect/callback']
/** Metadata of an app that needs no registration. */
export const appPath = '/connect/:provider/app.json'

const COOKIE = 'doorpost_connect'

/** Answers with pages, not JSON. The link is the credential. */
export function addConnectPages(app: HttpApp, { connections: { connect }, limits, config, secureUrl }: Deps): void {
  type Visit = (request: Request, redirectUri: string) => Promise<BeginResult | FinishResult>
  const get = (url: string, visit: Visit) =>
    app.route({
      method: 'GET',
      url,
      config: {},
      withoutHead: true,
      handler: async (request, reply) => {
        // The link and the code are secrets.
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
        if (result.kind === 'connected') {
          return sendPlainPage(reply, connectedPage(result.provider, result.connections, pageLanguage(reply)))
        }
        if (result.kind === 'unknown_link') await limits.count('failed_auth', guesser, reply)
        return sendPlainPage(reply, problemPage(result, pageLanguage(reply)))
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
        throw new ApiError('not_found', { message: message('connection.no_document') })
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

/** Lax: the platform redirects back from another site. */
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

export interface Page {
  status: number
  html: string
}

function connectedPage(provider: Provider, connections: readonly Connection[], language: Language): Page {
  const { page, paragraph } = writerIn(language)
  const items = connections.map((connection) => `<li>${describe(connection, language)}</li>`).join('')
  const isSandbox = connections.some((connection) => connection.sandbox)
  return page(200, message('connect.done', { network: profileOf(provider).label }), [
    `${paragraph(message('connect.posts_on'))}<ul>${items}</ul>`,
    isSandbox ? paragraph(message('connect.sandbox')) : '',
    paragraph(message('connect.close_page')),
  ])
}

export function problemPage(problem: ConnectProblem, language: Language): Page {
  const { page, paragraph, again } = writerIn(language)
  if (problem.kind === 'unknown_link') {
    return page(404, message('visit.unknown_title'), [paragraph(message('connect.used')), again()])
  }
  const profile = profileOf(problem.provider)
  const network = { network: profile.label }
  const refused = (status: number, title: Message, ...parts: Message[]) =>
    page(status, title, [...parts.map(paragraph), again()])
  switch (problem.kind) {
    case 'expired_link': {
      const expired = message('connect.lifetime', { minutes: CONNECT_MINUTES })
      return refused(410, message('connect.expired_link'), expired)
    }
    case 'wrong_browser':
      return refused(
        403,
        message('connect.wrong_browser'),
        message('connect.other_browser'),
        message('connect.one_browser'),
      )
    case 'not_set_up': {
      const code = problem.app === 'pages' ? 'connect.no_pages_app' : 'connect.no_app'
      return page(503, message('connect.not_set_up', network), [paragraph(message(code))])
    }
    case 'denied':
      return refused(403, message('connect.denied'), message('connect.declined', network))
    case 'refused':
      return page(502, message('connect.refused', network), [
        paragraph(message('connect.nothing_connected')),
        problem.words === null ? '' : `<p class="quiet">${escapeHtml(sentence(problem.words, language))}</p>`,
        profile.service === undefined ? paragraph(message('connect.check_app')) : '',
        again(),
      ])
    case 'unavailable':
      return refused(502, message('connect.unavailable', network), message('connect.try_later'))
  }
}

function describe({ handle, name, kind, account_id: accountId }: Connection, language: Language): string {
  const shown = name ?? handle ?? accountId
  const isPage = kind === 'organization' ? [sentence(message('connect.page'), language)] : []
  const details = [...(handle !== null && handle !== shown ? [`@${handle}`] : []), ...isPage].join(', ')
  return `<strong>${escapeHtml(shown)}</strong>${details === '' ? '' : ` (${escapeHtml(details)})`}`
}

function writerIn(language: Language) {
  return {
    page: (status: number, title: Message, parts: string[]): Page => {
      return { status, html: plainPage(sentence(title, language), parts, language) }
    },
    paragraph: (said: Message) => `<p>${escapeHtml(sentence(said, language))}</p>`,
    /** Where to get a new link. */
    again: () =>
      `<p><a href="/settings/connections">${escapeHtml(sentence(message('connect.new_link'), language))}</a></p>`,
  }
}
