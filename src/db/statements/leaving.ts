import { sql } from '../database.ts'

// Records that people are deleting and can still take back (docs/decisions/0026-undo.md). Read once in a statement, not once in
// a row: `id <> all(…)` with nothing in it costs nothing.

/** The kinds of records that statements leave out; the dashboard leaves out the others. */
export type LeavingNoun = 'contacts' | 'posts' | 'held'

const FROM = (noun: LeavingNoun) => `from removals removal, jsonb_array_elements(removal.records) as record
  where removal.noun = '${noun}' and removal.reason is null and removal.workspace_id =`

/** SQL: an array of their ids. */
export function leavingIds(noun: LeavingNoun, workspaceId: string) {
  return sql<string[]>`array(select (record ->> 'id')::uuid ${sql.raw(FROM(noun))} ${workspaceId}::uuid)`
}

/** The same as text; `workspace` is SQL. */
export function leavingIdsSql(noun: LeavingNoun, workspace: string): string {
  return `array(select (record ->> 'id')::uuid ${FROM(noun)} ${workspace})`
}
