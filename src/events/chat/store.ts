import type { Db } from '../../db/database.ts'
import { isUuid } from '../../lib/ids.ts'

/** What brought a contact, as people call it; null where that is unknown, gone or not for the endpoint to see. */
export interface Origin {
  post: string | null
  link: string | null
  form: string | null
}

const NOTHING: Origin = { post: null, link: null, form: null }
const TEXT_MAX = 200

/** `scopes` are those of the endpoint: it is told no more than it could have read. Null for all. */
export async function findOrigin(
  db: Db,
  workspaceId: string,
  data: Record<string, unknown>,
  scopes: readonly string[] | null,
): Promise<Origin> {
  const idOf = (field: string, scope: string) => {
    const id = data[field]
    return typeof id === 'string' && isUuid(id) && (scopes === null || scopes.includes(scope)) ? id : null
  }
  const ids = [idOf('post_id', 'posts:read'), idOf('link_id', 'links:read'), idOf('form_id', 'forms:read')]
  if (ids.every((id) => id === null)) return NOTHING
  const result = await db.query<Origin>({
    name: 'event_endpoints.origin',
    text: `select (select left(content, $5) from posts where workspace_id = $1 and id = $2) as post,
                  (select left(coalesce(name, target), $5) from links where workspace_id = $1 and id = $3) as link,
                  (select name from forms where workspace_id = $1 and id = $4) as form`,
    values: [workspaceId, ...ids, TEXT_MAX],
  })
  return result.rows[0] ?? NOTHING
}
