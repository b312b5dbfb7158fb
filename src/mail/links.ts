import { guesserOf, type RateLimits } from '../http/access/rate-limit.ts'
import { pagePolicy, plainPage, sendPlainPage } from '../http/answers/plain-page.ts'
import { pageLanguage } from '../http/language.ts'
import type { HttpApp } from '../http/server/app.ts'
import { isUuid } from '../lib/ids.ts'
import type { SealedTokens } from '../lib/secrets/sealed-token.ts'
import { escapeHtml } from '../lib/text/text.ts'
import { DAY_MS } from '../lib/time/span.ts'
import type { Language } from '../messages/languages.ts'
import { sayIn } from '../messages/sentence.ts'

export interface LinkPage {
  status: number
  title: string
  parts: readonly string[]
  language: Language
}

function wrongLink(language: Language): LinkPage {
  const say = sayIn(language)
  const parts = [`<p>${escapeHtml(say('letter.link_cut'))}</p>`]
  return { status: 404, title: say('visit.unknown_title'), parts, language }
}

/** Null if the link is not one of ours. `wanted` is the language of the browser. */
type FindPage = (token: string, wanted: Language) => Promise<LinkPage | null>

/**
 * The pages behind links in mails. Opening a link changes nothing, because scanners open links too; only the button of
 * the page, a POST, does. Guesses are counted, and refused if there are too many.
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
      // The body is ignored: mail programs send "List-Unsubscribe=One-Click" (RFC 8058).
      config: { access: { mode: 'open' }, bodyKind: method === 'POST' ? 'raw' : 'none' },
      handler: async (request, reply) => {
        const guesser = guesserOf('mail_link', request)
        await limits.check('failed_auth', guesser)
        const wanted = pageLanguage(reply)
        const found = await pages[method]((request.params as { token: string }).token, wanted)
        if (found === null) await limits.count('failed_auth', guesser, reply)
        const page = found ?? wrongLink(wanted)
        reply.header('content-language', page.language)
        const html = plainPage(page.title, page.parts, page.language)
        return sendPlainPage(reply.header('x-robots-tag', 'noindex'), { status: page.status, html }, policy)
      },
    })
  }
}

const CONTEXT = 'confirm address'

export const CONFIRM_DAYS = 7

/** Sealed in the link of a mail, and not stored. */
interface Confirmation {
  workspaceId: string
  submissionId: string
  expiresAt: number
}

export function confirmUrl(
  tokens: SealedTokens,
  baseUrl: string,
  { workspaceId, submissionId, askedAt }: { workspaceId: string; submissionId: string; askedAt: number },
): string {
  const text = `${workspaceId} ${submissionId} ${askedAt + CONFIRM_DAYS * DAY_MS}`
  return `${baseUrl}/confirm/${tokens.seal(text, CONTEXT)}`
}

/** Null if the token is not one of ours. */
export function readConfirmation(tokens: SealedTokens, token: string): Confirmation | null {
  const [workspaceId = '', submissionId = '', expiresAt] = tokens.open(token, CONTEXT)?.split(' ') ?? []
  if (!isUuid(workspaceId) || !isUuid(submissionId)) return null
  return { workspaceId, submissionId, expiresAt: Number(expiresAt) }
}
