import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { createBatcher } from '../../../src/db/writes/batcher.ts'

/** A batcher whose statements end when the test decides. */
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

test('a few items wait until a large statement has ended', async () => {
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

test('as many items as are being written start a second statement, but never a third', async () => {
  const { add, written } = startBatcher()
  await add(1, 2, 3)
  await add(4, 5)
  assert.deepEqual(written(), [[1, 2, 3]])
  await add(6)
  await add(7, 8, 9, 10, 11, 12)
  assert.deepEqual(written(), [
    [1, 2, 3],
    [4, 5, 6],
  ])
})

for (const code of ['40P01', '40001']) {
  test(`a statement that was rolled back for another one (${code}) is repeated once`, async () => {
    const statements: number[][] = []
    const batcher = createBatcher<number, number>({
      write: async (items) => {
        statements.push(items)
        if (statements.length === 1) throw Object.assign(new Error('rolled back'), { code })
        return items
      },
    })
    assert.deepEqual(await Promise.all([batcher.add(1), batcher.add(2)]), [1, 2])
    assert.deepEqual(statements, [
      [1, 2],
      [1, 2],
    ])
  })
}

test('a statement that is rolled back each time is written twice and no more', async () => {
  let statements = 0
  const batcher = createBatcher<number, number>({
    write: async () => {
      statements++
      throw Object.assign(new Error('rolled back'), { code: '40P01' })
    },
  })
  await assert.rejects(batcher.add(1), { code: '40P01' })
  assert.equal(statements, 2)
})

test('a statement with an unknown outcome is not repeated', async () => {
  let statements = 0
  const batcher = createBatcher<number, number>({
    write: async () => {
      statements++
      throw Object.assign(new Error('lost'), { code: '57P01' })
    },
  })
  await assert.rejects(batcher.add(1), { code: '57P01' })
  assert.equal(statements, 1)
})
