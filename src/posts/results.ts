import { type Db, run, sql } from '../db/database.ts'
import { uuidArray } from '../db/statements/arrays.ts'

/** What the links of a post have brought: clicks of people, visitors (each once a day for a link), contacts. */
export interface PostResults {
  clicks: number
  visitors: number
  leads: number
}

/** Of a post that was just created. */
export const NO_RESULTS: PostResults = { clicks: 0, visitors: 0, leads: 0 }

/** For each of the posts, in one statement; kept counts only, so that a list does not get slower with what it counts. */
export async function selectResults(db: Db, workspaceId: string, ids: readonly string[]) {
  const query = sql<PostResults & { id: string }>`select wanted.id, coalesce(clicked.clicks, 0)::float8 as clicks,
           coalesce(clicked.visitors, 0)::float8 as visitors,
           coalesce((select sum(rows) from row_counts
             where workspace_id = ${workspaceId} and kind = 'post_leads:' || wanted.id), 0)::float8 as leads
      from unnest(${uuidArray(ids)}::uuid[]) as wanted (id) left join lateral (
        select sum(counts.clicks) as clicks, sum(counts.visitors) as visitors
          from links join link_counts as counts on counts.workspace_id = ${workspaceId} and counts.link_id = links.id
         where links.workspace_id = ${workspaceId} and links.post_id = wanted.id) as clicked on true`
  const rows = await run(db, query, 'posts.results')
  return new Map(rows.map(({ id, ...results }): [string, PostResults] => [id, results]))
}

/** Rows with their results. */
export async function withResults<R extends { id: string }>(db: Db, workspaceId: string, rows: readonly R[]) {
  const ids = rows.map(({ id }) => id)
  const results = ids.length === 0 ? new Map() : await selectResults(db, workspaceId, ids)
  return rows.map((row): R & { results: PostResults } => ({ ...row, results: results.get(row.id) }))
}
