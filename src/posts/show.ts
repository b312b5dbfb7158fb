import { INPUT_COLUMNS, type Post, type PostInput, showFields } from './fields.ts'
import type { PostResults } from './results.ts'
import type { NewPost, PostRow } from './store.ts'
import type { StoredOutgoing } from './tracking/tracking.ts'

type ShownRow = Omit<PostRow, 'warnings' | 'media_warnings' | 'outgoing' | 'released_at' | 'version'> &
  Record<'warnings' | 'media_warnings' | 'outgoing', unknown>
type ShownNew = PostInput &
  Pick<NewPost, 'id' | 'group_id' | 'publication_state' | 'warnings' | 'outgoing' | 'created_at'>

const NEVER_SENT = {
  attempts: 0,
  failure_class: null,
  reason: null,
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
    ...showFields(inputOf(row)),
    group_id: row.group_id,
    outgoing_text: (row.outgoing as StoredOutgoing | null)?.text ?? null,
    publication: {
      state: row.publication_state,
      attempts: row.attempts,
      code: row.failure_class,
      reason: row.reason,
      permalink: row.permalink,
      platform_id: row.platform_id,
      published_at: row.published_at?.toISOString() ?? null,
      deferred_until: row.deferred_until?.toISOString() ?? null,
      connection_id: row.connection_id,
    },
    warnings: [...(row.warnings as unknown[]), ...(row.media_warnings as unknown[])],
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

export function fromRowWithResults({ results, ...row }: ShownRow & { results: PostResults }): Post {
  return { ...fromRow(row), results }
}

export function inputOf(row: Pick<ShownRow, 'platform' | (typeof INPUT_COLUMNS)[number]>): PostInput {
  const columns = ['platform', ...INPUT_COLUMNS] as const
  return Object.fromEntries(columns.map((column) => [column, row[column]])) as unknown as PostInput
}
