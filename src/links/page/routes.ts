import { baseUrlAt, type Request, workspaceOf } from '../../http/call.ts'
import { readInput } from '../../http/input/input.ts'
import { operationsOf, recordAnswer } from '../../http/route.ts'
import type { LinkPages } from './link-page.ts'
import { ENTRIES_MAX, linkPage, RECENT_DAYS, WRONG_NAME } from './schemas.ts'
import { PAGE_PATH } from './serve.ts'
import type { LinkPageRow } from './store.ts'

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
  invalid: { name: WRONG_NAME },
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
