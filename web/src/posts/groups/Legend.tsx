import { Group } from '@mantine/core'
import { useConnections } from '../../api/connections.ts'
import { PROVIDER } from '../../parts/platforms.tsx'
import { Hint } from '../../parts/variants.ts'
import { accountName } from '../post.ts'
import { coloursOf } from './colours.ts'

/** Which colour is which account, where there are several. */
export function Legend() {
  const { data: connections = [] } = useConnections({ staleTime: 60_000 })
  if (connections.length < 2) return null
  const colours = coloursOf(connections)
  return (
    <Group component="ul" gap="4px 16px" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Colours of the accounts">
      {connections.map((account) => {
        const { icon: Sign, label } = PROVIDER[account.provider]
        return (
          <Group component="li" key={account.id} gap={6} wrap="nowrap">
            <span style={{ display: 'inline-flex', borderBottom: `3px solid ${colours.get(account.id)}` }}>
              <Sign size={16} role="img" aria-label={label} />
            </span>
            <Hint span>{accountName(account)}</Hint>
          </Group>
        )
      })}
    </Group>
  )
}
