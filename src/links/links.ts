import { randomInt } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { type Db, type Tx, transaction } from '../db/database.ts'
import type { Parts } from '../db/parts.ts'
import type { Slice } from '../db/statements/paging.ts'
import { validationError } from '../errors.ts'
import { type IfMatch, requireMatch } from '../http/answers/etag.ts'
import { listInParts, type PageRequest } from '../http/pagination.ts'
import type { DayRange } from '../http/query.ts'
import { differences } from '../lib/record/record.ts'
import { addDays, countDays } from '../lib/time/days.ts'
import { message } from '../messages/message.ts'
import { selectDays, selectSources } from './click-store.ts'
import type { KnownLinks } from './known-links.ts'
import { type LinkChange, type LinkFilter, link, type NewLink, SOURCES_MAX } from './schemas.ts'
import * as store from './store.ts'
import { CODE_DIGITS, CODE_LENGTH, codeOfUrl, UTM_NAMES, type Utm, urlOfCode } from './target.ts'

interface LinksOptions extends Pick<Parts, 'pool' | 'reads' | 'clock' | 'ids'> {
  known: KnownLinks
}

/** A link that a post needs. */
export interface WantedLink {
  target: string
  utm: Utm
  name?: string | null
}

interface AllottedLink {
  id: string
  code: string
  target: string
  utm: Utm
}

const NO_CLICKS = { clicks: 0, visitors: 0, bots: 0, previews: 0, heads: 0 }

export type Links = ReturnType<typeof createLinks>

export function createLinks({ pool, reads, clock, ids, known }: LinksOptions) {
  async function insertIn(db: Db, workspaceId: string, postId: string | null, { target, name, utm: given }: NewLink) {
    const { id, at } = ids.next()
    const utm = withoutNulls(given)
    const row = { workspace_id: workspaceId, id, post_id: postId, target, name, utm, created_at: new Date(at) }
    for (;;) {
      const code = newCode()
      if (await store.insertLink(db, { ...row, code })) return { id, code, target, utm }
    }
  }

  /** A link to a link of ours is refused by any name this machine may have. */
  async function refuseOwn(db: Db, target: string): Promise<void> {
    const code = codeOfUrl(target)
    if (code === null || (await store.selectByCodes(db, [code])).length === 0) return
    throw validationError({ target: [message('link.target_own')] })
  }

  return {
    /** The link of a code, of any workspace, from memory where it can; null when there is none. */
    find: known.find,
    /** The same without asking the database: undefined when only that could tell. */
    peek: known.peek,
    /** Each with its code, in the order given. A post that is scheduled again keeps the links it has. */
    async allotIn(tx: Tx, workspaceId: string, postId: string, wanted: readonly WantedLink[]): Promise<AllottedLink[]> {
      const left = await store.selectOfPost(tx, workspaceId, postId)
      const allotted: AllottedLink[] = []
      for (const { target, utm, name = null } of wanted) {
        const place = left.findIndex((row) => row.target === target && isDeepStrictEqual(row.utm, utm))
        const [kept] = place === -1 ? [] : left.splice(place, 1)
        allotted.push(kept ?? (await insertIn(tx, workspaceId, postId, { target, utm, name })))
      }
      return allotted
    },
    /** In the transaction that is open, or by itself. */
    async create(tx: Tx | null, workspaceId: string, input: NewLink) {
      await refuseOwn(tx ?? pool, input.target)
      const { id } = await insertIn(tx ?? pool, workspaceId, null, input)
      return (await store.findLink(tx ?? pool, workspaceId, id))!
    },
    get: (workspaceId: string, id: string) => store.findLink(pool, workspaceId, id),
    /** Every day of the range, those without clicks included. */
    async days(workspaceId: string, id: string, { from, to }: DayRange) {
      const rows = await selectDays(reads, workspaceId, id, from, to)
      const sources = await selectSources(reads, workspaceId, id, { from, to, most: SOURCES_MAX })
      const found = new Map(rows.map((row) => [row.day, row]))
      const all = Array.from({ length: countDays(from, to) }, (_, index) => addDays(from, index))
      return { from, to, days: all.map((day) => found.get(day) ?? { day, ...NO_CLICKS }), sources }
    },
    async list(workspaceId: string, filter: LinkFilter, page: PageRequest, linkBaseUrl: string) {
      const total = await store.countLinks(reads, workspaceId, filter)
      const select = (slice: Slice) => store.selectPage(reads, workspaceId, filter, slice)
      return listInParts(page, { total }, select, (row) => showLink(row, linkBaseUrl))
    },
    /** Null when there is none. */
    async update(open: Tx | null, workspaceId: string, id: string, change: LinkChange, ifMatch: IfMatch | null) {
      const isThere = await transaction(open ?? pool, async (tx) => {
        const row = await store.lockLink(tx, workspaceId, id)
        if (row === null) return false
        if (change.target !== undefined && change.target !== row.target) await refuseOwn(tx, change.target)
        requireMatch(ifMatch, row.version)
        const now = new Date(clock.now())
        const values = differences(row, toRow(row, change, now))
        if (Object.keys(values).length > 0) await store.updateLink(tx, row, values, now)
        return true
      })
      return isThere ? store.findLink(open ?? pool, workspaceId, id) : null
    },
    /** False when there is none. Throws 412 when the caller means another version. */
    delete: (workspaceId: string, id: string, ifMatch: IfMatch | null) =>
      transaction(pool, async (tx) => {
        const row = await store.lockLink(tx, workspaceId, id)
        if (row === null) return false
        if (row.post_id !== null && (await store.isOfPost(tx, workspaceId, row.post_id))) {
          throw validationError({ id: [message('link.in_post', { post: row.post_id })] })
        }
        requireMatch(ifMatch, row.version)
        await store.removeLink(tx, workspaceId, id)
        return true
      }),
  }
}

function toRow(row: store.LinkRow, { disabled, utm, ...change }: LinkChange, now: Date) {
  const disabledAt = disabled ? (row.disabled_at ?? now) : null
  return {
    ...change,
    ...(utm === undefined ? {} : { utm: withoutNulls({ ...row.utm, ...utm }) }),
    ...(disabled === undefined ? {} : { disabled_at: disabledAt }),
  }
}

function withoutNulls(utm: NewLink['utm']): Utm {
  return Object.fromEntries(Object.entries(utm).filter(([, value]) => value !== null)) as Utm
}

/** A link as the API shows it. */
export function showLink(row: store.CountedLinkRow, linkBaseUrl: string) {
  const utm = Object.fromEntries(UTM_NAMES.map((each) => [each, row.utm[each] ?? null]))
  return link.show({ ...row, ...row.counts, utm, url: urlOfCode(linkBaseUrl, row.code) })
}

function newCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => CODE_DIGITS[randomInt(CODE_DIGITS.length)]).join('')
}
