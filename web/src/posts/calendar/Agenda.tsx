import { Anchor, Button, Group, Paper, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import { IconCalendarEvent, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Post } from '../../api/schema.ts'
import { useMay } from '../../api/session.ts'
import { PLATFORM } from '../../parts/platforms.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { Empty, Loading } from '../../parts/states.tsx'
import { badgeOf, headlineOf } from '../post.ts'
import { showWall, todayIn, wallOf } from '../wall-clock.ts'
import classes from './Agenda.module.css'
import type { Range } from './span.ts'

interface AgendaProps {
  posts: readonly Post[]
  range: Range
  zone: string
  isLoading: boolean
  onOpen: (id: string) => void
}

/** The calendar of a phone: the days that have posts, one below the other. */
export function Agenda({ posts, range, zone, isLoading, onOpen }: AgendaProps) {
  const may = useMay()
  const [showsEarlier, setShowsEarlier] = useState(false)
  if (isLoading) return <Loading rows={6} height={56} />
  const today = todayIn(zone)
  const all = byDay(posts, zone)
  const earlier = all.filter(([day]) => day < today)
  // Where the days to come are on the screen too, those before need not be scrolled past each time.
  const isFolded = !showsEarlier && earlier.length > 0 && range.to > today
  const days = isFolded ? all.slice(earlier.length) : all
  if (all.length === 0) {
    const start = today > range.from && today < range.to ? today : range.from
    return (
      <Empty
        icon={IconCalendarEvent}
        title="Nothing planned in these days"
        action={
          may.write &&
          range.to > today && (
            <Button component={Link} to="/posts/new" search={{ date: start } as never}>
              Write a post
            </Button>
          )
        }
      >
        Posts with a date show up here. Drafts without one are in the list.
      </Empty>
    )
  }
  return (
    <Stack gap="md">
      {isFolded && (
        <Button variant="default" onClick={() => setShowsEarlier(true)}>
          Show the posts before today ({earlier.reduce((sum, [, list]) => sum + list.length, 0)})
        </Button>
      )}
      {days.map(([day, list]) => (
        <section key={day} aria-label={showWall(day, { dateStyle: 'full' })}>
          <Group justify="space-between" mb={6} wrap="nowrap">
            <Title order={3} size="h6" {...(day === today ? { c: 'var(--mantine-color-anchor)' } : {})}>
              {showWall(day, { weekday: 'long', day: 'numeric', month: 'long' })}
              {day === today && ' · today'}
            </Title>
            {may.write && day >= today && (
              <Anchor
                component={Link}
                to="/posts/new"
                search={{ date: day } as never}
                aria-label={`Write a post for ${showWall(day, { dateStyle: 'full' })}`}
                lh={1}
                p={4}
              >
                <IconPlus size={18} aria-hidden />
              </Anchor>
            )}
          </Group>
          <Paper withBorder className={classes.day}>
            {list.map((post) => (
              <Entry key={post.id} post={post} zone={zone} onOpen={onOpen} />
            ))}
          </Paper>
        </section>
      ))}
    </Stack>
  )
}

function Entry({ post, zone, onOpen }: { post: Post; zone: string; onOpen: (id: string) => void }) {
  const { label, icon: Sign } = PLATFORM[post.platform]
  return (
    <UnstyledButton className={classes.entry} onClick={() => onOpen(post.id)}>
      <Text size="sm" fw={600} className={classes.time}>
        {showWall(wallOf(post.scheduled_date!, zone), { timeStyle: 'short' })}
      </Text>
      <Stack gap={4} miw={0} flex={1}>
        <Text size="sm" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
          {headlineOf(post)}
        </Text>
        <Group gap={8}>
          <Sign size={16} role="img" aria-label={label} />
          <StateBadge state={badgeOf(post)} />
        </Group>
      </Stack>
    </UnstyledButton>
  )
}

function byDay(posts: readonly Post[], zone: string): Array<[day: string, posts: Post[]]> {
  const days = new Map<string, Post[]>()
  const sorted = posts
    .filter((post) => post.scheduled_date !== null)
    .sort((a, b) => (a.scheduled_date! < b.scheduled_date! ? -1 : 1))
  for (const post of sorted) {
    const day = wallOf(post.scheduled_date!, zone).slice(0, 10)
    days.set(day, [...(days.get(day) ?? []), post])
  }
  return [...days]
}
