import { useQuery } from '@tanstack/react-query'
import { type ApiProblem, api, dataOf } from '../api/client.ts'
import type { SetupState } from '../api/schema.ts'

/** Whether somebody can sign in at all, and whether mail can be sent. */
export function useSetup() {
  return useQuery<SetupState, ApiProblem>({
    queryKey: ['setup'],
    queryFn: () => dataOf(api.GET('/v1/setup')),
    staleTime: 60_000,
  })
}

/** What is typed where Doorpost runs. */
export const command = (words: string) => `npm run -s doorpost -- ${words}`
