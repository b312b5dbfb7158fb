import { useRead } from './queries.ts'

export function useConnections(
  options: { enabled?: boolean; staleTime?: number; refetchInterval?: number | false } = {},
) {
  return useRead(['connections', 'all'], '/v1/connections', { query: { limit: 1000 }, ...options })
}
