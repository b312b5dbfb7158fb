import pg from 'pg'
import { type Db, isPlainTime, type Query, toConfig, types } from '../database.ts'

// Large rows cannot fill memory: those beyond the limit are dropped as they arrive. Measuring them in SQL would cost as
// much as reading them.

export interface Bounded<R> {
  rows: R[]
  bytes: number
  /** True if there were more. */
  isCut: boolean
}

type Parse = (text: string) => unknown

/** The first rows, up to about this many bytes; at least one. */
export async function runUpTo<R>(db: Db, query: Query<R>, bytesMax: number): Promise<Bounded<R>> {
  const bound = createBound(bytesMax, (oid) => types.getTypeParser(oid))
  const { rows } = await db.query({ ...toConfig(query), types: bound.types })
  return bound.cut(rows as R[])
}

/** The values of a row as JSON. Bytes are hexadecimal. */
export type JsonRow = ReadonlyArray<string | null>

/**
 * The same with values as JSON, made from the texts that PostgreSQL sends: parsing them first takes three times as
 * long.
 */
export function runJsonUpTo(db: Db, query: Query<unknown>, bytesMax: number): Promise<Bounded<JsonRow>> {
  return runJson(db, toConfig(query), bytesMax)
}

/** The same for SQL; all rows, unless there is a limit. */
export async function runJson(db: Db, query: pg.QueryConfig, bytesMax = Number.POSITIVE_INFINITY) {
  const bound = createBound(bytesMax, toJson)
  const config: pg.QueryArrayConfig = { ...query, types: bound.types, rowMode: 'array' }
  const { rows } = await db.query(config)
  return bound.cut(rows as unknown as JsonRow[])
}

function createBound(bytesMax: number, parserOf: (oid: number) => Parse) {
  let bytes = 0
  let kept = 0
  let isCut = false
  let columns = 0
  const count = (parse: Parse) => (text: string) => {
    if (isCut) return null
    bytes += text.length
    return parse(text)
  }
  // Called column by column. The first column is a key, so it has a value in every row.
  const getTypeParser = (oid: number): Parse => {
    const read = count(parserOf(oid))
    if (columns++ > 0) return read
    return (text) => {
      isCut ||= kept > 0 && bytes >= bytesMax
      if (!isCut) kept++
      return read(text)
    }
  }
  return {
    types: { getTypeParser } as pg.CustomTypesConfig,
    cut<R>(rows: readonly R[]): Bounded<R> {
      if (!isCut && kept < rows.length) throw new Error('the first column of a list must not be null')
      return { rows: rows.slice(0, kept), bytes, isCut }
    },
  }
}

const {
  UUID,
  TIMESTAMPTZ,
  JSON: JSON_TEXT,
  JSONB,
  INT2,
  INT4,
  INT8,
  FLOAT8,
  BOOL,
  TEXT,
  VARCHAR,
  BYTEA,
} = pg.types.builtins

const asItIs: Parse = (text) => text
const WRITERS = new Map<number, Parse>([
  [UUID, (text) => `"${text}"`],
  [
    TIMESTAMPTZ,
    (text) => (isPlainTime(text) ? `"${toIso(text)}"` : JSON.stringify(types.getTypeParser(TIMESTAMPTZ)(text))),
  ],
  [TEXT, JSON.stringify],
  [VARCHAR, JSON.stringify],
  [BOOL, (text) => (text === 't' ? 'true' : 'false')],
  [BYTEA, (text) => `"${text.slice(2)}"`],
  ...[JSON_TEXT, JSONB, INT2, INT4, INT8, FLOAT8].map((oid): [number, Parse] => [oid, asItIs]),
])

function toJson(oid: number): Parse {
  const parse = types.getTypeParser(oid)
  return WRITERS.get(oid) ?? ((text) => JSON.stringify(parse(text)))
}

/** In the format of `Date`. */
function toIso(text: string): string {
  const thousandths = text.length === 26 ? text.slice(19, 23) : `${text.slice(19, -3) || '.'}000`.slice(0, 4)
  return `${text.slice(0, 10)}T${text.slice(11, 19)}${thousandths}Z`
}

type Rewrites<N extends string> = { readonly [Name in N]?: (json: string) => string }

/**
 * Writes a row as an object with these names, from the columns of these names. `rewrites` changes values, which are
 * JSON.
 */
export function createObjectWriter<N extends string>(
  names: readonly N[],
  columns: readonly string[] = names,
  rewrites: Rewrites<N> = {},
): (row: JsonRow) => string {
  const write = createFieldsWriter(names, columns, rewrites)
  return (row) => `{${write(row)}}`
}

/** The same without braces. */
export function createFieldsWriter<N extends string>(
  names: readonly N[],
  columns: readonly string[],
  rewrites: Rewrites<N> = {},
): (row: JsonRow) => string {
  const places = names.map((name) => columns.indexOf(name))
  if (places.includes(-1)) throw new Error(`no column for ${names[places.indexOf(-1)]}`)
  const prefixes = names.map((name, at) => `${at === 0 ? '' : ','}${JSON.stringify(name)}:`)
  const changes = names.map((name) => rewrites[name])
  return (row) => {
    let text = ''
    for (let at = 0; at < prefixes.length; at++) {
      const json = row[places[at]!] ?? 'null'
      text += prefixes[at]! + (changes[at]?.(json) ?? json)
    }
    return text
  }
}
