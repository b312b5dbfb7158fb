import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../src/db/database.ts'
import { createObjectWriter, runJsonUpTo, runUpTo } from '../../src/db/statements/bounded.ts'
import { startServer } from '../helpers/server.ts'

const { pool } = (await startServer()).deps

const NAMES = ['id', 'text', 'time', 'number', 'large', 'flag', 'list', 'object', 'document', 'day', 'nothing']
const ROWS = sql<Record<string, unknown>>`
  select * from (values
    ('019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9012'::uuid, E'"quoted" \\ \u2028 \U0001F600 \t'::text, '2026-11-18 09:14:28.71+00'::timestamptz, 1::integer,
     9007199254740991::bigint, true, array['a', 'b"c', null]::text[], '{"b": [1, "x"]}'::jsonb, '{"z":1,"a":null}'::json, '2026-11-18'::date, null::text),
    ('019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9013', '', '2026-11-18 09:14:28+00', -1, 0, false, '{}', '[]', '"text"', '0001-01-01', null),
    ('019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9014', 'x', '2026-11-18 09:14:28.123999+00', 0, 0, false, '{}', '{}', '{}', '9999-12-31', null),
    ('019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9015', 'x', '12026-11-18 09:14:28.5+00', 0, 0, false, '{}', '{}', '{}', '9999-12-31', null),
    ('019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9016', 'x', '0044-03-15 00:00:00+00 BC', 0, 0, false, '{}', '{}', '{}', '9999-12-31', null)
  ) as row (id, text, time, number, large, flag, list, object, document, day, nothing)`

test('rows passed on as PostgreSQL sends them equal those that are parsed and written again', async () => {
  const { rows: parsed } = await runUpTo(pool, ROWS, 1_000_000)
  const { rows: written } = await runJsonUpTo(pool, ROWS, 1_000_000)
  const write = createObjectWriter(NAMES)
  assert.equal(parsed.length, 5)
  assert.deepEqual(
    written.map((row) => JSON.parse(write(row))),
    JSON.parse(JSON.stringify(parsed)),
  )
})

test('the first column identifies a row, so it must not be null', async () => {
  const query = sql<object>`select case when n = 2 then n end as id from generate_series(1, 3) as n`
  await assert.rejects(runUpTo(pool, query, 1_000), /must not be null/)
})

test('rows beyond the bound are left out, except the first', async () => {
  const query = sql<{ id: number }>`select n as id, repeat('x', 1000) as text from generate_series(1, 100) as n`
  for (const read of [runUpTo, runJsonUpTo]) {
    assert.deepEqual(await lengths(read, 0), { rows: 1, isCut: true })
    assert.deepEqual(await lengths(read, 3_000), { rows: 3, isCut: true })
    assert.deepEqual(await lengths(read, 1_000_000), { rows: 100, isCut: false })
  }
  async function lengths(read: typeof runUpTo | typeof runJsonUpTo, bytesMax: number) {
    const { rows, isCut } = await read(pool, query, bytesMax)
    return { rows: rows.length, isCut }
  }
})
