import { Group, Stack, Text, UnstyledButton } from '@mantine/core'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { useTimeZone } from '../../parts/time/Time.tsx'
import { showWall, wallOf } from '../../parts/time/wall-clock.ts'
import { Hint, Wrapped } from '../../parts/variants.ts'
import { type Entry, stateOf } from '../groups/entries.ts'
import { Signs } from '../groups/Signs.tsx'
import { headlineOf } from '../post.ts'

const INSIDE = { gap: 12, outlineOffset: -2 }

interface PostLineProps {
  entry: Entry
  lines: number
  onOpen: (entry: Entry) => void
}

/** A post, or the posts of a group, in the list of a day. */
export function PostLine({ entry, lines, onOpen }: PostLineProps) {
  const zone = useTimeZone()
  const { post } = entry
  return (
    <UnstyledButton display="flex" w="100%" p="10px 12px" style={INSIDE} onClick={() => onOpen(entry)}>
      <Text size="sm" fw={600} miw={70} style={{ fontVariantNumeric: 'tabular-nums' }}>
        {showWall(wallOf(post.scheduled_date!, zone), { timeStyle: 'short' })}
      </Text>
      <Stack gap={4} miw={0} flex={1}>
        <Wrapped lineClamp={lines}>{headlineOf(post)}</Wrapped>
        <Group gap={8}>
          <Signs entry={entry} size={16} />
          <StateBadge state={stateOf(entry)} />
          {entry.members.length > 1 && <Hint span>{entry.members.length} posts</Hint>}
        </Group>
      </Stack>
    </UnstyledButton>
  )
}
