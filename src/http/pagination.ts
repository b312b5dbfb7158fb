import { isUuid } from '../lib/ids.ts'
import type { Issues } from '../lib/issues.ts'
import { type Query, queryInteger, queryText } from './query.ts'

export const PAGE_LIMIT_DEFAULT = 20
export const PAGE_LIMIT_MAX = 1_000
export const PAGE_MAX = 1_000_000_000

export interface PageRequest {
  page: number
  limit: number
  /** The list goes on below this id. */
  afterId: string | null
}

export interface Pagination {
  page: number
  limit: number
  total: number
  totalPages: number
  next_cursor: string | null
}

export function readPage(issues: Issues, query: Query): PageRequest {
  const limit = queryInteger(issues, query, 'limit', { fallback: PAGE_LIMIT_DEFAULT, min: 1, max: PAGE_LIMIT_MAX })
  const page = queryInteger(issues, query, 'page', { fallback: 1, min: 1, max: PAGE_MAX })
  const text = queryText(issues, query, 'cursor')
  if (text === null) return { page, limit, afterId: null }
  if (query.page !== undefined) {
    issues.add('cursor', 'cursor and page cannot be used together. Follow next_cursor, or count pages.')
  }
  const cursor = decodeCursor(text)
  if (cursor === null) {
    issues.add('cursor', 'cursor must be a next_cursor from an earlier answer, unchanged.')
    return { page, limit, afterId: null }
  }
  return { page: cursor.page, limit, afterId: cursor.id }
}

/** `rows` may hold one more than the limit: that is how we know that the list goes on. */
export function toPagination(request: PageRequest, total: number, lastId: string | null): Pagination {
  return {
    page: request.page,
    limit: request.limit,
    total,
    totalPages: Math.ceil(total / request.limit),
    next_cursor: lastId === null ? null : encodeCursor(request.page + 1, lastId),
  }
}

function encodeCursor(page: number, id: string): string {
  return Buffer.from(`${page}.${id}`).toString('base64url')
}

function decodeCursor(text: string): { page: number; id: string } | null {
  const [page, id, ...rest] = Buffer.from(text, 'base64url').toString('latin1').split('.')
  if (rest.length > 0 || page === undefined || id === undefined) return null
  return /^[1-9]\d{0,9}$/.test(page) && isUuid(id) ? { page: Number(page), id } : null
}
