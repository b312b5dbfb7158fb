import { api, dataOf } from '../api/client.ts'
import { useList, useRead } from '../api/queries.ts'
import type { Form, FormPatch } from '../api/schema.ts'
import { useSaved } from '../parts/forms/useChange.ts'

/** Views and held submissions cause no event, so open pages poll the counts. */
export const REFRESH_MS = 10_000

export function useForms() {
  return useList(['forms', 'list'], '/v1/forms', { query: { limit: 200 }, again: REFRESH_MS })
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
