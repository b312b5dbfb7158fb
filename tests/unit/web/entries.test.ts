import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Connection, Post } from '../../../web/src/api/schema.ts'
import {
  coloursOf,
  entriesOfSlot,
  memberOf,
  mixOf,
  movable,
  stateOf,
  toEntries,
} from '../../../web/src/posts/entries.ts'
import type { State } from '../../../web/src/posts/post.ts'

const post = (id: string, group_id: string | null, state: State = 'waiting') =>
  ({ id, group_id, platform: 'short', connection_id: null, publication: { state } }) as Post
const ids = (list: ReadonlyArray<{ id: string }>) => list.map(({ id }) => id)

test('posts of a group that follow each other are one entry, in the order of their accounts', () => {
  const posts = [post('9', null), post('4', 'g'), post('3', 'g'), post('2', 'h'), post('1', null), post('0', 'g')]
  assert.deepEqual(
    toEntries(posts).map((entry) => [entry.post.id, ids(entry.members)]),
    [
      ['9', ['9']],
      ['3', ['3', '4']],
      ['2', ['2']],
      ['1', ['1']],
      ['0', ['0']],
    ],
  )
})

test('the calendar says which posts an entry stands for', () => {
  const [first, second] = [post('1', 'g'), post('2', 'g')]
  const groups = [{ group_id: 'g', posts: [memberOf(first!), memberOf(second!)] }]
  const entries = entriesOfSlot({ posts: [first!, post('5', null)], groups })
  assert.deepEqual(
    entries.map(({ members }) => ids(members)),
    [['1', '2'], ['5']],
  )
})

test('an entry shows first what needs attention, and moves without cancelled posts', () => {
  const entry = (...states: State[]) => toEntries(states.map((state, at) => post(String(at), 'g', state)))[0]!
  assert.equal(stateOf(entry('published', 'failed', 'waiting')), 'failed')
  assert.equal(stateOf(entry('published', 'published')), 'published')
  assert.equal(
    mixOf(entry('waiting', 'waiting'), (state) => state),
    null,
  )
  assert.equal(
    mixOf(entry('waiting', 'cancelled', 'waiting'), (state) => state),
    'waiting 2 · cancelled 1',
  )
  assert.deepEqual(ids(movable(entry('waiting', 'cancelled', 'sending', 'failed').members)), ['0', '3'])
  assert.deepEqual(ids(movable(entry('cancelled', 'published').members)), ['0'], 'unless there are no others')
})

test('an account keeps its colour when another one is connected', () => {
  const account = (id: string, created_at: string) => ({ id, created_at }) as Connection
  const before = coloursOf([account('b', '2026-02-01'), account('a', '2026-01-01')])
  const after = coloursOf([account('c', '2026-03-01'), account('b', '2026-02-01'), account('a', '2026-01-01')])
  assert.notEqual(before.get('a'), before.get('b'))
  for (const id of ['a', 'b']) assert.equal(after.get(id), before.get(id))
})
