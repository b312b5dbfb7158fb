import type { Db } from '../db/database.ts'
import {
  booleanArray,
  byteaArray,
  columns,
  jsonbArray,
  textArray,
  timeArray,
  uuidArray,
} from '../db/statements/arrays.ts'
import type { JobName } from '../jobs/table.ts'

const MAP_TASK = 'webhook.map' satisfies JobName

/** A request as it came in, before it is verified. */
export interface ReceivedBytes {
  id: string
  workspaceId: string
  sourceId: string
  receivedAt: number
  contentType: string | null
  query: string
  headers: ReadonlyArray<readonly [string, string]>
  body: Buffer
}

export interface NewDelivery extends ReceivedBytes {
  verified: boolean
  /** The sender's own id of it. */
  deliveryId: string | null
  /** To be turned into contacts. */
  mapped: boolean
}

export interface StoredDelivery {
  id: string
  receivedAt: number
  duplicate: boolean
}

// Bound to the body: the same id with other content is another delivery, never a lost one.
const dedupeKey = (deliveryId: string, bodySha256: string) =>
  `sha256(convert_to(${deliveryId} || E'\\n' || encode(${bodySha256}, 'hex'), 'UTF8'))`

// Bodies are hashed by the database: it has more processors than this process has threads. OFFSET 0 makes it do so once.
// The event is written with the delivery: there is never one without the other. Its data is made from the delivery when
// it is sent.
const STORE = `
  with stored as (
    insert into webhook_deliveries (workspace_id, source_id, id, received_at, content_type, query, headers, body,
      verified, delivery_id, mapping_state, body_sha256, dedupe_key)
    select received.*, ${dedupeKey('delivery_id', 'body_sha256')}
      from (select *, sha256(body) as body_sha256
              from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::timestamptz[], $5::text[], $6::text[], $7::jsonb[],
                $8::bytea[], $9::boolean[], $10::text[], $11::text[])
                as received (workspace_id, source_id, id, received_at, content_type, query, headers, body, verified,
                  delivery_id, mapping_state)
            offset 0) as received
    on conflict (workspace_id, source_id, dedupe_key) where dedupe_key is not null do nothing
    returning workspace_id, source_id, id, received_at, mapping_state
  ), told as (
    insert into event_outbox (id, workspace_id, type, subject_id, subject_version, webhook_id, created_at)
    select id, workspace_id, 'webhook.received', id, 1, source_id, received_at from stored
  )`

const INSERT = { name: 'webhook_deliveries.insert', text: `${STORE} select id from stored` }

// Posts have a date to keep and jobs of priority 0: a flood of deliveries waits behind them.
const INSERT_AND_MAP = {
  name: 'webhook_deliveries.insert_and_map',
  text: `${STORE}
    select id, case when mapping_state = 'pending' then
        (graphile_worker.add_job('${MAP_TASK}',
          json_build_object('workspace_id', workspace_id, 'webhook_id', source_id, 'delivery_id', id),
          job_key => '${MAP_TASK}:' || id, priority => 1)).id end as job
      from stored`,
}

/** All or none, with their events and jobs. A delivery that is there already is found again instead of stored twice. */
export async function insertDeliveries(db: Db, deliveries: readonly NewDelivery[]): Promise<StoredDelivery[]> {
  const statement = deliveries.some((delivery) => delivery.mapped) ? INSERT_AND_MAP : INSERT
  const result = await db.query<{ id: string }>({
    ...statement,
    values: [
      ...valuesOf(deliveries),
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
  const { rows } = await db.query<{ id: string; received_at: Date }>({
    name: 'webhook_deliveries.duplicate',
    text: `update webhook_deliveries set duplicates = duplicates + 1
            where workspace_id = $1 and source_id = $2 and dedupe_key = ${dedupeKey('$3::text', 'sha256($4::bytea)')}
           returning id, received_at`,
    values: [delivery.workspaceId, delivery.sourceId, delivery.deliveryId, delivery.body],
  })
  const [row] = rows
  // Erased between the two statements: the repeat is then the first.
  if (row === undefined) return (await insertDeliveries(db, [delivery]))[0]!
  return { id: row.id, receivedAt: row.received_at.getTime(), duplicate: true }
}

export interface NewRejection extends ReceivedBytes {
  code: string
  reason: string
}

/** All or none. */
export async function insertRejections(db: Db, rejections: readonly NewRejection[]): Promise<void> {
  await db.query({
    name: 'webhook_rejections.insert',
    text: `insert into webhook_rejections (workspace_id, source_id, id, received_at, content_type, query, headers, body,
             code, reason, body_sha256)
           select *, sha256(body) from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::timestamptz[], $5::text[],
             $6::text[], $7::jsonb[], $8::bytea[], $9::text[], $10::text[])
             as received (workspace_id, source_id, id, received_at, content_type, query, headers, body, code, reason)`,
    values: [...valuesOf(rejections), ...columns(rejections, textArray, 'code', 'reason')],
  })
}

/** The columns that deliveries and rejections have in common, as arrays. */
function valuesOf(received: readonly ReceivedBytes[]): Buffer[] {
  return [
    ...columns(received, uuidArray, 'workspaceId', 'sourceId', 'id'),
    ...columns(received, timeArray, 'receivedAt'),
    ...columns(received, textArray, 'contentType', 'query'),
    jsonbArray(received.map((each) => JSON.stringify(each.headers))),
    ...columns(received, byteaArray, 'body'),
  ]
}
