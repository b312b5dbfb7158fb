import type { Connection, Post, PostCalendar } from '../api/schema.ts'
import { formatDates, formatNumber } from '../parts/locale.ts'
import { addDays, monthFrom, showWall, wallOf, weekStart } from '../parts/wall-clock.ts'
import { allows, STATES, type State } from './post.ts'

export type Member = Slot['groups'][number]['posts'][number]

/** One post, or adjacent posts of a group. */
export interface Entry {
  post: Post
  members: readonly Member[]
}

export function memberOf({ id, platform, connection_id, publication: { state } }: Post): Member {
  return { id, platform, connection_id, state }
}

/** Adjacent posts of a group are one entry, ordered by account. */
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

export function stateOf({ members }: Entry): State {
  return STATES.find((state) => members.some((member) => member.state === state))!
}

/** "Scheduled 2 · Cancelled 1"; null when all are in one state. */
export function mixOf({ members }: Entry, labelOf: (state: State) => string): string | null {
  const counts = Map.groupBy(members, ({ state }) => state)
  if (counts.size < 2) return null
  return [...counts].map(([state, of]) => `${labelOf(state)} ${formatNumber(of.length)}`).join(' · ')
}

/** Posts that move with the entry. Cancelled ones were taken out on purpose, so they stay. */
export function movable(members: readonly Member[]): Member[] {
  const able = members.filter(({ state }) => allows('edit', state))
  const others = able.filter(({ state }) => state !== 'cancelled')
  return others.length > 0 ? others : able
}

/** Distinguishable in both themes. They repeat if there are more accounts. */
const COLOURS = '#1c7ed6 #e8590c #2f9e44 #ae3ec9 #e03131 #0c8599 #f08c00 #5f3dc4 #c2255c #66a80f'.split(' ')

/** The same on every page. */
export function coloursOf(connections: readonly Connection[]): Map<string, string> {
  const ordered = connections.toSorted((one, other) => (one.created_at < other.created_at ? -1 : 1))
  return new Map(ordered.map(({ id }, at) => [id, COLOURS[at % COLOURS.length]!]))
}

/** A day of a month or an hour of a week: its first posts and their count. */
export type Slot = PostCalendar['slots'][number]

export function countOf({ count, is_capped }: Slot, hidden = count): string {
  return `${formatNumber(hidden)}${is_capped ? '+' : ''}`
}

export function withMoved(calendar: PostCalendar, before: Post, after: Post): PostCalendar {
  const from = placeOf(calendar, before)
  const to = placeOf(calendar, after)
  const left = from === null ? calendar.slots : changeSlot(calendar.slots, from, (slot) => without(slot, before))
  const slots = to === null ? left : changeSlot(left, to, (slot) => withPost(slot, after))
  return { ...calendar, slots, total: slots.reduce((sum, { count }) => sum + count, 0) }
}

export type Place = Pick<Slot, 'date' | 'hour'>

/** Null outside the calendar's days. */
function placeOf({ from, to, by, time_zone }: PostCalendar, { scheduled_date }: Post): Place | null {
  if (scheduled_date === null) return null
  const wall = wallOf(scheduled_date, time_zone)
  const date = wall.slice(0, 10)
  if (date < from || date > to) return null
  return { date, hour: by === 'hour' ? Number(wall.slice(11, 13)) : null }
}

function changeSlot(slots: readonly Slot[], place: Place, change: (slot: Slot) => Slot): Slot[] {
  const isHere = ({ date, hour }: Place) => date === place.date && hour === place.hour
  const found = slots.find(isHere) ?? { ...place, count: 0, entries: 0, states: {}, posts: [], groups: [] }
  const order = ({ date, hour }: Place) => `${date} ${String(hour ?? 0).padStart(2, '0')}`
  return [...slots.filter((slot) => !isHere(slot)), change(found)]
    .filter(({ count }) => count > 0)
    .sort((one, other) => (order(one) < order(other) ? -1 : 1))
}

function without(slot: Slot, post: Post): Slot {
  const posts = slot.posts.filter(({ id }) => id !== post.id)
  return { ...slot, count: slot.count - 1, entries: slot.entries - 1, states: counted(slot, post, -1), posts }
}

function withPost(slot: Slot, post: Post): Slot {
  const posts = [...slot.posts, post].sort((one, other) => (one.scheduled_date! < other.scheduled_date! ? -1 : 1))
  return { ...slot, count: slot.count + 1, entries: slot.entries + 1, states: counted(slot, post, 1), posts }
}

function counted({ states }: Slot, { publication: { state } }: Post, by: number): Record<string, number> {
  return { ...states, [state]: (states[state] ?? 0) + by }
}

export type SpanKind = 'month' | 'week'

/** In the workspace's zone; `to` is exclusive. */
export interface Range {
  from: string
  to: string
}

/** The grid shows whole weeks, the agenda only the month. */
export function rangeOf(kind: SpanKind, day: string, firstDay: number, wholeWeeks: boolean): Range {
  if (kind === 'week') {
    const from = weekStart(day, firstDay)
    return { from, to: addDays(from, 7) }
  }
  const first = monthFrom(day, 0)
  const next = monthFrom(day, 1)
  if (!wholeWeeks) return { from: first, to: next }
  return { from: weekStart(first, firstDay), to: addDays(weekStart(addDays(next, -1), firstDay), 7) }
}

export function turn(kind: SpanKind, day: string, by: number): string {
  return kind === 'week' ? addDays(day, 7 * by) : monthFrom(day, by)
}

export function titleOf(kind: SpanKind, day: string, firstDay: number): string {
  if (kind === 'month') return showWall(day, { month: 'long', year: 'numeric' })
  const { from, to } = rangeOf('week', day, firstDay, true)
  const options = { day: 'numeric', month: 'short', year: 'numeric' } as const
  return formatDates(`${from}T00:00:00Z`, `${addDays(to, -1)}T00:00:00Z`, 'UTC', options)
}
