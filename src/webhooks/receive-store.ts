import type { Db } from '../db/database.ts'
import { namesOf, type Places, rowsStatement, unnested } from '../db/statements/arrays.ts'
import type { JobName } from '../jobs/table.ts'
import type { Reason } from '../messages/stored.ts'

const MAP_TASK = 'webhook.map' satisfies JobName

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
  deliveryId: string | null
  mapped: boolean
}

export interface StoredDelivery {
  id: string
  receivedAt: number
  duplicate: boolean
}

// Includes the body: the same id with other content is another delivery, which must not be lost.
const dedupeKey = (deliveryId: string, bodySha256: string) =>
  `sha256(convert_to(${deliveryId} || E'\\n' || encode(${bodySha256}, 'hex'), 'UTF8'))`

function receivedColumns({ column }: Places<ReceivedBytes>) {
  return {
    workspace_id: column('uuid', ({ workspaceId }) => workspaceId),
    source_id: column('uuid', ({ sourceId }) => sourceId),
    id: column('uuid', ({ id }) => id),
    received_at: column('timestamptz', ({ receivedAt }) => receivedAt),
    content_type: column('text', ({ contentType }) => contentType),
    query: column('text', ({ query }) => query),
    headers: column('jsonb', ({ headers }) => JSON.stringify(headers)),
    body: column('bytea', ({ body }) => body),
  }
}

// The database hashes bodies: it has more CPU cores than this process has threads. OFFSET 0 makes it do so once. The
// event is written with the delivery, so neither exists without the other. Its data is read from the delivery when it
// is sent.
function insertStatement(name: string, selected: string) {
  return rowsStatement<NewDelivery>(name, (places) => {
    const columns = {
      ...receivedColumns(places),
      verified: places.column('boolean', ({ verified }) => verified),
      delivery_id: places.column('text', ({ deliveryId }) => deliveryId),
      mapping_state: places.column('text', ({ mapped }) => (mapped ? 'pending' : null)),
    }
    return `
      with stored as (
        insert into webhook_deliveries (${namesOf(columns)}, body_sha256, dedupe_key)
        select received.*, ${dedupeKey('delivery_id', 'body_sha256')}
          from (select *, sha256(body) as body_sha256 from ${unnested(columns)} as received (${namesOf(columns)}) offset 0)
            as received
        on conflict (workspace_id, source_id, dedupe_key) where dedupe_key is not null do nothing
        returning workspace_id, source_id, id, received_at, mapping_state
      ), told as (
        insert into event_outbox (id, workspace_id, type, subject_id, subject_version, webhook_id, created_at)
        select id, workspace_id, 'webhook.received', id, 1, source_id, received_at from stored
      )
      select ${selected} from stored`
  })
}

const insert = insertStatement('webhook_deliveries.insert', 'id')
// Posts have a deadline and jobs of priority 0, so a flood of deliveries waits behind them.
const insertAndMap = insertStatement(
  'webhook_deliveries.insert_and_map',
  `id, case when mapping_state = 'pending' then
        (graphile_worker.add_job('${MAP_TASK}',
          json_build_object('workspace_id', workspace_id, 'webhook_id', source_id, 'delivery_id', id),
          job_key => '${MAP_TASK}:' || id, priority => 1)).id end as job`,
)

/** Stores all or none, with their events and jobs. A delivery that already exists is found instead of stored twice. */
export async function insertDeliveries(db: Db, deliveries: readonly NewDelivery[]): Promise<StoredDelivery[]> {
  const isMapped = deliveries.some(({ mapped }) => mapped)
  const result = await (isMapped ? insertAndMap : insert)(db, deliveries)
  if (result.rows.length === deliveries.length) return deliveries.map(toStored)
  const stored = new Set(result.rows.map(({ id }) => id as string))
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
  // Erased between the two statements, so the repeat becomes the first.
  if (row === undefined) return (await insertDeliveries(db, [delivery]))[0]!
  return { id: row.id, receivedAt: row.received_at.getTime(), duplicate: true }
}

export interface NewRejection extends ReceivedBytes, Reason {
  code: string
}

export const insertRejections = rowsStatement<NewRejection>('webhook_rejections.insert', (places) => {
  const columns = {
    ...receivedColumns(places),
    code: places.column('text', ({ code }) => code),
    reason: places.column('text', ({ reason }) => reason),
    reason_code: places.column('text', ({ reason_code }) => reason_code),
    reason_values: places.column('jsonb', ({ reason_values }) => reason_values && JSON.stringify(reason_values)),
  }
  return `insert into webhook_rejections (${namesOf(columns)}, body_sha256)
    select *, sha256(body) from ${unnested(columns)} as received (${namesOf(columns)})`
})
