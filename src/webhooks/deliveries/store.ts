import { type SqlBool, sql } from 'kysely'
import { build, type Db, run, runOne, type Tx } from '../../db/database.ts'
import { type PagePart, type Slice, slicePage } from '../../db/paging.ts'

/** What came in; it never changes. */
export interface ReceivedRow {
  id: string
  source_id: string
  received_at: Date
  content_type: string | null
  query: string
  headers: unknown
  /** Null when it was not asked for. */
  body: Buffer | null
  body_bytes: number
  body_sha256: Buffer
  verified: boolean
  delivery_id: string | null
}

export interface DeliveryRow extends ReceivedRow {
  duplicates: number
  replays: number
  mapping_state: string | null
  mapping_issues: unknown
  contact_ids: string[]
}

/** Bodies larger than `bodyMax` are left where they are. */
export function bodyColumns(bodyMax: number | null) {
  const body =
    bodyMax === null
      ? sql<Buffer | null>`body`
      : sql<Buffer | null>`case when octet_length(body) <= ${bodyMax} then body end`
  return [body.as('body'), sql<number>`octet_length(body)`.as('body_bytes')] as const
}

function selectReceived(workspaceId: string, bodyMax: number | null) {
  return build
    .selectFrom('webhook_deliveries')
    .select([
      'webhook_deliveries.id',
      'source_id',
      'received_at',
      'content_type',
      'query',
      'headers',
      'body_sha256',
      'verified',
      'webhook_deliveries.delivery_id',
    ])
    .select(bodyColumns(bodyMax))
    .where('workspace_id', '=', workspaceId)
}

function selectRows(workspaceId: string, bodyMax: number | null) {
  return selectReceived(workspaceId, bodyMax)
    .select(['duplicates', 'replays', 'mapping_state', 'mapping_issues'])
    .select(
      sql<string[]>`array(select c.id from contacts c where c.workspace_id = webhook_deliveries.workspace_id
         and c.delivery_id = webhook_deliveries.id order by c.id)`.as('contact_ids'),
    )
}

export const MAPPING_STATES = ['none', 'pending', 'mapped', 'skipped', 'failed'] as const
export type MappingState = (typeof MAPPING_STATES)[number]

export interface DeliveryFilter {
  /** A part of the body or of the sender's id. */
  search: string | null
  deliveryId: string | null
  verified: boolean | null
  mappingState: MappingState | null
  /** Ids carry their time: a date range is a range of ids, which the primary key serves. */
  fromId: string | null
  belowId: string | null
}

export function isFiltered(filter: DeliveryFilter): boolean {
  return Object.values(filter).some((value) => value !== null)
}

function conditionsOf(sourceId: string, filter: DeliveryFilter): Array<ReturnType<typeof sql<SqlBool>>> {
  const conditions = [sql<SqlBool>`source_id = ${sourceId}`]
  if (filter.deliveryId !== null) conditions.push(sql`delivery_id = ${filter.deliveryId}`)
  if (filter.verified !== null) conditions.push(sql`verified = ${filter.verified}`)
  if (filter.fromId !== null) conditions.push(sql`id >= ${filter.fromId}`)
  if (filter.belowId !== null) conditions.push(sql`id < ${filter.belowId}`)
  if (filter.mappingState !== null) conditions.push(stateCondition(filter.mappingState))
  if (filter.search !== null) {
    // As bytes: a body need not be text.
    conditions.push(
      sql`(position(convert_to(${filter.search}, 'UTF8') in body) > 0 or position(${filter.search} in delivery_id) > 0)`,
    )
  }
  return conditions
}

/** A delivery that was not meant to become a contact has no state, but the reason. */
function stateCondition(state: MappingState) {
  switch (state) {
    case 'none':
      return sql<SqlBool>`mapping_state is null and mapping_issues is null`
    case 'skipped':
      return sql<SqlBool>`mapping_state is null and mapping_issues is not null`
    default:
      return sql<SqlBool>`mapping_state = ${state}`
  }
}

export async function countFiltered(
  db: Db,
  workspaceId: string,
  sourceId: string,
  filter: DeliveryFilter,
): Promise<number> {
  let query = build
    .selectFrom('webhook_deliveries')
    .select(sql<number>`count(*)::float8`.as('count'))
    .where('workspace_id', '=', workspaceId)
  for (const condition of conditionsOf(sourceId, filter)) query = query.where(condition)
  return (await runOne(db, query))?.count ?? 0
}

/** Newest first. */
export function selectDeliveries(
  db: Db,
  workspaceId: string,
  sourceId: string,
  filter: DeliveryFilter,
  slice: Slice,
  bodyMax: number,
): Promise<PagePart<DeliveryRow>> {
  let rows = selectRows(workspaceId, bodyMax)
  for (const condition of conditionsOf(sourceId, filter)) rows = rows.where(condition)
  return slicePage(db, rows, slice)
}

export function findDelivery(db: Db, workspaceId: string, sourceId: string, id: string): Promise<DeliveryRow | null> {
  return runOne(db, selectRows(workspaceId, null).where('source_id', '=', sourceId).where('id', '=', id))
}

/** For the events that are about them. */
export function selectForEvents(
  db: Db,
  workspaceId: string,
  wanted: ReadonlyArray<{ webhook_id: string; delivery_id: string }>,
  bodyMax: number,
): Promise<ReceivedRow[]> {
  const sources = wanted.map((each) => each.webhook_id)
  const ids = wanted.map((each) => each.delivery_id)
  const isWanted = sql<SqlBool>`(source_id, id) in (select * from unnest(${sources}::uuid[], ${ids}::uuid[]))`
  return run(db, selectReceived(workspaceId, bodyMax).where(isWanted))
}

export function findBody(
  db: Db,
  workspaceId: string,
  sourceId: string,
  id: string,
): Promise<{ content_type: string | null; body: Buffer; mapping_state: string | null } | null> {
  return runOne(
    db,
    build
      .selectFrom('webhook_deliveries')
      .select(['content_type', 'body', 'mapping_state'])
      .where('workspace_id', '=', workspaceId)
      .where('source_id', '=', sourceId)
      .where('id', '=', id),
  )
}

/** Null when it is gone. Holds the row until the transaction ends. */
export async function lockState(
  tx: Tx,
  workspaceId: string,
  sourceId: string,
  id: string,
): Promise<{ state: string | null } | null> {
  const row = await runOne(
    tx,
    build
      .selectFrom('webhook_deliveries')
      .select('mapping_state')
      .where('workspace_id', '=', workspaceId)
      .where('source_id', '=', sourceId)
      .where('id', '=', id)
      .forUpdate(),
  )
  return row && { state: row.mapping_state }
}

export async function updateMapping(
  db: Db,
  workspaceId: string,
  sourceId: string,
  id: string,
  outcome: { state: 'pending' | 'mapped' | 'failed' | null; issues: Record<string, string[]> | null },
): Promise<void> {
  await run(
    db,
    build
      .updateTable('webhook_deliveries')
      .set({
        mapping_state: outcome.state,
        mapping_issues: outcome.issues === null ? null : JSON.stringify(outcome.issues),
      })
      .where('workspace_id', '=', workspaceId)
      .where('source_id', '=', sourceId)
      .where('id', '=', id),
  )
}

/** Counts the replay and tells of the delivery once more, under the id of a new event. */
export async function insertReplay(
  tx: Tx,
  workspaceId: string,
  sourceId: string,
  id: string,
  event: { id: string; at: number },
): Promise<void> {
  await tx.query({
    text: `with counted as (
             update webhook_deliveries set replays = replays + 1
              where workspace_id = $2 and source_id = $3 and id = $4)
           insert into event_outbox (id, workspace_id, type, subject_id, subject_version, webhook_id, created_at)
           values ($1, $2, 'webhook.received', $4, 1, $3, $5)`,
    values: [event.id, workspaceId, sourceId, id, new Date(event.at)],
  })
}

export async function removeDelivery(db: Db, workspaceId: string, sourceId: string, id: string): Promise<boolean> {
  const query = build.deleteFrom('webhook_deliveries').where('workspace_id', '=', workspaceId)
  return (await runOne(db, query.where('source_id', '=', sourceId).where('id', '=', id).returning('id'))) !== null
}

/** The oldest ones below an id, in small steps: a large clean-up never holds locks for long. Returns how many went. */
export async function removeDeliveries(
  db: Db,
  workspaceId: string,
  sourceId: string,
  belowId: string | null,
  most: number,
): Promise<number> {
  const result = await db.query({
    text: deleteOldest('webhook_deliveries'),
    values: [workspaceId, sourceId, belowId, most],
  })
  return result.rowCount ?? 0
}

/**
 * By a list of ids, of which the planner expects ten: each is looked up in the primary key. Of a range it expects a third
 * of the table, and would go through all of it at every step.
 */
export function deleteOldest(table: 'webhook_deliveries' | 'webhook_rejections'): string {
  const those = 'workspace_id = $1 and source_id = $2'
  return `delete from ${table} where ${those} and id = any (array(
            select id from ${table} where ${those} and ($3::uuid is null or id < $3) order by id limit $4))`
}
