import { useQuery } from '@tanstack/react-query'
import { type ApiProblem, api, dataOf } from './client.ts'
import type { Workspace } from './schema.ts'

/** The settings of the workspace, and what the installation is like. */
export function useWorkspace() {
  return useQuery<Workspace, ApiProblem>({
    queryKey: ['workspace'],
    queryFn: () => dataOf(api.GET('/v1/workspace')),
    staleTime: 300_000,
  })
}
