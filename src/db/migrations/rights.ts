import type pg from 'pg'

interface MissingRights {
  role: string
  /** What the role may not create, such as "tables". */
  missing: string[]
  /** The statements that give it the rights. */
  grants: string[]
}

/** Migrations create tables, and the job queue creates a schema. Ordinary roles may do neither since PostgreSQL 15. */
export async function findMissingRights(db: Pick<pg.ClientBase, 'query'>): Promise<MissingRights> {
  const { rows } = await db.query(
    `select quote_ident(current_user) as role, quote_ident(current_database()) as database,
            quote_ident(coalesce(current_schema(), 'public')) as schema,
            coalesce(has_schema_privilege(current_schema(), 'create'), false) as tables,
            has_database_privilege(current_database(), 'create') as schemas`,
  )
  const { role, database, schema, tables, schemas } = rows[0]
  return {
    role,
    missing: [...(tables ? [] : ['tables']), ...(schemas ? [] : ['schemas'])],
    grants: [
      ...(tables ? [] : [`GRANT USAGE, CREATE ON SCHEMA ${schema} TO ${role};`]),
      ...(schemas ? [] : [`GRANT CREATE ON DATABASE ${database} TO ${role};`]),
    ],
  }
}
