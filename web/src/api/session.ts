import { useQuery } from '@tanstack/react-query'
import { type ApiProblem, api } from './client.ts'

export type TeamRole = 'owner' | 'editor' | 'viewer'

export interface Me {
  user: { id: string; name: string; email: string; two_factor: boolean; passkeys: number }
  role: TeamRole
  scopes: string[]
  workspace: { id: string; name: string }
  session: { id: string; expires_at: string }
  features: { mail: boolean; sandbox: boolean }
}

export const ME = ['me'] as const

/** Who is signed in. An error with status 401 when nobody is. */
export function useMe() {
  return useQuery<Me, ApiProblem>({ queryKey: ME, queryFn: () => api.get<Me>('/v1/me'), staleTime: 60_000 })
}

/** What this person may do, for buttons that would only be refused. */
export function useMay() {
  const { data } = useMe()
  const role = data?.role ?? 'viewer'
  return { write: role !== 'viewer', own: role === 'owner', role }
}
