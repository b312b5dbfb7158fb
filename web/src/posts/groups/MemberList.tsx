import { Group, Stack } from '@mantine/core'
import { AnchorLink } from '../../parts/links.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import type { Member } from './entries.ts'
import { Signs } from './Signs.tsx'
import { useAccountNames } from './use-group.ts'

/** The posts of a group, each with its account, its state and a link. `ownId` is the one whose page this is. */
export function MemberList({ members, ownId }: { members: readonly Member[]; ownId?: string }) {
  const nameOf = useAccountNames()
  return (
    <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Posts of the group">
      {members.map((member) => (
        <Group component="li" key={member.id} gap="xs" wrap="nowrap">
          <Signs entry={{ members: [member] }} size={18} />
          {member.id === ownId ? (
            <span>{nameOf(member)} (this one)</span>
          ) : (
            <AnchorLink to="/posts/$id" params={{ id: member.id }}>
              {nameOf(member)}
            </AnchorLink>
          )}
          <span style={{ marginLeft: 'auto' }}>
            <StateBadge state={member.state} />
          </span>
        </Group>
      ))}
    </Stack>
  )
}
