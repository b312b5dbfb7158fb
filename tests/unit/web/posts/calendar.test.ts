import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Post, PostCalendar } from '../../../../web/src/api/schema.ts'
import { withMoved } from '../../../../web/src/posts/entries.ts'

const post = (id: string, scheduled_date: string | null) =>
  ({ id, scheduled_date, publication: { state: 'waiting' } }) as Post

const slotOf = (date: string, hour: number | null, ...posts: Post[]) => {
  const count = posts.length
  return { date, hour, count, entries: count, states: { waiting: count }, posts, groups: [] }
}

const EARLY = post('early', '2026-11-16T08:00:00.000Z')
const LATE = post('late', '2026-11-16T18:00:00.000Z')
const MONTH: PostCalendar = {
  from: '2026-11-01',
  to: '2026-11-30',
  time_zone: 'Europe/Berlin',
  by: 'day',
  total: 2,
  slots: [slotOf('2026-11-16', null, EARLY, LATE)],
}

const shown = ({ slots }: PostCalendar) =>
  slots.map(({ date, hour, count, posts }) => [date, hour, count, posts.map(({ id }) => id)])

test('a moved post leaves its day and appears in the other, in the order of time', () => {
  const after = withMoved(MONTH, EARLY, post('early', '2026-11-15T23:30:00.000Z'))
  assert.deepEqual(shown(after), [['2026-11-16', null, 2, ['early', 'late']]], 'half past midnight in Berlin')
  const before = withMoved(MONTH, LATE, post('late', '2026-11-02T09:00:00.000Z'))
  assert.deepEqual(shown(before), [
    ['2026-11-02', null, 1, ['late']],
    ['2026-11-16', null, 1, ['early']],
  ])
  assert.equal(before.total, 2)
})

test('a day that loses its last post disappears, and so does a post that leaves the visible days', () => {
  const one = withMoved(MONTH, EARLY, post('early', '2026-12-24T09:00:00.000Z'))
  assert.deepEqual(shown(one), [['2026-11-16', null, 1, ['late']]])
  const none = withMoved(one, LATE, post('late', null))
  assert.deepEqual([none.slots, none.total], [[], 0])
})

test('posts from outside are added; posts that a crowded day only counts stay counted', () => {
  const crowded = { ...MONTH, slots: [{ ...slotOf('2026-11-16', null, EARLY), count: 900, states: { waiting: 900 } }] }
  const after = withMoved(crowded, post('new', '2027-01-01T09:00:00.000Z'), post('new', '2026-11-16T12:00:00.000Z'))
  assert.deepEqual(shown(after), [['2026-11-16', null, 901, ['early', 'new']]])
  assert.deepEqual(after.slots[0]!.states, { waiting: 901 })
})

test('in a week the slots are hours of the zone, and moving back and forth changes nothing', () => {
  const week: PostCalendar = { ...MONTH, from: '2026-11-16', to: '2026-11-22', by: 'hour', slots: [], total: 0 }
  const there = withMoved(week, post('early', null), EARLY)
  assert.deepEqual(shown(there), [['2026-11-16', 9, 1, ['early']]])
  const elsewhere = post('early', '2026-11-20T22:15:00.000Z')
  const moved = withMoved(there, EARLY, elsewhere)
  assert.deepEqual(shown(moved), [['2026-11-20', 23, 1, ['early']]])
  assert.deepEqual(withMoved(moved, elsewhere, EARLY), there)
})
