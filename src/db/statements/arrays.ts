import { type Db, sql } from '../database.ts'

/**
 * PostgreSQL arrays in binary form, one per column of a multi-row insert (`unnest($1::uuid[], …)`). The driver sends a
 * Buffer as it is. Compared with array literals, this halves the bytes of a bytea column, and neither side has to
 * quote, escape or parse. The server refuses any type other than the parameter's: textArray is for text[], not for
 * varchar[] or citext[].
 */

const HEAD_BYTES = 20
const LENGTH_BYTES = 4
const NULL_LENGTH = -1

type Values<T> = ReadonlyArray<T | null>
/** Returns where the value ends. */
type Write<T> = (array: Buffer, value: T, at: number) => number

// The types' numbers never change: https://github.com/postgres/postgres/blob/master/src/include/catalog/pg_type.dat

export const uuidArray = arraysOf(2950, () => 16, writeUuid)
/** Milliseconds since 1970. */
export const timeArray = arraysOf(1184, () => 8, writeTime)
export const integerArray = arraysOf<number>(
  23,
  () => 4,
  (array, value, at) => array.writeInt32BE(value, at),
)
export const booleanArray = arraysOf<boolean>(
  16,
  () => 1,
  (array, value, at) => array.writeUInt8(value ? 1 : 0, at),
)
export const textArray = arraysOf(25, byteLength, writeText)
export const byteaArray = arraysOf<Buffer>(
  17,
  ({ length }) => length,
  (array, value, at) => at + value.copy(array, at),
)
/** For texts that are already JSON. */
export const jsonArray = arraysOf(114, byteLength, writeText)
/** Encodes texts that are already JSON. The version of the format comes first; version 1 is the text itself. */
export const jsonbArray = arraysOf<string>(
  3802,
  (value) => 1 + byteLength(value),
  (array, value, at) => writeText(array, value, array.writeUInt8(1, at)),
)

/** One parameter for each of these columns of the rows. */
export function columns<R, K extends keyof R>(rows: readonly R[], toArray: (values: R[K][]) => Buffer, ...names: K[]) {
  return names.map((name) => toArray(rows.map((row) => row[name])))
}

const ARRAYS = {
  uuid: uuidArray,
  text: textArray,
  integer: integerArray,
  timestamptz: timeArray,
  json: jsonArray,
  jsonb: jsonbArray,
  bytea: byteaArray,
  boolean: booleanArray,
}
type Columns = keyof typeof ARRAYS
/** The fields of a row that fit such a column. */
type FieldsFor<R, C extends Columns> = {
  [K in keyof R]: R[K][] extends Parameters<(typeof ARRAYS)[C]>[0] ? K : never
}[keyof R]

/** SQL: `unnest($1::uuid[], …)`, the rows as a table with one column for each of these fields, in this order. */
export function unnest<R>(rows: readonly R[], fields: { [C in Columns]?: ReadonlyArray<FieldsFor<R, C>> }) {
  const arrays = Object.entries(fields as Record<string, ReadonlyArray<keyof R>>).flatMap(([type, names]) => {
    const toArray = ARRAYS[type as Columns] as (values: unknown[]) => Buffer
    return columns(rows, toArray, ...names).map((array) => sql`${array}::${sql.raw(type)}[]`)
  })
  return sql`unnest(${sql.join(arrays)})`
}

export interface Places<R> {
  /** The placeholder of an array with a value of each row: `$3::uuid[]`. */
  column<C extends Columns>(type: C, read: (row: R) => Parameters<(typeof ARRAYS)[C]>[0][number]): string
  /** The placeholder of one value made from all rows: `$9::jsonb`. */
  whole(type: string, read: (rows: readonly R[]) => unknown): string
}

/** SQL: an insert into another table, in the same statement. `columns` are the placeholders of the first table's columns. */
export type Beside<R> = (places: Places<R>, columns: Readonly<Record<string, string>>) => string

/**
 * A named statement about many rows. `write` returns its text, and is called once. It requests a placeholder for each
 * value, and can use one several times.
 */
export function rowsStatement<R>(name: string, write: (places: Places<R>) => string) {
  const values: Array<(rows: readonly R[]) => unknown> = []
  const whole: Places<R>['whole'] = (type, read) => `$${values.push(read)}::${type}`
  const text = write({
    whole,
    column(type, read) {
      const toArray = ARRAYS[type] as (values: unknown[]) => Buffer
      return whole(`${type}[]`, (rows) => toArray(rows.map(read)))
    },
  })
  return (db: Db, rows: readonly R[]) => db.query({ name, text, values: values.map((read) => read(rows)) })
}

/** SQL: the names of the columns whose placeholders are the values of this object. */
export const namesOf = (places: object) => Object.keys(places).join(', ')
/** SQL: the rows of these placeholders as a table. */
export const unnested = (places: object) => `unnest(${Object.values(places).join(', ')})`

function arraysOf<T>(type: number, sizeOf: (value: T) => number, write: Write<T>): (values: Values<T>) => Buffer {
  return (values) => {
    let bytes = HEAD_BYTES
    for (const value of values) bytes += LENGTH_BYTES + (value === null ? 0 : sizeOf(value))
    const array = startArray(type, values, bytes)
    let at = HEAD_BYTES
    for (const value of values) {
      const end = value === null ? at + LENGTH_BYTES : write(array, value, at + LENGTH_BYTES)
      array.writeInt32BE(value === null ? NULL_LENGTH : end - at - LENGTH_BYTES, at)
      at = end
    }
    return array
  }
}

/** Dimensions, whether there are nulls, type; then length and first index of the one dimension. */
function startArray(type: number, values: Values<unknown>, bytes: number): Buffer {
  const array = Buffer.allocUnsafe(bytes)
  array.writeInt32BE(1, 0)
  array.writeInt32BE(values.includes(null) ? 1 : 0, 4)
  array.writeInt32BE(type, 8)
  array.writeInt32BE(values.length, 12)
  array.writeInt32BE(1, 16)
  return array
}

// The value of a hexadecimal digit by its character code.
const DIGIT = new Uint8Array(128)
for (let i = 0; i < 16; i++) {
  DIGIT[i.toString(16).charCodeAt(0)] = i
  DIGIT[i.toString(16).toUpperCase().charCodeAt(0)] = i
}

// The positions of each byte's two digits in 8-4-4-4-12.
const DIGITS_AT = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34]

function writeUuid(array: Buffer, uuid: string, at: number): number {
  for (let i = 0; i < 16; i++) {
    const digit = DIGITS_AT[i]!
    array[at + i] = (DIGIT[uuid.charCodeAt(digit)]! << 4) | DIGIT[uuid.charCodeAt(digit + 1)]!
  }
  return at + 16
}

// PostgreSQL counts microseconds from the year 2000.
const EPOCH_MS = Date.UTC(2000, 0, 1)

function writeTime(array: Buffer, ms: number, at: number): number {
  // Not as a number: from the year 2285 on, microseconds exceed 2^53.
  return array.writeBigInt64BE(BigInt(Math.floor(ms - EPOCH_MS)) * 1000n, at)
}

function byteLength(text: string): number {
  return Buffer.byteLength(text)
}

function writeText(array: Buffer, value: string, at: number): number {
  return at + array.write(value, at)
}
