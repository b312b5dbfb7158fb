import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadSecretKeys } from '../../../src/secrets/key-file.ts'
import { createPasswordAuth } from '../../../src/users/auth.ts'
import { startServer } from '../../helpers/server.ts'

// The adapter between better-auth and our tables, with every kind of condition that it uses.

const { deps } = await startServer()
const { pool, ids, log, config } = deps
const auth = createPasswordAuth({
  pool,
  ids,
  log,
  baseUrl: config.baseUrl,
  sandbox: false,
  keys: loadSecretKeys(config),
})
const { adapter } = await auth.$context

const model = 'verification'
const day = (number: number) => new Date(Date.UTC(2030, 0, number))
for (const number of [1, 2, 3, 4]) {
  const data = { identifier: `row ${number}`, value: String(number % 2), expiresAt: day(number) }
  await adapter.create({ model, data: { ...data, createdAt: day(1), updatedAt: day(1) } })
}

type Row = { id: string; identifier: string; value: string; expiresAt: Date }
type Where = NonNullable<Parameters<typeof adapter.findMany>[0]['where']>
const sortBy = { field: 'expiresAt', direction: 'desc' as const }
const find = async (where: Where, page: { limit?: number; offset?: number } = {}) =>
  (await adapter.findMany<Row>({ model, where, sortBy, ...page })).map(({ expiresAt }) => expiresAt.getUTCDate())

test('finds the rows that meet the conditions, sorted and in pages', async () => {
  const field = 'expiresAt'
  assert.deepEqual(await find([]), [4, 3, 2, 1])
  assert.deepEqual(await find([], { limit: 2, offset: 1 }), [3, 2])
  assert.deepEqual(await find([{ field, operator: 'lt', value: day(3) }]), [2, 1])
  assert.deepEqual(await find([{ field, operator: 'lte', value: day(3) }]), [3, 2, 1])
  assert.deepEqual(await find([{ field, operator: 'gt', value: day(3) }]), [4])
  assert.deepEqual(await find([{ field, operator: 'gte', value: day(3) }]), [4, 3])
  assert.deepEqual(await find([{ field: 'identifier', operator: 'in', value: ['row 1', 'row 4'] }]), [4, 1])
  assert.deepEqual(await find([{ field: 'identifier', operator: 'in', value: [] }]), [])
  assert.deepEqual(await find([{ field: 'value', operator: 'ne', value: '1' }]), [4, 2])
  assert.deepEqual(await find([{ field, value: null }]), [])
  assert.deepEqual(await find([{ field, operator: 'ne', value: null }]), [4, 3, 2, 1])
  const either: Where = [1, 2].map((number) => ({ field, value: day(number), connector: 'OR' }))
  assert.deepEqual(await find([{ field: 'value', value: '1' }, ...either]), [1])
  assert.equal(await adapter.count({ model, where: [{ field: 'value', value: '1' }] }), 2)
})

test('refuses an unknown condition', async () => {
  for (const operator of ['contains', 'starts_with', 'ends_with', 'not_in'] as const) {
    await assert.rejects(find([{ field: 'identifier', operator, value: 'row' }]), /better-auth compares identifier/)
  }
  await assert.rejects(find([{ field: 'identifier', value: 'ROW 1', mode: 'insensitive' }]), /without its case/)
})

test('changes and deletes no other rows; one row is consumed once', async () => {
  const where = (identifier: string): Where => [{ field: 'identifier', value: identifier }]
  const updated = await adapter.update<Row>({ model, where: where('row 1'), update: { value: 'x' } })
  assert.deepEqual([updated?.identifier, updated?.value], ['row 1', 'x'])
  assert.equal(await adapter.update({ model, where: where('none'), update: { value: 'x' } }), null)
  assert.equal(await adapter.updateMany({ model, where: [{ field: 'value', value: '0' }], update: { value: 'y' } }), 2)
  assert.equal(await adapter.count({ model, where: [{ field: 'value', value: '1' }] }), 1)
  const consumed = await Promise.all([1, 2, 3].map(() => adapter.consumeOne<Row>({ model, where: where('row 2') })))
  assert.equal(consumed.filter((row) => row?.identifier === 'row 2').length, 1)
  await adapter.delete({ model, where: where('row 3') })
  assert.equal(await adapter.deleteMany({ model, where: [{ field: 'value', value: 'x' }] }), 1)
  assert.deepEqual(await find([]), [4])
})
