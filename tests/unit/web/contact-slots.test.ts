import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Slot, toSlots } from '../../../web/src/contacts/list/slots.ts'

const range = (from: number, count: number) => Array.from({ length: count }, (_, at) => from + at)

test('in any scroll direction, every wanted row is shown once, and no element is shown twice', () => {
  const views = fc.array(fc.tuple(fc.nat(100_000), fc.integer({ min: 0, max: 60 }), fc.boolean()), { maxLength: 20 })
  fc.assert(
    fc.property(views, (steps) => {
      let slots: Slot[] = []
      for (const [from, count, isMoving] of steps) {
        const wanted = range(from, count)
        slots = toSlots(slots, wanted, isMoving)
        assert.deepEqual(
          slots.map(({ index }) => index).sort((a, b) => a - b),
          wanted,
        )
        assert.equal(new Set(slots.map(({ key }) => key)).size, slots.length)
        if (!isMoving)
          assert.deepEqual(
            slots,
            [...slots].sort((a, b) => a.index - b.index),
          )
      }
    }),
  )
})

test('in a fast scroll no element is created, and none changes its place', () => {
  const before = toSlots([], range(0, 40), false)
  const after = toSlots(before, range(5_000, 40), true)
  assert.deepEqual(
    after.map(({ key }) => key),
    before.map(({ key }) => key),
  )
})

test('a row that stays in view keeps its element', () => {
  const before = toSlots([], range(0, 40), false)
  const after = toSlots(before, range(10, 40), true)
  const keyOf = (slots: Slot[], index: number) => slots.find((slot) => slot.index === index)!.key
  for (const index of range(10, 30)) assert.equal(keyOf(after, index), keyOf(before, index))
})
