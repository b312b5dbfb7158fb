import type { RawBuilder } from 'kysely'
import type { Db } from './database.ts'
import { sql } from './database.ts'

const SUM = {
  name: 'row_counts.sum',
  text: `select coalesce(sum(rows), 0)::float8 as total from row_counts where workspace_id = $1 and kind = any($2)`,
}

/** How many rows there are, from the counts that every insert and delete keeps: the cost does not grow with them. */
export async function sumCounts(db: Db, workspaceId: string, kinds: string[]): Promise<number> {
  const result = await db.query<{ total: number }>({ ...SUM, values: [workspaceId, kinds] })
  return result.rows[0]!.total
}

/** The same as a part of another statement. */
export function selectCount(workspaceId: string, kind: string): RawBuilder<number> {
  return sql`(select coalesce(sum(rows), 0)::float8 from row_counts where workspace_id = ${workspaceId} and kind = ${kind})`
}
