import { useRead } from './queries.ts'

/** The settings of the workspace and of the installation. */
export function useWorkspace() {
  return useRead(['workspace'], '/v1/workspace', { staleTime: 300_000 })
}
