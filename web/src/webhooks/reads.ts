import { useQuery } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import type { MappingPreset, Webhook } from '../api/schema.ts'

/** Refusals cause no event, so counts are read again by the clock while somebody looks. */
export const REFRESH_MS = 10_000

export function useWebhook(id: string) {
  return useQuery({
    queryKey: ['webhooks', id],
    queryFn: () => api.get<Webhook>(`/v1/webhooks/${id}`),
    refetchInterval: REFRESH_MS,
  })
}

export function usePresets() {
  return useQuery({
    queryKey: ['mapping-presets'],
    queryFn: () => api.get<MappingPreset[]>('/v1/webhooks/presets'),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
