import { useNavigate, useSearch } from '@tanstack/react-router'
import { isLeadStatus } from '../../../../src/contact-fields.ts'
import type { QueryOf } from '../../api/client.ts'
import type { View } from '../../api/schema.ts'
import { addDays, instantOf, isDay, wallOf } from '../../parts/wall-clock.ts'

export type ContactsQuery = Omit<QueryOf<'/v1/contacts'>, 'page' | 'limit' | 'cursor'>

const API_NAMES = {
  q: 'q',
  status: 'status',
  owner: 'owner_id',
  tag: 'tag',
  source: 'utm_source',
  medium: 'utm_medium',
  form: 'form',
  post: 'post_id',
  link: 'link_id',
  form_id: 'form_id',
  from: 'created_after',
  to: 'created_before',
} as const satisfies Record<string, keyof ContactsQuery>

type FilterName = keyof typeof API_NAMES

const NAMES = Object.keys(API_NAMES) as FilterName[]

const ID_FILTERS: readonly FilterName[] = ['form_id', 'post', 'link']

/** As in the URL. `from` and `to` are days, both included. */
export type Filters = Partial<Record<FilterName, string>>

export const NO_FILTERS = Object.fromEntries(NAMES.map((name) => [name, ''])) as Required<Filters>

/** An empty value removes a filter. */
export function useFilters(): [Filters, (change: Filters) => void] {
  const search = useSearch({ from: '__root__' })
  const navigate = useNavigate()
  const filters = pick(search)
  const change = (next: Filters) => {
    void navigate({
      to: '/contacts',
      search: (now: Filters) => pick({ ...pick(now), ...next }),
      replace: true,
      resetScroll: false,
    })
  }
  return [filters, change]
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function pick(search: Record<string, string | undefined>): Filters {
  return Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = search[name]?.trim()
      if (!value || ((name === 'from' || name === 'to') && !isDay(value))) return []
      if (ID_FILTERS.includes(name) && !UUID.test(value)) return []
      return [[name, value]]
    }),
  )
}

export function hasAny(filters: Filters): boolean {
  return NAMES.some((name) => filters[name])
}

/** Days are in the workspace's time zone. */
export function toQuery(filters: Filters, zone: string): ContactsQuery {
  const { status, from, to, ...others } = filters
  const asked: Filters = {
    ...others,
    ...(isLeadStatus(status) && { status }),
    ...(from && { from: instantOf(from, zone).toISOString() }),
    ...(to && { to: instantOf(addDays(to, 1), zone).toISOString() }),
  }
  return Object.fromEntries(NAMES.filter((name) => asked[name]).map((name) => [API_NAMES[name], asked[name]]))
}

/** Moments become days in the workspace's time zone. */
export function fromView(filter: View['filter'], zone: string): Filters {
  const kept: ContactsQuery = filter
  const { created_after: after, created_before: before } = kept
  return pick({
    ...Object.fromEntries(NAMES.map((name) => [name, kept[API_NAMES[name]]])),
    from: after && wallOf(after, zone).slice(0, 10),
    to: before && wallOf(new Date(before).getTime() - 1, zone).slice(0, 10),
  })
}

export function sameFilters(a: Filters, b: Filters): boolean {
  return NAMES.every((name) => (a[name] ?? '') === (b[name] ?? ''))
}
