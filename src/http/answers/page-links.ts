import type { Reply } from '../call.ts'
import type { Pagination } from '../pagination.ts'

/** Proxies accept headers of a few KB, and there are up to three links. */
const URL_MAX = 1_000

const PAGING = /^(?:page|cursor)=/

/**
 * The Link header of a page (RFC 8288), for clients that know nothing of our bodies. `isWhole` is false while the page
 * is still being read: its cursor is not known yet, so the next page is named by its number where it may have one.
 */
export function linkPages(reply: Reply, pagination: Pagination, isWhole = true): void {
  const { url } = reply
  if (url.length > URL_MAX) return
  const { page, totalPages, total_is_capped, next_cursor } = pagination
  const question = url.indexOf('?')
  const path = pathOf(question === -1 ? url : url.slice(0, question))
  const parts = question === -1 ? [] : url.slice(question + 1).split('&')
  const own = parts.filter((part) => part !== '' && !PAGING.test(part))
  const linkTo = (rel: string, ...place: string[]) => {
    const query = [...own, ...place].join('&')
    return `<${path}${query === '' ? '' : `?${escapeUrl(query)}`}>; rel="${rel}"`
  }
  const links = [linkTo('first')]
  const isNumbered = !parts.some((part) => part.startsWith('cursor='))
  if (isNumbered && page > 1) links.push(linkTo('prev', `page=${page - 1}`))
  if (next_cursor !== null) links.push(linkTo('next', `cursor=${next_cursor}`))
  else if (!isWhole && page < totalPages && !total_is_capped) links.push(linkTo('next', `page=${page + 1}`))
  reply.header('link', links.join(', '))
}

/** Without the host of an absolute URL. */
function pathOf(url: string): string {
  return escapeUrl(url.replace(/^https?:\/\/[^/]*/i, ''))
}

/** Characters that a URL should not have, but that clients send. */
function escapeUrl(text: string): string {
  return text.replace(/[^\x21-\x7e]|[<>"]/g, (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`)
}
