import { api } from '../api/client.ts'
import { useRead } from '../api/queries.ts'
import type { Contact, ContactDetail } from '../api/schema.ts'

/** As a list or a change has put it into the cache, or as it was read. */
export type ShownContact = Contact & Partial<Pick<ContactDetail, 'attribution'>>

export function useContact(id: string) {
  const params = { path: { id } }
  return useRead<{ data: ShownContact }>(['contacts', id], ({ signal }) =>
    api.GET('/v1/contacts/{id}', { params, signal }),
  )
}
