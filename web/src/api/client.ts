import { t } from '@lingui/core/macro'
import {
  keepPreviousData,
  QueryCache,
  QueryClient,
  type UseQueryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import createClient from 'openapi-fetch'
import { besideField, withLabels } from '../parts/field-texts.ts'
import { speakAs } from '../parts/language.ts'
import { useShown, useShownPages } from './leaving.ts'
import type { Me, Pagination, paths, ApiError as Refusal } from './schema.ts'

export class ApiProblem extends Error {
  readonly status: number
  readonly code: string
  readonly details: Record<string, string[]>
  /** In seconds. */
  readonly retryAfter: number | null

  constructor(status: number, code: string, message: string, details = {}, retryAfter: number | null = null) {
    super(message)
    this.name = 'ApiProblem'
    this.status = status
    this.code = code
    this.details = details
    this.retryAfter = retryAfter
  }
}

export const OFFLINE = 'offline'

/**
 * Every request of the dashboard, typed by method and path. An error response is thrown as an ApiProblem; its code is
 * `offline` if there was no response.
 */
export const api = createClient<paths>({
  credentials: 'same-origin',
  headers: { accept: 'application/json' },
  querySerializer: writeQuery,
})

api.use({
  // The server's sentences are in the language of the page.
  onRequest: ({ request }) => request.headers.set('accept-language', pageLanguage()),
  onError: ({ error }) => {
    if ((error as Error).name === 'AbortError') return
    return new ApiProblem(0, OFFLINE, t`Doorpost cannot be reached. Check your connection; nothing you typed is lost.`)
  },
  onResponse: async ({ response }) => {
    if (!response.ok) throw await readProblem(response)
  },
})

export function pageLanguage(): string {
  return globalThis.document?.documentElement.lang || 'en'
}

/** Leaves out empty and missing values. */
export function writeQuery(query: Record<string, unknown>): string {
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== '')
  return new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString()
}

export type QueryOf<P extends keyof paths, M extends 'get' | 'post' = 'get'> = paths[P] extends {
  [method in M]: { parameters: { query?: infer Q } }
}
  ? NonNullable<Q>
  : never

/** The whole response: `data`, and the `pagination` of a list. */
export async function answerOf<A>(call: Promise<{ data?: A }>): Promise<A> {
  const { data } = await call
  return data!
}

export async function dataOf<A extends { data: unknown }>(call: Promise<{ data?: A }>): Promise<A['data']> {
  return (await answerOf(call)).data
}

async function readProblem(response: Response): Promise<ApiProblem> {
  const body = (await response.json().catch(() => null)) as Partial<Refusal> | null
  return problemOf(response.status, body, response.headers.get('retry-after'))
}

export function problemOf(status: number, body: Partial<Refusal> | null, wait: string | null): ApiProblem {
  const message = body?.message ?? t`Doorpost answered ${status} without saying why. Try again in a moment.`
  return new ApiProblem(status, body?.error ?? 'unknown', message, body?.details ?? {}, Number(wait) || null)
}

/** Makes a create safe to repeat: a second click, or a repeat after a lost response, creates nothing twice. */
export function onceKey(): { 'Idempotency-Key': string } {
  return { 'Idempotency-Key': crypto.randomUUID() }
}

export function isProblem(error: unknown, ...codes: string[]): error is ApiProblem {
  return error instanceof ApiProblem && (codes.length === 0 || codes.includes(error.code))
}

/** The record has changed since it was read. */
export function isConflict(error: unknown): boolean {
  return error instanceof ApiProblem && 'If-Match' in error.details
}

/** In words for people: the API names its own paths and fields. */
export function messageOf(error: unknown): string {
  if (isProblem(error, 'not_found')) return t`It is no longer there. Somebody may have deleted it.`
  if (error instanceof ApiProblem) return withLabels(Object.keys(error.details), error.message)
  return error instanceof Error ? error.message : t`Something went wrong. Try again.`
}

/** What is wrong with each field, by its path, in words to read beside it. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiProblem)) return {}
  return Object.fromEntries(
    Object.entries(error.details).map(([path, texts]) => [
      path,
      texts.map((text) => besideField(path, text)).join(' '),
    ]),
  )
}

/**
 * The first part of a query key is its noun: a live message about that noun refetches all its queries. Nouns: contacts,
 * people, imports, forms, held, posts, links, connections, webhooks, endpoints, events, reports, keys, team, workspace,
 * backups, removals, me.
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
        // A paused query would show nothing.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

type Answers<A> = { get: { responses: { 200: { content: { 'application/json': A } } } } }
type PathOf<A> = { [P in keyof paths]: paths[P] extends Answers<A> ? P : never }[keyof paths]

type DataOf<P extends keyof paths> = paths[P] extends Answers<{ data: infer D }> ? D : never

/** Optional if the path needs no parameters. */
type Given<P extends keyof paths, O> = paths[P] extends { get: { parameters: infer Q } }
  ? object extends Q
    ? [given?: Q & O]
    : [given: Q & O]
  : [given?: O]

interface Params {
  path?: object | undefined
  query?: object | undefined
}

function get<A>(path: keyof paths, params: Params, signal: AbortSignal): Promise<A> {
  const call = api.GET as (path: string, options: object) => Promise<{ data?: A }>
  return answerOf(call(path, { params, signal }))
}

type ReadOptions<T> = Omit<UseQueryOptions<T, ApiProblem>, 'queryKey' | 'queryFn'>

export function useRead<P extends PathOf<{ data: unknown }>>(
  queryKey: readonly unknown[],
  at: P,
  ...[given]: Given<P, ReadOptions<DataOf<P>>>
) {
  const { path, query, ...options }: Params & ReadOptions<DataOf<P>> = given ?? {}
  const result = useQuery<DataOf<P>, ApiProblem>({
    queryKey,
    queryFn: async ({ signal }) => (await get<{ data: DataOf<P> }>(at, { path, query }, signal)).data,
    ...options,
  })
  const data = useShown(result.data)
  return data === result.data ? result : ({ ...result, data } as typeof result)
}

/** Refetches everything about these nouns. */
export function useRefresh() {
  const queries = useQueryClient()
  return (...nouns: string[]) => Promise.all(nouns.map((noun) => queries.invalidateQueries({ queryKey: [noun] })))
}

interface Page<T> {
  data: T[]
  pagination: Pagination
}

type RowOf<P extends keyof paths> = paths[P] extends Answers<Page<infer T>> ? T : never

/** In milliseconds. */
interface Again<T> {
  again?: number | false | ((rows: T[]) => number | false)
}

/** A list that grows by its cursor: `rows` has what was read so far, `total` counts all. */
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
  const data = useShownPages(result.data)
  return {
    ...result,
    data,
    rows: data?.pages.flatMap((page) => page.data) ?? [],
    total: data?.pages[0]?.pagination.total ?? 0,
    more: {
      has: result.hasNextPage,
      isLoading: result.isFetchingNextPage,
      load: () => void result.fetchNextPage(),
    },
  }
}

export type { Me }

export type TeamRole = Me['role']

export const ME = ['me'] as const

/** Once the person is known, answers come in their language. */
export async function readMe(signal: AbortSignal | null = null): Promise<Me> {
  const me = await dataOf(api.GET('/v1/me', { signal }))
  await speakAs(me)
  return me
}

/** Fails with status 401 if nobody is signed in. */
export function useMe() {
  return useQuery<Me, ApiProblem>({ queryKey: ME, queryFn: ({ signal }) => readMe(signal), staleTime: 60_000 })
}

/** Hides buttons that the API would refuse. */
export function useMay() {
  const { data } = useMe()
  const role = data?.role ?? 'viewer'
  return { write: role !== 'viewer', own: role === 'owner', role }
}

export function useConnections(
  options: { enabled?: boolean; staleTime?: number; refetchInterval?: number | false } = {},
) {
  return useRead(['connections', 'all'], '/v1/connections', { query: { limit: 1000 }, ...options })
}

export function useWorkspace() {
  return useRead(['workspace'], '/v1/workspace', { staleTime: 300_000 })
}
