import { useLingui } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { LEAD_STATUSES, type LeadStatus, namedStatuses } from '../../../src/contact-fields.ts'
import { type ApiProblem, api, useMe, useRead, useWorkspace } from '../api/client.ts'
import type { Contact, ContactDetail, ContactPatch } from '../api/schema.ts'
import { nameOfLink } from '../links/link.ts'
import { useAction } from '../parts/action.ts'
import { headlineOf, shorten } from '../posts/post.ts'
import { USUAL_STATUSES } from './names.ts'

/** A contact from a list or a change has no attribution, and does not say what was merged. */
export type ShownContact = Contact & Partial<Pick<ContactDetail, 'attribution' | 'merged' | 'merged_into'>>

export function useContact(id: string): UseQueryResult<ShownContact, ApiProblem> {
  return useRead(['contacts', id], '/v1/contacts/{id}', { path: { id } })
}

export function useContactValues() {
  return useRead(['contacts', 'values'], '/v1/contacts/values', { staleTime: 60_000 })
}

export function useTags(): string[] {
  return useContactValues().data?.tag.map(({ value }) => value) ?? []
}

export function useContactAction<V = void>(act: (value: V) => Promise<unknown>) {
  return useAction(act, 'contacts', 'people')
}

export function useLeadChange(id: string) {
  const params = { path: { id } }
  return useContactAction((body: ContactPatch) => api.PATCH('/v1/contacts/{id}', { params, body }))
}

export const TONE_OF = {
  new: 'wait',
  contacted: 'work',
  qualified: 'warn',
  won: 'good',
  lost: 'none',
} as const satisfies Record<LeadStatus, string>

/** Names that the workspace gave stay as they are; the usual ones are in the language of the page. */
export function useStatuses() {
  const { t } = useLingui()
  const { data } = useWorkspace()
  const statuses = data?.contact_statuses
  return useMemo(() => {
    const all = (statuses ?? namedStatuses(null)).map(({ key, label }) => ({
      key,
      label: label === LEAD_STATUSES[key] ? t(USUAL_STATUSES[key]) : label,
    }))
    return { all, labelOf: (key: string) => all.find((status) => status.key === key)?.label ?? key }
  }, [statuses, t])
}

export function useOwners() {
  const { t } = useLingui()
  const { data: team = [] } = useRead(['team', 'members'], '/v1/team', { staleTime: 60_000 })
  const { data: me } = useMe()
  const nameOf = (id: string): string => team.find((member) => member.id === id)?.name ?? t`Somebody who left`
  const choices = team.map(({ id, name }) => ({ value: id, label: id === me?.user.id ? t`${name} (you)` : name }))
  return { nameOf, choices }
}

/** The beginning of the post's text. Null reads nothing. */
export function usePostName(id: string | null): string {
  const { t } = useLingui()
  const { data, error } = useRead(['posts', id], '/v1/posts/{id}', {
    path: { id: id ?? '' },
    enabled: id !== null,
    staleTime: 60_000,
  })
  if (data) return shorten(headlineOf(data))
  return error ? t`A post that was deleted` : '…'
}

/** Null reads nothing. */
export function useLinkName(id: string | null): string {
  const { t } = useLingui()
  const { data, error } = useRead(['links', id], '/v1/links/{id}', {
    path: { id: id ?? '' },
    enabled: id !== null,
    staleTime: 60_000,
  })
  if (data) return shorten(nameOfLink(data))
  return error ? t`A link that was deleted` : '…'
}
