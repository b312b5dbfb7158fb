import { ApiError } from '../errors.ts'
import { sendShared } from '../http/answers/shared-answer.ts'
import type { Handler, Reply } from '../http/call.ts'
import type { HttpApp } from '../http/server/app.ts'
import { message } from '../messages/message.ts'
import type { DashboardFile } from './dashboard.ts'
import { isForPeople, type ServeOptions, sendUnready } from './serve.ts'

export const docsPaths = ['/docs', '/docs/:section', '/docs/:section/:page'] as const

/** Where the documentation was until 0.2. */
export const oldHelpPaths = ['/help', '/help/:topic'] as const

/** The documentation at /docs. The build of the dashboard makes its pages from docs/. */
export function addDocsPages(app: HttpApp, options: ServeOptions): void {
  const get = (url: string, handler: Handler) => app.route({ method: 'GET', url, config: {}, handler })
  const page: Handler = async (request, reply) => {
    const secure = options.secureUrl(request)
    if (secure !== null) return reply.code(308).header('location', secure).send('')
    const state = options.dashboard.state()
    if (state.kind !== 'ready') return sendUnready(state, reply)
    const path = request.url.split('?', 1)[0]!.replace(/\/$/, '')
    const found = state.files.get(`${path}.html`)
    if (found) return sendShared(request, withPolicy(reply).header('cache-control', 'no-cache'), found)
    if (isForPeople(request, path)) return sendMissing(reply, state.files)
    throw new ApiError('not_found', { message: message('request.no_path') })
  }
  for (const path of docsPaths) get(path, page)
  const moved: Handler = async (request, reply) => {
    const { topic } = request.params as { topic?: string }
    const state = options.dashboard.state()
    const paths = state.kind === 'ready' ? [...state.files.keys()] : []
    const page = paths.find((path) => path.startsWith('/docs/') && path.endsWith(`/${topic}.html`))
    return reply
      .code(308)
      .header('location', page?.replace(/\.html$/, '') ?? '/docs')
      .send('')
  }
  for (const path of oldHelpPaths) get(path, moved)
}

async function sendMissing(reply: Reply, files: ReadonlyMap<string, DashboardFile>): Promise<Reply> {
  const page = files.get('/docs/404.html')!
  return withPolicy(reply)
    .code(404)
    .type(page.type)
    .send(await page.plain())
}

/** Everything comes from this server, and nothing is inline. */
function withPolicy(reply: Reply): Reply {
  return reply.header('referrer-policy', 'no-referrer').header('content-security-policy', POLICY)
}

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')
