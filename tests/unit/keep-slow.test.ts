import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keepSlow } from '../../src/lib/bounds/remember.ts'

let clock = 0
let loads = 0
/** Takes this long, and returns how often it was called. */
const keeping = (tookMs: number) =>
  keepSlow(
    async () => {
      clock += tookMs
      return ++loads
    },
    () => clock,
  )

test('a quick result is computed every time', async () => {
  loads = 0
  const ask = keeping(9)
  assert.deepEqual([await ask('a'), await ask('a')], [1, 2])
})

test('a slow result is kept for twenty times as long as it took, for each key', async () => {
  loads = 0
  const ask = keeping(100)
  assert.equal(await ask('a'), 1)
  assert.equal(await ask('b'), 2)
  clock += 1_800
  assert.equal(await ask('a'), 1)
  clock += 300
  assert.equal(await ask('a'), 3)
})

test('while it is computed again, others get the previous one', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  const answers = [Promise.resolve('old'), promise]
  const ask = keepSlow(
    () => {
      clock += 100
      return answers.shift()!
    },
    () => clock,
  )
  assert.equal(await ask('a'), 'old')
  clock += 2_001
  const first = ask('a')
  assert.equal(await ask('a'), 'old')
  resolve('new')
  assert.equal(await first, 'new')
  assert.equal(await ask('a'), 'new')
})

test('a failure is passed on and forgotten', async () => {
  let fails = false
  const ask = keepSlow(
    async () => {
      clock += 100
      if (fails) throw new Error('away')
      return 'there'
    },
    () => clock,
  )
  assert.equal(await ask('a'), 'there')
  clock += 2_001
  fails = true
  await assert.rejects(ask('a'), /away/)
  fails = false
  assert.equal(await ask('a'), 'there')
})
