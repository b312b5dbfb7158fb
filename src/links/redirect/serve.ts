import { ApiError } from '../../errors.ts'
import { createLookUp } from '../../http/access/look-ups.ts'
import { guesserOf, type RateLimits } from '../../http/access/rate-limit.ts'
import { sendPlainPage } from '../../http/answers/plain-page.ts'
import type { Reply, Request } from '../../http/call.ts'
import type { HttpApp } from '../../http/server/app.ts'
import type { Clicks } from '../clicks/clicks.ts'
import type { KnownLink } from '../known-links.ts'
import type { Links } from '../links.ts'
import { isCode, LINK_PATH } from '../target.ts'
import { AWAY_PAGE, DISABLED_PAGE, UNKNOWN_PAGE } from './pages.ts'

export const linkPath = `${LINK_PATH}:code`

interface Deps {
  links: Links
  clicks: Clicks
  limits: RateLimits
}

/** Sends visitors on. What is in memory needs neither the database nor a limit; invented codes are limited for each address. */
export function addRedirects(app: HttpApp, { links, clicks, limits }: Deps): void {
  const lookUp = createLookUp(limits)

  async function findLink(request: Request, reply: Reply, code: string): Promise<KnownLink | null> {
    const guesser = guesserOf('link', request)
    const found = isCode(code) ? await lookUp(guesser, () => links.find(code)) : null
    if (found === null) await limits.count('failed_auth', guesser, reply)
    return found
  }

  app.route({
    method: 'GET',
    url: linkPath,
    config: { access: { mode: 'open', isUncounted: true } },
    async handler(request, reply) {
      const { code } = request.params as { code: string }
      reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex')
      let link = links.peek(code)
      if (link == null) {
        try {
          link = await findLink(request, reply, code)
        } catch (error) {
          if (error instanceof ApiError && error.status === 429) throw error
          return sendPlainPage(reply.header('retry-after', '10'), AWAY_PAGE)
        }
      }
      if (link === null) return sendPlainPage(reply, UNKNOWN_PAGE)
      if (link.isDisabled) return sendPlainPage(reply, DISABLED_PAGE)
      clicks.count(link, request, request.clientBucket)
      return reply.code(302).header('location', link.destination).send('')
    },
  })
}
