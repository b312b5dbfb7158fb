import type { AliasedExpression } from 'kysely'
import type { Columns } from '../../lib/record/record.ts'
import { sql } from '../database.ts'

/** Selects the columns of a record with the types of its fields. The database types only know text and JSON. */
export function selectColumns<C>(columns: Columns<C>) {
  type Column = { [N in keyof C & string]: AliasedExpression<C[N], N> }[keyof C & string]
  return columns.map((name) => sql.ref(name).as(name)) as unknown as Column[]
}
