import { useQuery } from '@tanstack/react-query'
import { answerOf, api, dataOf } from '../api/client.ts'
import type { Endpoint } from '../api/schema.ts'

/** Deliveries are no events, so the live stream does not tell of them: health is looked at in this rhythm. */
export const LOOK_EVERY_MS = 5_000

/** A workspace has at most 50, so all of them are read at once. */
export function useEndpoints() {
  return useQuery({
    queryKey: ['endpoints', 'list'],
    queryFn: ({ signal }) => answerOf(api.GET('/v1/events/endpoints', { params: { query: { limit: 100 } }, signal })),
    refetchInterval: LOOK_EVERY_MS,
  })
}

export function useEndpoint(id: string) {
  return useQuery({
    queryKey: ['endpoints', id],
    queryFn: ({ signal }) => dataOf(api.GET('/v1/events/endpoints/{id}', { params: { path: { id } }, signal })),
    refetchInterval: LOOK_EVERY_MS,
  })
}

/** What people call it: its description, else its address without the scheme. */
export function nameOf({ description, url }: Pick<Endpoint, 'description' | 'url'>): string {
  return description ?? url.replace(/^https?:\/\//, '')
}
