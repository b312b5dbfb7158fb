import { ActionIcon, Alert, Button, Group, SegmentedControl, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCalendarPlus, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useMay } from '../../api/session.ts'
import { Problem } from '../../parts/states.tsx'
import { useTimeZone } from '../../parts/Time.tsx'
import { hasText, isIn } from '../post.ts'
import { usePostRange } from '../reading.ts'
import type { PostsSearch } from '../search.ts'
import { todayIn } from '../wall-clock.ts'
import { Agenda } from './Agenda.tsx'
import { Matches } from './Matches.tsx'
import { PostCard } from './PostCard.tsx'
import { firstDayOfWeek, rangeOf, titleOf, turn } from './span.ts'

// Phones show the agenda and need no FullCalendar.
const Grid = lazy(() => import('./Grid.tsx'))

interface CalendarProps {
  search: PostsSearch
  change: (next: Partial<PostsSearch>) => void
}

export function Calendar({ search, change }: CalendarProps) {
  const zone = useTimeZone()
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false }) ?? false
  const firstDay = useMemo(firstDayOfWeek, [])
  const may = useMay()
  const [openId, setOpenId] = useState<string | null>(null)
  const { span, platform, group, q } = search
  const day = search.day ?? todayIn(zone)
  const rangeAt = (by: number) => rangeOf(span, turn(span, day, by), firstDay, !isNarrow)
  const range = rangeAt(0)
  const read = usePostRange(range, zone, [rangeAt(-1), rangeAt(1)])
  const posts = useMemo(
    () =>
      (read.data ?? []).filter(
        (post) => (platform === null || post.platform === platform) && isIn(group, post) && hasText(post, q),
      ),
    [read.data, platform, group, q],
  )
  const isFiltered = platform !== null || group !== null || q !== ''
  const hidden = (read.data?.length ?? 0) - posts.length
  const open = read.data?.find((post) => post.id === openId) ?? null

  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="sm">
        <Group gap="xs" wrap="nowrap">
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={`The ${span} before`}
            onClick={() => change({ day: turn(span, day, -1) })}
          >
            <IconChevronLeft size={18} />
          </ActionIcon>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={`The ${span} after`}
            onClick={() => change({ day: turn(span, day, 1) })}
          >
            <IconChevronRight size={18} />
          </ActionIcon>
          <Title order={2} size="h4" aria-live="polite">
            {titleOf(span, day, firstDay)}
          </Title>
        </Group>
        <Group gap="xs">
          <Button variant="default" onClick={() => change({ day: null })} disabled={search.day === null}>
            Today
          </Button>
          <SegmentedControl
            aria-label="Span of time"
            data={[
              { value: 'month', label: 'Month' },
              { value: 'week', label: 'Week' },
            ]}
            value={span}
            onChange={(next) => change({ span: next as PostsSearch['span'] })}
          />
        </Group>
      </Group>
      {q !== '' && read.data && (
        <Matches filter={search} shown={posts.length} onList={() => change({ view: 'list' })} />
      )}
      {read.error && <Problem error={read.error} retry={() => void read.refetch()} />}
      {!isNarrow && read.data?.length === 0 && (
        <Alert variant="light" icon={<IconCalendarPlus aria-hidden />} title={`Nothing is planned for this ${span}`}>
          {may.write
            ? 'Click a day to write a post for it. A draft shows up here as soon as it has a date.'
            : 'Posts show up here as soon as they have a date.'}
        </Alert>
      )}
      {isNarrow ? (
        (read.data || !read.error) && (
          <Agenda posts={posts} range={range} zone={zone} isLoading={read.isPending} onOpen={setOpenId} />
        )
      ) : (
        <Suspense fallback={<Skeleton height={640} radius="md" />}>
          <Grid
            posts={posts}
            span={span}
            day={day}
            firstDay={firstDay}
            zone={zone}
            isLoading={read.isPending}
            onOpen={setOpenId}
          />
        </Suspense>
      )}
      <Text size="sm" c="dimmed">
        Times are those of {zone}.{' '}
        {may.write && !isNarrow && 'Drag a post to move it, click a day to write one for it.'}
        {isFiltered && hidden > 0 && ` ${hidden} more ${hidden === 1 ? 'post is' : 'posts are'} hidden by the filters.`}
      </Text>
      <PostCard post={open} onClose={() => setOpenId(null)} />
    </Stack>
  )
}
