import { api } from './client.ts'
import { useRead } from './queries.ts'

export function useConnections(
  options: { enabled?: boolean; staleTime?: number; refetchInterval?: number | false } = {},
) {
  const params = { query: { limit: 1000 } }
  return useRead(['connections', 'all'], ({ signal }) => api.GET('/v1/connections', { params, signal }), options)
}
