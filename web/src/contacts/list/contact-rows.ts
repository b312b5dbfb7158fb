import { keepPreviousData, queryOptions, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { answerOf, api, type QueryOf } from '../../api/client.ts'
import { useLeaving } from '../../api/leaving.ts'
import type { Contact } from '../../api/schema.ts'
import type { ContactsQuery } from './filters.ts'

const PAGE_SIZE = 100

/** PAGE_REACH in src/http/pagination.ts: numbered pages of filtered lists begin at most here. */
const FILTERED_MAX = 20_000

/** Browsers cannot scroll further. */
export const ROWS_MAX = 300_000

interface Shown {
  first: number
  last: number
  /** True while a person reads further down: new contacts must not move the rows then. */
  isReading: boolean
}

interface Held {
  list: string
  before: string
  count: { total: number; isCapped: boolean }
}

/**
 * Loads only the pages in view. While a person reads, the list stays as it was; newer contacts are counted, and shown
 * on request or at the top.
 */
export function useContactRows(query: ContactsQuery, { first, last, isReading }: Shown) {
  const queries = useQueryClient()
  const list = JSON.stringify(query)
  const [held, setHeld] = useState<Held | null>(null)
  const before = held !== null && held.list === list ? held.before : null
  // Not part of the key, because it does not change pages that are already loaded.
  const bound = useRef(before)
  bound.current = before

  const pageOf = (page: number) =>
    queryOptions({
      queryKey: ['contacts', 'rows', query, page],
      queryFn: ({ signal }) => {
        const created_before = isFar(page) ? query.created_before : earlier(query.created_before, bound.current)
        return readPage({ ...query, created_before, page: page + 1, limit: PAGE_SIZE }, signal)
      },
      staleTime: 60_000,
      gcTime: 60_000,
    })

  // Always loaded: it has the total and the newest contact.
  const head = useQuery({ ...pageOf(0), placeholderData: keepPreviousData })
  const { total = 0, total_is_capped: isCapped = false } = head.data?.pagination ?? {}
  // The bound is a filter, so a list read again with it may count only its first rows.
  const count = before !== null && isCapped ? held!.count : { total, isCapped }
  const leaving = usePlaces(query)
  const wanted = pagesBetween(leaving.placeOf(first), Math.min(leaving.placeOf(last), count.total - 1))
  const others = useQueries({ queries: wanted.map((page) => pageOf(page)) })

  const newest = head.isPlaceholderData ? undefined : head.data?.data[0]?.created_at
  useEffect(() => {
    if (isReading && before === null && newest !== undefined) {
      setHeld({ list, before: justAfter(newest), count: { total, isCapped } })
    }
    if (!isReading && before !== null) {
      bound.current = null
      setHeld(null)
      void queries.invalidateQueries({ queryKey: ['contacts', 'rows'] })
    }
  }, [isReading, before, newest, list, queries, total, isCapped])

  const fresh = useQuery({
    queryKey: ['contacts', 'fresh', query, before],
    queryFn: ({ signal }) => readPage({ ...query, created_after: before ?? undefined, limit: 1 }, signal),
    // If the end is in the past, nothing new can match.
    enabled: before !== null && !(query.created_before && query.created_before <= before),
  })

  const failed = others.find(({ error, data }) => error && !data)
  return {
    head,
    ...count,
    total: count.total - leaving.count,
    /** Undefined while it is being read. */
    rowAt(index: number): Contact | undefined {
      const place = leaving.placeOf(index)
      const page = Math.floor(place / PAGE_SIZE)
      const data = page === 0 ? head.data : queries.getQueryData(pageOf(page).queryKey)
      return data?.data[place % PAGE_SIZE]
    },
    newCount: before === null ? 0 : (fresh.data?.pagination.total ?? 0),
    problem: failed?.error ?? null,
    retry: () => void Promise.all(others.filter(({ error }) => error).map(({ refetch }) => refetch())),
  }
}

/** Where the rows of the list are in its pages, which still have the contacts that are being removed. */
function usePlaces(query: ContactsQuery) {
  const queries = useQueryClient()
  const leaving = useLeaving()
  const pages =
    leaving.size === 0
      ? []
      : queries
          .getQueriesData<{ data: Contact[] }>({ queryKey: ['contacts', 'rows', query] })
          .flatMap(([key, page]) =>
            (page?.data ?? []).flatMap(({ id }, at) => (leaving.has(id) ? [Number(key[3]) * PAGE_SIZE + at] : [])),
          )
  const skipped = pages.sort((a, b) => a - b)
  return {
    count: skipped.length,
    placeOf(index: number): number {
      let place = index
      for (const each of skipped) if (each <= place) place++
      return place
    },
  }
}

function readPage(query: QueryOf<'/v1/contacts'>, signal: AbortSignal) {
  return answerOf(api.GET('/v1/contacts', { params: { query }, signal }))
}

function pagesBetween(first: number, last: number): number[] {
  const from = Math.max(1, Math.floor(first / PAGE_SIZE))
  const to = Math.floor(last / PAGE_SIZE)
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
}

/**
 * The API numbers pages this far only without filters, and the bound is one. New contacts move rows this far down by as many
 * while a person reads.
 */
function isFar(page: number): boolean {
  return page * PAGE_SIZE >= FILTERED_MAX
}

function justAfter(at: string): string {
  return new Date(new Date(at).getTime() + 1).toISOString()
}

function earlier(a: string | undefined, b: string | null): string | undefined {
  if (b === null) return a
  return a === undefined || b < a ? b : a
}
