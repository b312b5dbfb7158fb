import type { ConnectionRow } from './store.ts'

export type Connection = ReturnType<typeof toConnection>

export function toConnection(row: ConnectionRow) {
  return {
    id: row.id,
    platform: row.platform,
    account_id: row.account_id,
    handle: row.handle,
    name: row.name,
    kind: row.kind,
    sandbox: row.sandbox,
    default: row.is_default,
    status: row.status,
    reason: row.status_reason,
    works_until: row.refresh_at === null ? (row.expires_at?.toISOString() ?? null) : null,
    created_at: row.created_at.toISOString(),
  }
}
