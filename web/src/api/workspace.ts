import { useRead } from './queries.ts'

export function useWorkspace() {
  return useRead(['workspace'], '/v1/workspace', { staleTime: 300_000 })
}
