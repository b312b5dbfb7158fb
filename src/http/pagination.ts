import type { Db, Rows } from '../db/database.ts'
import { countRows } from '../db/statements/counts.ts'
import {
  isBehind,
  type List,
  type Order,
  type PagePart,
  readSlices,
  type Slice,
  slicePage,
  type WrittenRow,
} from '../db/statements/paging.ts'
import { type FindEnd, lookAlong, type Part } from '../db/statements/parts.ts'
import { validationError } from '../errors.ts'
import { isUuid } from '../lib/ids.ts'
import type { Issues } from '../lib/issues.ts'
import { message } from '../messages/message.ts'
import { type Query, queryChoice, queryInteger, queryText } from './query-values.ts'

const PAGE_LIMIT_DEFAULT = 20
export const PAGE_LIMIT_MAX = 1_000
export const PAGE_MAX = 1_000_000_000

export const ORDERS = ['asc', 'desc'] as const satisfies readonly Order[]

export interface PageRequest {
  order: Order
  page: number
  limit: number
  /** The list continues behind this id. */
  afterId: string | null
}

export interface Pagination {
  page: number
  limit: number
  total: number
  totalPages: number
  /** Only present when counting stopped early. */
  total_is_capped?: true
  next_cursor: string | null
}

const WRONG_CURSOR = message('query.bad_cursor')

export function readPage(issues: Issues, query: Query, limitMax = PAGE_LIMIT_MAX): PageRequest {
  const chosen = queryChoice(issues, query, 'order', ORDERS)
  const { page, limit, cursor } = readPageAt(issues, query, decodeCursor, limitMax)
  if (cursor === null) return { order: chosen ?? 'desc', page, limit, afterId: null }
  // A cursor goes on in its order.
  if (chosen !== null && chosen !== cursor.order) issues.add('cursor', 'cursor.other_order', { order: cursor.order })
  return { order: cursor.order, page, limit, afterId: cursor.id }
}

/** A page of a list that is only newest first. */
export function readNewestPage(issues: Issues, { order: _, ...query }: Query, limitMax = PAGE_LIMIT_MAX): PageRequest {
  const page = readPage(issues, query, limitMax)
  if (page.order === 'asc') issues.add('cursor', WRONG_CURSOR)
  return page
}

/** A page whose position in the list is a cursor that `decode` understands. */
export function readPageAt<C extends { page: number }>(
  issues: Issues,
  query: Query,
  decode: (text: string) => C | null,
  limitMax = PAGE_LIMIT_MAX,
): { page: number; limit: number; cursor: C | null } {
  const limit = queryInteger(issues, query, 'limit', { fallback: PAGE_LIMIT_DEFAULT, min: 1, max: limitMax })
  const page = queryInteger(issues, query, 'page', { fallback: 1, min: 1, max: PAGE_MAX })
  const text = queryText(issues, query, 'cursor')
  if (text === null) return { page, limit, cursor: null }
  if (query.page !== undefined) {
    issues.add('cursor', 'query.cursor_and_page')
  }
  const cursor = decode(text)
  if (cursor === null) issues.add('cursor', WRONG_CURSOR)
  return { page: cursor?.page ?? page, limit, cursor }
}

/** How far a numbered page may begin if the total is not known: rows before it are read one by one. */
const PAGE_REACH = 20_000

/** What a store needs to know about the page. It reads one extra row, to see whether the list continues. */
export function sliceOf({ order, page, limit, afterId }: PageRequest, total: number): Slice {
  const offset = (page - 1) * limit
  if (afterId === null) refuseFarPage(offset, total)
  return { order, limit: limit + 1, offset, afterId, total }
}

/** `total` is infinite if it is not known. A page that `totalPages` promises is never refused. */
export function refuseFarPage(offset: number, total: number, reach = PAGE_REACH): void {
  if (offset < reach || Number.isFinite(total)) return
  throw validationError({ page: [message('query.page_too_far', { rows: reach })] })
}

interface PageEnd {
  isCapped?: boolean
  /** Rows behind this id were not examined yet; null if all were. */
  lookedUpTo?: string | null
}

/** Turns the rows of `sliceOf` into the page. */
export function toPage<R extends { id: string }>(
  request: PageRequest,
  total: number,
  rows: readonly R[],
  end: PageEnd = {},
): { rows: R[]; pagination: Pagination } {
  const shown = rows.slice(0, request.limit)
  const cursor = rows.length > shown.length ? encodeCursor(nextAfter(request, shown.at(-1)!.id)) : null
  return { rows: shown, pagination: paginationOf(request, total, cursor, end) }
}

/** A page of a list that is in memory as a whole, in another order than that of ids. Empty if the row before it is gone. */
export function pageOfAll<R extends { id: string }>(request: PageRequest, all: readonly R[]) {
  const { limit, offset, afterId } = sliceOf(request, all.length)
  const before = all.findIndex(({ id }) => id === afterId)
  const from = afterId === null ? offset : before === -1 ? all.length : before + 1
  return toPage(request, all.length, all.slice(from, from + limit))
}

/** A page of a list that is in memory as a whole. */
export function pageById<R extends { id: string }>(request: PageRequest, all: readonly R[]) {
  const { order, limit, offset, afterId } = sliceOf(request, all.length)
  const sorted = all.toSorted((a, b) => (isBehind(order, a.id, b.id) ? 1 : -1))
  const rest = afterId === null ? sorted.slice(offset) : sorted.filter(({ id }) => isBehind(order, id, afterId))
  return toPage(request, all.length, rest.slice(0, limit))
}

/** A page that is read while it is sent, because its rows may be large. */
export interface PageInParts<T> {
  /** Null after the last part. */
  next(): Promise<T[] | null>
  /** Known once the last part was read; before, without its cursor. */
  pagination(): Pagination
  /** The list grows at its end, so it always has a next page, and gets no links. */
  isEndless?: boolean
}

/** The same for rows that arrive in parts. */
export function toPageInParts<R extends { id: string }, T>(
  request: PageRequest,
  /** Called after everything was read. */
  total: () => number,
  nextRows: () => Promise<R[] | null>,
  show: (row: R) => T,
  { addToCursor = (cursor) => cursor, ...end }: PageEnd & { addToCursor?: (cursor: string, row: R) => string } = {},
): PageInParts<T> {
  let left = request.limit
  let cursor: string | null = null
  let goesOn = false
  return {
    async next() {
      const rows = await nextRows()
      if (rows === null) return null
      const shown = rows.slice(0, left)
      left -= shown.length
      goesOn = rows.length > shown.length
      const last = shown.at(-1)
      if (last) cursor = addToCursor(encodeCursor(nextAfter(request, last.id)), last)
      return shown.map(show)
    },
    pagination: () => paginationOf(request, total(), goesOn ? cursor : null, end),
  }
}

/** A page that was read as a whole. */
export function pageInMemory<T>(items: T[], pagination: Pagination): PageInParts<T> {
  let left: T[] | null = items
  return {
    async next() {
      const taken = left
      left = null
      return taken
    },
    pagination: () => pagination,
  }
}

/** Reads the first part of a page, to see whether there is anything. */
export async function beginPage<T>(page: PageInParts<T>): Promise<{ isEmpty: boolean; begun: PageInParts<T> }> {
  const items = await page.next()
  let first: T[] | null = items
  const next = async () => {
    const taken = first
    first = null
    return taken ?? page.next()
  }
  return { isEmpty: !items?.length, begun: { ...page, next } }
}

/** A list by id: `select` reads the rows of a slice. */
export function listInParts<R extends { id: string }, T>(
  request: PageRequest,
  { total, isCapped = false }: { total: number; isCapped?: boolean },
  select: (slice: Slice) => Promise<PagePart<R>>,
  show: (row: R) => T,
  end: PageEnd = {},
): PageInParts<T> {
  const parts = readSlices(sliceOf(request, isCapped ? Number.POSITIVE_INFINITY : total), select)
  return toPageInParts(request, () => total, parts, show, { isCapped, ...end })
}

interface Along<W> {
  ways: readonly W[]
  /** The most rows that are read for a page. */
  most: number
  /** If matches are frequent, numbered pages may be among this many rows. */
  behindMax: number
  findEnd: FindEnd<W>
  count(part: Part<W>): Promise<number>
  /** A count that is kept; null if the first part is counted. */
  kept?: { total: number; isCapped: boolean } | null
  select(part: Part<W>, slice: Slice): Promise<PagePart<WrittenRow>>
}

/** A list by id whose rows have to be read one by one along an index. */
export async function listAlong<W>(page: PageRequest, along: Along<W>): Promise<PageInParts<WrittenRow>> {
  const slice = sliceOf(page, Number.POSITIVE_INFINITY)
  const { shown, isTooFar, ...first } = await lookAlong(along.ways, { ...slice, ...along }, along.findEnd, along.count)
  if (isTooFar) refuseFarPage(slice.offset, Number.POSITIVE_INFINITY, along.behindMax)
  const { total, isCapped } = along.kept ?? first
  const parts = readSlices(slice, (each) => along.select({ ...shown, afterId: each.afterId ?? shown.afterId }, each))
  const isEmpty = first.total === 0 && shown.afterId === null
  const end = { isCapped, lookedUpTo: shown.end }
  return toPageInParts(page, () => total, isEmpty ? async () => null : parts, itself, end)
}

/** A list without filters: its rows come with the total, so only a page by number is counted first. */
export async function listAll<P extends object>(
  db: Db,
  list: List<P>,
  place: P,
  page: PageRequest,
): Promise<PageInParts<WrittenRow>> {
  const isNumbered = page.page > 1 && page.afterId === null
  let total = isNumbered ? await list.count(db, place) : 0
  const parts = readSlices(sliceOf(page, total), async (slice) => {
    const part = await list.select(db, place, slice)
    total = part.total
    return part
  })
  return toPageInParts(page, () => total, parts, itself)
}

/** Shows a row that is written already. */
export const itself = (row: WrittenRow) => row

/** A list of all rows of a query. */
export async function listRows<R extends { id: string }, T>(
  db: Db,
  rows: Rows<R>,
  page: PageRequest,
  show: (row: R) => T,
): Promise<PageInParts<T>> {
  const total = await countRows(db, rows)
  return listInParts(page, { total }, (slice) => slicePage(db, rows, slice), show)
}

function paginationOf(
  request: PageRequest,
  total: number,
  cursor: string | null,
  { isCapped = false, lookedUpTo = null }: PageEnd,
): Pagination {
  const { page, limit } = request
  const next_cursor = cursor ?? (lookedUpTo === null ? null : encodeCursor(nextAfter(request, lookedUpTo)))
  const pagination: Pagination = { page, limit, total, totalPages: Math.ceil(total / limit), next_cursor }
  if (isCapped) pagination.total_is_capped = true
  return pagination
}

interface Cursor {
  order: Order
  page: number
  id: string
}

/** The place after this row. */
export function nextAfter({ order, page }: PageRequest, id: string): Cursor {
  return { order, page: page + 1, id }
}

/** Without its order if that is newest first, as version 0.2 writes it. */
export function encodeCursor({ order, page, id }: Cursor): string {
  return Buffer.from(`${page}.${id}${order === 'asc' ? '.asc' : ''}`).toString('base64url')
}

function decodeCursor(text: string): Cursor | null {
  const [page = '', id = '', order] = Buffer.from(text, 'base64url').toString('latin1').split('.')
  if (!/^[1-9]\d{0,9}$/.test(page) || !isUuid(id)) return null
  const cursor: Cursor = { order: order === 'asc' ? 'asc' : 'desc', page: Number(page), id }
  // Decoding tolerates texts that we never wrote, so the result is encoded again and compared.
  return encodeCursor(cursor) === text ? cursor : null
}
