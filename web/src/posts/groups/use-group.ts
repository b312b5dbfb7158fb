import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'
import { useConnections } from '../../api/connections.ts'
import type { ChangedPostGroup, Connection, Post } from '../../api/schema.ts'
import { tell } from '../../parts/tell.ts'
import { accountLabel, platformName } from '../post.ts'
import { readGroup } from '../reading.ts'
import type { Member } from './entries.ts'

/** The posts that were composed together with this one; undefined until known, and for a post that stands alone. */
export function useGroup(id: string | null) {
  return useQuery({
    queryKey: ['posts', 'group', id],
    queryFn: ({ signal }) => readGroup(id!, signal),
    enabled: id !== null,
  })
}

/** Names an account: "X @example". */
export function useAccountNames(): (post: Pick<Member, 'platform' | 'connection_id'>) => string {
  const { data = [] } = useConnections({ staleTime: 60_000 })
  return (post) => {
    const account = accountFor(data, post)
    return account ? accountLabel(account) : platformName(post)
  }
}

export function accountFor(
  connections: readonly Connection[],
  { platform, connection_id: id }: Pick<Member, 'platform' | 'connection_id'>,
): Connection | null {
  return connections.find((each) => (id ? each.id === id : each.platform === platform && each.default)) ?? null
}

/** What is done to all posts of a group. Says which of them were left alone. */
export function useGroupActions(id: string) {
  return useGroupActionsOf()(id)
}

/** The same where the group is known only later. */
export function useGroupActionsOf() {
  const queries = useQueryClient()
  const nameOf = useAccountNames()
  const finish = async (changed: ChangedPostGroup, done: string) => {
    sayUnchanged(changed, done, nameOf)
    await queries.invalidateQueries({ queryKey: ['posts'] })
  }
  return (id: string) => ({
    act: async (verb: 'publish' | 'cancel', done: string) =>
      finish(await dataOf(api.POST(`/v1/posts/groups/{id}/${verb}`, { params: { path: { id } } })), done),
    /** To another date, these posts of the group only. `wall` is local time in `zone`. */
    move: async (ids: readonly string[], wall: string, zone: string, done: string) => {
      const { etag } = await readGroup(id)
      const date = { scheduled_date: wall.slice(0, 19), time_zone: zone }
      const body = { overrides: Object.fromEntries(ids.map((each) => [each, date])) }
      const header = { 'If-Match': etag }
      const changed = await dataOf(api.PATCH('/v1/posts/groups/{id}', { params: { path: { id }, header }, body }))
      // The others were not meant.
      const unchanged = changed.unchanged.filter((each) => ids.includes(each.id))
      await finish({ ...changed, unchanged }, done)
    },
    remove: async () => {
      const { deleted, unchanged } = await dataOf(api.DELETE('/v1/posts/groups/{id}', { params: { path: { id } } }))
      await queries.invalidateQueries({ queryKey: ['posts'] })
      const kept = unchanged.length > 0 ? ` ${unchanged.length} could not be: ${unchanged[0]!.reason}` : ''
      tell.done(`${deleted.length} posts are deleted.${kept}`)
    },
  })
}

function sayUnchanged({ posts, unchanged }: ChangedPostGroup, done: string, nameOf: (post: Post) => string): void {
  const left = unchanged.map(({ id, reason }) => {
    const post = posts.find((each) => each.id === id)
    return `${post ? nameOf(post) : id}: ${reason}`
  })
  tell.done(left.length === 0 ? done : `${done} Left as it was: ${left.join(' ')}`)
}
