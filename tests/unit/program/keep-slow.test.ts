import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { keepSlow } from '../../../src/lib/bounds/remember.ts'

let clock = 0
let loads = 0
/** Takes this long, and returns how often it was called. */
const keeping = (tookMs: number, isKept: (result: number) => boolean = () => true) =>
  keepSlow(
    async () => {
      clock += tookMs
      return ++loads
    },
    { isKept, now: () => clock },
  )

test('a result that is not worth keeping is computed every time', async () => {
  loads = 0
  const ask = keeping(100, (result) => result > 2)
  assert.deepEqual([await ask('a'), await ask('a'), await ask('a'), await ask('a')], [1, 2, 3, 3])
})

test('a result is kept for twenty times as long as it took, for each key', async () => {
  loads = 0
  const ask = keeping(100)
  assert.equal(await ask('a'), 1)
  assert.equal(await ask('b'), 2)
  clock += 1_800
  assert.equal(await ask('a'), 1)
})

test('for as long again it is given while it is computed anew, once; then callers wait', async () => {
  loads = 0
  const ask = keeping(100)
  assert.equal(await ask('a'), 1)
  clock += 2_001
  assert.deepEqual(await Promise.all([ask('a'), ask('a')]), [1, 1])
  await setImmediate()
  assert.equal(await ask('a'), 2)
  assert.equal(loads, 2)
  clock += 4_001
  assert.equal(await ask('a'), 3)
})

test('a failure is forgotten, and passed on to a caller who waits', async () => {
  let fails = false
  const ask = keepSlow(
    async () => {
      clock += 100
      if (fails) throw new Error('away')
      return 'there'
    },
    { isKept: () => true, now: () => clock },
  )
  assert.equal(await ask('a'), 'there')
  clock += 2_001
  fails = true
  assert.equal(await ask('a'), 'there')
  await setImmediate()
  await assert.rejects(ask('a'), /away/)
  fails = false
  assert.equal(await ask('a'), 'there')
})
