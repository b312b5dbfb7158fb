import { guesserOf, type RateLimits } from '../http/access/rate-limit.ts'
import { baseUrlAt, type Request, workspaceOf } from '../http/call.ts'
import { readInput } from '../http/input.ts'
import { operationsOf, recordAnswer } from '../http/route.ts'
import type { HttpApp } from '../http/server/app.ts'
import { LINK_PAGE_POLICY, type LinkPages } from './link-page.ts'
import type { LinkPageRow } from './page-store.ts'
import { sendVisitPage } from './redirect.ts'
import { ENTRIES_MAX, linkPage, PAGE_NAME, RECENT_DAYS } from './schemas.ts'

interface Deps {
  linkPages: LinkPages
  config: { linkBaseUrl: string }
}

const operation = operationsOf<Deps>('Links')

export const getLinkPage = operation({
  id: 'getLinkPage',
  summary: 'Read the settings of the link page',
  description:
    'A public page for profiles that take a single link, such as those of Instagram, whose captions cannot be clicked. It lists ' +
    `the links of posts that went out in the last ${RECENT_DAYS} days, newest first, at most ${ENTRIES_MAX}, each target once. Clicks count for the post.`,
  answers: { 200: recordAnswer('The settings; all are null while there is no page.', linkPage) },
  handle: async (deps, request) => shown(deps, request, await deps.linkPages.get(workspaceOf(request))),
})

export const updateLinkPage = operation({
  id: 'updateLinkPage',
  idempotent: 'repeatable',
  summary: 'Switch the link page on or off, or change it',
  description: 'A `name` makes the page, `name: null` removes it. A change is seen by visitors within a few seconds.',
  body: {
    schema: linkPage.changeSchema,
    examples: { on: { name: linkPage.example.name, intro: linkPage.example.intro }, off: { name: null } },
  },
  answers: { 200: recordAnswer('The settings as they are now.', linkPage) },
  async handle(deps, request) {
    const change = readInput(request, linkPage.readChange)
    return shown(deps, request, await deps.linkPages.update(workspaceOf(request), change))
  },
})

function shown({ config }: Deps, request: Request, row: LinkPageRow | null) {
  const page = row ?? { name: null, title: null, intro: null, updated_at: null }
  const url = page.name === null ? null : `${baseUrlAt(config.linkBaseUrl, request)}${PAGE_PATH}${page.name}`
  return linkPage.show({ ...page, url })
}

const PAGE_PATH = '/b/'
export const pagePath = `${PAGE_PATH}:name`

/** Shows the link page of a workspace to anyone. Requests for invented names are limited by address. */
export function addLinkPages(app: HttpApp, { linkPages, limits, config }: Deps & { limits: RateLimits }): void {
  app.route({
    method: 'GET',
    url: pagePath,
    config: { access: { mode: 'open' } },
    async handler(request, reply) {
      const { name } = request.params as { name: string }
      const guesser = guesserOf('link', request)
      await limits.check('failed_auth', guesser)
      const linkBaseUrl = baseUrlAt(config.linkBaseUrl, request)
      const html = PAGE_NAME.test(name) ? await linkPages.render(name, linkBaseUrl, reply).catch(() => undefined) : null
      if (html === undefined) return sendVisitPage(reply, 'away')
      if (html === null) {
        await limits.count('failed_auth', guesser, reply)
        return sendVisitPage(reply, 'unknown')
      }
      // The referrer tells the link that the visitor came from this page.
      reply
        .header('content-security-policy', LINK_PAGE_POLICY)
        .header('referrer-policy', 'strict-origin-when-cross-origin')
      return reply.header('cache-control', 'public, max-age=30').type('text/html; charset=utf-8').send(html)
    },
  })
}
