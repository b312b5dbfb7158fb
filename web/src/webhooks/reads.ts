import { api } from '../api/client.ts'
import { useRead } from '../api/queries.ts'

/** Refusals cause no event, so open pages poll the counts. */
export const REFRESH_MS = 10_000

export function usePresets() {
  return useRead(['mapping-presets'], () => api.GET('/v1/webhooks/presets'), { staleTime: Number.POSITIVE_INFINITY })
}
