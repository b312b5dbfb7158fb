import { Button, Group, Paper, Stack, Title } from '@mantine/core'
import { IconCalendarEvent, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useMay } from '../../../api/session.ts'
import { AnchorLink, ButtonLink } from '../../../parts/links.tsx'
import { Empty, Loading } from '../../../parts/states.tsx'
import { useTimeZone } from '../../../parts/time/Time.tsx'
import { showWall, todayIn } from '../../../parts/time/wall-clock.ts'
import { SecondaryButton } from '../../../parts/variants.ts'
import { type Entry, entriesOfSlot } from '../../groups/entries.ts'
import { countOf, type Slot } from '../moved.ts'
import { PostLine } from '../PostLine.tsx'
import type { Range } from '../span.ts'
import classes from './Agenda.module.css'

export interface CalendarView {
  slots: readonly Slot[]
  isLoading: boolean
  onOpen: (entry: Entry) => void
  onMore: (slot: Slot) => void
}

/** The calendar on a phone: a list of the days that have posts. */
export function Agenda({ slots, range, isLoading, onOpen, onMore }: CalendarView & { range: Range }) {
  const may = useMay()
  const today = todayIn(useTimeZone())
  const [showsEarlier, setShowsEarlier] = useState(false)
  if (isLoading) return <Loading rows={6} height={56} />
  const earlier = slots.filter(({ date }) => date < today)
  // Past days are folded when the list has later ones, too.
  const isFolded = !showsEarlier && earlier.length > 0 && range.to > today
  const days = isFolded ? slots.slice(earlier.length) : slots
  if (slots.length === 0) {
    const start = today > range.from && today < range.to ? today : range.from
    return (
      <Empty
        icon={IconCalendarEvent}
        title="Nothing planned in these days"
        action={
          may.write &&
          range.to > today && (
            <ButtonLink to="/posts/new" search={{ date: start }}>
              Write a post
            </ButtonLink>
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
        <SecondaryButton onClick={() => setShowsEarlier(true)}>
          Show the posts before today ({earlier.reduce((sum, { count }) => sum + count, 0)})
        </SecondaryButton>
      )}
      {days.map((slot) => (
        <Day key={slot.date} slot={slot} today={today} onOpen={onOpen} onMore={onMore} />
      ))}
    </Stack>
  )
}

function Day({ slot, today, onOpen, onMore }: Pick<CalendarView, 'onOpen' | 'onMore'> & { slot: Slot; today: string }) {
  const { date, entries, posts } = slot
  const may = useMay()
  const isToday = date === today
  const name = showWall(date, { dateStyle: 'full' })
  return (
    <section aria-label={name}>
      <Group justify="space-between" mb={6} wrap="nowrap">
        <Title order={3} size="h6" c={isToday ? 'var(--mantine-color-anchor)' : undefined}>
          {showWall(date, { weekday: 'long', day: 'numeric', month: 'long' })}
          {isToday && ' · today'}
        </Title>
        {may.write && date >= today && (
          <AnchorLink to="/posts/new" search={{ date }} aria-label={`Write a post for ${name}`} lh={1} p={4}>
            <IconPlus size={18} aria-hidden />
          </AnchorLink>
        )}
      </Group>
      <Paper withBorder className={classes.day}>
        {entriesOfSlot(slot).map((entry) => (
          <PostLine key={entry.post.id} entry={entry} lines={2} onOpen={onOpen} />
        ))}
        {entries > posts.length && (
          <Button variant="subtle" fullWidth radius={0} onClick={() => onMore(slot)}>
            Show all {countOf(slot)} posts of this day
          </Button>
        )}
      </Paper>
    </section>
  )
}
