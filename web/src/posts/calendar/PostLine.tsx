import { Group, Stack, Text, UnstyledButton } from '@mantine/core'
import type { Post } from '../../api/schema.ts'
import { PLATFORM } from '../../parts/platforms.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { showWall, wallOf } from '../../parts/wall-clock.ts'
import { headlineOf } from '../post.ts'
import classes from './PostLine.module.css'

interface PostLineProps {
  post: Post
  zone: string
  onOpen: (post: Post) => void
  lines?: number
}

/** A post in the list of a day. */
export function PostLine({ post, zone, onOpen, lines = 2 }: PostLineProps) {
  const { label, icon: Sign } = PLATFORM[post.platform]
  return (
    <UnstyledButton className={classes.entry} onClick={() => onOpen(post)}>
      <Text size="sm" fw={600} miw={70} style={{ fontVariantNumeric: 'tabular-nums' }}>
        {showWall(wallOf(post.scheduled_date!, zone), { timeStyle: 'short' })}
      </Text>
      <Stack gap={4} miw={0} flex={1}>
        <Text size="sm" lineClamp={lines} style={{ overflowWrap: 'anywhere' }}>
          {headlineOf(post)}
        </Text>
        <Group gap={8}>
          <Sign size={16} role="img" aria-label={label} />
          <StateBadge state={post.publication.state} />
        </Group>
      </Stack>
    </UnstyledButton>
  )
}
