import { message } from '../../messages/message.ts'
import { failureOf, isSuccess } from './answers.ts'
import { inPlatformTime, SEARCH_MARGIN_MS } from './client.ts'
import type { Finding, HttpAnswer, PlatformContext, Search } from './contract.ts'
import type { Failures } from './failures.ts'
import { fieldsOf } from './values.ts'

type Item = Record<string, unknown>

/** Reads the posts of an account, newest first. */
interface PostList {
  failures: Failures
  pagesMax: number
  read(cursor: string | null): Promise<HttpAnswer>
  /** Not an array if the response cannot be understood. */
  itemsOf(answer: HttpAnswer): unknown
  idOf(item: Item): string | null
  /** Milliseconds since 1970; NaN when unknown, and the item then counts as recent. */
  timeOf(item: Item): number
  /** Its items carry our times. */
  hasOurTimes?: true
  isSame(item: Item): boolean
  /** The cursor of the next page; null ends the search. */
  nextOf(page: { answer: HttpAnswer; items: Item[]; recent: Item[]; number: number }): string | null
}

/** Looks for a post in the list of its account. Reads only. */
export async function searchPosts(context: PlatformContext, search: Search, list: PostList): Promise<Finding> {
  let cursor: string | null = null
  for (let number = 1; number <= list.pagesMax; number += 1) {
    const answer = await list.read(cursor)
    if (!isSuccess(answer)) return list.failures.failed(context, answer)
    const found = list.itemsOf(answer)
    if (!Array.isArray(found)) return unreadable(context, answer, list.failures.label)
    const sentAt = list.hasOurTimes ? search.sentAt : inPlatformTime(search.sentAt, answer)
    const since = sentAt.getTime() - SEARCH_MARGIN_MS
    const items = found.map(fieldsOf)
    const recent = items.filter((item) => !(list.timeOf(item) < since))
    const match = recent.find((item) => !search.takenIds.has(list.idOf(item) ?? '') && list.isSame(item))
    if (match) return { kind: 'found', platformId: list.idOf(match) }
    cursor = list.nextOf({ answer, items, recent, number })
    if (cursor === null) return { kind: 'not_seen' }
  }
  return { kind: 'cannot_tell', reason: message('network.too_many_posts', { network: list.failures.label }) }
}

export function unreadable(context: PlatformContext, answer: HttpAnswer, network: string): Finding {
  const said = message('network.list_unreadable', { network })
  return { kind: 'failed', failure: failureOf(context, 'platform_down_before_send', said, answer) }
}
