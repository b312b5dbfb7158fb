import { integerArray, textArray, timeArray, uuidArray } from '../../db/arrays.ts'
import type { Db } from '../../db/database.ts'
import type { AttemptResult, Target } from './attempt.ts'
import type { EndpointHealth } from './health.ts'
import { FAILING } from './schedule.ts'
import type { DueEndpoint } from './slots.ts'

// A LATERAL with ORDER BY and LIMIT reads event_deliveries_due and stops: what waits behind costs nothing, and no
// statistics are needed for the plan.

/** Endpoints that something can be sent to now. */
export async function findDueEndpoints(db: Db, now: Date): Promise<DueEndpoint[]> {
  const result = await db.query<DueEndpoint>({
    name: 'event_endpoints.due',
    text: `select endpoint.id, endpoint.failures, endpoint.last_success_at is not null as has_worked
             from event_endpoints endpoint
                  cross join lateral (
                    select from event_deliveries delivery
                     where delivery.endpoint_id = endpoint.id and delivery.state = 'pending' and delivery.next_at <= $1
                     order by delivery.next_at, delivery.event_id limit 1) as due
            where endpoint.status = 'active' and (endpoint.open_until is null or endpoint.open_until <= $1)`,
    values: [now],
  })
  return result.rows
}

/** A delivery that is ours to make until its lease ends. */
export interface ClaimedDelivery {
  workspace_id: string
  endpoint_id: string
  event_id: string
  /** Attempts since it was last begun. */
  round: number
  lease: Date
  type: string
  created_at: Date
  subject_id: string
  subject_version: number
  webhook_id: string | null
  /** JSON text as stored; null for webhook.received. */
  data: string | null
  target: Target
}

type ClaimedRow = Omit<ClaimedDelivery, 'lease' | 'target'> & Omit<Target, 'id'>

/** Takes the oldest due deliveries of each endpoint. Those of a process that died are due again when the lease ends. */
export async function claimDeliveries(
  db: Db,
  shares: ReadonlyArray<{ id: string; slots: number }>,
  now: Date,
  lease: Date,
): Promise<ClaimedDelivery[]> {
  const result = await db.query<ClaimedRow>({
    name: 'event_deliveries.claim',
    text: `with claimed as (
             update event_deliveries delivery set next_at = $4
              where ctid = any(array(
                select due.ctid
                  from unnest($1::uuid[], $2::integer[]) as share (id, slots)
                       join event_endpoints endpoint on endpoint.id = share.id and endpoint.status = 'active'
                        and (endpoint.open_until is null or endpoint.open_until <= $3)
                       cross join lateral (
                         select delivery.ctid from event_deliveries delivery
                          where delivery.endpoint_id = endpoint.id and delivery.state = 'pending'
                            and delivery.next_at <= $3
                          order by delivery.next_at, delivery.event_id limit share.slots
                            for update skip locked) as due))
             returning workspace_id, endpoint_id, event_id, round)
           select claimed.*, event.*, endpoint.*
             from claimed
                  -- OFFSET 0 keeps these look-ups by key: as joins they may become scans of whole tables.
                  cross join lateral (
                    select type, created_at, subject_id, subject_version, webhook_id, data::text as data from events
                     where workspace_id = claimed.workspace_id and id = claimed.event_id offset 0) as event
                  cross join lateral (
                    select url, secret, old_secret, old_secret_until from event_endpoints
                     where id = claimed.endpoint_id offset 0) as endpoint`,
    values: [
      uuidArray(shares.map(({ id }) => id)),
      integerArray(shares.map(({ slots }) => slots)),
      now.toISOString(),
      lease.toISOString(),
    ],
  })
  return result.rows.map(({ url, secret, old_secret, old_secret_until, ...row }) => ({
    ...row,
    lease,
    target: { id: row.endpoint_id, url, secret, old_secret, old_secret_until },
  }))
}

/** What an attempt means for its delivery. */
export interface DeliveryResult extends Omit<AttemptResult, 'retryAt'> {
  endpointId: string
  eventId: string
  /** Where it was sent to. */
  url: string
  /** As claimed. Whoever moved next_at since has taken the delivery from us. */
  lease: Date
  state: 'pending' | 'delivered' | 'failed'
  nextAt: Date | null
  endedAt: Date
}

/** Of the endpoints whose row was changed. */
export interface JudgedEndpoint {
  id: string
  url: string
  failing_since: Date | null
  last_failure_at: Date | null
}

/**
 * All or none. A result whose lease is over is left out, so writing one twice is harmless. An endpoint that works is
 * written at most every few seconds. What was under way when the circuit opened says nothing new: only a request that
 * was begun after open_until makes the next pause longer. What failed at an address that the endpoint has left says
 * nothing about the new one, and is sent there at once.
 */
export async function writeResults(
  db: Db,
  results: readonly DeliveryResult[],
  health: readonly EndpointHealth[],
): Promise<JudgedEndpoint[]> {
  const written = await db.query<JudgedEndpoint>({
    name: 'event_deliveries.results',
    text: `with result as (
             select * from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::text[], $5::timestamptz[],
               $6::timestamptz[], $7::integer[], $8::text[], $9::integer[], $10::text[], $11::text[],
               $23::timestamptz[], $24::text[])
               as result (endpoint_id, event_id, lease, state, next_at, started_at, duration_ms, outcome, status, message,
                 answer, ended_at, url)),
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
               result.duration_ms, result.outcome, result.status, result.message, result.answer),
           told as (
             insert into event_attempts (endpoint_id, event_id, number, started_at, duration_ms, outcome, status, message,
               answer)
             select * from settled),
           health as (
             select * from unnest($12::uuid[], $13::timestamptz[], $14::integer[], $15::timestamptz[], $16::timestamptz[],
               $17::timestamptz[], $18::timestamptz[], $25::text[])
               as health (id, last_success_at, failures, first_failure_at, last_failure_at, last_started_at, retry_at,
                 url)),
           -- In one order, so that two of these never wait for each other. The lock gives the newest version of the row.
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
                    case when health.last_success_at is not null then least(health.failures, $19)
                         when watched.failures < $19 then least(watched.failures + health.failures, $19)
                         when watched.open_until is null or health.last_started_at >= watched.open_until
                         then watched.failures + 1
                         else watched.failures end as failures_after,
                    case when health.failures = 0 then null
                         when health.last_success_at is null
                          and watched.last_failure_at >= health.first_failure_at - $20 * interval '1 millisecond'
                         then coalesce(watched.failing_since, health.first_failure_at)
                         else health.first_failure_at end as failing_since
               from watched join health using (id, url))
           update event_endpoints endpoint
              set failures = counted.failures_after, failing_since = counted.failing_since,
                  last_success_at = greatest(endpoint.last_success_at, counted.last_success_at),
                  last_failure_at = greatest(endpoint.last_failure_at, counted.last_failure_at),
                  open_until = greatest(counted.retry_at, case
                    when counted.failures_after < $19 and counted.failures_before < $19 then counted.open_until
                    when counted.failures_after < $19 then null
                    when counted.failures_after = counted.failures_before and counted.last_success_at is null
                    then counted.open_until
                    else counted.last_failure_at + interval '1 millisecond'
                      * least($21 * power(2, least(counted.failures_after - $19, 30)), $22) end)
             from counted
            where endpoint.id = counted.id
           returning endpoint.id, endpoint.url, endpoint.failing_since, endpoint.last_failure_at`,
    values: [
      uuidArray(results.map(({ endpointId }) => endpointId)),
      uuidArray(results.map(({ eventId }) => eventId)),
      times(results.map(({ lease }) => lease)),
      textArray(results.map(({ state }) => state)),
      times(results.map(({ nextAt }) => nextAt)),
      times(results.map(({ startedAt }) => startedAt)),
      integerArray(results.map(({ durationMs }) => durationMs)),
      textArray(results.map(({ outcome }) => outcome)),
      integerArray(results.map(({ status }) => status)),
      textArray(results.map(({ message }) => message)),
      textArray(results.map(({ answer }) => answer)),
      uuidArray(health.map(({ endpointId }) => endpointId)),
      times(health.map(({ lastSuccessAt }) => lastSuccessAt)),
      integerArray(health.map(({ failures }) => failures)),
      times(health.map(({ firstFailureAt }) => firstFailureAt)),
      times(health.map(({ lastFailureAt }) => lastFailureAt)),
      times(health.map(({ lastStartedAt }) => lastStartedAt)),
      times(health.map(({ retryAt }) => retryAt)),
      FAILING.circuitAt,
      FAILING.forgottenAfterMs,
      FAILING.firstOpenMs,
      FAILING.longestOpenMs,
      times(results.map(({ endedAt }) => endedAt)),
      textArray(results.map(({ url }) => url)),
      textArray(health.map(({ url }) => url)),
    ],
  })
  return written.rows
}

/** Nothing is sent to it before; its failures are not counted. For troubles that are ours. */
export async function holdEndpoint(db: Db, id: string, until: Date): Promise<void> {
  await db.query({
    text: 'update event_endpoints set open_until = greatest(open_until, $2) where id = $1',
    values: [id, until],
  })
}

function times(dates: ReadonlyArray<Date | null>): Buffer {
  return timeArray(dates.map((date) => date?.getTime() ?? null))
}
