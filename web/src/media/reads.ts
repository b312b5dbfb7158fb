import { useQuery } from '@tanstack/react-query'
import { answerOf, api } from '../api/client.ts'

/** How much room there is, and whether networks can fetch the files. */
export function useStoreFacts() {
  return useQuery({
    queryKey: ['media', 'storage'],
    queryFn: async ({ signal }) =>
      (await answerOf(api.GET('/v1/media', { params: { query: { limit: 1 } }, signal }))).storage,
    staleTime: 60_000,
  })
}
