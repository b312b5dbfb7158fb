import type { TestServer } from './server.ts'

/**
 * Every column of every table of ours and of the queue that contains this text, in any case: what a dump of the
 * database would show. Bytes are read as text, but not decompressed or decrypted.
 */
export async function searchEverywhere(server: Pick<TestServer, 'sql'>, text: string): Promise<string[]> {
  const columns = await server.sql<{ place: string; name: string; type: string }>(
    `select format('%I.%I', c.table_schema, c.table_name) as place, quote_ident(c.column_name) as name, c.udt_name as type
       from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema in ('public', 'graphile_worker') and t.table_type = 'BASE TABLE'
      order by 1, 2`,
  )
  const found: string[] = []
  for (const { place, name, type } of columns) {
    const shown = type === 'bytea' ? `encode(${name}, 'escape')` : `${name}::text`
    const rows = await server.sql(`select from ${place} where position(lower($1) in lower(${shown})) > 0 limit 1`, [
      text,
    ])
    if (rows.length > 0) found.push(`${place.replace(/^public\./, '')}.${name}`)
  }
  return found
}
