import { useQueryClient } from '@tanstack/react-query'
import { api, dataOf } from '../api/client.ts'
import { useList, useRead } from '../api/queries.ts'
import type { Form, FormPatch } from '../api/schema.ts'
import { tell } from '../parts/tell.ts'

/** Views and held submissions cause no event, so open pages poll the counts. */
export const REFRESH_MS = 10_000

export function useForms() {
  return useList(
    ['forms', 'list'],
    { limit: 200 },
    (query, signal) => api.GET('/v1/forms', { params: { query }, signal }),
    REFRESH_MS,
  )
}

/** Null reads nothing. */
export function useForm(id: string | null, options: { refetchInterval?: number } = {}) {
  const params = { path: { id: id ?? '' } }
  return useRead(['forms', id], ({ signal }) => api.GET('/v1/forms/{id}', { params, signal }), {
    enabled: id !== null,
    ...options,
  })
}

/** Changes a form, says so, and shows it as it is now. It is refused when the form is no longer the `version` that was read. */
export function usePatchForm(id: string) {
  const queries = useQueryClient()
  return async (version: number, body: FormPatch, done: string): Promise<Form> => {
    const params = { path: { id }, header: { 'If-Match': `"${version}"` } }
    try {
      const saved = await dataOf(api.PATCH('/v1/forms/{id}', { params, body }))
      queries.setQueryData(['forms', id], saved)
      tell.done(done)
      return saved
    } finally {
      void queries.invalidateQueries({ queryKey: ['forms'] })
    }
  }
}
