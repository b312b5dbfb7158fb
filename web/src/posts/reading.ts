import { useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../api/client.ts'
import { useConnections } from '../api/connections.ts'
import { useRead } from '../api/queries.ts'
import type { Connection, Post, PostGroup, PostPatch } from '../api/schema.ts'
import type { State } from './post.ts'

/** A post with its ETag, so that a change made by somebody else is not overwritten unseen. */
export interface VersionedPost {
  post: Post
  etag: string
}

export async function readPost(id: string, signal?: AbortSignal): Promise<VersionedPost> {
  return versionOf(api.GET('/v1/posts/{id}', { params: { path: { id } }, signal }))
}

export async function changePost({ post: { id }, etag }: VersionedPost, body: PostPatch): Promise<VersionedPost> {
  return versionOf(api.PATCH('/v1/posts/{id}', { params: { path: { id }, header: { 'If-Match': etag } }, body }))
}

async function versionOf(call: Promise<{ data?: { data: Post }; response: Response }>): Promise<VersionedPost> {
  const { response } = await call
  return { post: await dataOf(call), etag: response.headers.get('etag') ?? '*' }
}

/** The posts that were composed together, with the ETag of them all. */
export interface VersionedGroup {
  group: PostGroup
  etag: string
}

export async function readGroup(id: string, signal?: AbortSignal): Promise<VersionedGroup> {
  const call = api.GET('/v1/posts/groups/{id}', { params: { path: { id } }, signal })
  const { response } = await call
  return { group: await dataOf(call), etag: response.headers.get('etag') ?? '*' }
}

export const AT_WORK: readonly State[] = ['preparing', 'sending', 'confirming']

/** The live stream says how a post ended; the steps before that are polled. */
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
  const { state, attempts } = post.publication
  // A new attempt or state has them read again.
  const key = ['posts', 'attempts', post.id, state, attempts]
  return useRead(key, '/v1/posts/{id}/attempts', {
    path: { id: post.id },
    refetchInterval: AT_WORK.includes(state) ? 1_500 : false,
    placeholderData: (before, query) => (query?.queryKey[2] === post.id ? before : undefined),
  })
}

/** The account of a post: the one it names, or the default of its platform. Undefined until known. */
export function useAccount(post: Post): Connection | null | undefined {
  const { data } = useConnections({ staleTime: 60_000 })
  const id = post.publication.connection_id ?? post.connection_id
  return data && (data.find((each) => (id ? each.id === id : each.platform === post.platform && each.default)) ?? null)
}
