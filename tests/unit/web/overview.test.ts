import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { compare, labelled, ticksUpTo } from '../../../web/src/overview/report.ts'

test('the ticks of a plot are whole, evenly spaced and few, and no bar exceeds the last', () => {
  fc.assert(
    fc.property(fc.nat(5_000_000), (most) => {
      const ticks = ticksUpTo(most)
      const step = ticks[1]!
      assert.ok(Number.isInteger(step) && ticks.length <= 6)
      assert.deepEqual(
        ticks,
        ticks.map((_, index) => index * step),
      )
      assert.ok(ticks.at(-1)! >= most && (most === 0 || ticks.at(-2)! < most))
    }),
  )
})

test('labels of days are far enough apart, and today always has one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 90 }), fc.integer({ min: 1, max: 100 }), (days, band) => {
      const shown = labelled(days, band, 60)
      assert.equal(shown.at(-1), days - 1)
      for (const [at, index] of shown.slice(1).entries()) assert.ok((index - shown[at]!) * band >= 60)
    }),
  )
})

test('a comparison with nothing, and with an equal value, is expressed in words', () => {
  assert.equal(compare(0, 0, 7), 'None in the 7 days before either.')
  assert.equal(compare(4, 0, 7), 'None in the 7 days before.')
  assert.equal(compare(1000, 1001, 30), 'As many as in the 30 days before.')
  assert.equal(compare(3, 4, 30), '25% fewer than in the 30 days before.')
  assert.equal(compare(9, 4, 90), '125% more than in the 90 days before.')
})
