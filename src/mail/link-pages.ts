import { guesserOf, type RateLimits } from '../http/access/rate-limit.ts'
import { pagePolicy, plainPage, sendPlainPage } from '../http/answers/plain-page.ts'
import type { HttpApp } from '../http/server/app.ts'

export interface LinkPage {
  status: number
  title: string
  /** HTML. */
  parts: readonly string[]
}

export const WRONG_LINK: LinkPage = {
  status: 404,
  title: 'This link does not work',
  parts: ['<p>It is not complete. Open it again from the mail, or copy all of it.</p>'],
}

type FindPage = (token: string) => Promise<LinkPage>

/**
 * Where links in mails lead. Opening a link changes nothing, because scanners open links too; the button of its page, a
 * POST, does. Whoever guesses links is slowed down.
 */
export function addLinkPages(
  app: HttpApp,
  limits: RateLimits,
  url: string,
  pages: { GET: FindPage; POST: FindPage },
  needed: Record<string, string> = {},
): void {
  const policy = pagePolicy({ 'form-action': "'self'", ...needed })
  for (const method of ['GET', 'POST'] as const) {
    app.route({
      method,
      url,
      // The body says nothing that the address does not: mail programs send "List-Unsubscribe=One-Click" (RFC 8058).
      config: { access: { mode: 'open' }, bodyKind: method === 'POST' ? 'raw' : 'none' },
      handler: async (request, reply) => {
        const guesser = guesserOf('mail_link', request)
        await limits.check('failed_auth', guesser)
        const page = await pages[method]((request.params as { token: string }).token)
        if (page === WRONG_LINK) await limits.count('failed_auth', guesser, reply)
        const html = plainPage(page.title, page.parts)
        return sendPlainPage(reply.header('x-robots-tag', 'noindex'), { status: page.status, html }, policy)
      },
    })
  }
}
