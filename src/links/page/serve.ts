import { guesserOf, type RateLimits } from '../../http/access/rate-limit.ts'
import { sendPlainPage } from '../../http/answers/plain-page.ts'
import { baseUrlAt } from '../../http/call.ts'
import type { HttpApp } from '../../http/server/app.ts'
import { AWAY_PAGE, UNKNOWN_PAGE } from '../redirect/pages.ts'
import type { LinkPages } from './link-page.ts'
import { LINK_PAGE_POLICY } from './page.ts'
import { PAGE_NAME } from './schemas.ts'

export const PAGE_PATH = '/b/'
export const pagePath = `${PAGE_PATH}:name`

interface Deps {
  linkPages: LinkPages
  limits: RateLimits
  config: { linkBaseUrl: string }
}

/** Shows the link page of a workspace to whoever asks. Invented names are limited for each address. */
export function addLinkPages(app: HttpApp, { linkPages, limits, config }: Deps): void {
  app.route({
    method: 'GET',
    url: pagePath,
    config: { access: { mode: 'open' } },
    async handler(request, reply) {
      const { name } = request.params as { name: string }
      const guesser = guesserOf('link', request)
      await limits.check('failed_auth', guesser)
      const linkBaseUrl = baseUrlAt(config.linkBaseUrl, request)
      // The log says why.
      const html = PAGE_NAME.test(name) ? await linkPages.render(name, linkBaseUrl).catch(() => undefined) : null
      if (html === undefined) return sendPlainPage(reply.header('retry-after', '10'), AWAY_PAGE)
      if (html === null) {
        await limits.count('failed_auth', guesser, reply)
        return sendPlainPage(reply, UNKNOWN_PAGE)
      }
      // The referrer tells the link that somebody came from this page.
      reply
        .header('content-security-policy', LINK_PAGE_POLICY)
        .header('referrer-policy', 'strict-origin-when-cross-origin')
      return reply.header('cache-control', 'public, max-age=30').type('text/html; charset=utf-8').send(html)
    },
  })
}
