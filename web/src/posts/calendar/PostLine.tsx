import { Group, Stack, Text, UnstyledButton } from '@mantine/core'
import type { Post } from '../../api/schema.ts'
import { PLATFORM } from '../../parts/platforms.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { useTimeZone } from '../../parts/Time.tsx'
import { Wrapped } from '../../parts/variants.ts'
import { showWall, wallOf } from '../../parts/wall-clock.ts'
import { headlineOf } from '../post.ts'

const INSIDE = { gap: 12, outlineOffset: -2 }

/** A post in the list of a day. */
export function PostLine({ post, lines, onOpen }: { post: Post; lines: number; onOpen: (post: Post) => void }) {
  const zone = useTimeZone()
  const { label, icon: Sign } = PLATFORM[post.platform]
  return (
    <UnstyledButton display="flex" w="100%" p="10px 12px" style={INSIDE} onClick={() => onOpen(post)}>
      <Text size="sm" fw={600} miw={70} style={{ fontVariantNumeric: 'tabular-nums' }}>
        {showWall(wallOf(post.scheduled_date!, zone), { timeStyle: 'short' })}
      </Text>
      <Stack gap={4} miw={0} flex={1}>
        <Wrapped lineClamp={lines}>{headlineOf(post)}</Wrapped>
        <Group gap={8}>
          <Sign size={16} role="img" aria-label={label} />
          <StateBadge state={post.publication.state} />
        </Group>
      </Stack>
    </UnstyledButton>
  )
}
