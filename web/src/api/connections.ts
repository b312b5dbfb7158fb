import { api } from './client.ts'
import { useRead } from './queries.ts'

interface Options {
  enabled?: boolean
  staleTime?: number
  refetchInterval?: number | false
}

export function useConnections(options: Options = {}) {
  const params = { query: { limit: 1000 } }
  return useRead(['connections', 'all'], ({ signal }) => api.GET('/v1/connections', { params, signal }), options)
}
