import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { api, type List } from '../api/client.ts'
import type { Endpoint } from '../api/schema.ts'

/** Deliveries are no events, so the live stream does not tell of them: health is looked at in this rhythm. */
export const LOOK_EVERY_MS = 5_000

/** A workspace has at most 50, so all of them are read at once. */
export function useEndpoints(): UseQueryResult<List<Endpoint>> {
  return useQuery({
    queryKey: ['endpoints', 'list'],
    queryFn: ({ signal }) => api.list<Endpoint>('/v1/events/endpoints', { limit: 100 }, signal),
    refetchInterval: LOOK_EVERY_MS,
  })
}

export function useEndpoint(id: string): UseQueryResult<Endpoint> {
  return useQuery({
    queryKey: ['endpoints', id],
    queryFn: ({ signal }) => api.get<Endpoint>(`/v1/events/endpoints/${id}`, undefined, signal),
    refetchInterval: LOOK_EVERY_MS,
  })
}

/** What people call it: its description, else its address without the scheme. */
export function nameOf({ description, url }: Pick<Endpoint, 'description' | 'url'>): string {
  return description ?? url.replace(/^https?:\/\//, '')
}
