import { plural, t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { api, dataOf, useRead, useRefresh } from '../api/client.ts'
import { useShown } from '../api/leaving.ts'
import type { ChangedPostGroup, Post, PostPatch } from '../api/schema.ts'
import { useRemoval } from '../parts/removals.tsx'
import { useTimeZone } from '../parts/text.tsx'
import { tell } from '../parts/ui.tsx'
import { useAccountNames } from './accounts.ts'
import { type Member, movable } from './entries.ts'
import type { State } from './post.ts'
import { dayAndTime } from './times.ts'

/** Data with its ETag, so that no change of another person is overwritten unseen. */
export interface Versioned<T> {
  data: T
  etag: string
}

export function readPost(id: string, signal?: AbortSignal): Promise<Versioned<Post>> {
  return versionOf(api.GET('/v1/posts/{id}', { params: { path: { id } }, signal }))
}

/** A post, or the posts of a group. */
export async function readPosts(id: string, isGroup: boolean, signal?: AbortSignal): Promise<Versioned<Post[]>> {
  if (!isGroup) {
    const { data, etag } = await readPost(id, signal)
    return { data: [data], etag }
  }
  const { data, etag } = await versionOf(api.GET('/v1/posts/groups/{id}', { params: { path: { id } }, signal }))
  return { data: data.posts, etag }
}

export function changePost(id: string, etag: string, body: PostPatch): Promise<Versioned<Post>> {
  return versionOf(api.PATCH('/v1/posts/{id}', { params: { path: { id }, header: { 'If-Match': etag } }, body }))
}

async function versionOf<T>(call: Promise<{ data?: { data: T }; response: Response }>): Promise<Versioned<T>> {
  const { data, response } = await call
  return { data: data!.data, etag: response.headers.get('etag') ?? '*' }
}

export const AT_WORK: readonly State[] = ['preparing', 'sending', 'confirming']

/** The live stream announces the end; earlier steps are polled. */
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
    refetchInterval: ({ state }) => (state.data ? askAgainAfter(state.data.data) : false),
  })
}

export function useAttempts(post: Post) {
  const { state, attempts } = post.publication
  // Refetched for a new attempt or state.
  const key = ['posts', 'attempts', post.id, state, attempts]
  return useRead(key, '/v1/posts/{id}/attempts', {
    path: { id: post.id },
    refetchInterval: AT_WORK.includes(state) ? 1_500 : false,
    placeholderData: (before, query) => (query?.queryKey[2] === post.id ? before : undefined),
  })
}

export function useGroupRead(id: string | null) {
  const group = useQuery({
    queryKey: ['posts', 'group', id],
    queryFn: ({ signal }) => readPosts(id!, true, signal),
    enabled: id !== null,
    refetchInterval: ({ state }) => {
      const waits = state.data?.data.map(askAgainAfter).filter((wait) => wait !== false) ?? []
      return waits.length > 0 && Math.min(...waits)
    },
  })
  const shown = useShown(group.data)
  // The page of a group that is leaving as a whole still shows it.
  const data = shown?.data.length === 0 ? group.data : shown
  return { ...group, data } as typeof group
}

/** Undefined until known, and for a single post. */
export function useGroup(id: string | null): Post[] | undefined {
  return useGroupRead(id).data?.data
}

/** The name of the person who wrote it; null if it came with an API key, or the person has left. */
export function useAuthor({ author_id: id }: Pick<Post, 'author_id'>): string | null {
  const { data: team = [] } = useRead(['team', 'members'], '/v1/team', { staleTime: 60_000, enabled: id !== null })
  return team.find((member) => member.id === id)?.name ?? null
}

/** Confirms, and lists posts that were left alone. */
function useChanged() {
  const refresh = useRefresh()
  const nameOf = useAccountNames()
  return async ({ posts, unchanged }: ChangedPostGroup, done: string): Promise<void> => {
    const left = unchanged.map(({ id, reason }) => {
      const post = posts.find((each) => each.id === id)
      return `${post ? nameOf(post) : id}: ${reason}`
    })
    const rest = left.join(' ')
    tell.done(left.length === 0 ? done : t`${done} Left as it was: ${rest}`)
    await refresh('posts')
  }
}

const UNDOABLE: readonly State[] = ['none', 'waiting', 'deferred', 'cancelled', 'failed', 'missed']

/** Nothing of it has left, and nothing does while its deletion waits. A held post may be changed by its account meanwhile. */
export function isUndoable({ publication: { state } }: Post): boolean {
  return UNDOABLE.includes(state)
}

export function useGroupActions(id: string) {
  const finish = useChanged()
  const refresh = useRefresh()
  const removal = useRemoval('posts')
  const params = { path: { id } }
  return {
    act: async (verb: 'publish' | 'cancel', done: string) =>
      finish(await dataOf(api.POST(`/v1/posts/groups/{id}/${verb}`, { params })), done),
    removeWithUndo: (posts: readonly Post[]) =>
      removal(posts, plural(posts.length, { one: '# post is deleted.', other: '# posts are deleted.' })),
    remove: async () => {
      const { deleted, unchanged } = await dataOf(api.DELETE('/v1/posts/groups/{id}', { params }))
      await refresh('posts')
      const gone = plural(deleted.length, { one: '# post is deleted.', other: '# posts are deleted.' })
      const reason = unchanged[0]?.reason
      tell.done(reason === undefined ? gone : t`${gone} Some could not be: ${reason}`)
    },
  }
}

/** Moves all posts that can be moved, or none. `wall` is local time in the workspace's zone. */
export function useMoveTogether() {
  const zone = useTimeZone()
  const finish = useChanged()
  return async (id: string, members: readonly Member[], wall: string): Promise<void> => {
    const ids = movable(members).map((each) => each.id)
    const { etag } = await readPosts(id, true)
    const date = { scheduled_date: wall.slice(0, 19), time_zone: zone }
    const body = { overrides: Object.fromEntries(ids.map((each) => [each, date])) }
    const params = { path: { id }, header: { 'If-Match': etag } }
    const changed = await dataOf(api.PATCH('/v1/posts/groups/{id}', { params, body }))
    // Only these posts were meant to move.
    const unchanged = changed.unchanged.filter((each) => ids.includes(each.id))
    const when = dayAndTime(`${date.scheduled_date}Z`, 'UTC')
    const moved = plural(ids.length, { one: `# post goes out ${when}.`, other: `# posts go out ${when}.` })
    await finish({ ...changed, unchanged }, moved)
  }
}
