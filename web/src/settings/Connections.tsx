import { Alert, Stack, Text } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import { useState } from 'react'
import { useConnections } from '../api/connections.ts'
import type { Connection } from '../api/schema.ts'
import { useMay, useMe } from '../api/session.ts'
import { useWorkspace } from '../api/workspace.ts'
import { PLATFORMS, type Platform } from '../parts/platforms.tsx'
import { Problem, Read } from '../parts/states.tsx'
import { ConnectDialog } from './connections/ConnectDialog.tsx'
import { PlatformCard } from './connections/PlatformCard.tsx'
import { OwnersOnly, Section } from './Section.tsx'

const POLL_MS = 3_000

export function Connections() {
  const may = useMay()
  // Loaded before everything else, so that the alert pushes nothing down.
  const me = useMe()
  const workspace = useWorkspace()
  const [connecting, setConnecting] = useState<{ platform: Platform; kind: Connection['kind'] } | null>(null)
  // A new account is approved in another tab, and no event announces it.
  const accounts = useConnections({ refetchInterval: connecting === null ? false : POLL_MS })
  return (
    <Section
      title="Connections"
      lead="The accounts that posts go out on. The default one of a platform takes the posts that name no account."
    >
      {me.data?.features.sandbox && (
        <Alert color="violet" icon={<IconFlask aria-hidden />} title="Sandbox">
          <Text size="sm">The platforms are simulated on this machine. Nothing that you post here is public.</Text>
        </Alert>
      )}
      {workspace.error && !workspace.data && <Problem error={workspace.error} retry={() => void workspace.refetch()} />}
      {!may.own && <OwnersOnly what="Only owners connect accounts." />}
      <Read of={workspace.isPending ? workspace : accounts}>
        {(all) => (
          <Stack>
            {PLATFORMS.map((platform) => (
              <PlatformCard
                key={platform}
                platform={platform}
                accounts={all.filter((account) => account.platform === platform)}
                installation={workspace.data?.installation}
                onConnect={(kind) => setConnecting({ platform, kind })}
              />
            ))}
          </Stack>
        )}
      </Read>
      {connecting !== null && (
        <ConnectDialog
          {...connecting}
          accounts={accounts.data?.filter((account) => account.platform === connecting.platform) ?? []}
          onClose={() => setConnecting(null)}
        />
      )}
    </Section>
  )
}
