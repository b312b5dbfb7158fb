import { type CustomAdapter, createAdapterFactory, type WhereOperator } from '@better-auth/core/db/adapter'
import { type Db, run, runCount, runOne, sql } from '../db/database.ts'

type Where = NonNullable<Parameters<CustomAdapter['findMany']>[0]['where']>
type Values = Record<string, unknown>

const COMPARISONS: Partial<Record<WhereOperator, string>> = {
  eq: '=',
  ne: '<>',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
}

/**
 * How better-auth reads and writes our tables. Its own adapter for Kysely loads the ES modules of Kysely: 260 files and
 * 20 MB for a builder that src/db already has.
 */
export function authTables(db: Db) {
  return createAdapterFactory({
    config: {
      adapterId: 'doorpost',
      supportsBooleans: true,
      supportsDates: true,
      supportsJSON: true,
      supportsUUIDs: true,
      transaction: false,
    },
    adapter: ({ getFieldName }) =>
      statements(db, (model, field) => sql`order by ${sql.ref(getFieldName({ model, field }))}`),
  })
}

type OrderBy = (model: string, field: string) => ReturnType<typeof sql>

/** Models and fields arrive as names of tables and columns, except the sort field of a list. */
function statements(db: Db, orderBy: OrderBy): CustomAdapter {
  const one = async <T>(statement: ReturnType<typeof sql>) => (await runOne(db, statement)) as T | null
  return {
    create: async <T extends Values>({ model, data }: { model: string; data: T }) => {
      const values = definedEntries(data)
      const columns = sql.join(values.map(([column]) => sql.ref(column)))
      const row = sql.join(values.map(([, value]) => value))
      return (await one<T>(sql`insert into ${sql.table(model)} (${columns}) values (${row}) returning *`))!
    },
    findOne: ({ model, where }) => one(sql`select * from ${sql.table(model)} ${matching(where)} limit 1`),
    findMany: async <T>({
      model,
      modelKey,
      where,
      limit,
      offset,
      sortBy,
    }: Parameters<CustomAdapter['findMany']>[0]) => {
      const order = sortBy ? sql`${orderBy(modelKey ?? model, sortBy.field)} ${sql.raw(directionOf(sortBy))}` : sql``
      const page = sql`limit ${limit} offset ${offset ?? 0}`
      return (await run(db, sql`select * from ${sql.table(model)} ${matching(where)} ${order} ${page}`)) as T[]
    },
    update: ({ model, where, update }) =>
      where.length === 0
        ? Promise.resolve(null)
        : one(sql`update ${sql.table(model)} set ${setClause(update as Values)} ${matching(where)} returning *`),
    updateMany: ({ model, where, update }) =>
      runCount(db, sql`update ${sql.table(model)} set ${setClause(update)} ${matching(where)}`),
    delete: async ({ model, where }) => {
      await run(db, sql`delete from ${sql.table(model)} ${matching(where)}`)
    },
    deleteMany: ({ model, where }) => runCount(db, sql`delete from ${sql.table(model)} ${matching(where)}`),
    count: async ({ model, where }) => {
      const counted = await one<{ count: number }>(
        sql`select count(*)::int as count from ${sql.table(model)} ${matching(where)}`,
      )
      return counted!.count
    },
    // If two requests use the same row at once, one of them finds nothing.
    consumeOne: ({ model, where }) => one(sql`delete from ${sql.table(model)} ${firstOf(model, where)} returning *`),
    incrementOne: ({ model, where, increment, set }) => {
      const added = Object.entries(increment).map(([column, by]) => [column, sql`${sql.ref(column)} + ${by}`])
      const values = setClause({ ...set, ...Object.fromEntries(added) })
      // Repeats the conditions, because the row may have changed in between.
      const row = sql`${firstOf(model, where)} and ${conditions(where)}`
      return one(sql`update ${sql.table(model)} set ${values} ${row} returning *`)
    },
  }
}

function definedEntries(values: Values): [string, unknown][] {
  return Object.entries(values).filter(([, value]) => value !== undefined)
}

function setClause(values: Values) {
  return sql.join(definedEntries(values).map(([column, value]) => sql`${sql.ref(column)} = ${value}`))
}

function directionOf({ direction }: { direction: string }): 'asc' | 'desc' {
  return direction === 'desc' ? 'desc' : 'asc'
}

function matching(where: Where = []) {
  return where.length === 0 ? sql`` : sql`where ${conditions(where)}`
}

function firstOf(model: string, where: Where) {
  return sql`where id in (select id from ${sql.table(model)} ${matching(where)} limit 1)`
}

/** All AND conditions, and one of the OR conditions. */
function conditions(where: Where) {
  const all = where.filter(({ connector }) => connector !== 'OR').map(condition)
  const some = where.filter(({ connector }) => connector === 'OR').map(condition)
  if (some.length > 0) all.push(sql`(${sql.join(some, sql` or `)})`)
  return all.length === 0 ? sql`true` : sql.join(all, sql` and `)
}

/** Throws for operators that better-auth does not use today: a misread condition could let the wrong person in. */
function condition({ field, value, operator = 'eq', mode }: Where[number]) {
  const column = sql.ref(field)
  const comparison = COMPARISONS[operator]
  if (mode === 'insensitive') throw new Error(`better-auth compares ${field} without its case`)
  if (operator === 'in' && Array.isArray(value)) return sql`${column} = any(${value})`
  if (comparison === undefined || Array.isArray(value)) throw new Error(`better-auth compares ${field} by ${operator}`)
  if (value !== null) return sql`${column} ${sql.raw(comparison)} ${value}`
  if (operator !== 'eq' && operator !== 'ne') throw new Error(`better-auth compares ${field} with null`)
  return operator === 'eq' ? sql`${column} is null` : sql`${column} is not null`
}
