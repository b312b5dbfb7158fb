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
  /** Only there when it is so: counting ended before all were counted. */
  total_is_capped?: true
  next_cursor: string | null
}

export function readPage(issues: Issues, query: Query, limitMax = PAGE_LIMIT_MAX): PageRequest {
  const limit = queryInteger(issues, query, 'limit', { fallback: PAGE_LIMIT_DEFAULT, min: 1, max: limitMax })
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

/** What a store needs to know of the page: one row more than it shows tells whether the list goes on. */
export function sliceOf({ page, limit, afterId }: PageRequest, total: number) {
  return { limit: limit + 1, offset: (page - 1) * limit, afterId, total }
}

export interface PageEnd {
  /** Not all were counted. */
  isCapped?: boolean
  /** Rows below this id were not looked at yet; null when all were. */
  lookedUpTo?: string | null
}

/** Turns the rows of `sliceOf` into what is shown. */
export function toPage<R extends { id: string }>(
  { page, limit }: PageRequest,
  total: number,
  rows: readonly R[],
  { isCapped = false, lookedUpTo = null }: PageEnd = {},
): { rows: R[]; pagination: Pagination } {
  const shown = rows.slice(0, limit)
  const goOnBelow = rows.length > limit ? shown.at(-1)!.id : lookedUpTo
  const next_cursor = goOnBelow === null ? null : encodeCursor(page + 1, goOnBelow)
  const pagination: Pagination = { page, limit, total, totalPages: Math.ceil(total / limit), next_cursor }
  if (isCapped) pagination.total_is_capped = true
  return { rows: shown, pagination }
}

function encodeCursor(page: number, id: string): string {
  return Buffer.from(`${page}.${id}`).toString('base64url')
}

function decodeCursor(text: string): { page: number; id: string } | null {
  const [page = '', id = ''] = Buffer.from(text, 'base64url').toString('latin1').split('.')
  if (!/^[1-9]\d{0,9}$/.test(page) || !isUuid(id)) return null
  // Decoding forgives what we never wrote.
  return encodeCursor(Number(page), id) === text ? { page: Number(page), id } : null
}
