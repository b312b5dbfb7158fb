import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { createDatabase, runSql, type TestDatabase } from './postgres.ts'

// Databases that earlier versions wrote, and that they were killed on: tests/fixtures/doorpost-*.sql.

export async function createOldDatabase(dump: string): Promise<TestDatabase> {
  const database = await createDatabase()
  await runSql(database.url, 'drop schema public cascade; drop schema graphile_worker cascade; create schema public')
  await runSql(database.url, dump)
  return database
}

/** Shifts every time in the database by this much, except times planned for the far future. No trigger fires. */
export async function moveTimes(url: string, byMs: number): Promise<void> {
  const { rows } = await runSql(
    url,
    `select format('%I.%I', table_schema, table_name) as name, array_agg(quote_ident(column_name)) as columns
       from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'
        and data_type = 'timestamp with time zone' and is_generated = 'NEVER'
      group by 1`,
  )
  const by = `interval '${byMs} milliseconds'`
  const updates = rows.map(({ name, columns }: { name: string; columns: string[] }) => {
    const times = columns.map(
      (each) => `${each} = case when ${each} < '2090-01-01' then ${each} + ${by} else ${each} end`,
    )
    return `update ${name} set ${times.join(', ')};`
  })
  await runSql(url, `set session_replication_role = replica; ${updates.join('\n')}`)
}

/** Writes contacts like a node of the old version that still runs; it has answered 503 for what it could not write. */
export async function writeAsOldNode(url: string, signal: AbortSignal): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, statement_timeout: 5_000 })
  await client.connect()
  const { rows } = await client.query<{ id: string }>('select id from workspaces')
  const ids: string[] = []
  while (!signal.aborted) {
    const id = randomUUID()
    const text = 'insert into contacts (workspace_id, id, first_name, created_at) values ($1, $2, $3, now())'
    const isStored = await client.query(text, [rows[0]!.id, id, 'Before']).then(
      () => true,
      () => false,
    )
    if (isStored) ids.push(id)
    await delay(5)
  }
  await client.end()
  return ids
}
