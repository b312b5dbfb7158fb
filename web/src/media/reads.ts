import { useQuery } from '@tanstack/react-query'
import { answerOf, api } from '../api/client.ts'
import { useList } from '../api/queries.ts'
import type { Media } from '../api/schema.ts'
import type { FileKind } from './file.ts'

/** A file of the library. */
export type MediaFile = Media

/** Newest first. */
export function useFiles({ kind, q }: { kind: FileKind | undefined; q: string }) {
  const query = { limit: 30, ...(kind ? { type: kind } : {}), ...(q ? { q } : {}) }
  return useList(['media', 'list'], query, (query, signal) => api.GET('/v1/media', { params: { query }, signal }))
}

/** How much room there is, and whether networks can fetch the files. */
export function useStoreFacts() {
  return useQuery({
    queryKey: ['media', 'storage'],
    queryFn: async ({ signal }) =>
      (await answerOf(api.GET('/v1/media', { params: { query: { limit: 1 } }, signal }))).storage,
    staleTime: 60_000,
  })
}
