import { useInfiniteQuery } from '@tanstack/react-query'
import { send } from '../../api/client.ts'
import type { Pagination, PersonDetail } from '../../api/schema.ts'

interface PersonAnswer {
  data: PersonDetail
  pagination: Pagination
}

/** The person, and as many of the records as were asked for, newest first. */
export function usePerson(email: string) {
  const result = useInfiniteQuery({
    queryKey: ['people', 'one', email],
    queryFn: async ({ pageParam, signal }): Promise<PersonAnswer> => {
      const query = { limit: 50, ...(pageParam ? { cursor: pageParam } : {}) }
      const response = await send('GET', `/v1/people/${encodeURIComponent(email)}`, { query, signal })
      return response.json()
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.pagination.next_cursor ?? undefined,
  })
  return {
    ...result,
    person: result.data?.pages[0]?.data,
    records: result.data?.pages.flatMap(({ data }) => data.contacts) ?? [],
  }
}

export type Touch = NonNullable<PersonDetail['first_touch']>

/** "linkedin, social" */
export function showTouch({ utm_source, utm_medium }: Pick<Touch, 'utm_source' | 'utm_medium'>): string {
  return [utm_source, utm_medium].filter((text) => text !== null).join(', ')
}
