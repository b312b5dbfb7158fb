import type { Post } from '../../api/schema.ts'
import type { Slot } from '../calendar/moved.ts'
import { isChangeableIn, type State } from '../post.ts'

/** As much of a post of a group as the calendar shows. */
export type Member = Slot['groups'][number]['posts'][number]

/** A post, or the posts of a group that stand together. */
export interface Entry {
  /** The first one. */
  post: Post
  /** All of them; one for a post that stands alone. */
  members: readonly Member[]
}

export function memberOf({ id, platform, connection_id, publication: { state } }: Post): Member {
  return { id, platform, connection_id, state }
}

/** Posts of a group that follow each other are one entry, in the order of their accounts whatever the order of the list. */
export function toEntries(posts: readonly Post[]): Entry[] {
  const runs: Post[][] = []
  for (const post of posts) {
    const last = runs.at(-1)
    if (last && post.group_id !== null && last[0]!.group_id === post.group_id) last.push(post)
    else runs.push([post])
  }
  return runs.map((run) => {
    const ordered = run.toSorted((one, other) => (one.id < other.id ? -1 : 1))
    return { post: ordered[0]!, members: ordered.map(memberOf) }
  })
}

export function entriesOfSlot({ posts, groups }: Pick<Slot, 'posts' | 'groups'>): Entry[] {
  return posts.map((post) => {
    const group = groups.find(({ group_id }) => group_id === post.group_id)
    return { post, members: group?.posts ?? [memberOf(post)] }
  })
}

/** What asks for a person comes first, what is done last. */
const URGENCY: readonly State[] = [
  'unconfirmed',
  'failed',
  'missed',
  'held',
  'sending',
  'confirming',
  'preparing',
  'deferred',
  'waiting',
  'none',
  'cancelled',
  'published',
]

/** The state that an entry shows: the most urgent one. */
export function stateOf({ members }: Entry): State {
  return URGENCY.find((state) => members.some((member) => member.state === state))!
}

/** "3 posts: 2 waiting, 1 cancelled"; null when all are in one state. */
export function mixOf({ members }: Entry, labelOf: (state: State) => string): string | null {
  const counts = Map.groupBy(members, ({ state }) => state)
  if (counts.size < 2) return null
  return [...counts].map(([state, of]) => `${of.length} ${labelOf(state).toLowerCase()}`).join(', ')
}

/** Those that a move of the whole entry moves: a cancelled one was taken out by a person. */
export function movable(members: readonly Member[]): Member[] {
  const able = members.filter(({ state }) => isChangeableIn(state))
  const others = able.filter(({ state }) => state !== 'cancelled')
  return others.length > 0 ? others : able
}
