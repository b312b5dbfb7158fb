import type { ConnectionRow } from './store.ts'

/** As the API shows it. */
export interface Connection {
  id: string
  platform: string
  account_id: string
  handle: string | null
  name: string | null
  kind: string
  sandbox: boolean
  default: boolean
  status: string
  reason: string | null
  works_until: string | null
  created_at: string
}

export function toConnection(row: ConnectionRow): Connection {
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
