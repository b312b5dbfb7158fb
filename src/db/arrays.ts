/**
 * PostgreSQL arrays in binary form, one per column of a multi-row insert (`unnest($1::uuid[], …)`). The driver sends a
 * Buffer as it is. Against array literals this halves the bytes of a bytea column, and neither side has to quote,
 * escape or parse. The server refuses another type than the parameter's: textArray is for text[], not for varchar[] or
 * citext[].
 */

// The types' numbers are fixed for ever: https://github.com/postgres/postgres/blob/master/src/include/catalog/pg_type.dat
const TYPE = { boolean: 16, bytea: 17, integer: 23, text: 25, json: 114, timestamptz: 1184, uuid: 2950, jsonb: 3802 }

const HEAD_BYTES = 20
const LENGTH_BYTES = 4
const NULL_LENGTH = -1

type Values<T> = ReadonlyArray<T | null>

export function uuidArray(values: Values<string>): Buffer {
  return fixedArray(TYPE.uuid, 16, values, writeUuid)
}

/** Milliseconds since 1970. */
export function timeArray(values: Values<number>): Buffer {
  return fixedArray(TYPE.timestamptz, 8, values, writeTime)
}

export function integerArray(values: Values<number>): Buffer {
  return fixedArray(TYPE.integer, 4, values, writeInteger)
}

export function booleanArray(values: Values<boolean>): Buffer {
  return fixedArray(TYPE.boolean, 1, values, writeBoolean)
}

export function textArray(values: Values<string>): Buffer {
  return stringArray(TYPE.text, values, '')
}

/** Of texts that are JSON already. */
export function jsonArray(values: Values<string>): Buffer {
  return stringArray(TYPE.json, values, '')
}

/** Of texts that are JSON already. */
export function jsonbArray(values: Values<string>): Buffer {
  // The version of the format, which is the text itself.
  return stringArray(TYPE.jsonb, values, '\u0001')
}

export function byteaArray(values: Values<Buffer>): Buffer {
  let bytes = HEAD_BYTES
  for (const value of values) bytes += LENGTH_BYTES + (value?.length ?? 0)
  const array = startArray(TYPE.bytea, values, bytes)
  let at = HEAD_BYTES
  for (const value of values) {
    at = array.writeInt32BE(value?.length ?? NULL_LENGTH, at)
    if (value) at += value.copy(array, at)
  }
  return array
}

function stringArray(type: number, values: Values<string>, prefix: string): Buffer {
  let bytes = HEAD_BYTES
  for (const value of values) {
    bytes += LENGTH_BYTES
    if (value !== null) bytes += prefix.length + Buffer.byteLength(value)
  }
  const array = startArray(type, values, bytes)
  let at = HEAD_BYTES
  for (const value of values) {
    if (value === null) {
      at = array.writeInt32BE(NULL_LENGTH, at)
      continue
    }
    const start = at + LENGTH_BYTES
    let end = start
    if (prefix !== '') array[end++] = prefix.charCodeAt(0)
    end += array.write(value, end)
    array.writeInt32BE(end - start, at)
    at = end
  }
  return array
}

/** Of values that all take the same number of bytes. */
function fixedArray<T>(
  type: number,
  size: number,
  values: Values<T>,
  write: (array: Buffer, value: T, at: number) => void,
): Buffer {
  let bytes = HEAD_BYTES
  for (const value of values) bytes += LENGTH_BYTES + (value === null ? 0 : size)
  const array = startArray(type, values, bytes)
  let at = HEAD_BYTES
  for (const value of values) {
    at = array.writeInt32BE(value === null ? NULL_LENGTH : size, at)
    if (value === null) continue
    write(array, value, at)
    at += size
  }
  return array
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

// Where the two digits of each byte stand in 8-4-4-4-12.
const DIGITS_AT = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34]

function writeUuid(array: Buffer, uuid: string, at: number): void {
  for (let i = 0; i < 16; i++) {
    const digit = DIGITS_AT[i]!
    array[at + i] = (DIGIT[uuid.charCodeAt(digit)]! << 4) | DIGIT[uuid.charCodeAt(digit + 1)]!
  }
}

// PostgreSQL counts microseconds from the year 2000.
const EPOCH_MS = Date.UTC(2000, 0, 1)

function writeTime(array: Buffer, ms: number, at: number): void {
  // Not as a number: from the year 2285 on microseconds are beyond 2^53.
  array.writeBigInt64BE(BigInt(Math.floor(ms - EPOCH_MS)) * 1000n, at)
}

function writeInteger(array: Buffer, value: number, at: number): void {
  array.writeInt32BE(value, at)
}

function writeBoolean(array: Buffer, value: boolean, at: number): void {
  array[at] = value ? 1 : 0
}
