import type { Db } from '../db/database.ts'
import { timeArray } from '../db/statements/arrays.ts'
import { type LeavingNoun, leavingIdsSql } from '../db/statements/leaving.ts'
import type { Details } from '../lib/issues.ts'
import { allForReader } from '../messages/for-reader.ts'
import { type Reason, showReason } from '../messages/stored.ts'
import { FORMATS } from '../platforms/shared/provider.ts'
import { sqlList } from '../publishing/states.ts'
import * as schemas from './schemas.ts'

function withReason<R extends Reason>(row: R): R {
  return { ...row, ...showReason(row) }
}

/** SQL: leaves out records that somebody is deleting. */
const staying = (noun: LeavingNoun, hidesLeaving: boolean) =>
  hidesLeaving ? `and id <> all(${leavingIdsSql(noun, '$1')})` : ''

/** Waiting posts by platform, as in their index, and no more of each than can be shown. */
const WAITING = (
  limit: string,
  hidesLeaving: boolean,
) => `from unnest($2::text[]) as wanted (platform) cross join lateral (
    select id, content, scheduled_date, connection_id from posts
     where workspace_id = $1 and posts.platform = wanted.platform and publication_state = 'waiting'
       and scheduled_date >= $3 and scheduled_date < $4 ${staying('posts', hidesLeaving)}
     order by scheduled_date limit ${limit}) as post`

export async function countUpcoming(db: Db, workspaceId: string, starts: readonly Date[], hidesLeaving: boolean) {
  // Days are counted from 1.
  const result = await db.query<{ platform: string; day: number; count: number }>({
    text: `select wanted.platform, width_bucket(scheduled_date, $5::timestamptz[]) as day, count(*)::integer as count
             ${WAITING('$6', hidesLeaving)} group by 1, 2`,
    // One more row shows that there are more.
    values: [
      workspaceId,
      FORMATS,
      starts[0],
      starts.at(-1),
      timeArray(starts.map(Number)),
      schemas.UPCOMING_COUNT_MAX + 1,
    ],
  })
  return result.rows
}

/** The posts that go out first, in their API form. */
export async function selectUpcoming(
  db: Db,
  workspaceId: string,
  starts: readonly Date[],
  hidesLeaving: boolean,
): Promise<object[]> {
  const result = await db.query({
    text: `select post.*, (select provider from connections
                            where workspace_id = $1 and connections.platform = post.platform
                              and (id = connection_id or connection_id is null and is_default)) as provider
             from (select id, wanted.platform, left(content, ${schemas.EXCERPT_MAX}) as text, scheduled_date, connection_id
                     ${WAITING('$5', hidesLeaving)} order by scheduled_date, id limit $5) as post
            order by scheduled_date, post.id`,
    values: [workspaceId, FORMATS, starts[0], starts.at(-1), schemas.UPCOMING_NEXT_MAX],
  })
  return result.rows
}

/** Each is one look into an index. */
export async function selectFirstSteps(db: Db, workspaceId: string, userId: string) {
  const has = (table: string, also = '') => `exists (select from ${table} where workspace_id = $1${also})`
  const result = await db.query<Record<'account' | 'post' | 'form' | 'told' | 'team' | 'key' | 'webhook', boolean>>({
    text: `select ${has('connections')} as account, ${has('posts')} as post, ${has('forms')} as form,
                  ${has('members', " and user_id = $2 and lead_mail <> 'off'")}
                    or ${has('push_subscriptions', ' and user_id = $2')}
                    or ${has('event_endpoints', " and kind <> 'webhook'")} as told,
                  ${has('members', ' and user_id <> $2')} or ${has('invitations')} as team,
                  ${has('api_keys')} as key, ${has('webhook_sources')} as webhook`,
    values: [workspaceId, userId],
  })
  return result.rows[0]!
}

// For attention: every statement walks an index and stops at a limit, however many rows there are. Rows are returned as
// they are.

const IS_STOPPED = `publication_state in ${sqlList(schemas.STOPPED_STATES)}`
/** Other posts in this state have a time for the next check, or are being checked now. */
const AWAITS_ACCOUNT = `publication_state = 'confirming' and deferred_until is null and reason is not null`

/** A row for each of the newest posts of each state, with the state's count; at least one row for each state. */
export async function selectPosts(db: Db, workspaceId: string, hidesLeaving: boolean) {
  const isShown = staying('posts', hidesLeaving)
  const stopped = await selectInStates(db, workspaceId, schemas.STOPPED_STATES, `${IS_STOPPED} ${isShown}`)
  return [...stopped, ...(await selectInStates(db, workspaceId, ['confirming'], AWAITS_ACCOUNT))]
}

async function selectInStates(
  db: Db,
  workspaceId: string,
  states: readonly schemas.AttentionState[],
  condition: string,
) {
  // All but the first two columns are null if there is no post.
  const result = await db.query<{ state: schemas.AttentionState; count: number; id: string | null } & Reason>({
    // The states are also literals: without them the planner cannot know that the partial index covers everything.
    text: `select state, counted.count, newest.*
             from unnest($2::text[]) as wanted (state)
             cross join lateral (select count(*)::integer as count from (
               select from posts where workspace_id = $1 and publication_state = state and ${condition}
                limit ${schemas.COUNT_MAX}) as post) as counted
             left join lateral (
               select id, platform, left(content, ${schemas.EXCERPT_MAX}) as text, scheduled_date, connection_id,
                      failure ->> 'class' as code, reason, reason_code, reason_values
                 from posts where workspace_id = $1 and publication_state = state and ${condition}
                order by scheduled_date desc, id desc limit ${schemas.NEWEST_MAX}) as newest on true`,
    values: [workspaceId, states],
  })
  return result.rows.map(withReason)
}

/** An approval that Doorpost renews automatically (refresh_at) does not expire. */
export async function selectConnections(db: Db, workspaceId: string, expiringBefore: Date): Promise<object[]> {
  const result = await db.query<Reason>({
    text: `select id, platform, handle, name, case when status = 'active' then 'expiring' else status end as problem,
                  status_reason as reason, reason_code, reason_values, case when refresh_at is null then expires_at end as works_until
             from connections
            where workspace_id = $1
              and (status <> 'active' or (refresh_at is null and expires_at <= $2))
            order by platform, created_at limit ${schemas.LISTED_MAX}`,
    values: [workspaceId, expiringBefore],
  })
  return result.rows.map(withReason)
}

/** Requests that live webhooks have refused since then. */
export function selectRejections(db: Db, workspaceId: string, fromId: string): Promise<object[]> {
  const columns = 'code, reason, reason_code, reason_values'
  return selectByWebhook(db, 'webhook_rejections', columns, 'id >= $2', [workspaceId, fromId], withReason)
}

/** Deliveries of live webhooks that could not be mapped. */
export function selectUnmapped(db: Db, workspaceId: string): Promise<object[]> {
  const columns = 'mapping_issues as issues'
  const show = ({ issues, ...newest }: { issues: Details | null }) => ({
    ...newest,
    issues: issues && allForReader(issues),
  })
  return selectByWebhook(db, 'webhook_deliveries', columns, `mapping_state = 'failed'`, [workspaceId], show)
}

interface WebhookRow {
  webhook_id: string
  name: string
  count: number
  received_at: Date
}

type Show = (newest: never) => object

/** For each webhook that has some: the count, and the newest. The webhook with the newest of all comes first. */
async function selectByWebhook(
  db: Db,
  table: string,
  columns: string,
  condition: string,
  values: string[],
  show: Show,
) {
  const matching = `from ${table} where workspace_id = $1 and source_id = source.id and ${condition}`
  const result = await db.query<WebhookRow>({
    text: `select source.id as webhook_id, source.name, counted.count, newest.*
             from webhook_sources as source
             cross join lateral (select id, received_at, ${columns} ${matching} order by id desc limit 1) as newest
             cross join lateral (select count(*)::integer as count from (
               select ${matching} limit ${schemas.COUNT_MAX}) as matched) as counted
            where source.workspace_id = $1 and source.revoked_at is null
            order by newest.id desc limit ${schemas.LISTED_MAX}`,
    values,
  })
  return result.rows.map(({ webhook_id, name, count, received_at, ...newest }) => {
    return { webhook_id, name, count, newest: { ...show(newest as never), received_at } }
  })
}

/** A paused endpoint is intentional, so it is left out. */
export async function selectEndpoints(db: Db, workspaceId: string): Promise<object[]> {
  const result = await db.query<Reason>({
    text: `select id, url, status, reason, reason_code, reason_values, failures, failing_since from event_endpoints
            where workspace_id = $1 and (status = 'disabled' or (status = 'active' and failing_since is not null))
            order by id desc limit ${schemas.LISTED_MAX}`,
    values: [workspaceId],
  })
  return result.rows.map(withReason)
}

/** Mails that were abandoned since then, and the newest of them. */
export async function selectFailedMails(db: Db, workspaceId: string, since: Date): Promise<object> {
  const FAILED = `from mails where workspace_id = $1 and state = 'failed' and done_at >= $2`
  const counted = await db.query<{ count: number }>({
    text: `select count(*)::integer as count from (select ${FAILED} limit ${schemas.COUNT_MAX}) as failed`,
    values: [workspaceId, since],
  })
  const newest = await db.query<Reason>({
    text: `select id, kind, reason, reason_code, reason_values, form_id, contact_id, done_at as failed_at ${FAILED} order by done_at desc limit 1`,
    values: [workspaceId, since],
  })
  return { count: counted.rows[0]!.count, newest: newest.rows.map(withReason)[0] ?? null }
}

/** Uses the index of held submissions, which are few. */
export async function countHeldSubmissions(db: Db, workspaceId: string, hidesLeaving: boolean): Promise<object> {
  const result = await db.query<{ count: number; newest_at: Date | null }>({
    text: `select count(*)::integer as count, max(created_at) as newest_at
             from (select created_at from submissions where workspace_id = $1 and state = 'held' ${staying('held', hidesLeaving)}
                    order by id desc limit ${schemas.COUNT_MAX}) as held`,
    values: [workspaceId],
  })
  return result.rows[0]!
}
