import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { DAY_MS } from '../../../src/lib/time/span.ts'
import type { Provider } from '../../../src/platforms/registry.ts'
import { api, useMay } from '../api/client.ts'
import type { Connection, NetworkApp, Workspace } from '../api/schema.ts'
import { useAction, useChange } from '../parts/action.ts'
import { ConfirmButton } from '../parts/dialogs.tsx'
import { icon } from '../parts/icons.tsx'
import { More } from '../parts/Page.tsx'
import { PROVIDER } from '../parts/platforms.tsx'
import { plainReason, technicalReason } from '../parts/reasons.ts'
import { Muted, Small, Subheading, Tag, Time } from '../parts/text.tsx'
import { SmallButton, StateBadge } from '../parts/ui.tsx'
import { AppSetup } from './AppSetup.tsx'

const IconPlugConnected = icon`M7 12l5 5l-1.5 1.5a3.536 3.536 0 1 1 -5 -5l1.5 -1.5M17 12l-5 -5l1.5 -1.5a3.536 3.536 0 1 1 5 5l-1.5 1.5M3 21l2.5 -2.5M18.5 5.5l2.5 -2.5M10 11l-2 2M13 14l-2 2`

interface ProviderCardProps {
  provider: Provider
  accounts: Connection[]
  installation: Workspace['installation'] | undefined
  /** Its apps, for owners. */
  apps: NetworkApp[]
  onConnect: (kind: Connection['kind'], account?: Connection) => void
}

export function ProviderCard({ provider, accounts, installation, apps, onConnect }: ProviderCardProps) {
  const { t } = useLingui()
  const may = useMay()
  const { label, icon: Sign, apps: kinds } = PROVIDER[provider]
  const isReady = installation?.providers.includes(provider) ?? false
  const canHavePages = kinds.includes('pages')
  const connectButton = (what: string, name: string, kind: Connection['kind']) => (
    <Button
      size="xs"
      variant={kind === 'member' && accounts.length === 0 ? 'filled' : 'default'}
      leftSection={<IconPlugConnected size={16} />}
      aria-label={name}
      onClick={() => onConnect(kind)}
    >
      {what}
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
            {may.own && isReady && connectButton(t`Connect an account`, t`Connect an account on ${label}`, 'member')}
            {may.own && hasPages && connectButton(t`Connect a page`, t`Connect a page on ${label}`, 'organization')}
          </Group>
        </Group>
        {accounts.map((account) => (
          <Account key={account.id} account={account} onReconnect={() => onConnect(account.kind, account)} />
        ))}
        {accounts.length === 0 && isReady && (
          <Muted>
            <Trans>
              No account yet. Posts for {label} can be written as drafts, but go out only once one is connected.
            </Trans>
          </Muted>
        )}
        {installation && !isReady && !may.own && (
          <Muted>
            <Trans>Not set up yet. An owner can do that here.</Trans>
          </Muted>
        )}
        {kinds.length === 0 && accounts.length === 0 && (
          <Muted>
            <Trans>Needs no set-up: connect an account with its name.</Trans>
          </Muted>
        )}
        {apps.map((app) => (
          <AppSetup key={app.app} app={app} />
        ))}
      </Stack>
    </Paper>
  )
}

const STATES: Record<Connection['status'], { state: string; label: MessageDescriptor }> = {
  active: { state: 'active', label: msg({ message: 'Connected', comment: 'State of an account of a network' }) },
  needs_reconnect: { state: 'failed', label: msg`Approval ended` },
  held: { state: 'held', label: msg`Restricted by the network` },
}

export function nameOf({ name, handle, account_id: id }: Connection): string {
  return name ?? (handle === null ? id : `@${handle}`)
}

function Account({ account, onReconnect }: { account: Connection; onReconnect: () => void }) {
  const { t } = useLingui()
  const { state, label } = STATES[account.status]
  const server = account.service_url === null ? null : new URL(account.service_url).host
  const name = nameOf(account)
  const technical = technicalReason(account)
  const { own } = useMay()
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
          <StateBadge state={state} label={t(label)} />
          {account.default && <Tag>{t({ message: 'Default', comment: 'The account that posts go out on' })}</Tag>}
        </Group>
        <Muted>
          {account.kind === 'organization' && <Trans>Company page.</Trans>}{' '}
          {server !== null && !account.handle?.includes('@') && <Trans>On {server}.</Trans>}{' '}
          {account.status !== 'needs_reconnect' && <Until account={account} />}
        </Muted>
        {account.reason !== null && <Small>{plainReason(account)}</Small>}
        {technical !== null && own && (
          <More>
            <Small>{technical}</Small>
          </More>
        )}
      </Stack>
      <Actions account={account} name={name} onReconnect={onReconnect} />
    </Group>
  )
}

function Until({ account: { works_until: until, provider } }: { account: Connection }) {
  if (until === null && PROVIDER[provider].accessLasts) return <Trans>The approval lasts until it is taken back.</Trans>
  if (until === null) return <Trans>The approval is renewed by itself.</Trans>
  const isSoon = Date.parse(until) - Date.now() < 14 * DAY_MS
  const end = <Time at={until} exact inherit fw={isSoon ? 700 : undefined} />
  return isSoon ? (
    <Trans>The approval ends {end}. Connect the account again before then.</Trans>
  ) : (
    <Trans>The approval ends {end}, unless it is given again.</Trans>
  )
}

function Actions({ account, name, onReconnect }: { account: Connection; name: string; onReconnect: () => void }) {
  const { t } = useLingui()
  const may = useMay()
  const change = useChange('connections')
  const params = { path: { id: account.id } }
  const { label } = PROVIDER[account.provider]
  const makeDefault = useAction(() => {
    const call = api.PATCH('/v1/connections/{id}', { params, body: { default: true } })
    return change(call, t`Posts for ${label} now go out on ${name}.`)
  })
  const resume = useAction(() => {
    const call = api.POST('/v1/connections/{id}/resume', { params })
    return change(call, t`${name} may post again. What waited goes out by its date.`)
  })
  if (!may.write) return null
  return (
    <Group gap="xs">
      {account.status === 'held' && (
        <Button size="xs" loading={resume.isPending} aria-label={t`Resume ${name}`} onClick={() => resume.mutate()}>
          <Trans>Resume</Trans>
        </Button>
      )}
      {account.status === 'needs_reconnect' && may.own && (
        <Button size="xs" aria-label={t`Connect again: ${name}`} onClick={onReconnect}>
          <Trans>Connect again</Trans>
        </Button>
      )}
      {!account.default && (
        <SmallButton
          loading={makeDefault.isPending}
          aria-label={t`Make default: ${name}`}
          onClick={() => makeDefault.mutate()}
        >
          <Trans>Make default</Trans>
        </SmallButton>
      )}
      <ConfirmButton
        button={{ children: t`Disconnect`, size: 'xs', 'aria-label': t`Disconnect ${name}` }}
        title={t`Disconnect ${name}?`}
        label={t`Disconnect the account`}
        onConfirm={() => change(api.DELETE('/v1/connections/{id}', { params }), t`${name} is disconnected.`)}
      >
        <Trans>
          Posts that are to go out on it wait until they are moved to another account or it is connected again. The
          approval itself is taken back in the settings of {label}.
        </Trans>
      </ConfirmButton>
    </Group>
  )
}
