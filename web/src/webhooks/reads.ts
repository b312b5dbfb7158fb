import { useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../api/client.ts'

/** Refusals cause no event, so counts are read again by the clock while somebody looks. */
export const REFRESH_MS = 10_000

export function useWebhook(id: string) {
  return useQuery({
    queryKey: ['webhooks', id],
    queryFn: () => dataOf(api.GET('/v1/webhooks/{id}', { params: { path: { id } } })),
    refetchInterval: REFRESH_MS,
  })
}

export function usePresets() {
  return useQuery({
    queryKey: ['mapping-presets'],
    queryFn: () => dataOf(api.GET('/v1/webhooks/presets')),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
