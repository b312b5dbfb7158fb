import { api, dataOf } from '../api/client.ts'
import type { LinkPatch } from '../api/schema.ts'
import { useSaved } from '../parts/forms/useChange.ts'

/** Clicks cause no event, so open pages poll the counts. */
export const REFRESH_MS = 10_000

/** Changes a link, says so, and shows it as it is now. */
export function usePatchLink(id: string) {
  const saved = useSaved(['links', id])
  return (body: LinkPatch, done: string) =>
    saved(dataOf(api.PATCH('/v1/links/{id}', { params: { path: { id } }, body })), done)
}
