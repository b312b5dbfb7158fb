import { useMemo } from 'react'
import { api, dataOf } from '../api/client.ts'
import { useList, useRead } from '../api/queries.ts'
import type { Form, FormPatch } from '../api/schema.ts'
import { useSaved } from '../parts/forms/useChange.ts'

/** Views and held submissions cause no event, so open pages poll the counts. */
export const REFRESH_MS = 10_000

export function useForms() {
  return useList(['forms', 'list'], '/v1/forms', { query: { limit: 200 }, again: REFRESH_MS })
}

/** All forms by name, for lists of what came through them: the id of each, and the name that an id stands for. */
export function useFormNames() {
  const { data } = useList(['forms', 'names'], '/v1/forms', { query: { limit: 1_000 } })
  return useMemo(() => {
    const forms = data?.pages.flatMap((page) => page.data) ?? []
    const names = new Map(forms.map(({ id, name }) => [id, name]))
    const nameOf = (id: string) => names.get(id) ?? (data === undefined ? '' : 'A form that was deleted')
    return { names, nameOf }
  }, [data])
}

/** Null reads nothing. */
export function useForm(id: string | null, options: { refetchInterval?: number } = {}) {
  return useRead(['forms', id], '/v1/forms/{id}', { path: { id: id ?? '' }, enabled: id !== null, ...options })
}

/** Changes a form, says so, and shows it as it is now. It is refused when the form is no longer the `version` that was read. */
export function usePatchForm(id: string) {
  const saved = useSaved(['forms', id])
  return (version: number, body: FormPatch, done: string): Promise<Form> => {
    const params = { path: { id }, header: { 'If-Match': `"${version}"` } }
    return saved(dataOf(api.PATCH('/v1/forms/{id}', { params, body })), done)
  }
}
