import { useQuery } from '@tanstack/react-query'
import { type ApiProblem, api, dataOf } from './client.ts'
import type { Connection } from './schema.ts'

/** Every account that posts can go out on. */
export function useConnections(
  options: { enabled?: boolean; staleTime?: number; refetchInterval?: number | false } = {},
) {
  return useQuery<Connection[], ApiProblem>({
    queryKey: ['connections', 'all'],
    queryFn: ({ signal }) => dataOf(api.GET('/v1/connections', { params: { query: { limit: 1000 } }, signal })),
    ...options,
  })
}
