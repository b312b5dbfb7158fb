import { useRead } from './queries.ts'
import type { Me } from './schema.ts'

export type { Me }

export type TeamRole = Me['role']

export const ME = ['me'] as const

/** Who is signed in. An error with status 401 when nobody is. */
export function useMe() {
  return useRead(ME, '/v1/me', { staleTime: 60_000 })
}

/** The permissions of this person, to hide buttons that would be refused. */
export function useMay() {
  const { data } = useMe()
  const role = data?.role ?? 'viewer'
  return { write: role !== 'viewer', own: role === 'owner', role }
}
