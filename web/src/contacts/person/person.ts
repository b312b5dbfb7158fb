import { useInfiniteQuery } from '@tanstack/react-query'
import { answerOf, api } from '../../api/client.ts'
import type { PersonDetail } from '../../api/schema.ts'

/** The person, and as many of the records as were asked for, newest first. */
export function usePerson(email: string) {
  const result = useInfiniteQuery({
    queryKey: ['people', 'one', email],
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: 50, cursor: pageParam }
      return answerOf(api.GET('/v1/people/{email}', { params: { path: { email }, query }, signal }))
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
