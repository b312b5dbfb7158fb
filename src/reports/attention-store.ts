import type { Db } from '../db/database.ts'
import { sqlList } from '../publishing/states.ts'
import { ATTENTION_STATES, type AttentionState, COUNT_MAX, EXCERPT_MAX, LISTED_MAX, NEWEST_MAX } from './schemas.ts'

// Every statement walks an index and stops at a bound, however many rows there are.

export interface AttentionPostRow {
  state: AttentionState
  count: number
  /** Null, and all that follows, where there is none. */
  id: string | null
  platform: string
  text: string | null
  scheduled_date: Date | null
  connection_id: string | null
  code: string | null
  reason: string | null
}

const NEEDS_A_PERSON = `publication_state in ${sqlList(ATTENTION_STATES)}`

/** A row for each of the newest of each state, with the count of the state in all of them; at least one for each state. */
export async function selectPosts(
  db: Db,
  workspaceId: string,
  states: readonly AttentionState[],
): Promise<AttentionPostRow[]> {
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
    values: [workspaceId, states],
  })
  return result.rows
}

export interface AttentionConnectionRow {
  id: string
  platform: string
  handle: string | null
  name: string | null
  problem: string
  reason: string | null
  works_until: Date | null
}

/** An approval that Doorpost renews by itself (refresh_at) does not expire. */
export async function selectConnections(
  db: Db,
  workspaceId: string,
  expiringBefore: Date,
): Promise<AttentionConnectionRow[]> {
  const result = await db.query<AttentionConnectionRow>({
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

export interface RejectionsRow {
  webhook_id: string
  name: string
  count: number
  id: string
  received_at: Date
  code: string
  reason: string
}

/** Of live webhooks, those that refused something since then; the one that did last comes first. */
export async function selectRejections(db: Db, workspaceId: string, fromId: string): Promise<RejectionsRow[]> {
  const result = await db.query<RejectionsRow>({
    text: `select source.id as webhook_id, source.name, counted.count, newest.*
             from webhook_sources as source
             cross join lateral (
               select id, received_at, code, reason from webhook_rejections
                where workspace_id = $1 and source_id = source.id and id >= $2 order by id desc limit 1) as newest
             cross join lateral (select count(*)::integer as count from (
               select from webhook_rejections
                where workspace_id = $1 and source_id = source.id and id >= $2 limit ${COUNT_MAX}) as refused) as counted
            where source.workspace_id = $1 and source.revoked_at is null
            order by newest.id desc limit ${LISTED_MAX}`,
    values: [workspaceId, fromId],
  })
  return result.rows
}

export interface UnmappedRow {
  webhook_id: string
  name: string
  count: number
  id: string
  received_at: Date
  issues: unknown
}

/** Of live webhooks, those with deliveries that did not map; the one with the newest comes first. */
export async function selectUnmapped(db: Db, workspaceId: string): Promise<UnmappedRow[]> {
  const result = await db.query<UnmappedRow>({
    text: `select source.id as webhook_id, source.name, counted.count, newest.*
             from webhook_sources as source
             cross join lateral (
               select id, received_at, mapping_issues as issues from webhook_deliveries
                where workspace_id = $1 and source_id = source.id and mapping_state = 'failed'
                order by id desc limit 1) as newest
             cross join lateral (select count(*)::integer as count from (
               select from webhook_deliveries
                where workspace_id = $1 and source_id = source.id and mapping_state = 'failed'
                limit ${COUNT_MAX}) as failed) as counted
            where source.workspace_id = $1 and source.revoked_at is null
            order by newest.id desc limit ${LISTED_MAX}`,
    values: [workspaceId],
  })
  return result.rows
}

export interface AttentionEndpointRow {
  id: string
  url: string
  status: string
  reason: string | null
  failures: number
  failing_since: Date | null
}

/** One that was paused rests because somebody wanted it to. */
export async function selectEndpoints(db: Db, workspaceId: string): Promise<AttentionEndpointRow[]> {
  const result = await db.query<AttentionEndpointRow>({
    text: `select id, url, status, reason, failures, failing_since from event_endpoints
            where workspace_id = $1 and (status = 'disabled' or (status = 'active' and failing_since is not null))
            order by id desc limit ${LISTED_MAX}`,
    values: [workspaceId],
  })
  return result.rows
}
