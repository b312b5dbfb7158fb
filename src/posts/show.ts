import { type Db, prepare, run, sql } from '../db/database.ts'
import { uuidArray } from '../db/statements/arrays.ts'
import { isOnPage, selectCounts, selectLeads } from '../db/statements/counts.ts'
import { forReader } from '../messages/for-reader.ts'
import { showReason } from '../messages/stored.ts'
import type { Warning } from '../platforms/shared/rules.ts'
import { OUTCOME_COLUMNS, UNSENT } from './assigned.ts'
import { INPUT_COLUMNS, type Post, type PostInput, showFields, showValue } from './input.ts'
import type { NewPost, PostRow } from './store.ts'
import type { StoredOutgoing } from './tracking.ts'

type Loose = 'warnings' | 'media_warnings' | 'outgoing' | 'reason_values'
type ShownRow = Omit<PostRow, Loose | 'released_at'> & Record<Loose, unknown>
type ShownNew = PostInput &
  Pick<NewPost, 'id' | 'group_id' | 'author_id' | 'publication_state' | 'warnings' | 'outgoing' | 'created_at'>

/** The fields that only a stored post has. */
export const UNSTORED = { id: null, created_at: null, updated_at: null, version: null }

export function fromNew(post: ShownNew): Post {
  return fromRow({ ...UNSENT, failure_class: null, ...post, updated_at: post.created_at })
}

export function fromRow(row: ShownRow): Post {
  return {
    id: row.id,
    platform: row.platform,
    ...showFields(row as unknown as PostInput),
    group_id: row.group_id,
    author_id: row.author_id,
    outgoing_text: (row.outgoing as StoredOutgoing | null)?.text ?? null,
    publication: {
      state: row.publication_state,
      attempts: row.attempts,
      code: row.failure_class,
      ...showReason(row),
      ...Object.fromEntries(OUTCOME_COLUMNS.map((name) => [name, showValue(row[name])])),
    },
    warnings: [...(row.warnings as Warning[]), ...(row.media_warnings as Warning[])].map(showWarning),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    version: row.version,
  }
}

export function showWarning({ rule, field, message }: Warning) {
  return { rule, field, message: forReader(message) }
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

export const COUNTS = ['clicks', 'visitors', 'leads'] as const

/** SQL: clicks and leads of the posts of `page`, from kept counts. */
export function resultsOf({ workspaceId }: { workspaceId: string }, isWhole = false) {
  return {
    columns: selectCounts(COUNTS, isWhole),
    joins: sql`
      left join (
        select links.post_id, sum(counts.clicks::float8) as clicks, sum(counts.visitors::float8) as visitors
          from links join link_counts as counts on counts.workspace_id = links.workspace_id and counts.link_id = links.id
         where links.workspace_id = ${workspaceId} and ${isOnPage(sql`links.post_id`, isWhole)} group by 1) as clicked on clicked.post_id = page.id
      left join (${selectLeads('post', workspaceId, isWhole)}) as led on led.led_id = page.id`,
  }
}

const selectResultsOf = prepare('posts.results', (of: { workspaceId: string; ids: Buffer }) => {
  const { columns, joins } = resultsOf(of)
  return sql<PostResults & { id: string }>`
    with page as (select unnest(${of.ids}::uuid[]) as id) select id, ${columns} from page ${joins}`
})

export async function selectResults(db: Db, workspaceId: string, ids: readonly string[]) {
  const rows = await run(db, selectResultsOf({ workspaceId, ids: uuidArray(ids) }))
  return new Map(rows.map(({ id, ...results }): [string, PostResults] => [id, results]))
}

/** Adds the results to the rows. */
export async function withResults<R extends { id: string }>(db: Db, workspaceId: string, rows: readonly R[]) {
  const ids = rows.map(({ id }) => id)
  const results = ids.length === 0 ? new Map() : await selectResults(db, workspaceId, ids)
  return rows.map((row) => Object.assign(row, { results: (results.get(row.id) ?? NO_RESULTS) as PostResults }))
}
