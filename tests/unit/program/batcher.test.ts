import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { createBatcher } from '../../../src/db/writes/batcher.ts'

/** A batcher whose statements end when the test says so. */
function startBatcher() {
  const statements: Array<{ items: number[]; finish: () => void }> = []
  const batcher = createBatcher<number, number>({
    write: (items) => new Promise((resolve) => statements.push({ items, finish: () => resolve(items) })),
  })
  const add = async (...items: number[]) => {
    for (const item of items) void batcher.add(item)
    await turn()
    await turn()
  }
  return { statements, add, written: () => statements.map(({ items }) => items) }
}

test('one item beside another is written at once', async () => {
  const { add, written } = startBatcher()
  await add(1)
  await add(2)
  assert.deepEqual(written(), [[1], [2]])
})

test('a few items wait for a large statement to end, and are written then', async () => {
  const { add, written, statements } = startBatcher()
  await add(1, 2, 3, 4, 5, 6)
  await add(7, 8)
  assert.deepEqual(written(), [[1, 2, 3, 4, 5, 6]])
  statements[0]!.finish()
  await turn()
  assert.deepEqual(written(), [
    [1, 2, 3, 4, 5, 6],
    [7, 8],
  ])
})

test('half as many as are being written are worth a second statement, but no third', async () => {
  const { add, written } = startBatcher()
  await add(1, 2, 3, 4, 5, 6)
  await add(7, 8, 9)
  await add(10, 11, 12, 13, 14)
  assert.deepEqual(written(), [
    [1, 2, 3, 4, 5, 6],
    [7, 8, 9],
  ])
})
