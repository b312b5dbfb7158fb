import { ActionIcon, Alert, Badge, Group, Menu, Tabs, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import {
  IconDots,
  IconMapOff,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconShieldOff,
  IconTrash,
} from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { api, isProblem } from '../api/client.ts'
import { useRead } from '../api/queries.ts'
import type { Webhook } from '../api/schema.ts'
import { useMay } from '../api/session.ts'
import { AnchorLink, ButtonLink } from '../parts/links.tsx'
import { Page } from '../parts/Page.tsx'
import { Empty, Read } from '../parts/states.tsx'
import { Time } from '../parts/Time.tsx'
import { tell } from '../parts/tell.ts'
import { SecondaryButton } from '../parts/variants.ts'
import { Inbox } from './inbox/Inbox.tsx'
import { Rejected } from './inbox/Rejected.tsx'
import { MappingTab } from './mapping/MappingTab.tsx'
import { REFRESH_MS } from './reads.ts'
import { VerifiedBadge, WebhookState, WHY_REFUSING, WHY_UNVERIFIED } from './source/badges.tsx'
import { RevokeWebhook } from './source/RevokeWebhook.tsx'
import { RotateUrl } from './source/RotateUrl.tsx'
import { lacksSecret, senderOfWebhook } from './source/senders.ts'
import { WebhookSettings } from './source/WebhookSettings.tsx'

const PANELS = { inbox: Inbox, rejected: Rejected, mapping: MappingTab, settings: WebhookSettings }

const BACK = { to: '/webhooks', label: 'Webhooks' }

export function WebhookPage() {
  const { id } = useParams({ from: '/inside/webhooks/$id' })
  const webhook = useRead(['webhooks', id], () => api.GET('/v1/webhooks/{id}', { params: { path: { id } } }), {
    refetchInterval: REFRESH_MS,
  })
  if (webhook.data) return <Shown key={id} webhook={webhook.data} />
  return (
    <Page title="Webhook" back={BACK}>
      {isProblem(webhook.error, 'not_found') ? (
        <Empty
          icon={IconMapOff}
          title="There is no such webhook"
          action={
            <ButtonLink to="/webhooks" variant="default">
              See all webhooks
            </ButtonLink>
          }
        >
          The link may be old, or a letter of it is missing.
        </Empty>
      ) : (
        <Read of={webhook}>{() => null}</Read>
      )}
    </Page>
  )
}

function Shown({ webhook }: { webhook: Webhook }) {
  const search = useSearch({ from: '__root__' })
  const navigate = useNavigate()
  const tab =
    search.tab !== undefined && Object.hasOwn(PANELS, search.tab) ? (search.tab as keyof typeof PANELS) : 'inbox'
  const Panel = PANELS[tab]
  const rejections = (
    <Badge variant="default" size="sm" radius="sm">
      {webhook.rejections.toLocaleString()}
    </Badge>
  )
  return (
    <Page
      title={webhook.name}
      back={BACK}
      badge={
        <Group gap={6}>
          <WebhookState webhook={webhook} />
          <VerifiedBadge webhook={webhook} />
        </Group>
      }
      lead={
        <>
          {senderOfWebhook(webhook).label} · URL {webhook.key_hint} · Last delivery{' '}
          <Time at={webhook.last_received_at} none="never" span inherit />
        </>
      }
      actions={<Actions webhook={webhook} />}
    >
      <Warning webhook={webhook} />
      <Tabs
        value={tab}
        onChange={(next) =>
          next && void navigate({ to: `/webhooks/${webhook.id}`, search: next === 'inbox' ? {} : { tab: next } })
        }
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="inbox">Inbox</Tabs.Tab>
          <Tabs.Tab value="rejected" rightSection={webhook.rejections > 0 && rejections}>
            Rejected
          </Tabs.Tab>
          <Tabs.Tab value="mapping">Mapping</Tabs.Tab>
          <Tabs.Tab value="settings">Settings</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value={tab}>
          <Panel webhook={webhook} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}

function Warning({ webhook }: { webhook: Webhook }) {
  if (!webhook.active) {
    return (
      <Alert color="gray">
        This webhook is revoked: its URL does not work any more. What it received stays here until its time is over.
      </Alert>
    )
  }
  const isRefusing = lacksSecret(webhook)
  if (!isRefusing && webhook.verified === 'verified') return null
  return (
    <Alert color={isRefusing ? 'red' : 'orange'} icon={<IconShieldOff aria-hidden />}>
      <Text size="sm">
        <b>{isRefusing ? 'Everything is refused.' : 'Unverified.'}</b> {isRefusing ? WHY_REFUSING : WHY_UNVERIFIED}{' '}
        <AnchorLink
          to="/webhooks/$id"
          params={{ id: webhook.id }}
          search={{ tab: 'settings' }}
          inherit
          underline="always"
        >
          {isRefusing ? 'Set the secret' : 'Set up verification'}
        </AnchorLink>
      </Text>
    </Alert>
  )
}

function Actions({ webhook }: { webhook: Webhook }) {
  const may = useMay()
  const queries = useQueryClient()
  const [isRotating, rotating] = useDisclosure()
  const [isRevoking, revoking] = useDisclosure()
  const pause = useMutation({
    mutationFn: async (paused: boolean) => {
      await api.PATCH('/v1/webhooks/{id}', { params: { path: { id: webhook.id } }, body: { paused } })
      await queries.invalidateQueries({ queryKey: ['webhooks'] })
      tell.done(
        paused
          ? 'The webhook is paused. Senders are told to try again later (503), and nothing is kept meanwhile.'
          : 'The webhook takes deliveries again.',
      )
    },
    onError: tell.problem,
  })
  if (!may.write) return null
  return (
    <>
      {webhook.active && (
        <SecondaryButton
          loading={pause.isPending}
          leftSection={
            webhook.paused ? <IconPlayerPlay size={16} aria-hidden /> : <IconPlayerPause size={16} aria-hidden />
          }
          onClick={() => pause.mutate(!webhook.paused)}
        >
          {webhook.paused ? 'Resume' : 'Pause'}
        </SecondaryButton>
      )}
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label="More actions">
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {webhook.active && (
            <Menu.Item leftSection={<IconRefresh size={16} aria-hidden />} onClick={rotating.open}>
              Get a new URL
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={revoking.open}>
            {webhook.active ? 'Revoke' : 'Erase what it received'}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <RotateUrl webhook={webhook} opened={isRotating} onClose={rotating.close} />
      <RevokeWebhook key={String(webhook.active)} webhook={webhook} opened={isRevoking} onClose={revoking.close} />
    </>
  )
}
