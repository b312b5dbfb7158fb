import { sql } from 'kysely'
import { booleanArray, byteaArray, jsonbArray, textArray, timeArray, uuidArray } from '../db/arrays.ts'
import { build, type Db, runOne } from '../db/database.ts'

export const MAP_TASK = 'webhook.map'

/** A request as it came in, before anybody judged it. */
export interface ReceivedBytes {
  id: string
  workspaceId: string
  sourceId: string
  receivedAt: number
  contentType: string | null
  query: string
  headers: ReadonlyArray<readonly [string, string]>
  body: Buffer
  bodySha256: Buffer
}

export interface NewDelivery extends ReceivedBytes {
  verified: boolean
  /** The sender's own id of it. */
  deliveryId: string | null
  dedupeKey: Buffer | null
  /** To be turned into contacts. */
  mapped: boolean
}

export interface StoredDelivery {
  id: string
  receivedAt: number
  duplicate: boolean
}

// The event is written with the delivery: there is never one without the other. Its data is made from the delivery when
// it is sent.
const STORE = `
  with stored as (
    insert into webhook_deliveries (workspace_id, source_id, id, received_at, content_type, query, headers, body,
      body_sha256, dedupe_key, verified, delivery_id, mapping_state)
    select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::timestamptz[], $5::text[], $6::text[],
      $7::jsonb[], $8::bytea[], $9::bytea[], $10::bytea[], $11::boolean[], $12::text[], $13::text[])
    on conflict (workspace_id, source_id, dedupe_key) where dedupe_key is not null do nothing
    returning workspace_id, source_id, id, received_at, mapping_state
  ), told as (
    insert into event_outbox (id, workspace_id, type, subject_id, webhook_id, created_at)
    select id, workspace_id, 'webhook.received', id, source_id, received_at from stored
  )`

const INSERT = { name: 'webhook_deliveries.insert', text: `${STORE} select id from stored` }

const INSERT_AND_MAP = {
  name: 'webhook_deliveries.insert_and_map',
  text: `${STORE}
    select id, case when mapping_state = 'pending' then
        (graphile_worker.add_job('${MAP_TASK}',
          json_build_object('workspace_id', workspace_id, 'webhook_id', source_id, 'delivery_id', id),
          job_key => '${MAP_TASK}:' || id)).id end as job
      from stored`,
}

/** All or none, with their events and jobs. A delivery that is there already is found again instead of stored twice. */
export async function insertDeliveries(db: Db, deliveries: readonly NewDelivery[]): Promise<StoredDelivery[]> {
  const statement = deliveries.some((delivery) => delivery.mapped) ? INSERT_AND_MAP : INSERT
  const result = await db.query<{ id: string }>({
    ...statement,
    values: [
      ...valuesOf(deliveries),
      byteaArray(deliveries.map((delivery) => delivery.dedupeKey)),
      booleanArray(deliveries.map((delivery) => delivery.verified)),
      textArray(deliveries.map((delivery) => delivery.deliveryId)),
      textArray(deliveries.map((delivery) => (delivery.mapped ? 'pending' : null))),
    ],
  })
  if (result.rows.length === deliveries.length) return deliveries.map(toStored)
  const stored = new Set(result.rows.map((row) => row.id))
  return Promise.all(
    deliveries.map(async (delivery) => (stored.has(delivery.id) ? toStored(delivery) : countDuplicate(db, delivery))),
  )
}

function toStored({ id, receivedAt }: NewDelivery): StoredDelivery {
  return { id, receivedAt, duplicate: false }
}

async function countDuplicate(db: Db, delivery: NewDelivery): Promise<StoredDelivery> {
  const row = await runOne(
    db,
    build
      .updateTable('webhook_deliveries')
      .set({ duplicates: sql`duplicates + 1` })
      .where('workspace_id', '=', delivery.workspaceId)
      .where('source_id', '=', delivery.sourceId)
      .where('dedupe_key', '=', delivery.dedupeKey)
      .returning(['id', 'received_at']),
  )
  // Erased between the two statements: the repeat is then the first.
  if (row === null) return (await insertDeliveries(db, [delivery]))[0]!
  return { id: row.id, receivedAt: row.received_at.getTime(), duplicate: true }
}

/** The columns that deliveries and rejections have in common, as arrays. */
export function valuesOf(received: readonly ReceivedBytes[]): Buffer[] {
  return [
    uuidArray(received.map((each) => each.workspaceId)),
    uuidArray(received.map((each) => each.sourceId)),
    uuidArray(received.map((each) => each.id)),
    timeArray(received.map((each) => each.receivedAt)),
    textArray(received.map((each) => each.contentType)),
    textArray(received.map((each) => each.query)),
    jsonbArray(received.map((each) => JSON.stringify(each.headers))),
    byteaArray(received.map((each) => each.body)),
    byteaArray(received.map((each) => each.bodySha256)),
  ]
}
