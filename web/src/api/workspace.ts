import { useQuery } from '@tanstack/react-query'
import { type ApiProblem, api } from './client.ts'
import type { Workspace } from './schema.ts'

/** The settings of the workspace, and what the installation is like. */
export function useWorkspace() {
  return useQuery<Workspace, ApiProblem>({
    queryKey: ['workspace'],
    queryFn: () => api.get<Workspace>('/v1/workspace'),
    staleTime: 300_000,
  })
}
