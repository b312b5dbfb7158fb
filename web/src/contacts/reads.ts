import type { UseQueryResult } from '@tanstack/react-query'
import type { ApiProblem } from '../api/client.ts'
import { useRead } from '../api/queries.ts'
import type { Contact, ContactDetail } from '../api/schema.ts'

/** As a list or a change has put it into the cache, or as it was read. */
export type ShownContact = Contact & Partial<Pick<ContactDetail, 'attribution'>>

export function useContact(id: string): UseQueryResult<ShownContact, ApiProblem> {
  return useRead(['contacts', id], '/v1/contacts/{id}', { path: { id } })
}
