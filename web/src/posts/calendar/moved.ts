import type { Post, PostCalendar } from '../../api/schema.ts'
import { wallOf } from '../../parts/time/wall-clock.ts'

/** A day of a month or an hour of a week: its first posts, and their count. */
export type Slot = PostCalendar['slots'][number]

/** How many posts there are, or at least are. */
export function countOf({ count, is_capped }: Slot, hidden = count): string {
  return `${hidden.toLocaleString()}${is_capped ? '+' : ''}`
}

/** Moves the post from its old slot to the new one. */
export function withMoved(calendar: PostCalendar, before: Post, after: Post): PostCalendar {
  const from = placeOf(calendar, before)
  const to = placeOf(calendar, after)
  const left = from === null ? calendar.slots : changeSlot(calendar.slots, from, (slot) => without(slot, before))
  const slots = to === null ? left : changeSlot(left, to, (slot) => withPost(slot, after))
  return { ...calendar, slots, total: slots.reduce((sum, { count }) => sum + count, 0) }
}

export type Place = Pick<Slot, 'date' | 'hour'>

/** Null for a post outside the days of the calendar. */
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
