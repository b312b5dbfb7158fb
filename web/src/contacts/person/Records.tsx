import { Group, Text, Timeline } from '@mantine/core'
import { IconPoint, IconRoute } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { answerOf, api } from '../../api/client.ts'
import type { PersonDetail } from '../../api/schema.ts'
import { AnchorLink } from '../../parts/links.tsx'
import { Time } from '../../parts/Time.tsx'
import { SecondaryButton, Tag } from '../../parts/variants.ts'
import { formOf, fullName } from '../names.ts'

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
    more: { has: result.hasNextPage, isLoading: result.isFetchingNextPage, load: () => void result.fetchNextPage() },
    person: result.data?.pages[0]?.data,
    records: result.data?.pages.flatMap(({ data }) => data.contacts) ?? [],
  }
}

export type Touch = NonNullable<PersonDetail['first_touch']>

/** "linkedin, social" */
export function showTouch({ utm_source, utm_medium }: Pick<Touch, 'utm_source' | 'utm_medium'>): string {
  return [utm_source, utm_medium].filter((text) => text !== null).join(', ')
}

export interface RecordsProps extends Pick<ReturnType<typeof usePerson>, 'records' | 'more'> {
  person: PersonDetail
}

/** Every time the person came, newest first. */
export function Records({ person, records, more }: RecordsProps) {
  const { first_touch, last_touch } = person
  return (
    <>
      <Timeline bulletSize={26} lineWidth={2} active={records.length} color="teal">
        {records.map((record) => {
          const touch = showTouch(record)
          const isFirst = touch !== '' && record.created_at === first_touch?.at
          const isLast = touch !== '' && record.created_at === last_touch?.at
          const form = formOf(record)
          return (
            <Timeline.Item
              key={record.id}
              bullet={touch === '' ? <IconPoint size={14} aria-hidden /> : <IconRoute size={14} aria-hidden />}
              title={
                <Group gap="xs">
                  <AnchorLink fw={600} to="/contacts/$id" params={{ id: record.id }}>
                    {touch || 'No source told'}
                  </AnchorLink>
                  {isFirst && <Tag>First touch</Tag>}
                  {isLast && <Tag>Last touch</Tag>}
                </Group>
              }
            >
              <Time at={record.created_at} exact size="sm" c="dimmed" />
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {[fullName(record), record.company, form && `form ${form}`].filter(Boolean).join(' · ')}
              </Text>
            </Timeline.Item>
          )
        })}
      </Timeline>
      {more.has && (
        <SecondaryButton size="xs" mt="md" loading={more.isLoading} onClick={more.load}>
          Show more of {person.records.toLocaleString()}
        </SecondaryButton>
      )}
    </>
  )
}
