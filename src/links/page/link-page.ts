import { transaction } from '../../db/database.ts'
import type { Parts } from '../../db/parts.ts'
import { validationError } from '../../errors.ts'
import { DAY_MS, SECOND_MS } from '../../lib/time/span.ts'
import { type PageContent, renderLinkPage } from './page.ts'
import { ENTRIES_MAX, type LinkPageChange, RECENT_DAYS } from './schemas.ts'
import * as store from './store.ts'

type LinkPagesOptions = Pick<Parts, 'pool' | 'reads' | 'clock'>

/** A page that many open is read once in so long. */
const FRESH_MS = 5 * SECOND_MS
/** Pages in memory, which are also what is shown while the database is away. */
const PAGES_MAX = 100
/** The same link may stand in several posts. */
const ROWS_MAX = 8 * ENTRIES_MAX

export type LinkPages = ReturnType<typeof createLinkPages>

export function createLinkPages({ pool, reads, clock }: LinkPagesOptions) {
  const shown = new Map<string, { content: PageContent; until: number }>()

  async function read(name: string): Promise<PageContent | null> {
    const page = await store.findPageByName(reads, name)
    if (page === null) return null
    const since = new Date(clock.now() - RECENT_DAYS * DAY_MS)
    const entries = await store.selectEntries(reads, page.workspace_id, since, ROWS_MAX)
    return { title: page.title ?? page.workspace_name, intro: page.intro, entries }
  }

  const forgetAll = () => shown.clear()

  return {
    get: (workspaceId: string) => store.findPage(pool, workspaceId),
    async update(workspaceId: string, change: LinkPageChange) {
      const now = new Date(clock.now())
      const row = await transaction(pool, async (tx) => {
        const current = await store.findPage(tx, workspaceId)
        const { name, ...rest } = { title: null, intro: null, ...current, name: current?.name ?? null, ...change }
        if (name === null) {
          if (current === null && (change.title != null || change.intro != null)) throw withoutName()
          await store.removePage(tx, workspaceId)
          return null
        }
        const page = { ...rest, name, updated_at: now }
        await store.savePage(tx, workspaceId, page)
        return page
      }).catch((error) => {
        throw store.isNameTaken(error) ? nameTaken(change.name!) : error
      })
      forgetAll()
      return row
    },
    /** The page of this name as HTML, from memory while it is fresh; null when there is none. */
    async render(name: string, linkBaseUrl: string): Promise<string | null> {
      const known = shown.get(name)
      if (known && clock.now() < known.until) return renderLinkPage(known.content, linkBaseUrl)
      const content = await read(name).catch((error) => {
        if (known) return known.content
        throw error
      })
      shown.delete(name)
      if (content === null) return null
      if (shown.size >= PAGES_MAX) shown.delete(shown.keys().next().value!)
      shown.set(name, { content, until: clock.now() + FRESH_MS })
      return renderLinkPage(content, linkBaseUrl)
    },
  }
}

function nameTaken(name: string) {
  return validationError({ name: [`Another workspace has a page named "${name}". Choose another name.`] })
}

function withoutName() {
  return validationError({ name: ['name is required for a page to be shown. Send one, such as harbour-works.'] })
}
