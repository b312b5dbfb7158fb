import type { RawBuilder } from 'kysely'
import { build, type Db, prepare, run, runOne, sql } from '../db/database.ts'
import { createFieldsWriter, type JsonRow } from '../db/statements/bounded.ts'
import { selectColumns } from '../db/statements/columns.ts'
import {
  COUNTED_MAX,
  type Counted,
  countUpTo,
  ROWS_COUNTED_MAX,
  selectRowCount,
  upTo,
} from '../db/statements/counts.ts'
import { atMost, createJsonReader, type Order, type Slice } from '../db/statements/paging.ts'
import { hasFilter } from '../http/query.ts'
import type { EventType } from './emit.ts'
import { type DeliveryState, eventAttempt } from './schemas.ts'

export type EventRow = NonNullable<Awaited<ReturnType<typeof findEvent>>>

/** The columns that an event shows. */
const SHOWN = ['id', 'type', 'timestamp', 'subject_version', 'index'] as const

const EVENTS = build
  .selectFrom('events')
  .select([
    'id',
    sql<EventType>`type`.as('type'),
    'created_at as timestamp',
    'subject_version',
    'change_index as index',
  ])
  .select([sql<object | null>`data`.as('data'), 'position', 'subject_id', 'webhook_id'])

export function findEvent(db: Db, workspaceId: string, id: string) {
  return runOne(db, EVENTS.where('workspace_id', '=', workspaceId).where('id', '=', id))
}

export interface EventFilter {
  types: readonly string[] | null
  subjectId: string | null
  /** Ids contain their time. */
  fromId: string | null
  /** No event from `fromId` on has an earlier position. */
  fromPosition?: number
}

function selectFiltered(workspaceId: string, filter: EventFilter) {
  let query = EVENTS.where('workspace_id', '=', workspaceId)
  if (filter.types !== null) query = query.where('type', 'in', filter.types)
  if (filter.subjectId !== null) query = query.where('subject_id', '=', filter.subjectId)
  if (filter.fromId !== null) query = query.where('id', '>=', filter.fromId)
  if (filter.fromPosition !== undefined) query = query.where('position', '>=', filter.fromPosition)
  return query
}

/** Far more events than can be on their way to the feed in one transaction. */
const UNORDERED_MAX = 5_000

/**
 * Events have their position in about the order of their ids. The earliest position among the first ids is the earliest
 * of all of them, so the older events need not be read.
 */
export async function completeFilter(db: Db, workspaceId: string, filter: EventFilter): Promise<EventFilter> {
  if (filter.fromId === null) return filter
  const query = sql<{ position: number | null }>`select min(position) as position from (
      select position from events where workspace_id = ${workspaceId} and id >= ${filter.fromId}
       order by id limit ${UNORDERED_MAX}) as first`
  return { ...filter, fromPosition: (await runOne(db, query))!.position ?? Number.MAX_SAFE_INTEGER }
}

/** The number of matching events, up to a limit. Null without a filter: `findEnd` has that count. */
export async function countEvents(db: Db, workspaceId: string, filter: EventFilter): Promise<Counted | null> {
  if (!hasFilter(filter)) return null
  const most = filter.fromId === null ? COUNTED_MAX : ROWS_COUNTED_MAX
  const { types, subjectId } = filter
  if (types === null || subjectId !== null) return countUpTo(db, most, selectFiltered(workspaceId, filter))
  const events = selectOfEachType(workspaceId, filter, types, (rows) => rows.orderBy('position').limit(most + 1))
  const query = sql<{
    count: number
  }>`select count(*)::float8 as count from (select ${events} limit ${most + 1}) as counted`
  return upTo(most, (await runOne(db, query))!.count)
}

/** SQL: the positions of events, type by type: the index has those of each type in their order, so none hides another. */
function selectOfEachType(
  workspaceId: string,
  filter: EventFilter,
  types: readonly string[],
  place: (rows: typeof EVENTS) => typeof EVENTS,
) {
  const ofType = selectFiltered(workspaceId, { ...filter, types: null }).where(sql<boolean>`type = wanted.type`)
  return sql`event.position from unnest(${types}::text[]) as wanted (type)
    cross join lateral (${place(ofType).clearSelect().select('position')}) as event`
}

interface FeedEnd {
  /** The current epoch of the feed. */
  epoch: number
  /** The position after which the epoch following `sinceEpoch` began; null if there is none. */
  started_after: number | null
  /**
   * The newest position; 0 if the feed is empty. All positions up to it are visible, because they are assigned in
   * order.
   */
  last: number
  /** How many events there are. */
  count: number
}

function selectLast(workspaceId: string): RawBuilder<number> {
  return sql`coalesce((select position from events where workspace_id = ${workspaceId} order by position desc limit 1), 0)`
}

function selectCount(workspaceId: string): RawBuilder<number> {
  return selectRowCount(workspaceId, sql`array['events']`)
}

const selectEnd = prepare(
  'events.end',
  ({ workspaceId, sinceEpoch }: { workspaceId: string; sinceEpoch: number }) => sql<FeedEnd>`
    select coalesce(max(epoch), 1) as epoch, min(started_after) filter (where epoch > ${sinceEpoch}) as started_after,
           ${selectLast(workspaceId)} as last, ${selectCount(workspaceId)} as count
      from feed_epochs`,
)

export async function findEnd(db: Db, workspaceId: string, sinceEpoch: number): Promise<FeedEnd> {
  return (await runOne(db, selectEnd({ workspaceId, sinceEpoch })))!
}

interface FeedSlice {
  order: Order
  limit: number
  offset: number
  /** The slice begins after this position, and the offset is ignored. */
  afterPosition: number | null
  /** Nothing after this position. */
  upToPosition: number
}

function inOrder(rows: typeof EVENTS, order: Order, slice: Pick<FeedSlice, 'limit' | 'upToPosition'>) {
  return rows.where('position', '<=', slice.upToPosition).orderBy('position', order).limit(slice.limit)
}

function behind<R extends typeof EVENTS>(rows: R, order: Order, position: number) {
  return rows.where('position', order === 'asc' ? '>' : '<', position)
}

/** Skips rows along the index, without reading them. */
function skip<R extends typeof EVENTS>(page: R, order: Order, offset: number) {
  const first = page.clearSelect().select('position').clearLimit().limit(1).offset(offset)
  return page.where('position', order === 'asc' ? '>=' : '<=', sql<number>`(${first})`)
}

type AllSlice = FeedSlice & { workspaceId: string; afterPosition: number }

/** The feed without filters, which most readers follow. */
function preparePages(order: Order) {
  const page = (slice: AllSlice) => inOrder(EVENTS.where('workspace_id', '=', slice.workspaceId), order, slice)
  const next = (slice: AllSlice) =>
    atMost(
      behind(EVENTS.where('workspace_id', '=', slice.workspaceId), order, slice.afterPosition)
        .where('position', '<=', slice.upToPosition)
        .orderBy('position', order),
    )
  return {
    at: prepare(`events.${order}`, (slice: AllSlice) => skip(page(slice), order, slice.offset)),
    next: prepare(`events.${order}.next`, (slice: AllSlice) =>
      next(slice).orderBy('position', order).limit(slice.limit),
    ),
  }
}

const ALL = { asc: preparePages('asc'), desc: preparePages('desc') }

const readJson = createJsonReader()
const writeHead = createFieldsWriter(SHOWN, SHOWN)

export interface FeedRow {
  id: string
  /** The fields of the event without its data. */
  head: string
  /** JSON; null if it is rendered from the delivery, or erased. */
  data: string | null
  position: number
  subject_id: string
  webhook_id: string | null
}

export async function selectEvents(db: Db, workspaceId: string, filter: EventFilter, slice: FeedSlice) {
  const page = (limit: number) => pageOf(workspaceId, filter, { ...slice, limit })
  const { rows, ...rest } = await readJson(db, page, slice.limit)
  return { rows: rows.map(toFeedRow), ...rest }
}

interface FirstSlice {
  workspaceId: string
  limit: number
}

/** The beginning of the feed without filters, each row with the end of the feed. */
function prepareFirst(order: Order) {
  return prepare(`events.${order}.first`, ({ workspaceId, limit }: FirstSlice) =>
    atMost(EVENTS.where('workspace_id', '=', workspaceId).orderBy('position', order))
      .select([
        sql<number>`(select coalesce(max(epoch), 1) from feed_epochs)`.as('epoch'),
        selectLast(workspaceId).as('last'),
        selectCount(workspaceId).as('count'),
      ])
      .orderBy('position', order)
      .limit(limit),
  )
}

const FIRST = { asc: prepareFirst('asc'), desc: prepareFirst('desc') }

/** In one statement, because most callers ask for this. `end` is null for an empty feed. */
export async function selectFirstEvents(db: Db, { order, ...slice }: FirstSlice & { order: Order }) {
  const { rows, isLast } = await readJson(db, (limit) => FIRST[order]({ ...slice, limit }), slice.limit)
  const end = rows[0]?.slice(-3).map(Number)
  return {
    part: { rows: rows.map(toFeedRow), isLast },
    end: end ? { epoch: end[0]!, started_after: null, last: end[1]!, count: end[2]! } : null,
  }
}

function toFeedRow(row: JsonRow): FeedRow {
  const [data, position, subject, webhook] = row.slice(SHOWN.length)
  const parse = (text: string | null | undefined) => (text ? JSON.parse(text) : null)
  return {
    id: parse(row[0]),
    head: writeHead(row),
    data: data ?? null,
    position: parse(position),
    subject_id: parse(subject),
    webhook_id: parse(webhook),
  }
}

function pageOf(workspaceId: string, filter: EventFilter, slice: FeedSlice) {
  const { order, offset, afterPosition } = slice
  if (!hasFilter(filter)) {
    const page = afterPosition === null ? ALL[order].at : ALL[order].next
    return page({ ...slice, workspaceId, afterPosition: afterPosition ?? 0 })
  }
  const place = (rows: typeof EVENTS) => {
    const page = inOrder(rows, order, slice)
    return afterPosition === null ? page : behind(page, order, afterPosition)
  }
  const { types } = filter
  const skipped = afterPosition === null ? offset : 0
  if (types === null || types.length === 1 || filter.subjectId !== null) {
    const page = place(selectFiltered(workspaceId, filter))
    return skipped === 0 ? page : skip(page, order, skipped)
  }
  const most = skipped + slice.limit
  const events = selectOfEachType(workspaceId, filter, types, (rows) => place(rows).clearLimit().limit(most))
  const positions = sql`select ${events} order by event.position ${sql.raw(order)} limit ${slice.limit} offset ${skipped}`
  const found = EVENTS.where('workspace_id', '=', workspaceId)
  return found.where('position', '=', sql<number>`any(array(${positions}))`).orderBy('position', order)
}

export function selectDeliveriesOfEvent(db: Db, workspaceId: string, eventId: string) {
  const columns = ['endpoint_id', 'state', 'attempts', 'next_at', 'delivered_at'] as const
  const query = build.selectFrom('event_deliveries').select(columns)
  return run(db, query.where('workspace_id', '=', workspaceId).where('event_id', '=', eventId).orderBy('endpoint_id'))
}

export interface DeliveryRef {
  workspaceId: string
  endpointId: string
  eventId: string
}

export interface DeliveryFilter {
  state: DeliveryState | null
  types: readonly string[] | null
}

/** `id` is that of the event. The type is read from the event instead of being stored with every delivery. */
function selectDeliveryRows(endpointId: string, filter: DeliveryFilter) {
  let query = build
    .selectFrom('event_deliveries as delivery')
    .innerJoin('events as event', (join) =>
      join.onRef('event.workspace_id', '=', 'delivery.workspace_id').onRef('event.id', '=', 'delivery.event_id'),
    )
    .where('delivery.endpoint_id', '=', endpointId)
  if (filter.state !== null) query = query.where('delivery.state', '=', filter.state)
  if (filter.types !== null) query = query.where('event.type', 'in', filter.types)
  return query
}

const LISTED_COLUMNS = [
  'delivery.event_id as id',
  sql<EventType>`event.type`.as('type'),
  sql<DeliveryState>`delivery.state`.as('state'),
  'delivery.attempts',
  'delivery.next_at',
  'delivery.delivered_at',
  'delivery.created_at',
] as const

export type ListedDelivery = NonNullable<Awaited<ReturnType<typeof findDelivery>>>

export function findDelivery(db: Db, endpointId: string, eventId: string) {
  const query = selectDeliveryRows(endpointId, { state: null, types: null }).select(LISTED_COLUMNS)
  return runOne(db, query.where('delivery.event_id', '=', eventId))
}

export function countDeliveries(db: Db, endpointId: string, filter: DeliveryFilter): Promise<Counted> {
  if (filter.types !== null) return countUpTo(db, ROWS_COUNTED_MAX, selectDeliveryRows(endpointId, filter))
  // Counted from the index alone: joined with their events, half a million take a second.
  const own = build.selectFrom('event_deliveries').where('endpoint_id', '=', endpointId)
  return countUpTo(db, COUNTED_MAX, filter.state === null ? own : own.where('state', '=', filter.state))
}

export function selectDeliveries(
  db: Db,
  endpointId: string,
  filter: DeliveryFilter,
  { order, limit, offset, afterId }: Slice,
): Promise<ListedDelivery[]> {
  let query = selectDeliveryRows(endpointId, filter).select(LISTED_COLUMNS)
  if (afterId === null) query = query.offset(offset)
  else query = query.where('delivery.event_id', order === 'asc' ? '>' : '<', afterId)
  return run(db, query.orderBy('delivery.event_id', order).limit(limit))
}

export type AttemptRow = Awaited<ReturnType<typeof selectAttempts>>[number]

export function selectAttempts(db: Db, endpointId: string, eventId: string) {
  const query = build.selectFrom('event_attempts').select(selectColumns(eventAttempt.columns))
  return run(db, query.where('endpoint_id', '=', endpointId).where('event_id', '=', eventId).orderBy('number'))
}

/** Restarts or creates a delivery. A worker that is sending it loses its lease, so its result does not count. */
export async function restartDelivery(db: Db, { workspaceId, endpointId, eventId }: DeliveryRef, now: Date) {
  const query = sql`insert into event_deliveries as delivery (workspace_id, endpoint_id, event_id, next_at, created_at)
    values (${workspaceId}, ${endpointId}, ${eventId}, ${now}, ${now})
    on conflict (endpoint_id, event_id) do update
      set state = 'pending', round = 0, next_at = ${now}, delivered_at = null`
  await run(db, query)
}

/** SQL: whether the types and wildcards of an endpoint, or null for all, include a type. */
export function selects(selectors: RawBuilder<unknown>, type: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(${selectors} is null or ${type} = any(${selectors})
    or split_part(${type}, '.', 1) || '.*' = any(${selectors}))`
}

/**
 * SQL: whether an event of this table passes filters, or null for none. The delivery that webhook.received is about is
 * not in its data, only the id of its webhook.
 */
export function passes(filters: RawBuilder<unknown>, event: string): RawBuilder<boolean> {
  const [data, webhookId] = [sql.ref(`${event}.data`), sql.ref(`${event}.webhook_id`)]
  return sql`(${filters} is null
    or event_matches(coalesce(${data}, json_build_object('webhook_id', ${webhookId})), ${filters}))`
}

interface RecoveryStep {
  workspaceId: string
  endpointId: string
  types: readonly string[] | null
  /** As JSON. */
  filters: string | null
  afterId: string
  most: number
  now: Date
  /** Deliveries due before this may be on their way, and are left alone. */
  leasedUntil: Date
}

/**
 * Makes the next events due that the endpoint wants and has not received. The next step, if any, begins after `lastId`.
 */
export async function recoverEvents(db: Db, step: RecoveryStep) {
  const query = sql<{ recovered: number; lastId: string | null }>`with looked as (
      select id, type, subject_id, is_quiet, ${passes(sql`${step.filters}::jsonb`, 'event')} as passes from events event
       where workspace_id = ${step.workspaceId} and id > ${step.afterId}
        order by id limit ${step.most}),
    recovered as (
      insert into event_deliveries as delivery (workspace_id, endpoint_id, event_id, next_at, created_at)
      select ${step.workspaceId}, ${step.endpointId}, id, ${step.now}, ${step.now} from looked
       where passes and ${selects(sql`${step.types}::text[]`, sql`type`)}
         and not (type = 'endpoint.disabled' and subject_id = ${step.endpointId})
         and not (is_quiet and exists (
           select from event_endpoints where id = ${step.endpointId} and kind <> 'webhook'))
      on conflict (endpoint_id, event_id) do update
        set state = 'pending', round = 0, next_at = ${step.now}
      where delivery.state in ('failed', 'cancelled')
         or delivery.state = 'pending' and delivery.next_at > ${step.leasedUntil}
      returning 1)
    select (select count(*)::integer from recovered) as recovered,
           (select id from looked order by id offset ${step.most} - 1) as "lastId"`
  return (await runOne(db, query))!
}
