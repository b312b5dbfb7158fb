import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import {
  booleanArray,
  byteaArray,
  integerArray,
  jsonArray,
  jsonbArray,
  textArray,
  timeArray,
  uuidArray,
} from '../../../src/db/statements/arrays.ts'
import { naughtyStrings } from '../../helpers/naughty-strings.ts'
import { createDatabase } from '../../helpers/postgres.ts'

const database = await createDatabase()
const client = new pg.Client({ connectionString: database.url })
await client.connect()
after(async () => {
  await client.end()
  await database.drop()
})

/** How the server reads an array, one row per element. */
async function elements<T>(type: string, array: Buffer, shown = 'value'): Promise<T[]> {
  const text = `select ${shown} as value from unnest($1::${type}[]) with ordinality as t (value, place) order by place`
  const { rows } = await client.query<{ value: T }>(text, [array])
  return rows.map((row) => row.value)
}

test('text is returned unchanged', async () => {
  const values = [
    '',
    null,
    'NULL',
    '{}',
    '"',
    '\\',
    "a'b",
    'a,b',
    '\u00e4\u00f6\u00fc \u6771\u4eac \u{1f600}',
    ' ',
    '\n\t',
    'x'.repeat(1_048_576),
    null,
  ]
  assert.deepEqual(await elements('text', textArray(values)), values)
  const usable = naughtyStrings.filter((text) => text.isWellFormed() && !text.includes('\0'))
  assert.deepEqual(await elements('text', textArray(usable)), usable)
})

test('bytes are returned unchanged', async () => {
  const every = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))
  const values = [every, null, Buffer.alloc(0), Buffer.alloc(1_048_576, 7)]
  assert.deepEqual(await elements('bytea', byteaArray(values)), values)
})

test('ids are returned in lower case', async () => {
  const id = '0198a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b'
  const others = ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff']
  assert.deepEqual(await elements('uuid', uuidArray([id, null, ...others, id.toUpperCase()])), [
    id,
    null,
    ...others,
    id,
  ])
})

test('times are exact to the millisecond, also before 2000 and far ahead', async () => {
  const times = [
    '2026-11-15T08:00:00.123Z',
    '1999-12-31T23:59:59.999Z',
    '1970-01-01T00:00:00.000Z',
    '9999-12-31T23:59:59.999Z',
  ]
  const array = timeArray([...times.map((time) => Date.parse(time)), null])
  const shown = `to_char(value at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
  const expected = times.map((time) => time.replace('Z', '000Z'))
  assert.deepEqual(await elements('timestamptz', array, shown), [...expected, null])
})

test('JSON is returned unchanged', async () => {
  const values = [{ a: 'q"\\ä' }, [1, [2]], 'text', 12.5, true, {}]
  const texts = values.map((value) => JSON.stringify(value))
  assert.deepEqual(await elements('jsonb', jsonbArray([...texts, null])), [...values, null])
  assert.deepEqual(await elements('json', jsonArray([...texts, null])), [...values, null])
})

test('numbers and booleans are returned unchanged', async () => {
  const numbers = [0, -1, null, 2_147_483_647, -2_147_483_648]
  assert.deepEqual(await elements('integer', integerArray(numbers)), numbers)
  assert.deepEqual(await elements('boolean', booleanArray([true, null, false])), [true, null, false])
})

test('no values are an empty array', async () => {
  const { rows } = await client.query('select $1::text[] as text, $2::uuid[] as uuid, $3::bytea[] as bytea', [
    textArray([]),
    uuidArray([]),
    byteaArray([]),
  ])
  assert.deepEqual(rows, [{ text: [], uuid: [], bytea: [] }])
})
