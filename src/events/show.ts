import type { EndpointKind } from './chat/kinds.ts'
import type { EndpointRow } from './endpoint-store.ts'
import type { AttemptRow, ListedDelivery } from './store.ts'

/** An endpoint as the API shows it: its secret never, and of the address of a chat only what the row shows. */
export function showEndpoint(row: EndpointRow, now: number) {
  const ifAhead = (until: Date | null) => (until !== null && until.getTime() > now ? until.toISOString() : null)
  return {
    id: row.id,
    kind: row.kind as EndpointKind,
    url: row.url,
    description: row.description,
    events: row.types,
    scopes: row.scopes,
    status: row.status,
    reason: row.reason,
    failures: row.failures,
    failing_since: row.failing_since?.toISOString() ?? null,
    last_success_at: row.last_success_at?.toISOString() ?? null,
    last_failure_at: row.last_failure_at?.toISOString() ?? null,
    waiting: row.waiting,
    resting_until: ifAhead(row.open_until),
    previous_secret_until: row.old_secret && ifAhead(row.old_secret_until),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

export type Endpoint = ReturnType<typeof showEndpoint>

export function showProgress(row: Pick<ListedDelivery, 'state' | 'attempts' | 'next_at' | 'delivered_at'>) {
  return {
    state: row.state,
    attempts: row.attempts,
    next_at: row.next_at?.toISOString() ?? null,
    delivered_at: row.delivered_at?.toISOString() ?? null,
  }
}

export function showDelivery(row: ListedDelivery) {
  return { event_id: row.id, type: row.type, ...showProgress(row), created_at: row.created_at.toISOString() }
}

export function showAttempt(row: AttemptRow) {
  return { ...row, started_at: row.started_at.toISOString() }
}
