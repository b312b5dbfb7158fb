import {
  keepPreviousData,
  QueryCache,
  QueryClient,
  type UseQueryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { ApiProblem, answerOf, api, OFFLINE } from './client.ts'
import type { Pagination, paths } from './schema.ts'

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

/** A path whose GET answers with such JSON. */
type Answers<A> = { get: { responses: { 200: { content: { 'application/json': A } } } } }
type PathOf<A> = { [P in keyof paths]: paths[P] extends Answers<A> ? P : never }[keyof paths]

type DataOf<P extends keyof paths> = paths[P] extends Answers<{ data: infer D }> ? D : never

/** The parameters of a path, beside other options. They may be left out where nothing has to be given. */
type Given<P extends keyof paths, O> = paths[P] extends { get: { parameters: infer Q } }
  ? object extends Q
    ? [given?: Q & O]
    : [given: Q & O]
  : [given?: O]

interface Params {
  path?: object
  query?: object
}

/** It is aborted when nobody waits for it any more. */
function get<A>(path: keyof paths, params: Params, signal: AbortSignal): Promise<A> {
  const call = api.GET as (path: string, options: object) => Promise<{ data?: A }>
  return answerOf(call(path, { params, signal }))
}

type ReadOptions<T> = Omit<UseQueryOptions<T, ApiProblem>, 'queryKey' | 'queryFn'>

/** The `data` that is at this path. */
export function useRead<P extends PathOf<{ data: unknown }>>(
  queryKey: readonly unknown[],
  at: P,
  ...[given]: Given<P, ReadOptions<DataOf<P>>>
) {
  const { path, query, ...options }: Params & ReadOptions<DataOf<P>> = given ?? {}
  return useQuery<DataOf<P>, ApiProblem>({
    queryKey,
    queryFn: async ({ signal }) => (await get<{ data: DataOf<P> }>(at, { path, query }, signal)).data,
    ...options,
  })
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

type RowOf<P extends keyof paths> = paths[P] extends Answers<Page<infer T>> ? T : never

/** Milliseconds after which it is read again. */
interface Again<T> {
  again?: number | false | ((rows: T[]) => number | false)
}

/** A list that grows by its cursor: `rows` is what was read so far, `total` how many there are. */
export function useList<P extends PathOf<Page<unknown>>>(
  key: readonly unknown[],
  at: P,
  ...[given]: Given<P, Again<RowOf<P>>>
) {
  type Rows = Page<RowOf<P>>
  const { path, query = {}, again = false }: Params & Again<RowOf<P>> = given ?? {}
  const result = useInfiniteQuery({
    queryKey: [...key, query],
    queryFn: ({ pageParam: cursor, signal }) => get<Rows>(at, { path, query: { limit: 50, ...query, cursor } }, signal),
    initialPageParam: '',
    getNextPageParam: (last: Rows) => last.pagination.next_cursor ?? undefined,
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
