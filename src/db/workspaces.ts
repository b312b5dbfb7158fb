import { type Pool, run, sql, transaction } from './database.ts'

const FIRST_WORKSPACE_LOCK = 7_300_002

/** The first workspace is made at first start; contacts without a key go there. */
export async function ensureWorkspace(pool: Pool, newId: () => string): Promise<string> {
  const first = { text: 'select id from workspaces order by created_at, id limit 1' }
  const found = await pool.query<{ id: string }>(first)
  if (found.rows[0]) return found.rows[0].id
  return transaction(pool, async (tx) => {
    // Two nodes may start at once. A statement of its own: the next one then sees what the other committed.
    await run(tx, sql`select pg_advisory_xact_lock(${FIRST_WORKSPACE_LOCK})`)
    await tx.query({
      text: `insert into workspaces (id, name) select $1, 'Main' where not exists (select from workspaces)`,
      values: [newId()],
    })
    const row = await tx.query<{ id: string }>(first)
    return row.rows[0]!.id
  })
}
