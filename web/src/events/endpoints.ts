import { api, useRead } from '../api/client.ts'
import type { Endpoint, EndpointPatch } from '../api/schema.ts'
import { useChange } from '../parts/forms.tsx'

/** Deliveries are not events, so the live stream does not announce them: health is polled. */
export const LOOK_EVERY_MS = 5_000

/** A workspace has at most 50, so all of them are read at once. */
export function useEndpoints() {
  const query = { limit: 100 }
  return useRead(['endpoints', 'list'], '/v1/events/endpoints', { query, refetchInterval: LOOK_EVERY_MS })
}

/** Changes an endpoint, and says so. */
export function usePatchEndpoint({ id }: Endpoint) {
  const change = useChange('endpoints')
  return (body: EndpointPatch, done: string) =>
    change(api.PATCH('/v1/events/endpoints/{id}', { params: { path: { id } }, body }), done)
}

/** What people call it: its description, else its address without the scheme. */
export function nameOf({ description, url }: Pick<Endpoint, 'description' | 'url'>): string {
  return description ?? url.replace(/^https?:\/\//, '')
}
