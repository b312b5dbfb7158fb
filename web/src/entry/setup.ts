import { api } from '../api/client.ts'
import { useRead } from '../api/queries.ts'

/** Whether somebody can sign in at all, and whether mail can be sent. */
export function useSetup() {
  return useRead(['setup'], () => api.GET('/v1/setup'), { staleTime: 60_000 })
}

/** A command for the machine on which Doorpost runs. */
export const command = (words: string) => `npm run -s doorpost -- ${words}`
