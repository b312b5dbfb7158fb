import { ApiError } from '../errors.ts'
import { createLookUp, guesserOf, type RateLimits } from '../http/access/rate-limit.ts'
import { plainPage, sendPlainPage } from '../http/answers/plain-page.ts'
import type { Reply, Request } from '../http/call.ts'
import { pageLanguage } from '../http/language.ts'
import type { HttpApp } from '../http/server/app.ts'
import { isPrivateHost } from '../lib/net/url-guard.ts'
import { escapeHtml } from '../lib/text/text.ts'
import { type Message, message } from '../messages/message.ts'
import { sayIn } from '../messages/sentence.ts'
import type { Clicks } from './clicks.ts'
import type { KnownLink, KnownLinks } from './known-links.ts'
import { isCode, LINK_PATH } from './target.ts'

export const linkPath = `${LINK_PATH}:code`

interface Deps {
  knownLinks: KnownLinks
  clicks: Clicks
  limits: RateLimits
}

/**
 * Redirects visitors. A link in memory needs neither the database nor a limit; requests for invented codes are limited
 * by address.
 */
export function addRedirects(app: HttpApp, { knownLinks, clicks, limits }: Deps): void {
  const lookUp = createLookUp(limits)

  async function findLink(request: Request, reply: Reply, code: string): Promise<KnownLink | null> {
    const guesser = guesserOf('link', request)
    const found = isCode(code) ? await lookUp(guesser, () => knownLinks.find(code)) : null
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
      let link = knownLinks.peek(code)
      if (link == null) {
        try {
          link = await findLink(request, reply, code)
        } catch (error) {
          if (error instanceof ApiError && error.status === 429) throw error
          return sendVisitPage(reply, 'away')
        }
      }
      if (link === null) return sendVisitPage(reply, 'unknown')
      if (link.isDisabled) return sendVisitPage(reply, 'disabled')
      clicks.count(link, request, request.clientBucket)
      return reply.code(302).header('location', link.destination).send('')
    },
  })
}

// Pages for visitors who cannot be redirected. They do not know Doorpost, so the pages say what they can do.

const PAGES = {
  unknown: { status: 404, title: 'visit.unknown_title', texts: ['visit.unknown', 'visit.unknown_check'] },
  disabled: { status: 410, title: 'visit.disabled_title', texts: ['visit.disabled'] },
  away: { status: 503, title: 'visit.away_title', texts: ['visit.away'] },
} as const

export function sendVisitPage(reply: Reply, kind: keyof typeof PAGES): Reply {
  const { status, title, texts } = PAGES[kind]
  if (kind === 'away') reply.header('retry-after', '10')
  const language = pageLanguage(reply)
  const say = sayIn(language)
  const parts = texts.map((code) => `<p>${escapeHtml(say(code))}</p>`)
  return sendPlainPage(reply, { status, html: plainPage(say(title), parts, language) })
}

export interface LinkReach {
  linkBaseUrl: string
  /** In the sandbox nothing leaves this machine, so its own address is good enough for trying short links. */
  isSandbox: boolean
}

/** Why short links would not work for readers of a post, judging by the settings, and what to do; null if they work. */
export function shortLinkProblem({ linkBaseUrl, isSandbox }: LinkReach): Message | null {
  if (isSandbox) return null
  const { protocol, hostname } = new URL(linkBaseUrl)
  const isPublic = protocol === 'https:' && !isPrivateHost(hostname)
  return isPublic ? null : message('link.no_public_address', { url: linkBaseUrl })
}
