import {
  keepPreviousData,
  QueryCache,
  QueryClient,
  type UseQueryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { ApiProblem, answerOf, dataOf, OFFLINE } from './client.ts'
import type { Pagination } from './schema.ts'

/**
 * The first part of a key is the noun it is about: a live message about that noun has all of them read again.
 * contacts, people, imports, forms, held, posts, links, connections, webhooks, endpoints, events, reports, keys, team, workspace, backups, me
 */
export function createQueries(onSignedOut: () => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (error instanceof ApiProblem && error.status === 401) onSignedOut()
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        refetchOnWindowFocus: true,
        retry: (count, error) => {
          if (!(error instanceof ApiProblem)) return false
          return (error.code === OFFLINE || error.status === 503) && count < 2
        },
        // We say ourselves when the connection is lost; a paused query would show nothing at all.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

/** The `data` of one answer. A call that uses `signal` is aborted when nobody waits for it any more. */
export function useRead<A extends { data: unknown }>(
  queryKey: readonly unknown[],
  call: (context: { signal: AbortSignal }) => Promise<{ data?: A }>,
  options?: Omit<UseQueryOptions<A['data'], ApiProblem>, 'queryKey' | 'queryFn'>,
) {
  return useQuery<A['data'], ApiProblem>({ queryKey, queryFn: (context) => dataOf(call(context)), ...options })
}

/** Has everything about these nouns read again. */
export function useRefresh() {
  const queries = useQueryClient()
  return (...nouns: string[]) => Promise.all(nouns.map((noun) => queries.invalidateQueries({ queryKey: [noun] })))
}

interface Page<T> {
  data: T[]
  pagination: Pagination
}

/**
 * A list that grows by its cursor: `rows` is what was read so far, `total` how many there are. It is read again every `again`
 * milliseconds.
 */
export function useList<T, Q extends object>(
  key: readonly unknown[],
  query: Q,
  read: (query: Q & { limit: number; cursor?: string }, signal: AbortSignal) => Promise<{ data?: Page<T> }>,
  again: number | ((rows: T[]) => number | false) | false = false,
) {
  const result = useInfiniteQuery({
    queryKey: [...key, query],
    queryFn: ({ pageParam, signal }) =>
      answerOf(read({ limit: 50, ...query, ...(pageParam ? { cursor: pageParam } : {}) }, signal)),
    initialPageParam: '',
    getNextPageParam: (last: Page<T>) => last.pagination.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      typeof again === 'function' ? again(state.data?.pages.flatMap(({ data }) => data) ?? []) : again,
  })
  return {
    ...result,
    rows: result.data?.pages.flatMap((page) => page.data) ?? [],
    total: result.data?.pages[0]?.pagination.total ?? 0,
    more: {
      has: result.hasNextPage,
      isLoading: result.isFetchingNextPage,
      load: () => void result.fetchNextPage(),
    },
  }
}
