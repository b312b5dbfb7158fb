import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { useList, useRead } from '../api/client.ts'

/** Views and held submissions cause no event, so open pages poll the counts. */
export const REFRESH_MS = 10_000

export function useForms() {
  return useList(['forms', 'list'], '/v1/forms', { query: { limit: 200 }, again: REFRESH_MS })
}

export function useFormNames() {
  const { data } = useList(['forms', 'names'], '/v1/forms', { query: { limit: 1_000 } })
  const { t } = useLingui()
  const deleted = t`A form that was deleted`
  return useMemo(() => {
    const forms = data?.pages.flatMap((page) => page.data) ?? []
    const names = new Map(forms.map(({ id, name }) => [id, name]))
    const nameOf = (id: string) => names.get(id) ?? (data === undefined ? '' : deleted)
    return { names, nameOf }
  }, [data, deleted])
}

/** Null reads nothing. */
export function useForm(id: string | null, options: { refetchInterval?: number } = {}) {
  return useRead(['forms', id], '/v1/forms/{id}', { path: { id: id ?? '' }, enabled: id !== null, ...options })
}
