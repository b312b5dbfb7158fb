import { Anchor, Badge, Button, Code, Group, Paper, Stack, Text } from '@mantine/core'
import { DAY_MS } from '../../../src/lib/time/span.ts'
import type { Provider } from '../../../src/platforms/registry.ts'
import { api, useMay } from '../api/client.ts'
import type { Connection, Workspace } from '../api/schema.ts'
import { ConfirmButton } from '../parts/dialogs.tsx'
import { useAction, useChange } from '../parts/forms.tsx'
import { icon } from '../parts/icons.tsx'
import { PROVIDER } from '../parts/platforms.tsx'
import { CodeLine } from '../parts/Secret.tsx'
import { Muted, Small, Subheading, Time } from '../parts/text.tsx'
import { SmallButton, StateBadge } from '../parts/ui.tsx'

const IconPlugConnected = icon`M7 12l5 5l-1.5 1.5a3.536 3.536 0 1 1 -5 -5l1.5 -1.5M17 12l-5 -5l1.5 -1.5a3.536 3.536 0 1 1 5 5l-1.5 1.5M3 21l2.5 -2.5M18.5 5.5l2.5 -2.5M10 11l-2 2M13 14l-2 2`

interface ProviderCardProps {
  provider: Provider
  accounts: Connection[]
  installation: Workspace['installation'] | undefined
  onConnect: (kind: Connection['kind'], account?: Connection) => void
}

export function ProviderCard({ provider, accounts, installation, onConnect }: ProviderCardProps) {
  const may = useMay()
  const { label, icon: Sign, apps, envPrefix } = PROVIDER[provider]
  const isReady = installation?.providers.includes(provider) ?? false
  const canHavePages = apps.includes('pages')
  const connectButton = (what: string, kind: Connection['kind']) => (
    <Button
      size="xs"
      variant={kind === 'member' && accounts.length === 0 ? 'filled' : 'default'}
      leftSection={<IconPlugConnected size={16} />}
      aria-label={`Connect ${what} on ${label}`}
      onClick={() => onConnect(kind)}
    >
      Connect {what}
    </Button>
  )
  const hasPages = canHavePages && (installation?.linkedin_pages ?? false)
  return (
    <Paper withBorder p="md" component="article" aria-label={label}>
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Group gap={8} wrap="nowrap">
            <Sign size={22} />
            <Subheading>{label}</Subheading>
          </Group>
          <Group gap="xs">
            {may.own && isReady && connectButton('an account', 'member')}
            {may.own && hasPages && connectButton('a page', 'organization')}
          </Group>
        </Group>
        {accounts.map((account) => (
          <Account key={account.id} account={account} onReconnect={() => onConnect(account.kind, account)} />
        ))}
        {accounts.length === 0 && isReady && (
          <Muted>
            No account yet. Posts for {label} can be written as drafts, but go out only once one is connected.
          </Muted>
        )}
        {canHavePages && isReady && !hasPages && (
          <Muted>
            Company pages need a second app: <Code>{envPrefix}_PAGES_CLIENT_ID</Code> and{' '}
            <Code>{envPrefix}_PAGES_CLIENT_SECRET</Code>. The steps are in docs/how-to/platforms.md under “{label}{' '}
            pages”.
          </Muted>
        )}
        {installation && !isReady && <MissingApp provider={provider} redirectUrl={installation.redirect_url} />}
      </Stack>
    </Paper>
  )
}

function MissingApp({ provider, redirectUrl }: { provider: Provider; redirectUrl: string }) {
  const { label, envPrefix: prefix, developerSite: site } = PROVIDER[provider]
  return (
    <Stack gap="xs">
      <Small>
        Not set up yet. Doorpost posts to {label} through an app of your own, made at{' '}
        <Anchor href={site} target="_blank" rel="noreferrer" inherit underline="always">
          {new URL(site).host.replace(/^www\./, '')}
        </Anchor>
        . Whoever runs Doorpost sets <Code>{prefix}_CLIENT_ID</Code> and <Code>{prefix}_CLIENT_SECRET</Code> and starts
        it again. The steps are in docs/how-to/platforms.md under “{label}”.
      </Small>
      <Small>The app needs this redirect address:</Small>
      <CodeLine value={redirectUrl} />
    </Stack>
  )
}

const STATES: Record<Connection['status'], { state: string; label: string }> = {
  active: { state: 'active', label: 'Posts go out' },
  needs_reconnect: { state: 'failed', label: 'Approval ended' },
  held: { state: 'held', label: 'Held by the platform' },
}

export function nameOf({ name, handle, account_id: id }: Connection): string {
  return name ?? (handle === null ? id : `@${handle}`)
}

function Account({ account, onReconnect }: { account: Connection; onReconnect: () => void }) {
  const { state, label } = STATES[account.status]
  const name = nameOf(account)
  return (
    <Group
      justify="space-between"
      gap="sm"
      pt="sm"
      style={{ borderTop: '1px solid var(--mantine-color-default-border)' }}
      role="group"
      aria-label={name}
    >
      <Stack gap={4} flex="1 1 260px" miw={0}>
        <Group gap={8}>
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
          {account.handle !== null && account.name !== null && <Muted>@{account.handle}</Muted>}
          <StateBadge state={state} label={label} />
          {account.default && (
            <Badge variant="outline" color="gray" radius="sm" tt="none" c="var(--mantine-color-text)">
              Default
            </Badge>
          )}
        </Group>
        <Muted>
          {account.kind === 'organization' ? 'Company page. ' : ''}
          {account.service_url !== null && !account.handle?.includes('@')
            ? `On ${new URL(account.service_url).host}. `
            : ''}
          {account.status !== 'needs_reconnect' && untilOf(account)}
        </Muted>
        {account.reason !== null && <Small>{account.reason}</Small>}
      </Stack>
      <Actions account={account} name={name} onReconnect={onReconnect} />
    </Group>
  )
}

function untilOf({ works_until: until, provider }: Connection) {
  if (until === null && PROVIDER[provider].accessLasts) return 'The approval lasts until it is taken back.'
  if (until === null) return 'The approval is renewed by itself.'
  const isSoon = Date.parse(until) - Date.now() < 14 * DAY_MS
  return (
    <>
      The approval ends <Time at={until} exact inherit fw={isSoon ? 700 : undefined} />
      {isSoon ? '. Connect the account again before then.' : ', unless it is given again.'}
    </>
  )
}

function Actions({ account, name, onReconnect }: { account: Connection; name: string; onReconnect: () => void }) {
  const may = useMay()
  const change = useChange('connections')
  const params = { path: { id: account.id } }
  const { label } = PROVIDER[account.provider]
  const makeDefault = useAction(() => {
    const call = api.PATCH('/v1/connections/{id}', { params, body: { default: true } })
    return change(call, `Posts for ${label} now go out on ${name}.`)
  })
  const resume = useAction(() => {
    const call = api.POST('/v1/connections/{id}/resume', { params })
    return change(call, `${name} may post again. What was held goes out by its date.`)
  })
  if (!may.write) return null
  return (
    <Group gap="xs">
      {account.status === 'held' && (
        <Button size="xs" loading={resume.isPending} aria-label={`Resume ${name}`} onClick={() => resume.mutate()}>
          Resume
        </Button>
      )}
      {account.status === 'needs_reconnect' && may.own && (
        <Button size="xs" aria-label={`Connect again: ${name}`} onClick={onReconnect}>
          Connect again
        </Button>
      )}
      {!account.default && (
        <SmallButton
          loading={makeDefault.isPending}
          aria-label={`Make default: ${name}`}
          onClick={() => makeDefault.mutate()}
        >
          Make default
        </SmallButton>
      )}
      <ConfirmButton
        button={{ children: 'Disconnect', size: 'xs', 'aria-label': `Disconnect ${name}` }}
        title={`Disconnect ${name}?`}
        label="Disconnect the account"
        onConfirm={() => change(api.DELETE('/v1/connections/{id}', { params }), `${name} is disconnected.`)}
      >
        Posts that are to go out on it are held until they are moved to another account or it is connected again. The
        approval itself is taken back in the settings of {label}.
      </ConfirmButton>
    </Group>
  )
}
