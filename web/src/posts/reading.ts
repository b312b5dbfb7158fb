import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, type List, type Query, send } from '../api/client.ts'
import type { Attempt, Connection, Post } from '../api/schema.ts'
import type { Range } from './calendar/span.ts'
import type { State } from './post.ts'
import { instantOf } from './wall-clock.ts'

const PAGE = 500

export interface VersionedPost {
  post: Post
  etag: string | null
}

/** With its ETag, so that nothing is changed that was not seen. */
export async function readPost(id: string, signal?: AbortSignal): Promise<VersionedPost> {
  const response = await send('GET', `/v1/posts/${encodeURIComponent(id)}`, signal ? { signal } : {})
  return { post: (await response.json()).data, etag: response.headers.get('etag') }
}

const AT_WORK: readonly State[] = ['preparing', 'sending', 'confirming']

/** The live stream tells how a post ended; the steps on the way are asked for while they last. */
function askAgainAfter({ publication: { state, deferred_until }, scheduled_date }: Post): number | false {
  if (AT_WORK.includes(state)) return 1_500
  if (state === 'held') return 15_000
  const due = state === 'deferred' ? deferred_until : state === 'waiting' ? scheduled_date : null
  if (due === null) return false
  return Math.min(Math.max(Date.parse(due) - Date.now(), 1_500), 60_000)
}

export function usePost(id: string) {
  return useQuery({
    queryKey: ['posts', 'page', id],
    queryFn: ({ signal }) => readPost(id, signal),
    refetchInterval: ({ state }) => (state.data ? askAgainAfter(state.data.post) : false),
  })
}

export function useAttempts(post: Post) {
  return useQuery({
    // A new attempt or state is a reason to read them again.
    queryKey: ['posts', 'attempts', post.id, post.publication.state, post.publication.attempts],
    queryFn: ({ signal }) => api.get<Attempt[]>(`/v1/posts/${post.id}/attempts`, {}, signal),
    refetchInterval: AT_WORK.includes(post.publication.state) ? 1_500 : false,
    placeholderData: (before, query) => (query?.queryKey[2] === post.id ? before : undefined),
  })
}

/** Undefined until they are read. */
export function useConnections(): Connection[] | undefined {
  const { data } = useQuery({
    queryKey: ['connections', 'all'],
    queryFn: async ({ signal }) => (await api.list<Connection>('/v1/connections', { limit: 200 }, signal)).data,
    staleTime: 60_000,
  })
  return data
}

function rangeQuery({ from, to }: Range, zone: string) {
  return {
    queryKey: ['posts', 'range', zone, from, to],
    queryFn: ({ signal }: { signal: AbortSignal }) => readRange(from, to, zone, signal),
  }
}

/** Every post of a range, page by page. */
async function readRange(from: string, to: string, zone: string, signal: AbortSignal): Promise<Post[]> {
  const posts: Post[] = []
  let cursor: string | null = null
  do {
    const query: Query = {
      limit: PAGE,
      scheduled_after: instantOf(from, zone).toISOString(),
      scheduled_before: instantOf(to, zone).toISOString(),
      ...(cursor ? { cursor } : {}),
    }
    const page: List<Post> = await api.list<Post>('/v1/posts', query, signal)
    posts.push(...page.data)
    cursor = page.pagination.next_cursor
  } while (cursor !== null)
  return posts
}

/** The posts of a range; those of the neighbours are read ahead, so that turning the page shows them at once. */
export function usePostRange(range: Range, zone: string, neighbours: readonly Range[]) {
  const queries = useQueryClient()
  const result = useQuery({
    ...rangeQuery(range, zone),
    refetchInterval: ({ state }) =>
      state.data?.some((post) => AT_WORK.includes(post.publication.state)) ? 3_000 : false,
  })
  const { isSuccess } = result
  const around = JSON.stringify(neighbours)
  useEffect(() => {
    if (!isSuccess) return
    for (const each of JSON.parse(around) as Range[]) {
      void queries.prefetchQuery({ ...rangeQuery(each, zone), staleTime: 60_000 })
    }
  }, [isSuccess, around, zone, queries])
  return result
}

/** In every range that has it. */
export function replaceInRanges(queries: QueryClient, changed: Post): void {
  queries.setQueriesData<Post[]>({ queryKey: ['posts', 'range'] }, (posts) =>
    posts?.map((post) => (post.id === changed.id ? changed : post)),
  )
}
