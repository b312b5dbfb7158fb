import type { Db } from '../db/database.ts'
import { sqlList } from '../publishing/states.ts'
import { ATTENTION_STATES, type AttentionState, COUNT_MAX, EXCERPT_MAX, LISTED_MAX, NEWEST_MAX } from './schemas.ts'

// Every statement walks an index and stops at a bound, however many rows there are. Rows are shown as they come.

export interface AttentionPostRow {
  state: AttentionState
  count: number
  /** Null, and all other columns too, where there is none. */
  id: string | null
}

const NEEDS_A_PERSON = `publication_state in ${sqlList(ATTENTION_STATES)}`

/** A row for each of the newest of each state, with the count of the state in all of them; at least one for each state. */
export async function selectPosts(db: Db, workspaceId: string): Promise<AttentionPostRow[]> {
  const result = await db.query<AttentionPostRow>({
    // The states stand there as words too: without them the planner cannot know that the partial index has all of it.
    text: `select state, counted.count, newest.*
             from unnest($2::text[]) as wanted (state)
             cross join lateral (select count(*)::integer as count from (
               select from posts where workspace_id = $1 and publication_state = state and ${NEEDS_A_PERSON}
                limit ${COUNT_MAX}) as post) as counted
             left join lateral (
               select id, platform, left(content, ${EXCERPT_MAX}) as text, scheduled_date, connection_id,
                      failure ->> 'class' as code, reason
                 from posts where workspace_id = $1 and publication_state = state and ${NEEDS_A_PERSON}
                order by scheduled_date desc, id desc limit ${NEWEST_MAX}) as newest on true`,
    values: [workspaceId, ATTENTION_STATES],
  })
  return result.rows
}

/** An approval that Doorpost renews by itself (refresh_at) does not expire. */
export async function selectConnections(db: Db, workspaceId: string, expiringBefore: Date): Promise<object[]> {
  const result = await db.query({
    text: `select id, platform, handle, name, case when status = 'active' then 'expiring' else status end as problem,
                  status_reason as reason, case when refresh_at is null then expires_at end as works_until
             from connections
            where workspace_id = $1
              and (status <> 'active' or (refresh_at is null and expires_at <= $2))
            order by platform, created_at limit ${LISTED_MAX}`,
    values: [workspaceId, expiringBefore],
  })
  return result.rows
}

/** Those that live webhooks refused since then. */
export function selectRejections(db: Db, workspaceId: string, fromId: string): Promise<object[]> {
  return selectByWebhook(db, 'webhook_rejections', 'code, reason', 'id >= $2', [workspaceId, fromId])
}

/** Those of live webhooks that did not map. */
export function selectUnmapped(db: Db, workspaceId: string): Promise<object[]> {
  const columns = 'mapping_issues as issues'
  return selectByWebhook(db, 'webhook_deliveries', columns, `mapping_state = 'failed'`, [workspaceId])
}

interface WebhookRow {
  webhook_id: string
  name: string
  count: number
  received_at: Date
}

/** For each webhook that has some: how many, and the newest. The webhook with the newest of all comes first. */
async function selectByWebhook(db: Db, table: string, columns: string, condition: string, values: string[]) {
  const matching = `from ${table} where workspace_id = $1 and source_id = source.id and ${condition}`
  const result = await db.query<WebhookRow>({
    text: `select source.id as webhook_id, source.name, counted.count, newest.*
             from webhook_sources as source
             cross join lateral (select id, received_at, ${columns} ${matching} order by id desc limit 1) as newest
             cross join lateral (select count(*)::integer as count from (
               select ${matching} limit ${COUNT_MAX}) as matched) as counted
            where source.workspace_id = $1 and source.revoked_at is null
            order by newest.id desc limit ${LISTED_MAX}`,
    values,
  })
  return result.rows.map(({ webhook_id, name, count, received_at, ...newest }) => {
    return { webhook_id, name, count, newest: { ...newest, received_at } }
  })
}

/** One that was paused rests because somebody wanted it to. */
export async function selectEndpoints(db: Db, workspaceId: string): Promise<object[]> {
  const result = await db.query({
    text: `select id, url, status, reason, failures, failing_since from event_endpoints
            where workspace_id = $1 and (status = 'disabled' or (status = 'active' and failing_since is not null))
            order by id desc limit ${LISTED_MAX}`,
    values: [workspaceId],
  })
  return result.rows
}
