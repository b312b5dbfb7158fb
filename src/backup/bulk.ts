import type pg from 'pg'
import { quoteName } from './tables.ts'

/**
 * Runs `work` without foreign keys, triggers and plain indexes on these tables, and puts them back: rows may then come in
 * any order, nothing is counted twice, and an index is built once instead of a million times. Inside a transaction, so
 * that nobody sees the tables without them.
 */
export async function withoutConstraints(client: pg.ClientBase, names: readonly string[], work: () => Promise<void>) {
  const { rows: foreignKeys } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
       from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace order by oid`,
  )
  // One that a constraint or a foreign key needs stays.
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
       from pg_index join pg_class class on class.oid = indrelid
      where relnamespace = current_schema()::regnamespace and relname = any ($1)
        and not exists (select from pg_constraint where conindid = indexrelid)
      order by indexrelid`,
    [names],
  )
  const { rows: triggered } = await client.query<{ name: string }>(
    `select distinct relname as name from pg_trigger join pg_class class on class.oid = tgrelid
      where not tgisinternal and relnamespace = current_schema()::regnamespace and relname = any ($1)`,
    [names],
  )
  for (const { table, name } of foreignKeys)
    await client.query(`alter table ${table} drop constraint ${quoteName(name)}`)
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  for (const { name } of triggered) await client.query(`alter table ${quoteName(name)} disable trigger user`)
  await work()
  for (const { name } of triggered) await client.query(`alter table ${quoteName(name)} enable trigger user`)
  for (const { definition } of indexes) await client.query(definition)
  for (const { table, name, definition } of foreignKeys) {
    await client.query(`alter table ${table} add constraint ${quoteName(name)} ${definition}`)
  }
}
