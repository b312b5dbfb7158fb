import { type Db, run, sql } from '../../db/database.ts'
import type { Scope } from '../../scopes.ts'

// An export for people has the name of each thing beside its id. The API's usual export has only the ids, so that
// programs keep getting the columns they know.

const column = (name: string, table: string, scope: Scope, shown: string) => ({ name, table, scope, shown })

const NAMED = {
  webhook_id: column('webhook_name', 'webhook_sources', 'webhooks:read', 'name'),
  link_id: column('link_name', 'links', 'links:read', 'coalesce(name, target)'),
  post_id: column('post_text', 'posts', 'posts:read', 'left(content, 200)'),
  form_id: column('form_name', 'forms', 'forms:read', 'name'),
} as const

type NamedId = keyof typeof NAMED

/** The column with a name → the column of the id that it stands beside. An import ignores it there. */
export const NAME_COLUMNS: ReadonlyMap<string, string> = new Map([
  ...Object.entries(NAMED).map(([id, { name }]) => [name, id] as const),
  ['status_name', 'status'],
  ['owner_name', 'owner'],
])

const BESIDE = new Map([...NAME_COLUMNS].map(([name, id]) => [id, name]))

/** The columns with the names behind the columns they explain. */
export function withNameColumns(columns: readonly string[]): string[] {
  return columns.flatMap((column) => [column, ...(BESIDE.has(column) ? [BESIDE.get(column)!] : [])])
}

export function isNamed(column: string): column is NamedId {
  return Object.hasOwn(NAMED, column)
}

export type Names = ReadonlyMap<string, string>

/** The names of everything that these rows refer to. What the caller may not read has none, nor has what was deleted. */
export async function selectNames(
  db: Db,
  workspaceId: string,
  rows: ReadonlyArray<Record<NamedId, string | null>>,
  scopes: ReadonlySet<Scope>,
): Promise<Names> {
  const names = new Map<string, string>()
  for (const [column, { table, scope, shown }] of Object.entries(NAMED)) {
    const ids = new Set(rows.flatMap((row) => row[column as NamedId] ?? []))
    if (ids.size === 0 || !scopes.has(scope)) continue
    const query = sql<{ id: string; name: string | null }>`select id, ${sql.raw(shown)} as name
        from ${sql.table(table)} where workspace_id = ${workspaceId} and id = any(${[...ids]}::uuid[])`
    for (const { id, name } of await run(db, query)) names.set(id, name ?? '')
  }
  return names
}
