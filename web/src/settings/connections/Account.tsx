import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { api } from '../../api/client.ts'
import type { Connection } from '../../api/schema.ts'
import { useMay } from '../../api/session.ts'
import { ConfirmButton } from '../../parts/ConfirmButton.tsx'
import { PLATFORM } from '../../parts/platforms.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { Time } from '../../parts/Time.tsx'
import { useAction, useChange } from '../../parts/useChange.ts'
import { Muted, SecondaryButton } from '../../parts/variants.ts'

const STATES: Record<Connection['status'], { state: string; label: string }> = {
  active: { state: 'active', label: 'Posts go out' },
  needs_reconnect: { state: 'failed', label: 'Approval ended' },
  held: { state: 'held', label: 'Held by the platform' },
}

const SOON_MS = 14 * 24 * 60 * 60 * 1000

export function nameOf({ name, handle, account_id: id }: Connection): string {
  return name ?? (handle === null ? id : `@${handle}`)
}

export function Account({ account, onReconnect }: { account: Connection; onReconnect: () => void }) {
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
          {account.status !== 'needs_reconnect' && <WorksUntil account={account} />}
        </Muted>
        {account.reason !== null && <Text size="sm">{account.reason}</Text>}
      </Stack>
      <Actions account={account} name={name} onReconnect={onReconnect} />
    </Group>
  )
}

function WorksUntil({ account: { works_until: until } }: { account: Connection }) {
  if (until === null) return <>The approval is renewed by itself.</>
  const isSoon = new Date(until).getTime() - Date.now() < SOON_MS
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
  const { label } = PLATFORM[account.platform]
  const makeDefault = useAction(() =>
    change(
      api.PATCH('/v1/connections/{id}', { params, body: { default: true } }),
      `Posts for ${label} now go out on ${name}.`,
    ),
  )
  const resume = useAction(() =>
    change(
      api.POST('/v1/connections/{id}/resume', { params }),
      `${name} may post again. What was held goes out by its date.`,
    ),
  )
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
        <SecondaryButton
          size="xs"
          loading={makeDefault.isPending}
          aria-label={`Make default: ${name}`}
          onClick={() => makeDefault.mutate()}
        >
          Make default
        </SecondaryButton>
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
