import type { UpdateObject } from 'kysely'
import { build, type Db, run, runOne, sql, type Tx } from '../db/database.ts'
import { rowsStatement, unnest } from '../db/statements/arrays.ts'
import type { DB } from '../db/types.ts'
import type { JobName } from '../jobs/table.ts'
import { NO_REASON } from '../messages/stored.ts'
import type { Format } from '../platforms/shared/provider.ts'
import type { Warning } from '../platforms/shared/rules.ts'
import type { PublicationState } from '../publishing/states.ts'
import { UNSENT } from './assigned.ts'
import { columnsOf, INPUT_COLUMNS, type Post, type PostInput } from './input.ts'
import { enqueuePublishSql } from './publish-job.ts'
import type { StoredOutgoing } from './tracking.ts'

export type PostRow = NonNullable<Awaited<ReturnType<typeof findPost>>>

/** The columns that responses are made from. */
export const SHOWN_COLUMNS = [
  'id',
  'platform',
  ...INPUT_COLUMNS,
  ...(Object.keys(UNSENT) as Array<keyof typeof UNSENT>),
  'created_at',
  'updated_at',
] as const

export const COLUMNS = [
  ...SHOWN_COLUMNS,
  'outgoing',
  'released_at',
  'publication_state',
  // The rest of a failure is the platform's response.
  sql<string | null>`failure ->> 'class'`.as('failure_class'),
] as const

export interface NewPost extends PostInput {
  id: string
  workspace_id: string
  key_id: string | null
  author_id: string | null
  group_id: string | null
  publication_state: PublicationState
  warnings: Warning[]
  fingerprint: Buffer | null
  outgoing: StoredOutgoing | null
  created_at: Date
  traceparent: string | null
  /** `scheduledId` is null for a draft. */
  event: { createdId: string; scheduledId: string | null; data: Post }
}

const INSPECT_TASK = 'post.inspect' satisfies JobName

const UUIDS = [...columnsOf('uuid'), 'key_id', 'author_id', 'group_id'] as const
const TEXTS = ['platform', ...columnsOf('text'), 'publication_state'] as const
const JSONS = [...columnsOf('jsonb'), 'warnings', 'outgoing'] as const
const OTHERS = [...UUIDS, ...TEXTS, ...JSONS].join(', ')

// Posts, their events and jobs in one statement, so in one transaction. Jobs in the order of inLineOrder.
const insertRows = rowsStatement<NewPost>('posts.insert', ({ column, whole }) => {
  const workspaceId = column('uuid', (post) => post.workspace_id)
  const id = column('uuid', (post) => post.id)
  const createdAt = column('timestamptz', (post) => post.created_at.getTime())
  const createdId = column('uuid', (post) => post.event.createdId)
  const scheduledId = column('uuid', (post) => post.event.scheduledId)
  // One document is cheaper than many.
  const data = whole('json', (posts) => JSON.stringify(posts.map((post) => post.event.data)))
  const date = column('timestamptz', (post) => post.scheduled_date?.getTime() ?? null)
  const fingerprint = column('bytea', (post) => post.fingerprint)
  const others = [
    ...UUIDS.map((name) => column('uuid', (post) => post[name])),
    ...TEXTS.map((name) => column('text', (post) => post[name])),
    ...JSONS.map((name) => column('jsonb', (post) => toJson(post[name]))),
  ].join(', ')
  const traceparent = `${whole('jsonb', toTraceparents)} ->> id::text`
  return `with stored as (
           insert into posts (workspace_id, id, scheduled_date, fingerprint, ${OTHERS}, created_at, updated_at)
           select *, created_at from unnest(${workspaceId}, ${id}, ${date}, ${fingerprint}, ${others}, ${createdAt})
             as new (workspace_id, id, scheduled_date, fingerprint, ${OTHERS}, created_at)
           returning workspace_id, id, platform, connection_id, status, scheduled_date, media_urls),
         told as (
           insert into event_outbox (id, workspace_id, type, subject_id, subject_version, change_index, data, created_at)
           select event.id, workspace_id, event.type, post_id, 1, event.index, data, created_at
             from rows from (unnest(${workspaceId}, ${id}, ${createdAt}, ${createdId}, ${scheduledId}),
                 json_array_elements(${data}))
               as new (workspace_id, post_id, created_at, created_id, scheduled_id, data),
             lateral (values (created_id, 'post.created', 0), (scheduled_id, 'post.scheduled', 1)) as event (id, type, index)
            where event.id is not null)
         select ${enqueuePublishSql('scheduled_date', traceparent)} is not null as queued
           from (select * from stored where status = 'scheduled'
                  order by platform, coalesce(connection_id, workspace_id)) as in_order
         union all
         select graphile_worker.add_job('${INSPECT_TASK}',
             json_strip_nulls(json_build_object('workspace_id', workspace_id, 'post_id', id, 'traceparent', ${traceparent})),
             job_key => '${INSPECT_TASK}:' || id) is not null
           from stored where jsonb_array_length(coalesce(media_urls, '[]')) > 0`
})

export async function insertPosts(db: Db, posts: readonly NewPost[]): Promise<void> {
  await insertRows(db, posts)
}

function toTraceparents(posts: readonly NewPost[]): string | null {
  if (posts.every(({ traceparent }) => traceparent === null)) return null
  return JSON.stringify(Object.fromEntries(posts.map(({ id, traceparent }) => [id, traceparent])))
}

function selectPost(workspaceId: string, id: string) {
  return build.selectFrom('posts').select(COLUMNS).where('workspace_id', '=', workspaceId).where('id', '=', id)
}

export function findPost(db: Db, workspaceId: string, id: string) {
  return runOne(db, selectPost(workspaceId, id))
}

export function findPostForChange(tx: Tx, workspaceId: string, id: string): Promise<PostRow | null> {
  return runOne(tx, selectPost(workspaceId, id).forUpdate())
}

/** Locks the rows in the order in which groups are locked. */
export function selectPostsForChange(tx: Tx, workspaceId: string, ids: readonly string[]) {
  const query = build.selectFrom('posts').select(COLUMNS).where('workspace_id', '=', workspaceId)
  return run(tx, query.where('id', '=', sql<string>`any(${ids}::uuid[])`).orderBy('id').forUpdate())
}

/** Clears what earlier attempts left behind, except their number. */
export const STARTED_OVER = {
  sends: 0,
  looks: 0,
  retries: 0,
  send_started_at: null,
  deferred_until: null,
  in_line_since: null,
  failure: null,
  ...NO_REASON,
}

interface PostChange extends PostInput, Pick<NewPost, 'publication_state' | 'warnings' | 'fingerprint' | 'outgoing'> {
  released_at: Date | null
  queued_at?: Date
  media_warnings?: string
  updated_at: Date
}

/** The post starts over. The new fence stops workers with an older claim. */
export function updatePost(tx: Tx, workspaceId: string, id: string, { platform: _, ...change }: PostChange) {
  const lists = JSONS.map((name) => [name, toJson(change[name])])
  const more = { ...STARTED_OVER, progress: '{}', fence: sql<number>`fence + 1` }
  return updateRow(tx, workspaceId, id, { ...change, ...Object.fromEntries(lists), ...more })
}

export function updateWarnings(tx: Tx, workspaceId: string, id: string, warnings: Warning[], updatedAt: Date) {
  return updateRow(tx, workspaceId, id, { warnings: JSON.stringify(warnings), updated_at: updatedAt })
}

async function updateRow(tx: Tx, workspaceId: string, id: string, set: UpdateObject<DB, 'posts'>): Promise<PostRow> {
  const query = build.updateTable('posts').set({ ...set, version: sql`version + 1` })
  return (await runOne(tx, query.where('workspace_id', '=', workspaceId).where('id', '=', id).returning(COLUMNS)))!
}

export async function removePost(tx: Tx, workspaceId: string, id: string): Promise<void> {
  await run(tx, build.deleteFrom('posts').where('workspace_id', '=', workspaceId).where('id', '=', id))
}

/** Posts that name the account, or none if it is the default of this format. */
export function goesOutOn(connectionId: string, defaultOf: string | null = null) {
  const isNamed = sql<boolean>`connection_id = ${connectionId}`
  return defaultOf === null ? isNamed : sql<boolean>`(${isNamed} or connection_id is null and platform = ${defaultOf})`
}

/** The format of which the account is the default; null if it is not. */
export async function findDefaultFormat(db: Db, workspaceId: string, connectionId: string): Promise<string | null> {
  const query = build.selectFrom('connections').select('platform').where('workspace_id', '=', workspaceId)
  return (await runOne(db, query.where('id', '=', connectionId).where('is_default', '=', true)))?.platform ?? null
}

export interface RepeatQuestion {
  workspaceId: string
  platform: Format
  fingerprint: Buffer
  scheduledDate: Date
  connectionId: string | null
  exceptId: string | null
}

/** The id of another scheduled post with the same text on the same account within a day, or null. */
export async function findRepeats(db: Db, questions: readonly RepeatQuestion[]): Promise<Array<string | null>> {
  const given = questions.map(({ scheduledDate, ...question }) => ({ ...question, at: scheduledDate.getTime() }))
  const asked = unnest(given, {
    uuid: ['workspaceId', 'connectionId', 'exceptId'],
    text: ['platform'],
    bytea: ['fingerprint'],
    timestamptz: ['at'],
  })
  const query = sql<{ id: string | null }>`
    select (select id from posts
             where workspace_id = asked.workspace_id and fingerprint = asked.fingerprint and status = 'scheduled'
               and platform = asked.platform and id is distinct from asked.except_id
               and (connection_id is not distinct from asked.connection_id
                    or connection_id is null and account.is_default)
               and scheduled_date > asked.at - interval '24 hours'
               and scheduled_date < asked.at + interval '24 hours'
             limit 1) as id
      from ${asked} with ordinality
             as asked (workspace_id, connection_id, except_id, platform, fingerprint, at, place)
           left join connections account
             on account.workspace_id = asked.workspace_id and account.id = asked.connection_id
     order by place`
  return (await run(db, query, 'posts.repeats')).map(({ id }) => id)
}

function toJson(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value)
}
