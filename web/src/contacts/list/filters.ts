import { useNavigate, useSearch } from '@tanstack/react-router'
import { isLeadStatus } from '../../../../src/contact-fields.ts'
import type { QueryOf } from '../../api/client.ts'
import type { View } from '../../api/schema.ts'
import { addDays, instantOf, isDay, wallOf } from '../../parts/time/wall-clock.ts'

/** Which contacts: a list or an export of them. */
export type ContactsQuery = Omit<QueryOf<'/v1/contacts'>, 'page' | 'limit' | 'cursor'>

const NAMES = [
  'q',
  'status',
  'owner',
  'tag',
  'source',
  'medium',
  'form',
  'post',
  'link',
  'form_id',
  'from',
  'to',
] as const

/** Ids that other pages lead here with. */
export const ORIGIN_FILTERS = [
  ['post', 'Came through one post'],
  ['link', 'Came through one link'],
  ['form_id', 'Sent through one form'],
] as const

/** As they stand in the address of the page. `from` and `to` are days, both included. */
export type Filters = Partial<Record<(typeof NAMES)[number], string>>

export const NO_FILTERS = Object.fromEntries(NAMES.map((name) => [name, ''])) as Required<Filters>

/** The filters in the address, and how to change some of them. An empty value takes one away. */
export function useFilters(): [Filters, (change: Filters) => void] {
  const search = useSearch({ from: '__root__' })
  const navigate = useNavigate()
  const filters = pick(search)
  const change = (next: Filters) => {
    void navigate({ to: '/contacts', search: pick({ ...filters, ...next }), replace: true, resetScroll: false })
  }
  return [filters, change]
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function pick(search: Record<string, string | undefined>): Filters {
  return Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = search[name]?.trim()
      if (!value || ((name === 'from' || name === 'to') && !isDay(value))) return []
      if (ORIGIN_FILTERS.some(([origin]) => origin === name) && !UUID.test(value)) return []
      return [[name, value]]
    }),
  )
}

export function hasAny(filters: Filters): boolean {
  return NAMES.some((name) => filters[name])
}

/** The query for the API. Days are days in the workspace's time zone. */
export function toQuery(filters: Filters, zone: string): ContactsQuery {
  const { q, status, owner, tag, source, medium, form, post, link, form_id, from, to } = filters
  return {
    ...(q && { q }),
    ...(isLeadStatus(status) && { status }),
    ...(owner && { owner_id: owner }),
    ...(tag && { tag }),
    ...(source && { utm_source: source }),
    ...(medium && { utm_medium: medium }),
    ...(form && { form }),
    ...(post && { post_id: post }),
    ...(link && { link_id: link }),
    ...(form_id && { form_id }),
    ...(from && { created_after: instantOf(from, zone).toISOString() }),
    ...(to && { created_before: instantOf(addDays(to, 1), zone).toISOString() }),
  }
}

/** As a saved view keeps them. */
export function toView(filters: Filters, zone: string): View['filter'] {
  return toQuery(filters, zone)
}

/** The filters of a saved view. Moments become days of the workspace's time zone. */
export function fromView(filter: View['filter'], zone: string): Filters {
  const { q, status, owner_id, tag, utm_source, utm_medium, form, created_after, created_before } = filter
  const last = created_before && new Date(new Date(created_before).getTime() - 1).toISOString()
  return pick({
    q,
    status,
    owner: owner_id,
    tag,
    source: utm_source,
    medium: utm_medium,
    form,
    from: created_after && wallOf(created_after, zone).slice(0, 10),
    to: last && wallOf(last, zone).slice(0, 10),
  })
}

export function sameFilters(a: Filters, b: Filters): boolean {
  return NAMES.every((name) => (a[name] ?? '') === (b[name] ?? ''))
}

export function showDays({ from, to }: Filters): string {
  const show = (day: string) => new Date(day).toUTCString().slice(5, 16).replace(/^0/, '')
  if (from && to) return from === to ? show(from) : `${show(from)} to ${show(to)}`
  return from ? `from ${show(from)}` : `until ${show(to!)}`
}
