import { api } from '../api/client.ts'
import { useRead } from '../api/queries.ts'

/** Refusals cause no event, so open pages poll the counts. */
export const REFRESH_MS = 10_000

/** Null reads nothing. */
export function useWebhook(id: string | null, options: { refetchInterval?: number } = {}) {
  const params = { path: { id: id ?? '' } }
  return useRead(['webhooks', id], () => api.GET('/v1/webhooks/{id}', { params }), { enabled: id !== null, ...options })
}

export function usePresets() {
  return useRead(['mapping-presets'], () => api.GET('/v1/webhooks/presets'), { staleTime: Number.POSITIVE_INFINITY })
}
