import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  afterAttempt,
  type DueEndpoint,
  type Load,
  MOST_IN_FLIGHT,
  newLoad,
  shareSlots,
} from '../../../src/events/delivery/slots.ts'

// Which endpoints may start how many requests.

const good = (id: string): DueEndpoint => ({ id, failures: 0, has_worked: true, one_by_one: false })
const many = (count: number, make: (id: string) => DueEndpoint) =>
  Array.from({ length: count }, (_, index) => make(`${index}`))
const sum = (shares: ReadonlyArray<{ slots: number }>) => shares.reduce((total, { slots }) => total + slots, 0)
const slotsOf = (shares: ReadonlyArray<{ id: string; slots: number }>, id: string) =>
  shares.find((share) => share.id === id)?.slots ?? 0

const WIDE: Load = { inFlight: 0, width: 10, doubtful: false }
const loadsOf = (due: readonly DueEndpoint[], load: Load) => new Map(due.map(({ id }) => [id, { ...load }]))

test('an endpoint starts with one request, has ten after enough successes, and one again after a failure', () => {
  const load = newLoad()
  const slots = () => slotsOf(shareSlots([good('a')], new Map([['a', load]])), 'a')
  const seen = [slots()]
  for (let each = 0; each < 12; each++) {
    afterAttempt(load, true)
    seen.push(slots())
  }
  assert.deepEqual(seen, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10])
  load.inFlight = 7
  assert.equal(slots(), 3)
  load.inFlight = 0
  afterAttempt(load, false)
  assert.equal(slots(), 1)
})

test('half open, an endpoint has one request, whatever it had before', () => {
  const due = [{ ...good('a'), failures: 5 }]
  assert.equal(sum(shareSlots(due, loadsOf(due, WIDE))), 1)
  assert.equal(sum(shareSlots(due, loadsOf(due, { ...WIDE, inFlight: 1 }))), 0)
})

test('endpoints that fail or have never worked share half of the slots, including requests in flight', () => {
  const due = [
    ...many(100, (id) => ({ id: `failing ${id}`, failures: 2, has_worked: true, one_by_one: false })),
    ...many(100, (id) => ({ id: `new ${id}`, failures: 0, has_worked: false, one_by_one: false })),
  ]
  const shares = shareSlots(due, new Map())
  assert.equal(sum(shares), MOST_IN_FLIGHT / 2)
  assert.ok(
    shares.every(({ id }) => id.startsWith('new')),
    'those that have not failed come first',
  )
  const busy = new Map([['old', { inFlight: 60, width: 1, doubtful: true }]])
  assert.equal(sum(shareSlots(due, busy)), MOST_IN_FLIGHT / 2 - 60)
  assert.equal(slotsOf(shareSlots([...due, good('good')], busy), 'good'), 1)
})

test('a few slow endpoints cannot take everything: a quarter is reserved for those with few requests', () => {
  const slow = many(40, good)
  const shares = shareSlots(slow, loadsOf(slow, WIDE))
  assert.equal(sum(shares), MOST_IN_FLIGHT * 0.75)
  const loads = loadsOf(slow, WIDE)
  for (const { id, slots } of shares) loads.get(id)!.inFlight += slots
  assert.equal(sum(shareSlots(slow, loads)), 0)
  loads.set('other', { ...WIDE })
  assert.equal(slotsOf(shareSlots([...slow, good('other')], loads), 'other'), 2)
})

test('slots are shared evenly, and never exceeded', () => {
  const due = many(500, good)
  const shares = shareSlots(due, loadsOf(due, WIDE))
  assert.equal(sum(shares), MOST_IN_FLIGHT)
  assert.ok(shares.every(({ slots }) => slots === 1))
  assert.deepEqual(shareSlots(due, new Map([['x', { ...WIDE, inFlight: MOST_IN_FLIGHT }]])), [])
})
