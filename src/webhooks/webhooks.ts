import { isUtf8 } from 'node:buffer'
import { hash } from 'node:crypto'
import { type Batcher, createBatcher } from '../db/batcher.ts'
import { sumCounts } from '../db/counts.ts'
import type { Pool } from '../db/database.ts'
import { type PageRequest, type Pagination, sliceOf, toPage } from '../http/pagination.ts'
import type { Ids } from '../lib/ids.ts'
import {
  countSources,
  type DeliveryRow,
  findSource,
  insertDeliveries,
  type ListedSource,
  type NewDelivery,
  type StoredDelivery,
  selectDeliveries,
  selectSources,
} from './store.ts'

export interface ReceivedRequest {
  workspaceId: string
  sourceId: string
  rawHeaders: readonly string[]
  query: string
  body: Buffer
}

export interface Webhooks {
  /** Answers after the commit. Concurrent deliveries share one. */
  receive(request: ReceivedRequest): Promise<{ id: string; received_at: string; duplicate: boolean }>
  list(workspaceId: string, page: PageRequest): Promise<{ webhooks: object[]; pagination: Pagination }>
  /** Null when there is no such source. */
  deliveries(
    workspaceId: string,
    sourceId: string,
    page: PageRequest,
  ): Promise<{ deliveries: object[]; pagination: Pagination } | null>
  intake: Batcher<NewDelivery, StoredDelivery>
}

// Credentials of the sender are not ours to keep.
const DROPPED_HEADERS = new Set(['authorization', 'proxy-authorization', 'cookie', 'x-api-key'])

// Where senders put the id of a delivery, so that its repeats can be told: Standard Webhooks, Svix, GitHub, Shopify.
const DELIVERY_ID_HEADERS = ['webhook-id', 'svix-id', 'x-github-delivery', 'x-shopify-webhook-id', 'idempotency-key']

export function createWebhooks(pool: Pool, ids: Ids): Webhooks {
  const intake = createBatcher<NewDelivery, StoredDelivery>({
    write: (items) => insertDeliveries(pool, items),
    sizeOf: (delivery) => delivery.body.length,
  })
  return {
    intake,
    async receive(request) {
      const stored = await intake.add(toDelivery(request, ids))
      return { id: stored.id, received_at: new Date(stored.receivedAt).toISOString(), duplicate: stored.duplicate }
    },
    async list(workspaceId, page) {
      const total = await countSources(pool, workspaceId)
      const rows = await selectSources(pool, workspaceId, sliceOf(page, total))
      const shown = toPage(page, total, rows)
      return { webhooks: shown.rows.map(toWebhook), pagination: shown.pagination }
    },
    async deliveries(workspaceId, sourceId, page) {
      const source = await findSource(pool, workspaceId, sourceId)
      if (source === null) return null
      const total = await sumCounts(pool, workspaceId, [`deliveries:${source.id}`])
      const rows = await selectDeliveries(pool, workspaceId, source.id, sliceOf(page, total))
      const shown = toPage(page, total, rows)
      return { deliveries: shown.rows.map(toDeliveryAnswer), pagination: shown.pagination }
    },
  }
}

function toDelivery(request: ReceivedRequest, ids: Ids): NewDelivery {
  const { id, at } = ids.next()
  const headers: Array<readonly [string, string]> = []
  let contentType: string | null = null
  let deliveryId: string | null = null
  for (let i = 0; i < request.rawHeaders.length; i += 2) {
    const name = request.rawHeaders[i]!.toLowerCase()
    if (DROPPED_HEADERS.has(name)) continue
    const value = cleanHeader(request.rawHeaders[i + 1]!)
    headers.push([name, value])
    if (name === 'content-type') contentType ??= value
    else if (DELIVERY_ID_HEADERS.includes(name) && value !== '') deliveryId ??= `${name}\n${value}`
  }
  const bodySha256 = hash('sha256', request.body, 'buffer')
  return {
    id,
    workspaceId: request.workspaceId,
    sourceId: request.sourceId,
    receivedAt: at,
    contentType,
    query: request.query,
    headers,
    body: request.body,
    bodySha256,
    // Bound to the body: the same id with other content is another delivery, never a lost one.
    dedupeKey: deliveryId === null ? null : hash('sha256', `${deliveryId}\n${bodySha256.toString('hex')}`, 'buffer'),
  }
}

/** Header bytes come as Latin-1 and may hold controls, which the database does not take. */
function cleanHeader(value: string): string {
  return /[\u0000-\u001f]/.test(value) ? value.replace(/[\u0000-\u001f]/g, ' ') : value
}

function toWebhook(row: ListedSource): object {
  return {
    id: row.id,
    name: row.name,
    key_hint: row.hint,
    active: row.revoked_at === null,
    deliveries: row.deliveries,
    last_received_at: row.last_received_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    revoked_at: row.revoked_at?.toISOString() ?? null,
  }
}

function toDeliveryAnswer(row: DeliveryRow): object {
  const text = isUtf8(row.body)
  return {
    id: row.id,
    received_at: row.received_at.toISOString(),
    content_type: row.content_type,
    query: row.query,
    headers: row.headers,
    body_bytes: row.body.length,
    body_sha256: row.body_sha256.toString('hex'),
    body_text: text ? row.body.toString() : null,
    body_base64: text ? null : row.body.toString('base64'),
    duplicates: row.duplicates,
  }
}
