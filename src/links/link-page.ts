import { transaction } from '../db/database.ts'
import type { Parts } from '../db/parts.ts'
import { validationError } from '../errors.ts'
import { pageFrame, policyFor } from '../http/answers/plain-page.ts'
import type { Reply } from '../http/call.ts'
import { pageLanguage } from '../http/language.ts'
import { escapeHtml } from '../lib/text/text.ts'
import { DAY_MS, SECOND_MS } from '../lib/time/span.ts'
import { message } from '../messages/message.ts'
import { sayIn } from '../messages/sentence.ts'
import type { EntryRow } from './page-store.ts'
import * as store from './page-store.ts'
import { ENTRIES_MAX, type LinkPageChange, RECENT_DAYS } from './schemas.ts'
import { urlOfCode } from './target.ts'

type LinkPagesOptions = Pick<Parts, 'pool' | 'reads' | 'clock'>

/** How long a page is served from memory. */
const FRESH_MS = 5 * SECOND_MS
/** The most pages in memory. They are shown while the database is unreachable. */
const PAGES_MAX = 100
/** The same link may be in several posts. */
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
          if (current === null && (change.title != null || change.intro != null)) {
            throw validationError({ name: [message('link_page.no_name')] })
          }
          await store.removePage(tx, workspaceId)
          return null
        }
        const page = { ...rest, name, updated_at: now }
        await store.savePage(tx, workspaceId, page)
        return page
      }).catch((error) => {
        if (!store.isNameTaken(error)) throw error
        throw validationError({ name: [message('link_page.name_taken', { name: change.name! })] })
      })
      forgetAll()
      return row
    },
    /** The page of this name as HTML, from memory while it is fresh; null if there is none. */
    async render(name: string, linkBaseUrl: string, reply: Reply): Promise<string | null> {
      const known = shown.get(name)
      if (known && clock.now() < known.until) return renderLinkPage(known.content, linkBaseUrl, reply)
      const content = await read(name).catch((error) => {
        if (known) return known.content
        throw error
      })
      shown.delete(name)
      if (content === null) return null
      if (shown.size >= PAGES_MAX) shown.delete(shown.keys().next().value!)
      shown.set(name, { content, until: clock.now() + FRESH_MS })
      return renderLinkPage(content, linkBaseUrl, reply)
    },
  }
}

const STYLE = `:root{color-scheme:light dark;--edge:#d8dbe0;--card:#fff;--back:#f5f6f8;--quiet:#5b6370}
@media(prefers-color-scheme:dark){:root{--edge:#3a3f47;--card:#24272c;--back:#17191c;--quiet:#a6adb8}}
*{box-sizing:border-box}body{margin:0;background:var(--back);font:1rem/1.45 system-ui,sans-serif}
main{max-width:34rem;margin:0 auto;padding:clamp(2rem,9vh,5rem) 1rem 3rem}
h1{margin:0;font-size:1.6rem;line-height:1.2;text-align:center;overflow-wrap:anywhere;text-wrap:balance}
p{margin:.5rem 0 0;color:var(--quiet);text-align:center;overflow-wrap:anywhere;text-wrap:balance}
ul{list-style:none;margin:1.75rem 0 0;padding:0;display:grid;gap:.75rem}
a{display:block;padding:.9rem 1.1rem;border:1px solid var(--edge);border-radius:.75rem;background:var(--card);color:inherit;text-decoration:none;overflow-wrap:anywhere}
a:hover{border-color:currentColor}a:focus-visible{outline:3px solid #3b76f0;outline-offset:2px}
strong{display:block;font-weight:600}small{color:var(--quiet)}`

export const LINK_PAGE_POLICY = policyFor(STYLE)

const TEXT_MAX = 90

interface PageContent {
  title: string
  intro: string | null
  entries: readonly EntryRow[]
}

/** The page for visitors of a profile: no scripts, phones first. */
function renderLinkPage({ title, intro, entries }: PageContent, linkBaseUrl: string, reply: Reply): string {
  const items = distinct(entries).map(
    (entry) =>
      `<li><a href="${escapeHtml(urlOfCode(linkBaseUrl, entry.code))}"><strong>${escapeHtml(titleOf(entry))}</strong>` +
      `<small>${escapeHtml(hostOf(entry.target))}</small></a></li>`,
  )
  const head = [`<h1>${escapeHtml(title)}</h1>`, intro === null ? '' : `<p>${escapeHtml(intro)}</p>`]
  if (items.length > 0) return pageFrame(title, STYLE, [...head, `<ul>${items.join('\n')}</ul>`])
  const language = pageLanguage(reply)
  return pageFrame(title, STYLE, [...head, `<p>${escapeHtml(sayIn(language)('link_page.empty'))}</p>`], language)
}

/** A post that went to several accounts has the same link in each: the newest represents all. */
function distinct(entries: readonly EntryRow[]): EntryRow[] {
  const byTarget = new Map<string, EntryRow>()
  for (const entry of entries) if (!byTarget.has(entry.target)) byTarget.set(entry.target, entry)
  return [...byTarget.values()].slice(0, ENTRIES_MAX)
}

/** The name of the link, or the first line of the post that has text besides its links. */
function titleOf({ name, content, target }: EntryRow): string {
  const lines = (content ?? '').split('\n').map((line) => line.replace(/\bhttps?:\/\/\S+/gi, '').trim())
  const text = name ?? lines.find((line) => /[\p{L}\p{N}]/u.test(line)) ?? hostOf(target)
  return cutAtWord(text)
}

function cutAtWord(text: string): string {
  const letters = [...text]
  if (letters.length <= TEXT_MAX) return text
  const start = letters.slice(0, TEXT_MAX - 1).join('')
  return `${start.replace(/(?<!\s)\s+\S{0,20}$/, '')}…`
}

function hostOf(target: string): string {
  return (URL.parse(target)?.hostname ?? '').replace(/^www\./, '')
}
