import type { RawBuilder, SqlBool } from 'kysely'
import { build, type Db, type Pool, run, runOne, sql, type Tx } from '../db/database.ts'
import type { JsonRow } from '../db/statements/bounded.ts'
import { COUNTED_MAX, type Counted, countUpTo, selectRowCount } from '../db/statements/counts.ts'
import { createList, findSearchEnd, type Order, type Window, within } from '../db/statements/paging.ts'
import { firstIdAt } from '../lib/ids.ts'
import type { Details } from '../lib/issues.ts'
import { DAY_MS } from '../lib/time/span.ts'
import type { Language } from '../messages/languages.ts'
import type { DeliveryFilter, MappingState } from './schemas.ts'
import { REJECTIONS_MAX, selectRetentions } from './source-store.ts'

export type SourcePlace = [workspaceId: string, sourceId: string]
export type Place = [...SourcePlace, id: string]

function isFrom([workspaceId, sourceId]: SourcePlace): RawBuilder<SqlBool> {
  return sql`workspace_id = ${workspaceId} and source_id = ${sourceId}`
}

function isAt([workspaceId, sourceId, id]: Place): RawBuilder<SqlBool> {
  return sql`${isFrom([workspaceId, sourceId])} and id = ${id}`
}

/** The columns that deliveries and rejections share. Bodies larger than `bodyMax` are left out. */
function receivedColumns(bodyMax: number | null) {
  const isSmall = bodyMax === null ? sql`true` : sql`octet_length(body) <= ${bodyMax}`
  return [
    'id',
    'received_at',
    'content_type',
    'query',
    'headers',
    'body_sha256',
    sql<Buffer | null>`case when ${isSmall} then body end`.as('body'),
    sql<number>`octet_length(body)`.as('body_bytes'),
  ] as const
}

function selectReceived(bodyMax: number | null) {
  return build.selectFrom('webhook_deliveries').select([...receivedColumns(bodyMax), 'verified', 'delivery_id'])
}

function selectRows(bodyMax: number | null) {
  return selectReceived(bodyMax).select(['duplicates', 'replays', 'mapping_state', 'mapping_issues'])
}

export type ReceivedRow = Awaited<ReturnType<typeof selectForEvents>>[number]
export type DeliveryRow = NonNullable<Awaited<ReturnType<typeof findDelivery>>>

function matches(source: SourcePlace, filter: DeliveryFilter): RawBuilder<SqlBool> {
  const { q, delivery_id, verified, mapping_state, received_after, received_before } = filter
  const conditions: RawBuilder<unknown>[] = [isFrom(source)]
  if (delivery_id !== null) conditions.push(sql`delivery_id = ${delivery_id}`)
  if (verified !== null) conditions.push(sql`verified = ${verified}`)
  if (received_after !== null) conditions.push(sql`id >= ${received_after}`)
  if (received_before !== null) conditions.push(sql`id < ${received_before}`)
  if (mapping_state !== null) conditions.push(hasState(mapping_state))
  if (q !== null) {
    // As bytes: a body need not be text.
    const inBody = sql`position(convert_to(${q}, 'UTF8') in body) > 0`
    conditions.push(sql`(${inBody} or position(${q} in delivery_id) > 0)`)
  }
  return sql.join(conditions, sql` and `)
}

/** A delivery that was not meant to become a contact has no state, only a reason. */
function hasState(state: MappingState): RawBuilder<unknown> {
  if (state === 'none') return sql`mapping_state is null and mapping_issues is null`
  if (state === 'skipped') return sql`mapping_state is null and mapping_issues is not null`
  return sql`mapping_state = ${state}`
}

/** How many match, up to COUNTED_MAX. */
export function countDeliveries(
  db: Db,
  source: SourcePlace,
  filter: DeliveryFilter,
  part: { order: Order; end: string | null },
): Promise<Counted> {
  const matching = build.selectFrom('webhook_deliveries').where(matches(source, filter))
  return countUpTo(db, COUNTED_MAX, within(matching, { ...part, afterId: null }))
}

/** These have an index. */
const isIndexed = (state: MappingState | null) => state === 'pending' || state === 'failed'

/** How far a list reads if no index has exactly the matching deliveries; null if one has. */
export async function findDeliveriesEnd(
  db: Db,
  source: SourcePlace,
  filter: DeliveryFilter,
  window: Window,
): Promise<string | null> {
  const { q, delivery_id, verified, mapping_state, ...times } = filter
  const state = isIndexed(mapping_state) ? mapping_state : null
  if ([q, delivery_id, verified, state === null ? mapping_state : null].every((value) => value === null)) return null
  const along = { ...times, q: null, delivery_id: null, verified: null, mapping_state: state }
  return findSearchEnd(db, build.selectFrom('webhook_deliveries').select('id').where(matches(source, along)), window)
}

export interface ListPlace {
  workspaceId: string
  sourceId: string
  /** Larger bodies are left out. */
  bodyMax: number
}

/** What a source received. `write` gets the columns of `selectRows`, and the ids of the contacts. */
export function createDeliveryList(
  write: (row: JsonRow, language?: Language) => string,
  isSpoken: (row: JsonRow) => boolean,
) {
  return createList({
    name: 'webhook_deliveries.page',
    rows: ({ workspaceId, sourceId, bodyMax }: ListPlace) => selectRows(bodyMax).where(isFrom([workspaceId, sourceId])),
    total: ({ workspaceId, sourceId }) => selectRowCount(workspaceId, sql`array['deliveries:' || ${sourceId}::text]`),
    added: ({ workspaceId }) => ({
      columns: sql`coalesce(contact_ids, '[]') as contact_ids`,
      joins: sql`left join (
        select contacts.delivery_id as made_from, json_agg(contacts.id order by contacts.id) as contact_ids from contacts
         where workspace_id = ${workspaceId} and delivery_id = any(array(select id from page)) group by 1) as made
        on made_from = page.id`,
    }),
    write,
    isSpoken,
  })
}

export function selectMatching(source: SourcePlace, filter: DeliveryFilter, bodyMax: number) {
  return selectRows(bodyMax).where(matches(source, filter))
}

export function findDelivery(db: Db, ...place: Place) {
  const contactIds = sql<string[]>`array(
    select c.id from contacts c where c.workspace_id = webhook_deliveries.workspace_id
       and c.delivery_id = webhook_deliveries.id order by c.id)`
  return runOne(db, selectRows(null).select(contactIds.as('contact_ids')).where(isAt(place)))
}

export type DeliveryKey = { webhook_id: string; delivery_id: string }

export function selectForEvents(db: Db, workspaceId: string, wanted: readonly DeliveryKey[], bodyMax: number) {
  const sources = wanted.map((each) => each.webhook_id)
  const ids = wanted.map((each) => each.delivery_id)
  const isWanted = sql<SqlBool>`(source_id, id) in (select * from unnest(${sources}::uuid[], ${ids}::uuid[]))`
  return run(db, selectReceived(bodyMax).select('source_id').where('workspace_id', '=', workspaceId).where(isWanted))
}

export function findBody(db: Db, ...place: Place) {
  const query = build.selectFrom('webhook_deliveries').select(['content_type', 'body', 'mapping_state'])
  return runOne(db, query.where(isAt(place)))
}

export function lockState(tx: Tx, ...place: Place) {
  const query = build.selectFrom('webhook_deliveries').select('mapping_state')
  return runOne(tx, query.where(isAt(place)).forUpdate())
}

type StoredState = Exclude<MappingState, 'none' | 'skipped'>

export async function updateMapping(db: Db, place: Place, state: StoredState | null, issues: Details | null) {
  const change = { mapping_state: state, mapping_issues: issues && JSON.stringify(issues) }
  await run(db, build.updateTable('webhook_deliveries').set(change).where(isAt(place)))
}

/** Counts the replay and emits the delivery again, as a new event. */
export async function insertReplay(tx: Tx, place: Place, event: { id: string; at: number }): Promise<void> {
  const [workspaceId, sourceId, id] = place
  const query = sql`with counted as (
      update webhook_deliveries set replays = replays + 1
       where workspace_id = ${workspaceId} and source_id = ${sourceId} and id = ${id}
      returning replays + 1 as version)
    insert into event_outbox (id, workspace_id, type, subject_id, subject_version, webhook_id, created_at)
    select ${event.id}, ${workspaceId}, 'webhook.received', ${id}, version, ${sourceId}, ${new Date(event.at)} from counted`
  await run(tx, query)
}

export async function removeDelivery(db: Db, ...place: Place): Promise<boolean> {
  return (await runOne(db, build.deleteFrom('webhook_deliveries').where(isAt(place)).returning('id'))) !== null
}

const REJECTIONS = build.selectFrom('webhook_rejections')
const rejectionColumns = (bodyMax: number | null) =>
  [...receivedColumns(bodyMax), 'code', 'reason', 'reason_code', 'reason_values'] as const

export type RejectionRow = NonNullable<Awaited<ReturnType<typeof findRejection>>>

export function selectRejections(source: SourcePlace, bodyMax: number) {
  return REJECTIONS.select(rejectionColumns(bodyMax)).where(isFrom(source))
}

export function findRejection(db: Db, ...place: Place) {
  return runOne(db, REJECTIONS.select(rejectionColumns(null)).where(isAt(place)))
}

export function removeRejection(db: Db, ...place: Place): Promise<RejectionRow | null> {
  return runOne(db, build.deleteFrom('webhook_rejections').where(isAt(place)).returning(rejectionColumns(null)))
}

async function findOldestKept(db: Db, source: SourcePlace, kept: number): Promise<string | null> {
  const newest = REJECTIONS.select('id').where(isFrom(source)).orderBy('id', 'desc')
  return (await runOne(db, newest.offset(kept - 1).limit(1)))?.id ?? null
}

const RECEIVED_TABLES = ['webhook_deliveries', 'webhook_rejections'] as const
type ReceivedTable = (typeof RECEIVED_TABLES)[number]

const STEP = 1_000

/**
 * Removes the rows below an id (null: all), oldest first and a thousand per commit, so that a large clean-up never
 * holds locks for long. Returns how many of the allowed steps are left.
 */
export async function removeOldest(
  db: Db,
  table: ReceivedTable,
  source: SourcePlace,
  belowId: string | null,
  steps = Infinity,
): Promise<number> {
  const text = deleteOldest(table)
  for (let left = steps; left > 0; left--) {
    const { rowCount } = await db.query({ text, values: [...source, belowId, STEP] })
    if (rowCount !== STEP) return left - 1
  }
  return 0
}

/**
 * Deletes by a list of ids, for which the planner expects ten rows and uses the primary key. For a range it expects a
 * third of the table, and would scan all of it at every step.
 */
export function deleteOldest(table: ReceivedTable): string {
  const those = 'workspace_id = $1 and source_id = $2'
  return `delete from ${table} where ${those} and id = any (array(
            select id from ${table} where ${those} and ($3::uuid is null or id < $3) order by id limit $4))`
}

export async function purgeDeliveries(pool: Pool, now: number, defaultDays: number): Promise<void> {
  for (const { workspace_id, id, retention_days } of await selectRetentions(pool)) {
    const belowId = firstIdAt(now - (retention_days ?? defaultDays) * DAY_MS)
    for (const table of RECEIVED_TABLES) await removeOldest(pool, table, [workspace_id, id], belowId)
    await trimRejections(pool, [workspace_id, id])
  }
}

/** Keeps only the newest rejections, because anyone with the URL can cause some. */
export async function trimRejections(db: Db, source: SourcePlace): Promise<void> {
  const belowId = await findOldestKept(db, source, REJECTIONS_MAX)
  if (belowId !== null) await removeOldest(db, 'webhook_rejections', source, belowId)
}

export async function eraseReceived(pool: Pool, source: SourcePlace, steps = Infinity): Promise<void> {
  let left = steps
  for (const table of RECEIVED_TABLES) left = await removeOldest(pool, table, source, null, left)
}
