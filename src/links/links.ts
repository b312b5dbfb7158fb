import { randomInt } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Db, Tx } from '../db/database.ts'
import type { Parts } from '../db/parts.ts'
import { validationError } from '../errors.ts'
import { type IfMatch, requireMatch } from '../http/answers/etag.ts'
import { differences } from '../lib/record/record.ts'
import { message } from '../messages/message.ts'
import { type LinkChange, link, type NewLink } from './schemas.ts'
import * as store from './store.ts'
import { CODE_DIGITS, CODE_LENGTH, codeOfUrl, everyUtm, type Utm, urlOfCode } from './target.ts'

export interface WantedLink {
  target: string
  utm: Utm
  name?: string | null
}

export type Links = ReturnType<typeof createLinks>

export function createLinks({ pool, ids }: Pick<Parts, 'pool' | 'ids'>) {
  async function insertIn(db: Db, workspaceId: string, postId: string | null, input: NewLink) {
    const { id, at } = ids.next()
    const utm = withoutNulls(input.utm)
    const row = { ...input, workspace_id: workspaceId, id, post_id: postId, utm, created_at: new Date(at) }
    for (;;) {
      const code = newCode()
      if (await store.insertLink(db, { ...row, code })) return { id, code, target: input.target, utm }
    }
  }

  return {
    /** Returns each link with its code, in the order given. A post that is scheduled again keeps its links. */
    async allotIn(tx: Tx, workspaceId: string, postId: string, wanted: readonly WantedLink[]) {
      const left = await store.selectOfPost(tx, workspaceId, postId)
      const allotted: Array<Awaited<ReturnType<typeof insertIn>>> = []
      for (const { target, utm, name = null } of wanted) {
        const place = left.findIndex((row) => row.target === target && isDeepStrictEqual(row.utm, utm))
        const [kept] = place === -1 ? [] : left.splice(place, 1)
        allotted.push(kept ?? (await insertIn(tx, workspaceId, postId, { target, utm, name })))
      }
      return allotted
    },
    async create(tx: Tx | null, workspaceId: string, input: NewLink) {
      await refuseOwn(tx ?? pool, input.target)
      const { id } = await insertIn(tx ?? pool, workspaceId, null, input)
      return (await store.findLink(tx ?? pool, workspaceId, id))!
    },
  }
}

/** Refuses a link to one of our own links, whatever host name it uses. */
async function refuseOwn(db: Db, target: string): Promise<void> {
  const code = codeOfUrl(target)
  if (code === null || (await store.selectByCodes(db, [code])).length === 0) return
  throw validationError({ target: [message('link.target_own')] })
}

interface SentChange {
  change: LinkChange
  ifMatch: IfMatch | null
}

export async function changeLink(tx: Tx, row: store.LinkRow, { change, ifMatch }: SentChange, now: Date) {
  if (change.target !== undefined && change.target !== row.target) await refuseOwn(tx, change.target)
  requireMatch(ifMatch, row.version)
  const values = differences(row, toRow(row, change, now))
  if (Object.keys(values).length > 0) await store.updateLink(tx, row, values, now)
  return (await store.findLink(tx, row.workspace_id, row.id))!
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

export function showLink(row: store.CountedLinkRow, linkBaseUrl: string) {
  return link.show({ ...row, utm: everyUtm(row.utm), url: urlOfCode(linkBaseUrl, row.code) })
}

function newCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => CODE_DIGITS[randomInt(CODE_DIGITS.length)]).join('')
}
