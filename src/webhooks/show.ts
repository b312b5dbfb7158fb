import { isUtf8 } from 'node:buffer'
import type { DeliveryRow, MappingState, ReceivedRow, RejectionRow } from './delivery-store.ts'
import type { ListedSource } from './source-store.ts'

/** A source as the API shows it: secrets never, only whether they are there. */
export function showWebhook(row: ListedSource, now: number) {
  const ifAhead = (until: Date | null) => (until !== null && until.getTime() > now ? until.toISOString() : null)
  return {
    id: row.id,
    name: row.name,
    provider: row.provider,
    verified: verificationOf(row.provider),
    has_secret: row.secret !== null,
    has_verify_token: row.verify_token !== null,
    has_access_token: row.access_token !== null,
    previous_secret_until: row.old_secret && ifAhead(row.old_secret_until),
    signature: row.signature as object | null,
    delivery_id: row.delivery_id,
    max_bytes: row.max_bytes,
    rate_limit: row.rate_limit,
    retention_days: row.retention_days,
    mapping: row.mapping as object | null,
    paused: row.paused_at !== null,
    active: row.revoked_at === null,
    key_hint: row.hint,
    previous_key_until: row.old_key_hash && ifAhead(row.old_key_until),
    deliveries: row.deliveries,
    rejections: row.rejections,
    last_received_at: row.last_received_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    revoked_at: row.revoked_at?.toISOString() ?? null,
  }
}

export type Webhook = ReturnType<typeof showWebhook>

export function verificationOf(provider: string): 'verified' | 'unverified' {
  return provider === 'none' ? 'unverified' : 'verified'
}

export function showDelivery(row: DeliveryRow) {
  return {
    ...showReceived(row),
    duplicates: row.duplicates,
    replays: row.replays,
    mapping: {
      state: mappingStateOf(row),
      issues: row.mapping_issues as Record<string, string[]> | null,
      contact_ids: row.contact_ids,
    },
  }
}

/** What came in: the part of a delivery that never changes, so that an event about it is the same in every attempt. */
export function showReceived(row: ReceivedRow) {
  return showContent(row, { verified: row.verified, delivery_id: row.delivery_id })
}

export function showRejection(row: RejectionRow) {
  return showContent(row, { code: row.code, reason: row.reason })
}

function mappingStateOf(row: DeliveryRow): MappingState {
  if (row.mapping_state !== null) return row.mapping_state as MappingState
  return row.mapping_issues === null ? 'none' : 'skipped'
}

function showContent<Facts extends object>(row: ReceivedRow | RejectionRow, facts: Facts) {
  const { id, received_at, content_type, query, headers, body_bytes, body_sha256, body } = row
  const isText = body !== null && isUtf8(body)
  return {
    id,
    received_at: received_at.toISOString(),
    ...facts,
    content_type,
    query,
    headers,
    body_bytes,
    body_sha256: body_sha256.toString('hex'),
    body_text: isText ? body.toString() : null,
    body_base64: isText ? null : (body?.toString('base64') ?? null),
  }
}
