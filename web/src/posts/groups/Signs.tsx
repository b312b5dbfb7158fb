import { Group } from '@mantine/core'
import { useConnections } from '../../api/connections.ts'
import { PLATFORM, PROVIDER } from '../../parts/platforms.tsx'
import { coloursOf } from './colours.ts'
import type { Entry, Member } from './entries.ts'
import { accountFor, useAccountNames } from './use-group.ts'

const SHOWN = 5

/** An icon for each network of an entry; a line in the colour of its account below it, where there are several accounts. */
export function Signs({ entry, size }: { entry: Pick<Entry, 'members'>; size: number }) {
  const { data: connections = [] } = useConnections({ staleTime: 60_000 })
  const nameOf = useAccountNames()
  const colours = coloursOf(connections)
  const signOf = (member: Member) => {
    const account = accountFor(connections, member)
    return { icon: (account ? PROVIDER[account.provider] : PLATFORM[member.platform]).icon, account }
  }
  return (
    <Group component="span" display="inline-flex" gap={3} wrap="nowrap">
      {entry.members.slice(0, SHOWN).map((member) => {
        const { icon: Sign, account } = signOf(member)
        const colour = account && connections.length > 1 ? colours.get(account.id) : undefined
        return (
          <span
            key={member.id}
            style={{ display: 'inline-flex', ...(colour ? { borderBottom: `3px solid ${colour}` } : {}) }}
          >
            <Sign size={size} role="img" aria-label={nameOf(member)} />
          </span>
        )
      })}
      {entry.members.length > SHOWN && <span>+{entry.members.length - SHOWN}</span>}
    </Group>
  )
}
