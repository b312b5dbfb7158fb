import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { answerOf, api } from '../../api/client.ts'
import { shorten } from '../post.ts'
import { type PostsFilter, toQuery } from '../search.ts'

interface MatchesProps {
  filter: PostsFilter
  /** How many of them the calendar shows. */
  shown: number
  onList: () => void
}

/** A calendar shows the matches of its own days; the others are a click away. */
export function Matches({ filter, shown, onList }: MatchesProps) {
  const query = { ...toQuery(filter), limit: 1 }
  const { data: total } = useQuery({
    queryKey: ['posts', 'count', query],
    queryFn: async ({ signal }) =>
      (await answerOf(api.GET('/v1/posts', { params: { query }, signal }))).pagination.total,
  })
  return (
    <Text size="sm" component="div" role="status" style={{ overflowWrap: 'anywhere' }}>
      {shown === 0 ? 'No post' : shown === 1 ? '1 post' : `${shown.toLocaleString()} posts`} on these days{' '}
      {shown > 1 ? 'have' : 'has'} “{shorten(filter.q)}” in the text or tags.{' '}
      {total !== undefined && total > shown && (
        <Anchor component="button" type="button" size="sm" onClick={onList}>
          See all {total.toLocaleString()} in the list
        </Anchor>
      )}
      {total === 0 && 'There is none on other days either.'}
    </Text>
  )
}
