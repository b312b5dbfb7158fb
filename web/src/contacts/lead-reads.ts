import { api } from '../api/client.ts'
import { useRead } from '../api/queries.ts'
import type { ContactPatch } from '../api/schema.ts'
import { useAction } from '../parts/forms/useChange.ts'

export function useTeam() {
  return useRead(['team', 'members'], '/v1/team', { staleTime: 60_000 })
}

/** The values that contacts have, to choose from. */
export function useContactValues() {
  return useRead(['contacts', 'values'], '/v1/contacts/values', { staleTime: 60_000 })
}

/** Changes something about contacts, and with them about people. */
export function useContactAction<V = void>(act: (value: V) => Promise<unknown>) {
  return useAction(act, 'contacts', 'people')
}

/** Changes status, owner or tags of a contact. */
export function useLeadChange(id: string) {
  const params = { path: { id } }
  return useContactAction((body: ContactPatch) => api.PATCH('/v1/contacts/{id}', { params, body }))
}
