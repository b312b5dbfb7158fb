import type pg from 'pg'
import { hasUnfinishedRestore, markUnfinishedRestore } from '../db/migrations/unfinished-restore.ts'
import { LOCKS } from '../db/writes/locks.ts'
import { SetupError } from '../lib/problem.ts'
import { quoteName } from './tables.ts'

// Any constant does, as long as every Doorpost process takes the same one.
const SHOWN_MAX = 5
const COUNT_MAX = 1_000
/** What people recognise their installation by. */
const TELLING = ['contacts', 'posts', 'users', 'connections', 'webhook_sources', 'forms']

/**
 * Takes an empty database for a restore. Refuses one that has tables; what an interrupted restore has left is removed.
 * The lock ends with the connection.
 */
export async function takeTarget(client: pg.ClientBase, place: string): Promise<{ wasInterrupted: boolean }> {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as locked', [LOCKS.restore])
  if (!rows[0].locked) throw new SetupError(`Another restore into ${place} is running. Wait until it has ended.`)
  const wasInterrupted = await hasUnfinishedRestore(client)
  if (wasInterrupted) await removeAll(client)
  else await refuseTables(client, place)
  await markUnfinishedRestore(client)
  return { wasInterrupted }
}

async function refuseTables(client: pg.ClientBase, place: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class class
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
        and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = class.oid and deptype = 'e')
      order by relname`,
  )
  const names = rows.map(({ name }) => name)
  if (names.length === 0) return
  const remedy =
    'Nothing was changed. Restore into an empty one: another DATA_DIR for the embedded database, or with DATABASE_URL a new database (createdb NAME).'
  const found = names.includes('schema_migrations')
    ? `an installation of Doorpost (${await describeContents(client, names)})`
    : `other tables (${names.slice(0, SHOWN_MAX).join(', ')}${names.length > SHOWN_MAX ? ', ...' : ''})`
  throw new SetupError(`The database to restore into is not empty: ${place} has ${found}. ${remedy}`)
}

async function describeContents(client: pg.ClientBase, names: readonly string[]): Promise<string> {
  const counts: string[] = []
  for (const name of TELLING.filter((each) => names.includes(each))) {
    const { rows } = await client.query(
      `select count(*)::int as n from (select from ${quoteName(name)} limit ${COUNT_MAX + 1}) as counted`,
    )
    const count = rows[0].n
    if (count > 0) counts.push(`${count > COUNT_MAX ? `more than ${COUNT_MAX}` : count} ${name.replaceAll('_', ' ')}`)
  }
  return counts.length === 0 ? 'without contacts, posts or users' : counts.join(', ')
}

/** Only called where a restore found nothing and marked it: everything there came with that restore. */
async function removeAll(client: pg.ClientBase): Promise<void> {
  await client.query('drop schema if exists graphile_worker cascade')
  await client.query(`do $$
    declare one record;
    begin
      for one in
        select 'table' as kind, oid::regclass::text as name from pg_class class
         where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
           and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = class.oid and deptype = 'e')
        union all
        select 'routine', oid::regprocedure::text from pg_proc routine
         where pronamespace = current_schema()::regnamespace
           and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = routine.oid and deptype = 'e')
        union all
        select 'sequence', oid::regclass::text from pg_class class
         where relnamespace = current_schema()::regnamespace and relkind = 'S'
           and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = class.oid and deptype in ('a', 'i', 'e'))
      loop
        execute format('drop %s if exists %s cascade', one.kind, one.name);
      end loop;
    end $$`)
}
