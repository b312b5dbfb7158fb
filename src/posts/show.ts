import { type Db, prepare, run, sql } from '../db/database.ts'
import { textArray, uuidArray } from '../db/statements/arrays.ts'
import { sentence } from '../messages/sentence.ts'
import { NO_REASON, showReason } from '../messages/stored.ts'
import type { Warning } from '../platforms/shared/rules.ts'
import { INPUT_COLUMNS, type Post, type PostInput, showFields } from './input.ts'
import type { NewPost, PostRow } from './store.ts'
import type { StoredOutgoing } from './tracking.ts'

type Loose = 'warnings' | 'media_warnings' | 'outgoing' | 'reason_values'
type ShownRow = Omit<PostRow, Loose | 'released_at' | 'version'> & Record<Loose, unknown>
type ShownNew = PostInput &
  Pick<NewPost, 'id' | 'group_id' | 'publication_state' | 'warnings' | 'outgoing' | 'created_at'>

const NEVER_SENT = {
  attempts: 0,
  failure_class: null,
  ...NO_REASON,
  permalink: null,
  platform_id: null,
  published_at: null,
  deferred_until: null,
  media_warnings: [],
}

export function fromNew(post: ShownNew): Post {
  return fromRow({ ...NEVER_SENT, ...post, updated_at: post.created_at })
}

export function fromRow(row: ShownRow): Post {
  return {
    id: row.id,
    platform: row.platform,
    ...showFields(row as unknown as PostInput),
    group_id: row.group_id,
    outgoing_text: (row.outgoing as StoredOutgoing | null)?.text ?? null,
    publication: {
      state: row.publication_state,
      attempts: row.attempts,
      code: row.failure_class,
      ...showReason(row),
      permalink: row.permalink,
      platform_id: row.platform_id,
      published_at: row.published_at?.toISOString() ?? null,
      deferred_until: row.deferred_until?.toISOString() ?? null,
      connection_id: row.connection_id,
    },
    warnings: [...(row.warnings as Warning[]), ...(row.media_warnings as Warning[])].map(showWarning),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

function showWarning({ rule, field, message }: Warning) {
  return { rule, field, message: sentence(message) }
}

export function fromRowWithResults(row: ShownRow & { results: PostResults }): Post {
  const post = fromRow(row)
  post.results = row.results
  return post
}

export function inputOf(row: Pick<ShownRow, 'platform' | (typeof INPUT_COLUMNS)[number]>): PostInput {
  const columns = ['platform', ...INPUT_COLUMNS] as const
  return Object.fromEntries(columns.map((column) => [column, row[column]])) as unknown as PostInput
}

export interface PostResults {
  clicks: number
  visitors: number
  leads: number
}

export const NO_RESULTS: PostResults = { clicks: 0, visitors: 0, leads: 0 }

const selectCounts = prepare(
  'posts.results',
  (of: { workspaceId: string; ids: Buffer; kinds: Buffer }) => sql<PostResults & { id: string }>`
    select id, coalesce(clicks, 0)::float8 as clicks, coalesce(visitors, 0)::float8 as visitors, coalesce(leads, 0)::float8 as leads
      from (select links.post_id as id, sum(counts.clicks) as clicks, sum(counts.visitors) as visitors
              from links join link_counts as counts on counts.workspace_id = links.workspace_id and counts.link_id = links.id
             where links.workspace_id = ${of.workspaceId} and links.post_id = any(${of.ids}::uuid[]) group by 1) as clicked
           full join (
             select split_part(kind, ':', 2)::uuid as id, sum(rows) as leads from row_counts
              where workspace_id = ${of.workspaceId} and kind = any(${of.kinds}::text[]) group by 1) as led using (id)`,
)

/** Reads kept counts only. */
export async function selectResults(db: Db, workspaceId: string, ids: readonly string[]) {
  const kinds = textArray(ids.map((id) => `post_leads:${id}`))
  const rows = await run(db, selectCounts({ workspaceId, ids: uuidArray(ids), kinds }))
  return new Map(rows.map(({ id, ...results }): [string, PostResults] => [id, results]))
}

/** Adds the results to the rows. */
export async function withResults<R extends { id: string }>(db: Db, workspaceId: string, rows: readonly R[]) {
  const ids = rows.map(({ id }) => id)
  const results = ids.length === 0 ? new Map() : await selectResults(db, workspaceId, ids)
  return rows.map((row) => Object.assign(row, { results: (results.get(row.id) ?? NO_RESULTS) as PostResults }))
}
