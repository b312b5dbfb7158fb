import { api } from '../api/client.ts'
import { useRead } from '../api/queries.ts'

export function useContact(id: string) {
  const params = { path: { id } }
  return useRead(['contacts', id], ({ signal }) => api.GET('/v1/contacts/{id}', { params, signal }))
}
