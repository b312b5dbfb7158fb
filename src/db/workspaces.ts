import { build, type Pool, run, runOne, sql, transaction } from './database.ts'
import { LOCKS } from './writes/locks.ts'

/** The first workspace is created at the first start; contacts without a key go there. */
export async function ensureWorkspace(pool: Pool, newId: () => string): Promise<string> {
  const first = build.selectFrom('workspaces').select('id').orderBy('created_at').orderBy('id').limit(1)
  const found = await runOne(pool, first)
  if (found) return found.id
  return transaction(pool, async (tx) => {
    // Two nodes may start at once. The lock is its own statement, so that the next one sees what the other committed.
    await run(tx, sql`select pg_advisory_xact_lock(${LOCKS.firstWorkspace})`)
    const id = newId()
    await run(tx, sql`insert into workspaces (id, name) select ${id}, 'Main' where not exists (select from workspaces)`)
    return (await runOne(tx, first))!.id
  })
}
