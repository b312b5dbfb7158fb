import { Anchor, Button, Code, Group, Paper, Stack, Text } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import type { Connection, Workspace } from '../../api/schema.ts'
import { useMay } from '../../api/session.ts'
import { PLATFORM, type Platform } from '../../parts/platforms.tsx'
import { CodeLine } from '../../parts/Secret.tsx'
import { Muted, Subheading } from '../../parts/variants.ts'
import { Account } from './Account.tsx'

interface PlatformCardProps {
  platform: Platform
  accounts: Connection[]
  installation: Workspace['installation'] | undefined
  onConnect: (kind: Connection['kind']) => void
}

export function PlatformCard({ platform, accounts, installation, onConnect }: PlatformCardProps) {
  const may = useMay()
  const { label, icon: Sign, apps, envPrefix } = PLATFORM[platform]
  const isReady = installation?.platforms.includes(platform) ?? false
  const canHavePages = apps.includes('pages')
  const connectButton = (what: string, kind: Connection['kind']) => (
    <Button
      size="xs"
      variant={kind === 'member' && accounts.length === 0 ? 'filled' : 'default'}
      leftSection={<IconPlugConnected size={16} aria-hidden />}
      aria-label={`Connect ${what} on ${label}`}
      onClick={() => onConnect(kind)}
    >
      Connect {what}
    </Button>
  )
  const hasPages = canHavePages && (installation?.linkedin_pages ?? false)
  return (
    <Paper withBorder radius="md" p="md" component="article" aria-label={label}>
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Group gap={8} wrap="nowrap">
            <Sign size={22} aria-hidden />
            <Subheading>{label}</Subheading>
          </Group>
          <Group gap="xs">
            {may.own && isReady && connectButton('an account', 'member')}
            {may.own && hasPages && connectButton('a page', 'organization')}
          </Group>
        </Group>
        {accounts.map((account) => (
          <Account key={account.id} account={account} onReconnect={() => onConnect(account.kind)} />
        ))}
        {accounts.length === 0 && isReady && (
          <Muted>
            No account yet. Posts for {label} can be written as drafts, but go out only once one is connected.
          </Muted>
        )}
        {canHavePages && isReady && !hasPages && (
          <Muted>
            Company pages need a second app: <Code>{envPrefix}_PAGES_CLIENT_ID</Code> and{' '}
            <Code>{envPrefix}_PAGES_CLIENT_SECRET</Code>. The steps are in docs/platforms.md under “{label} pages”.
          </Muted>
        )}
        {installation && !isReady && <MissingApp platform={platform} redirectUrl={installation.redirect_url} />}
      </Stack>
    </Paper>
  )
}

/** What the operator has to do before accounts can be connected. */
function MissingApp({ platform, redirectUrl }: { platform: Platform; redirectUrl: string }) {
  const { label, envPrefix: prefix, developerSite: site } = PLATFORM[platform]
  return (
    <Stack gap="xs">
      <Text size="sm">
        Not set up yet. Doorpost posts to {label} through an app of your own, made at{' '}
        <Anchor href={site} target="_blank" rel="noreferrer" inherit underline="always">
          {new URL(site).host.replace(/^www\./, '')}
        </Anchor>
        . Whoever runs Doorpost sets <Code>{prefix}_CLIENT_ID</Code> and <Code>{prefix}_CLIENT_SECRET</Code> and starts
        it again. The steps are in docs/platforms.md under “{label}”.
      </Text>
      <Text size="sm">The app needs this redirect address:</Text>
      <CodeLine value={redirectUrl} />
    </Stack>
  )
}
