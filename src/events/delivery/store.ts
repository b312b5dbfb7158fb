import { type Db, run, runCount, runOne, sql, type Tx } from '../../db/database.ts'
import { unnest } from '../../db/statements/arrays.ts'
import { LOCKS } from '../../db/writes/locks.ts'
import type { Said } from '../../messages/message.ts'
import { attemptColumns, toReason } from '../../messages/stored.ts'
import { EVENT_SCOPES } from '../../scopes.ts'
import { FAILING } from '../schedule.ts'
import type { AttemptResult, Target } from '../send.ts'
import { passes, selects } from '../store.ts'
import type { DueEndpoint } from './slots.ts'

export async function hasOutboxEvents(db: Db, now: Date): Promise<boolean> {
  // Uses the index, which forgets removed rows; the table itself may be full of dead rows.
  const query = sql`select from event_outbox where hold_until is null or hold_until <= ${now} order by id limit 1`
  return (await runCount(db, query, 'event_outbox.any')) === 1
}

/** A worker that loses the database midway holds up the feed for at most this long. */
const DISPATCH_IDLE_MS = 3_000

/** Holds the lock until the transaction ends. Returns false while another process has it. */
export async function tryLockDispatch(tx: Tx): Promise<boolean> {
  const query = sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(${LOCKS.dispatch}) as locked,
           set_config('idle_in_transaction_session_timeout', ${String(DISPATCH_IDLE_MS)}, true) as limited`
  return (await runOne(tx, query))!.locked
}

/**
 * Returns false if the database is not the state that was last accepted: after a failover that lost commits, positions
 * would be assigned twice. installation/guard.ts then moves them ahead, and the feed continues.
 */
export async function isFeedOnCourse(tx: Tx): Promise<boolean> {
  const query = sql`select from installation, database_server() as actual
     where coalesce(actual.server, installation.server) is distinct from installation.server
        or coalesce(actual.timeline, installation.timeline) is distinct from installation.timeline`
  return (await runCount(tx, query, 'installation.feed_on_course')) === 0
}

/**
 * Moves events from the outbox to the feed, in the order of their ids, and creates a delivery for each endpoint that
 * wants them. Returns the number of events. A row that is being completed or erased at this moment waits for the next
 * run.
 */
export async function moveEvents(tx: Tx, now: Date, most: number): Promise<number> {
  const query = sql<{ count: number }>`with moved as (
      -- By ctid: with ids, a full outbox would be scanned for each step.
      delete from event_outbox where ctid = any(array(
        select ctid from event_outbox where hold_until is null or hold_until <= ${now}
         order by id limit ${most} for update skip locked))
      returning id, workspace_id, type, subject_id, subject_version, change_index, names_others, webhook_id, data, created_at, is_quiet),
    placed as (
      insert into events (workspace_id, id, position, type, subject_id, subject_version, change_index, names_others, webhook_id, data,
        created_at, is_quiet)
      select workspace_id, id, nextval('event_positions'), type, subject_id, subject_version, change_index, names_others, webhook_id, data,
             created_at, is_quiet
        from (select * from moved order by id) as moved),
    counted as (
      insert into row_counts as counts (workspace_id, kind, slot, rows)
      select workspace_id, 'events', pg_backend_pid() % 32, count(*) from moved group by 1 order by 1
      on conflict (workspace_id, kind, slot) do update set rows = counts.rows + excluded.rows),
    -- Locked, so that none of them is removed before its deliveries exist.
    endpoint as (
      select id, workspace_id, types, filters, scopes, kind from event_endpoints
       where workspace_id in (select workspace_id from moved) and status in ('active', 'paused')
         for key share),
    wanted as (
      insert into event_deliveries (workspace_id, endpoint_id, event_id, next_at, created_at)
      select moved.workspace_id, endpoint.id, moved.id, ${now}, ${now}
        from moved join endpoint using (workspace_id)
       where ${selects(sql.ref('endpoint.types'), sql.ref('moved.type'))}
         -- The same rule as maySeeEvent.
         and (endpoint.scopes is null
           or ${JSON.stringify(EVENT_SCOPES)}::json ->> split_part(moved.type, '.', 1) = any(endpoint.scopes))
         -- People are not notified of each row of an import, unless it was requested.
         and not (moved.is_quiet and endpoint.kind <> 'webhook')
         -- An endpoint is not told that it was disabled.
         and not (moved.type = 'endpoint.disabled' and moved.subject_id = endpoint.id)
         and ${passes(sql.ref('endpoint.filters'), 'moved')})
    select count(*)::integer as count from moved`
  return (await runOne(tx, query, 'event_outbox.move'))!.count
}

// A LATERAL with ORDER BY and LIMIT reads event_deliveries_due and stops: deliveries that wait behind cost nothing, and
// the plan needs no statistics.

export async function findDueEndpoints(db: Db, now: Date): Promise<DueEndpoint[]> {
  const query = sql<DueEndpoint>`select endpoint.id, endpoint.failures,
           endpoint.last_success_at is not null as has_worked, endpoint.kind <> 'webhook' as one_by_one
      from event_endpoints endpoint
           cross join lateral (
             select from event_deliveries delivery
              where delivery.endpoint_id = endpoint.id and delivery.state = 'pending' and delivery.next_at <= ${now}
              order by delivery.next_at, delivery.event_id limit 1) as due
     where endpoint.status = 'active' and (endpoint.open_until is null or endpoint.open_until <= ${now})`
  return run(db, query, 'event_endpoints.due')
}

export interface ClaimedDelivery {
  workspace_id: string
  endpoint_id: string
  event_id: string
  /** Attempts since it was last started. */
  round: number
  lease: Date
  type: string
  created_at: Date
  subject_id: string
  subject_version: number
  change_index: number
  webhook_id: string | null
  /** JSON text as stored; null for webhook.received. */
  data: string | null
  target: Target
}

type Share = { id: string; slots: number }
type ClaimedRow = Omit<ClaimedDelivery, 'lease' | 'target'> & Omit<Target, 'id' | 'workspace_id'>

const SHOW_CLAIMED = sql`
  select claimed.*, event.*, endpoint.*
    from claimed
         -- OFFSET 0 keeps these look-ups by key: as joins they may become scans of whole tables.
         cross join lateral (
           select type, created_at, subject_id, subject_version, change_index, webhook_id, data::text as data from events
            where workspace_id = claimed.workspace_id and id = claimed.event_id offset 0) as event
         cross join lateral (
           select kind, url, language, headers, scopes, secret, old_secret, old_secret_until from event_endpoints
            where id = claimed.endpoint_id offset 0) as endpoint`

/** Claims the oldest due deliveries of each endpoint. Those of a dead process are due again when the lease ends. */
export async function claimDeliveries(db: Db, shares: readonly Share[], now: Date, lease: Date) {
  const query = sql<ClaimedRow>`with claimed as (
      update event_deliveries delivery set next_at = ${lease}
       where ctid = any(array(
         select due.ctid
           from ${unnest(shares, { uuid: ['id'], integer: ['slots'] })} as share (id, slots)
                join event_endpoints endpoint on endpoint.id = share.id and endpoint.status = 'active'
                 and (endpoint.open_until is null or endpoint.open_until <= ${now})
                cross join lateral (
                  select delivery.ctid from event_deliveries delivery
                   where delivery.endpoint_id = endpoint.id and delivery.state = 'pending' and delivery.next_at <= ${now}
                   order by delivery.next_at, delivery.event_id limit share.slots
                     for update skip locked) as due))
      returning workspace_id, endpoint_id, event_id, round)
    ${SHOW_CLAIMED}`
  return (await run(db, query, 'event_deliveries.claim')).map((row) => toClaimed(row, lease))
}

/**
 * Claims all other due deliveries of this type for the endpoint, but only if there are at least `fewest`: a message for
 * each would be too many.
 */
export async function claimCompany(
  db: Db,
  { endpoint_id, type }: ClaimedDelivery,
  now: Date,
  lease: Date,
  { fewest, most }: { fewest: number; most: number },
): Promise<ClaimedDelivery[]> {
  const query = sql<ClaimedRow>`with due as materialized (
      select delivery.ctid as place from event_deliveries delivery
       where delivery.endpoint_id = ${endpoint_id} and delivery.state = 'pending' and delivery.next_at <= ${now}
         and exists (select from events where workspace_id = delivery.workspace_id and id = delivery.event_id
                       and type = ${type})
       order by delivery.next_at, delivery.event_id limit ${most} for update skip locked),
    claimed as (
      update event_deliveries set next_at = ${lease}
       where ctid = any(array(select place from due)) and (select count(*) from due) >= ${fewest}
      returning workspace_id, endpoint_id, event_id, round)
    ${SHOW_CLAIMED}`
  return (await run(db, query, 'event_deliveries.claim_company')).map((row) => toClaimed(row, lease))
}

function toClaimed(row: ClaimedRow, lease: Date): ClaimedDelivery {
  const { kind, url, language, headers, scopes, secret, old_secret, old_secret_until, ...rest } = row
  const { endpoint_id: id, workspace_id } = rest
  const target = { id, workspace_id, kind, url, language, headers, scopes, secret, old_secret, old_secret_until }
  return { ...rest, lease, target }
}

export interface DeliveryResult extends AttemptResult {
  endpointId: string
  eventId: string
  url: string
  /** As claimed. If next_at has changed since, another worker has taken over the delivery. */
  lease: Date
  state: 'pending' | 'delivered' | 'failed'
  nextAt: Date | null
  endedAt: Date
  /** It shared a request with another delivery, which reports the endpoint's health. */
  isAlongside: boolean
}

export interface JudgedEndpoint {
  id: string
  url: string
  failing_since: Date | null
  last_failure_at: Date | null
}

/** The result of one batch for an endpoint, at the URL that the attempts went to. */
export interface EndpointHealth {
  endpointId: string
  url: string
  lastSuccessAt: Date | null
  /** Consecutive failures up to the newest attempt: those before a success are not counted. */
  failures: number
  firstFailureAt: Date | null
  lastFailureAt: Date | null
  lastStartedAt: Date
  /** The endpoint asked for a pause until then. */
  retryAt: Date | null
  gone: boolean
}

/**
 * All or none. A result whose lease is over is left out, so writing one twice is harmless. A working endpoint is
 * written at most every few seconds. Requests that were under way when the circuit opened say nothing new: only one
 * that was started after open_until makes the next pause longer. A failure at a URL that the endpoint has left says
 * nothing about the new one, and is retried there at once.
 */
export function writeResults(db: Db, results: readonly DeliveryResult[], health: readonly EndpointHealth[]) {
  const attempts = unnest(results.map(toAttemptRow), {
    uuid: ['endpointId', 'eventId'],
    timestamptz: ['lease', 'nextAt', 'startedAt', 'endedAt'],
    text: ['state', 'outcome', 'message', 'message_code', 'answer', 'url'],
    jsonb: ['message_values'],
    integer: ['durationMs', 'status'],
  })
  const judged = unnest(health.map(toHealthRow), {
    uuid: ['endpointId'],
    text: ['url'],
    integer: ['failures'],
    timestamptz: ['lastSuccessAt', 'firstFailureAt', 'lastFailureAt', 'lastStartedAt', 'retryAt'],
  })
  const query = sql<JudgedEndpoint>`with result as (
      select * from ${attempts} as result (endpoint_id, event_id, lease, next_at, started_at, ended_at, state, outcome,
        message, message_code, answer, url, message_values, duration_ms, status)),
    settled as (
      update event_deliveries delivery
         set state = case when result.moved then 'pending' else result.state end,
             next_at = case when result.moved then result.ended_at else result.next_at end,
             round = delivery.round + 1, attempts = delivery.attempts + 1,
             delivered_at = case when result.state = 'delivered' then result.ended_at end
        from (select result.*, result.state <> 'delivered' and result.url <> endpoint.url as moved
                from result join event_endpoints endpoint on endpoint.id = result.endpoint_id) as result
       where delivery.endpoint_id = result.endpoint_id and delivery.event_id = result.event_id
         and delivery.state = 'pending' and delivery.next_at = result.lease
      returning delivery.endpoint_id, delivery.event_id, delivery.attempts as number, result.started_at,
        result.duration_ms, result.outcome, result.status, result.message, result.message_code, result.message_values,
        result.answer),
    told as (
      insert into event_attempts (endpoint_id, event_id, number, started_at, duration_ms, outcome, status, message,
        message_code, message_values, answer)
      select * from settled),
    health as (
      select * from ${judged} as health (id, url, failures, last_success_at, first_failure_at, last_failure_at,
        last_started_at, retry_at)),
    -- Locked in one order, so that two of these never deadlock. The lock returns the newest version of the row.
    watched as (
      select endpoint.id, endpoint.url, endpoint.failures, endpoint.failing_since, endpoint.last_failure_at,
             endpoint.open_until
        from event_endpoints endpoint join health using (id, url)
       where endpoint.status <> 'disabled'
         and (health.failures > 0 or endpoint.failures > 0 or endpoint.last_success_at is null
           or endpoint.last_success_at < health.last_success_at - interval '5 seconds')
       order by endpoint.id for no key update of endpoint),
    counted as (
      select health.*, watched.open_until, watched.failures as failures_before,
             case when health.last_success_at is not null then least(health.failures, ${CIRCUIT_AT})
                  when watched.failures < ${CIRCUIT_AT} then least(watched.failures + health.failures, ${CIRCUIT_AT})
                  when watched.open_until is null or health.last_started_at >= watched.open_until
                  then watched.failures + 1
                  else watched.failures end as failures_after,
             case when health.failures = 0 then null
                  when health.last_success_at is null and watched.last_failure_at
                    >= health.first_failure_at - ${sql.lit(FAILING.forgottenAfterMs)} * interval '1 millisecond'
                  then coalesce(watched.failing_since, health.first_failure_at)
                  else health.first_failure_at end as failing_since
        from watched join health using (id, url))
    update event_endpoints endpoint
       set failures = counted.failures_after, failing_since = counted.failing_since,
           last_success_at = greatest(endpoint.last_success_at, counted.last_success_at),
           last_failure_at = greatest(endpoint.last_failure_at, counted.last_failure_at),
           open_until = greatest(counted.retry_at, case
             when counted.failures_after < ${CIRCUIT_AT} and counted.failures_before < ${CIRCUIT_AT}
             then counted.open_until
             when counted.failures_after < ${CIRCUIT_AT} then null
             when counted.failures_after = counted.failures_before and counted.last_success_at is null
             then counted.open_until
             else counted.last_failure_at + interval '1 millisecond' * least(
               ${sql.lit(FAILING.firstOpenMs)} * power(2, least(counted.failures_after - ${CIRCUIT_AT}, 30)),
               ${sql.lit(FAILING.longestOpenMs)}) end)
      from counted
     where endpoint.id = counted.id
    returning endpoint.id, endpoint.url, endpoint.failing_since, endpoint.last_failure_at`
  return run(db, query, 'event_deliveries.results')
}

const CIRCUIT_AT = sql.lit(FAILING.circuitAt)

function toAttemptRow({ message, lease, nextAt, startedAt, endedAt, ...result }: DeliveryResult) {
  const { message_values, ...said } = attemptColumns(message)
  const times = {
    lease: lease.getTime(),
    nextAt: msOf(nextAt),
    startedAt: startedAt.getTime(),
    endedAt: endedAt.getTime(),
  }
  return { ...result, ...said, message_values: message_values && JSON.stringify(message_values), ...times }
}

function toHealthRow(health: EndpointHealth) {
  return {
    ...health,
    lastSuccessAt: msOf(health.lastSuccessAt),
    firstFailureAt: msOf(health.firstFailureAt),
    lastFailureAt: msOf(health.lastFailureAt),
    lastStartedAt: msOf(health.lastStartedAt),
    retryAt: msOf(health.retryAt),
  }
}

function msOf(date: Date | null): number | null {
  return date?.getTime() ?? null
}

/** Sends nothing to it until then, without counting its failures. For problems on our side. */
export async function holdEndpoint(db: Db, id: string, until: Date): Promise<void> {
  await run(db, sql`update event_endpoints set open_until = greatest(open_until, ${until}) where id = ${id}`)
}

/** Null if it is already disabled or gone; otherwise its workspace and its new version. */
export async function disableEndpoint(tx: Tx, id: string, said: Said, now: Date) {
  const { reason, reason_code, reason_values } = toReason(said)
  const query = sql<{ workspace_id: string; version: number }>`update event_endpoints
     set status = 'disabled', reason = ${reason}, reason_code = ${reason_code}, reason_values = ${reason_values}, open_until = null, updated_at = ${now}
     where id = ${id} and status <> 'disabled' returning workspace_id, version`
  return runOne(tx, query)
}

/** Cancels deliveries of a disabled endpoint, in small steps. Returns their number. */
export async function cancelPending(db: Db, endpointId: string, most: number): Promise<number> {
  const query = sql`update event_deliveries set state = 'cancelled', next_at = null
     where ctid = any(array(
             select ctid from event_deliveries
              where endpoint_id = ${endpointId} and state = 'pending' order by next_at limit ${most} for update))
       and exists (select from event_endpoints where id = ${endpointId} and status = 'disabled')`
  return runCount(db, query)
}

/** Disabled endpoints with uncancelled deliveries, because the process ended. */
export async function findUncancelled(db: Db): Promise<string[]> {
  const query = sql<{ id: string }>`select id from event_endpoints endpoint
     where status = 'disabled' and exists (
       select from event_deliveries where endpoint_id = endpoint.id and state = 'pending')`
  return (await run(db, query)).map(({ id }) => id)
}

/** Workspaces that have or had events, including deleted ones. */
export async function findEventWorkspaces(db: Db): Promise<string[]> {
  const query = sql<{ workspace_id: string }>`select distinct workspace_id from row_counts where kind = 'events'`
  return (await run(db, query)).map(({ workspace_id }) => workspace_id)
}

/**
 * Also removes their deliveries and attempts, but no event with a waiting delivery. The next step, if any, continues
 * after `lastId`.
 */
export async function removeEvents(
  db: Db,
  workspaceId: string,
  { afterId, beforeId, most }: { afterId: string; beforeId: string; most: number },
) {
  const query = sql<{ removed: number; lastId: string | null }>`with old as (
      select id from events where workspace_id = ${workspaceId} and id > ${afterId} and id < ${beforeId}
        order by id limit ${most}),
    settled as (
      select id from old where not exists (
        select from event_deliveries
         where workspace_id = ${workspaceId} and event_id = old.id and state = 'pending')),
    undelivered as (
      delete from event_deliveries where workspace_id = ${workspaceId} and event_id in (select id from settled)),
    removed as (
      delete from events where workspace_id = ${workspaceId} and id in (select id from settled) returning id),
    counted as (
      insert into row_counts as counts (workspace_id, kind, slot, rows)
      select ${workspaceId}, 'events', pg_backend_pid() % 32, -count(*) from removed having count(*) > 0
      on conflict (workspace_id, kind, slot) do update set rows = counts.rows + excluded.rows)
    select (select count(*)::integer from removed) as removed,
           (select id from old order by id offset ${most} - 1) as "lastId"`
  return (await runOne(db, query))!
}
