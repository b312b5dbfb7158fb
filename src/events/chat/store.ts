import type { LeadStatus } from '../../contact-fields.ts'
import { build, type Db, runOne, sql } from '../../db/database.ts'
import { isUuid } from '../../lib/ids.ts'

/** The origin of a contact in readable names; null if it is unknown, gone or hidden from the endpoint. */
export interface Origin {
  post: string | null
  link: string | null
  form: string | null
}

const NOTHING: Origin = { post: null, link: null, form: null }
const TEXT_MAX = 200

/** What the workspace calls things, and where it is. */
export interface Customs {
  /** Its own names of statuses. */
  statuses: Partial<Record<LeadStatus, string>>
  zone: string
}

export async function findCustoms(db: Db, workspaceId: string): Promise<Customs> {
  const query = build
    .selectFrom('workspaces')
    .select(['contact_statuses as statuses', 'time_zone as zone'])
    .where('id', '=', workspaceId)
  const row = await runOne(db, query, 'event_endpoints.customs')
  return (row as Customs | undefined) ?? { statuses: {}, zone: 'UTC' }
}

/** `scopes` are those of the endpoint, which is told no more than it could read. Null for all. */
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
  const postId = idOf('post_id', 'posts:read')
  const linkId = idOf('link_id', 'links:read')
  const formId = idOf('form_id', 'forms:read')
  if (postId === null && linkId === null && formId === null) return NOTHING
  const named = (id: string | null) => sql`workspace_id = ${workspaceId} and id = ${id}`
  const query = sql<Origin>`select
    (select left(content, ${TEXT_MAX}) from posts where ${named(postId)}) as post,
    (select left(coalesce(name, target), ${TEXT_MAX}) from links where ${named(linkId)}) as link,
    (select name from forms where ${named(formId)}) as form`
  return (await runOne(db, query, 'event_endpoints.origin')) ?? NOTHING
}
