import { build, type Db, runOne, sql } from '../../db/database.ts'
import { type ContactFilter, selectFiltered } from '../store.ts'

/**
 * Names of extra fields of the next `size` contacts, newest first, that are not known yet; those of most contacts first. The
 * next step goes on below `last_id`, which is null at the end.
 */
export async function selectExtraNames(
  db: Db,
  workspaceId: string,
  filter: ContactFilter,
  step: { belowId: string | null; size: number; known: readonly string[]; most: number },
): Promise<{ names: string[]; last_id: string | null }> {
  let contacts = selectFiltered(workspaceId, filter).select(['id', 'extra']).orderBy('id', 'desc').limit(step.size)
  if (step.belowId !== null) contacts = contacts.where('id', '<', step.belowId)
  const statement = sql<{ names: string[]; last_id: string | null }>`
    with step as materialized (${contacts})
    select array(select name from step, jsonb_object_keys(extra) as name
                  where name <> all (${step.known}::text[])
                  group by name order by count(*) desc, name limit ${step.most}) as names,
           (select id from step order by id limit 1) as last_id`
  return (await runOne(db, { compile: () => statement.compile(build) }))!
}
