import { keepPreviousData } from '@tanstack/react-query'
import { api, dataOf } from '../api/client.ts'
import { useList, useRead } from '../api/queries.ts'
import type { LinkPatch } from '../api/schema.ts'
import { useSaved } from '../parts/forms/useChange.ts'

/** Clicks cause no event, so open pages poll the counts. */
export const REFRESH_MS = 10_000

export function useLinks(q: string) {
  return useList(
    ['links', 'list'],
    { q },
    (query, signal) => api.GET('/v1/links', { params: { query }, signal }),
    REFRESH_MS,
  )
}

export function useShortLink(id: string) {
  const params = { path: { id } }
  return useRead(['links', id], () => api.GET('/v1/links/{id}', { params }), { refetchInterval: REFRESH_MS })
}

/** Days are in UTC. */
export function useLinkDays(id: string, query: { from: string; to: string }) {
  const params = { path: { id }, query }
  return useRead(['links', id, 'days', query], () => api.GET('/v1/links/{id}/days', { params }), {
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  })
}

/** Changes a link, says so, and shows it as it is now. */
export function usePatchLink(id: string) {
  const saved = useSaved(['links', id])
  return (body: LinkPatch, done: string) =>
    saved(dataOf(api.PATCH('/v1/links/{id}', { params: { path: { id } }, body })), done)
}

export function useLinkPage() {
  return useRead(['links', 'page'], () => api.GET('/v1/link-page'))
}
